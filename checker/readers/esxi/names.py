"""Names and words that ESXi prints, and their meaning; shared by the ESXi readers.

Path UIDs (``fc.<WWNN>:<WWPN>-fc.<WWNN>:<WWPN>-naa.…``), transport details, runtime names (``vmhba1:C0:T2:L3``),
display names, path states and plug-in names. Forms: formats-hosts.md sections 1.1 to 1.5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from checker.facts import normalise
from checker.facts.observations import Writer

RUNTIME_NAME = re.compile(r"((vmhba\d+):C\d+:T\d+):L(\d+)\Z")
FC_TRANSPORTS = ("fc", "fcoe")
# Buses inside the chassis. SAS is not one of them: shared SAS arrays exist.
_LOCAL_TRANSPORTS = frozenset(("ide", "sata", "usb", "pcie", "pscsi", "parallel", "block"))

_END = re.compile(r"(fc|fcoe)\.([^:\s-]*):([^:\s-]*)\Z", re.IGNORECASE)
_FC_UID = re.compile(r"((?:fc|fcoe)\.[^:\s-]*:[^:\s-]*)-((?:fc|fcoe)\.[^:\s-]*:[^:\s-]*)-(\S*)\Z", re.IGNORECASE)
_DETAILS = re.compile(r"WWNN:\s{0,8}(\S{1,64})\s{1,8}WWPN:\s{0,8}(\S{1,64})")
_PLAIN_NAME = re.compile(
    r"(?P<vendor>\S(?:[^()]{0,40}?\S)?) (?P<transport>Fibre Channel|iSCSI|Serial Attached SCSI) "
    r"(?:Disk|CD-ROM|Tape|Medium Changer|Media Changer|Enclosure Svc Dev|RAID Ctlr|Storage Array Controller)"
    r" ?\(\S+\)\Z",
    re.IGNORECASE,
)
_LOCAL_NAME = re.compile(r"Local [^()]{1,80} ?\(\S+\)\Z")
_TRANSPORT_WORDS = {"fibre channel": "fc", "iscsi": "iscsi", "serial attached scsi": "sas"}
_DEVICE_IN_DISPLAY_NAME = re.compile(r"\(((?:naa|eui|t10|mpx|uuid)\.\S{1,300})\) ?\Z", re.IGNORECASE)
_REST_OF_NAA = re.compile(r"[0-9a-f]{16,32}\)\Z")
_LONGEST_NAME = 512
_NO_DEVICE = frozenset(("", "-", "no associated device", "none", "unavailable"))
_OWNERS = {"mask_path": "mask_path", "(unclaimed)": None, "unclaimed": None, "": None, "-": None, "none": None}

_STATES: dict[str, tuple[str, bool | None]] = {
    "active": ("active", None),
    "on": ("active", None),
    "active (i/o)": ("active", None),
    "active unoptimized": ("active", False),
    "active unoptimised": ("active", False),
    "active non-optimized": ("active", False),
    "standby": ("standby", None),
    "dead": ("dead", None),
    "dead timeout": ("dead", None),
    "disabled": ("disabled", None),
    # Set by the administrator with `esxcli storage core path set --state off`; not a failure.
    "off": ("disabled", None),
    "unavailable": ("unavailable", None),
}


def path_state(text: str | None) -> tuple[str | None, bool | None]:
    """Return the normalised path state and whether the path is optimised; (None, None) without text.

    A word that ESXi does not print is ``unknown``.
    """
    if text is None or not text.strip():
        return None, None
    return _STATES.get(" ".join(text.lower().split()), ("unknown", None))


def multipath_owner(plugin: str | None) -> str | None:
    """Return the plug-in that claims a path or device, as the model names it (nmp, hpp, powerpath …); None if unclaimed."""
    if plugin is None:
        return None
    word = plugin.strip().lower()
    return _OWNERS.get(word, word)


@dataclass(frozen=True)
class DisplayName:
    """Facts from a display name: SCSI vendor and transport of the default form, or a name given by the administrator."""

    vendor: str | None = None
    transport: str | None = None
    is_local: bool | None = None
    alias: str | None = None
    nvme: bool = False


def display_name(text: str | None) -> DisplayName:
    """Parse a display name: ``EMC Fibre Channel Disk (naa.…)``, ``Local ATA Disk (t10.…)``, or a custom name.

    Only the default forms state vendor and transport; any other text is the alias of the device.
    """
    if text and text[-1] == ")" and len(text) <= _LONGEST_NAME:
        before, bracket, _ = text.rpartition("(naa.")
        if bracket and _REST_OF_NAA.match(text, len(before) + 5):
            # The device makes no difference, so thousands of devices share a few cache entries.
            return _display_name(before + "(naa.6)")
    return _display_name(text)


@lru_cache(maxsize=4096)
def _display_name(text: str | None) -> DisplayName:
    if text is None or len(text) > _LONGEST_NAME or text.strip().lower() in _NO_DEVICE:
        return DisplayName()
    name = " ".join(text.split())
    plain = _PLAIN_NAME.match(name)
    if plain:
        vendor = plain["vendor"]
        if vendor.lower() == "local":
            return DisplayName(transport=_TRANSPORT_WORDS[plain["transport"].lower()], is_local=True)
        transport = _TRANSPORT_WORDS[plain["transport"].lower()]
        return DisplayName(vendor, transport, nvme=vendor.lower() == "nvme")
    local = _LOCAL_NAME.match(name)
    if local:
        return DisplayName(is_local=True)
    if _DEVICE_IN_DISPLAY_NAME.search(name) or normalise.device_id(name):
        # "<vendor> Disk (naa…)" with an unknown transport, or the bare id: not a custom name
        return DisplayName()
    return DisplayName(alias=name)


def device_in_display_name(text: str | None) -> str | None:
    """Return the device id in parentheses at the end of a default display name, or None."""
    found = _DEVICE_IN_DISPLAY_NAME.search(text) if text and len(text) <= _LONGEST_NAME else None
    return found.group(1) if found else None


def is_local_transport(transport: str | None) -> bool | None:
    """Return TRUE for a transport inside the host (sata, usb, pcie …), None for all others."""
    return True if transport in _LOCAL_TRANSPORTS else None


def no_device(text: str | None) -> bool:
    """Return TRUE if ESXi prints that a path has no device (``No associated device``), or prints nothing."""
    return text is None or text.strip().lower() in _NO_DEVICE


def split_fc_uid(uid: str | None) -> tuple[str, str, str] | None:
    """Split the UID of an FC path into adapter identifier, target identifier and device id ('' if missing)."""
    found = _FC_UID.match(uid) if uid else None
    return (found.group(1), found.group(2), found.group(3)) if found else None


def split_identifier(identifier: str | None) -> tuple[str, str, str] | None:
    """Split ``fc.<WWNN>:<WWPN>`` into transport, WWNN text and WWPN text; None for other transports.

    ``fcoe.`` identifiers print the WWPN first (formats-hosts.md section 1.5).
    """
    found = _END.match(identifier.strip()) if identifier else None
    if not found:
        return None
    transport, first, second = found.group(1).lower(), found.group(2), found.group(3)
    return (transport, second, first) if transport == "fcoe" else (transport, first, second)


def split_details(details: str | None) -> tuple[str, str] | None:
    """Split ``WWNN: 20:00:… WWPN: 10:00:…`` into the two texts; None for the details of other transports."""
    found = _DETAILS.search(details) if details else None
    return (found.group(1), found.group(2)) if found else None


def agreed_wwn(
    out: Writer, texts: tuple[str | None, ...], line: int, *, kind: str, fact: str, place: str
) -> str | None:
    """Return the WWN that several texts state; write a bad value if they disagree or none is readable.

    Empty texts are ignored; one readable text is enough.
    """
    stated = [text for text in texts if text]
    known = list(dict.fromkeys(name for text in stated if (name := normalise.wwn(text))))
    if len(known) == 1:
        return known[0]
    if len(known) > 1:
        out.bad_value(kind, fact, " and ".join(dict.fromkeys(stated)), line, place)
    elif stated:
        out.wwn(stated[0], line, kind, fact, place)
    return None
