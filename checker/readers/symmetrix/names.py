"""Normal spelling of Symmetrix names: directors, ports, device numbers, serial numbers, sizes and port flags.

The same port is ``FA-7E:0`` in one listing, ``07E:000`` in another, and ``FA-7e port 0`` in a third; a device is
``0510`` in older and ``00510`` in newer Solutions Enabler releases (formats-fabric-arrays, "Arrays").
"""

from __future__ import annotations

import re

from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, of_disk

_DIRECTOR = re.compile(r"(?:([A-Za-z]{2})[-_ ]?)?0{0,2}([0-9]{1,2})([A-Za-z])\Z")
_PORT = re.compile(r"0{0,2}([0-9]{1,3})\Z")
_DEVICE = re.compile(r"(?:0x)?([0-9A-Fa-f]{3,5})\Z")
_SERIAL = re.compile(r"[0-9]{12}\Z")
_ROLES = {
    "FA": "front-end", "FE": "front-end", "SE": "front-end", "SA": "front-end", "EA": "front-end", "EF": "front-end",
    "OR": "front-end", "FN": "front-end", "RF": "replication", "RA": "replication", "RE": "replication",
    "DF": "back-end", "DA": "back-end", "DX": "back-end",
}  # fmt: skip
_ABSENT = frozenset(["", "-", "n/a", "na", "none", "null", "unknown", "not applicable", "not visible"])

# Flags of a front-end port: name in the Unisphere interface and in XML → short name that symcli prints in brackets.
FLAGS = {
    "negotiate_reset": "N", "soft_reset": "S", "environ_set": "E", "hp_3000_mode": "B", "hp3000_mode": "B",
    "common_serial_number": "C", "disable_q_reset_on_ua": "D", "sunapee": "SCL", "siemens": "SIEMENS", "sequent": "SEQ",
    "avoid_reset_broadcast": "ARB", "server_on_as400": "A4S", "scsi_3": "SC3", "spc2_protocol_version": "SPC2",
    "scsi_support1": "OS2007", "volume_set_addressing": "V", "non_participating": "NP", "no_participating": "NP",
    "init_point_to_point": "PP", "unique_wwn": "UWN", "aclx": "ACLX", "access_logix": "ACLX", "vcm_state": "VCM",
    "openvms": "OVMS", "as400": "AS4", "auto_negotiate": "EAN", "enable_auto_negotiate": "EAN",
    "enable_auto_negotive": "EAN", "show_aclx_device": "SHOWACLX", "vnx_attached": "VNX",
}  # fmt: skip


def present(text: str | None) -> str | None:
    """Return the stripped text, or None if it means that there is no value."""
    if text is None or text.strip().lower() in _ABSENT:
        return None
    return text.strip()


def serial(text: str | None) -> str | None:
    """Return the twelve digits of a Symmetrix ID, or None for other text, such as an ID with masked digits."""
    found = present(text)
    return found if found and _SERIAL.match(found) else None


def director(text: str | None) -> str | None:
    """Return a director as ``FA-7E``; ``07E``, which does not contain the director type, becomes ``7E``."""
    found = present(text)
    if found is None:
        return None
    match = _DIRECTOR.match(found)
    if not match:
        return found.upper()
    kind = f"{match.group(1).upper()}-" if match.group(1) else ""
    return f"{kind}{whole(match.group(2))}{match.group(3).upper()}"


def is_director(text: str) -> bool:
    """Return whether a word is a director with its type: ``FA-7E``, ``DF-16C``."""
    match = _DIRECTOR.match(text)
    return match is not None and match.group(1) is not None


def port(text: str | None) -> str | None:
    """Return a port number without leading zeros; other port names are unchanged."""
    found = present(text)
    match = _PORT.match(found) if found else None
    return str(whole(match.group(1))) if match else found


def port_name(director_text: str | None, port_text: str | None) -> str | None:
    """Return the name views use for a port: ``FA-7E:0``."""
    where, number = director(director_text), port(port_text)
    return f"{where}:{number}" if where and number is not None else None


def split_port(text: str | None) -> tuple[str, str] | None:
    """Return director and port of ``FA-7E:0`` or ``SE-1E:000``; None if the text is not a port name."""
    where, colon, number = (text or "").strip().rpartition(":")
    found, index = director(where), port(number)
    if not colon or found is None or index is None or not _DIRECTOR.match(where.strip()) or not _PORT.match(number):
        return None
    return found, index


def role(director_name: str | None) -> str | None:
    """Return the role of the ports of a director by its type: FA front-end, RF replication, DF back-end."""
    return _ROLES.get((director_name or "").split("-")[0])


def device(text: str | None) -> str | None:
    """Return a device number as five hex digits: ``0510`` and ``00510`` are one device."""
    found = present(text)
    match = _DEVICE.match(found) if found else None
    return f"{whole(match.group(1), 16):05X}" if match else None


def wwn_of_device(array: str, device_text: str) -> str | None:
    """Return the identity that hosts see for a device of a VMAX or PowerMax, as its WWN contains both numbers.

    60000970, the twelve digits of the array, 53, and the five digits of the device in ASCII: 000A1 of 000192601234 is
    60000970000192601234533030304131, as in the answer to ``symdev list -wwn``. Devices with a mobility ID, or with the
    identity of a migrated one, have another.
    """
    number = device(device_text)
    if serial(array) is None or number is None:
        return None
    return f"naa.60000970{array}53{number.rjust(5, '0').encode().hex()}"


def host_lun(text: str | None) -> int | None:
    """Return a LUN address, which symcli and Unisphere print in hexadecimal."""
    found = present(text)
    if found is None:
        return None
    digits = found.lower().removeprefix("0x").removesuffix("*")
    return whole(digits, 16) if re.fullmatch(r"[0-9a-f]{1,4}", digits) else None


EXPONENTS = {"MB": 2, "GB": 3, "TB": 4}
"""Units of capacities, which are powers of 1024."""


def size(text: str | None, exponent: int) -> Interval | None:
    """Return what a number that is printed in a unit with this exponent can mean; numbers of KB are exact."""
    found = (present(text) or "").replace(",", "")
    if not re.fullmatch(r"[0-9]{1,15}(?:\.[0-9]{1,6})?", found):
        return None
    if exponent > 1:
        return of_disk(found, "KMGT"[exponent - 1])
    return None if "." in found else (whole(found) << 10, whole(found) << 10)


def replication_role(configuration: str | None) -> str | None:
    """Return the replication role from the configuration of a device: RDF1+TDEV is R1, BCV a BCV, VDEV a snapshot."""
    parts = [part.strip().upper() for part in (configuration or "").split("+")]
    for part in parts:
        match = re.match(r"(?:RDF|R)(21|22|1|2)(?=[-\s]|\Z)", part)
        if match:
            return f"R{match.group(1)}"
    if "BCV" in parts or any(part.startswith("BCV") for part in parts):
        return "BCV"
    return "snapshot" if "VDEV" in parts else None


def provision_type(configuration: str | None) -> str | None:
    """Return thin for a TDEV, thick for a device on disks, otherwise None."""
    text = (configuration or "").upper()
    if "TDEV" in text:
        return "thin"
    return "thick" if re.search(r"MIR|RAID|UNPROTECTED|PARITY", text) else None
