"""The chassis of FOS REST and what it is made of: ``brocade-chassis/chassis`` and ``brocade-fru``."""

from __future__ import annotations

from checker.facts.observations import Writer
from checker.readers.brocade.rest_documents import Record

RESOURCES = ("chassis", "power-supply", "fan", "blade")
_PARTS = {
    "power-supply": ("Power Supply #", "unit-number", "operational-state"),
    "fan": ("Fan ", "unit-number", "operational-state"),
    "blade": ("slot ", "slot-number", "blade-state"),
}


def write_part(record: Record, out: Writer, switch: str) -> None:
    """Write a part under the name that the commands give it, or the serial number of the chassis."""
    if record.resource == "chassis":
        serial = record.text("serial-number")
        if serial is not None:
            out.add("switch", record.line, switch=switch, vendor="brocade", serial=serial)
        return
    word, leaf, state = _PARTS[record.resource]
    number, status = record.text(leaf), record.text(state)
    if number is not None and status is not None and status.lower() != "vacant":
        setting, value = f"state of {word}{number}", status.lower()
        out.add("fabric_setting", record.line, switch=switch, vsan="", setting=setting, value=value)
