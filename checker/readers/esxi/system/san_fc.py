"""``esxcli storage san fc list`` (ESXi 5.5 to 8), and its copy in a vm-support bundle.

    Adapter: vmhba2
    Port ID: 010300
    Node Name: 20:00:00:10:aa:00:00:01
    Port Name: 10:00:00:10:aa:00:00:01
    Speed: 16 Gbps
    Port Type: NPort
    Port State: ONLINE
    Model Description: Example 16Gb Fibre Channel Adapter
    Firmware Version: 12.0.0.1
    Driver Name: lpfc
    DriverVersion: 14.0.0.1

Records have no name line: ``Adapter`` begins one, in bundles the line ``FcDevice:`` before it. Bundles print fields that
the driver does not return as ``Error getting field …``. Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts, Named
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, fcid, owner, parsed, speed, words, wwn
from checker.readers.toolkit.numbers import decimal

KEYS = (
    "adapter", "port id", "node name", "port name", "speed", "port type", "port state", "model description",
    "hardware version", "optionrom version", "firmware version", "driver name", "driverversion",
)  # fmt: skip
_TEXT_KEYS = (*KEYS, "fcdevice")
_NEEDED = ("adapter", "node name", "port name", "port state", "driver name")
_RATED = re.compile(r"\b([0-9]{1,3}) ?Gb(?:ps|/s)? (?:Fibre Channel|FC)\b")
_ERROR = re.compile(r"Error getting field ([\w ]{1,40})\Z")


def _name(record: Record) -> str | None:
    return record.text("adapter") or normalise.wwn(record.text("port name"))


def _rated(record: Record) -> float | None:
    """Return the speed in the description of an adapter, such as ``2-Port 32Gb Fibre Channel Adapter``."""
    found = _RATED.search(record.text("model description") or "")
    return decimal(found.group(1)) if found else None


PARTS = (
    Where(
        lambda record: record.values.keys() - {"fcdevice"},
        # Writes no port, but keeps its malformed name as a bad value.
        Facts(
            "initiator", when=lambda record: not _name(record), needs="initiator_wwpn", initiator_wwpn=wwn("port name")
        ),
        Named(
            _name, "skipped an FC port without adapter and port name",
            HOST,
            Facts(
                "initiator", place="adapter", host=owner, hba="adapter", initiator_wwpn=wwn("port name"),
                wwnn=wwn("node name"), transport=const("fc"), speed_gbps=speed("speed"), max_speed_gbps=_rated, fcid=fcid("port id"),
                port_state=parsed(lambda state: "".join(state.lower().split()), "port state"),
                port_type=words("port type", {"unknown": None}), model="model description", driver="driver name",
                driver_version="driverversion", firmware_version="firmware version",
            ),
        ),
    ),
)  # fmt: skip


def _error_line(text: str) -> list[tuple[str, str]] | None:
    """Return a field that the driver did not return as a field without value."""
    found = _ERROR.match(text)
    return [(f"error getting field {found.group(1).lower()}", "")] if found else None


def _known(line: str) -> str | None:
    return line if _ERROR.match(line.strip()) else None


READERS = (
    Family("esxi", listing.records(_TEXT_KEYS, None, _NEEDED, _error_line)).reader(
        "esxi-san-fc-list", "esxcli storage san fc list",
        listing.by_keys("records with Port ID, Node Name and Port Name", "port name", _TEXT_KEYS, _known),
        *PARTS, needles=("Adapter:", "Node Name:", "Port Name:", "Port State"),
        begins=r"^(?: *FcDevice:[ \t]*\n)? *Adapter: vmhba[0-9]{1,4}[ \t]*\n *Port ID: ",
    ),
)  # fmt: skip
