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
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = frozenset(
    (
        "adapter", "port id", "node name", "port name", "speed", "port type", "port state", "model description",
        "hardware version", "optionrom version", "firmware version", "driver name", "driverversion",
    )
)  # fmt: skip
_TEXT_KEYS = KEYS | {"fcdevice"}
_NEEDED = ("adapter", "node name", "port name", "port state", "driver name")
_ERROR = re.compile(r"Error getting field ([\w ]{1,40})\Z")
_COLUMNS = (
    "host", "hba", "initiator_wwpn", "wwnn", "transport", "port_state", "speed_gbps", "fcid", "port_type", "model",
    "driver", "driver_version", "firmware_version",
)  # fmt: skip


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one FC port of the host."""
    hba = record.get("adapter")
    wwpn = out.wwn(record.get("port name"), record.at("port name"), "initiator", "initiator_wwpn", hba or "")
    if hba is None and wwpn is None:
        if record.values.keys() - {"fcdevice"}:
            out.note(record.line, "skipped an FC port without adapter and port name")
            out.unread(record.line, len(record.values))
        return False
    state = record.get("port state")
    port_type = record.get("port type")
    out.add(
        "initiator", record.line, host=capture.owner, hba=hba, initiator_wwpn=wwpn,
        wwnn=out.wwn(record.get("node name"), record.at("node name"), "initiator", "wwnn", hba or ""), transport="fc",
        port_state="".join(state.lower().split()) if state else None,
        speed_gbps=normalise.speed_gbps(record.get("speed")), fcid=normalise.fcid(record.get("port id")),
        port_type=None if port_type is None or port_type.lower() == "unknown" else port_type,
        model=record.get("model description"), driver=record.get("driver name"),
        driver_version=record.get("driverversion"), firmware_version=record.get("firmware version"),
    )  # fmt: skip
    return True


def _error_line(text: str) -> list[tuple[str, str]] | None:
    """Return a field that the driver did not return as a field without value."""
    found = _ERROR.match(text)
    return [(f"error getting field {found.group(1).lower()}", "")] if found else None


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    for record in listing.read_records(capture, listing.RecordReader(out, _TEXT_KEYS, None, _NEEDED, _error_line)):
        writer.take(record)


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(
        capture, _TEXT_KEYS, _error_line_known, "port name", "records with Port ID, Node Name and Port Name"
    )


def _error_line_known(line: str) -> str | None:
    return line if _ERROR.match(line.strip()) else None


READERS = (
    Reader(
        name="esxi-san-fc-list", platform="esxi", command="esxcli storage san fc list",
        provides={"host": ("host", "platform"), "initiator": _COLUMNS}, detect=_detect, read=_read,
        needles=("Adapter:", "Node Name:", "Port Name:", "Port State"),
    ),
)  # fmt: skip
