"""``esxcli storage hpp device list`` (ESXi 7 and 8): devices of the high performance plug-in, mostly NVMe and local ones.

    naa.5000c50000000001
       Device Display Name: Local EXAMPLE Disk (naa.5000c50000000001)
       Path Selection Scheme: FIXED
       Path Selection Scheme Config: {preferred=none;}
       Current Path: vmhba3:C0:T72:L0
       Working Path Set: vmhba3:C0:T72:L0, vmhba2:C0:T72:L0
       Is SSD: false
       Is Local: true
       Paths: vmhba3:C0:T72:L0, vmhba2:C0:T72:L0
       Use ANO: false

``Paths`` lists all paths without their states, unlike ``Working Paths`` of NMP.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.esxi import listing, names
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = frozenset(
    (
        "device display name", "path selection scheme", "path selection scheme config", "current path",
        "working path set", "is ssd", "is local", "paths", "use ano",
    )
)  # fmt: skip
_NEEDED = ("device display name", "path selection scheme", "paths", "use ano")
_PREFERRED = re.compile(r"\bpreferred\s?=\s?(vmhba\d+:C\d+:T\d+:L\d+)")
_IOPS = re.compile(r"\biops\s?=\s?(\d{1,12})")
_BYTES = re.compile(r"\bbytes\s?=\s?(\d{1,18})")
_COLUMNS = (
    "host", "device", "alias", "vendor", "transport", "is_local", "is_ssd", "multipath_owner", "policy", "psp_config",
    "rr_iops", "rr_bytes", "rr_use_ano", "preferred_path", "current_path", "working_paths", "printed_paths",
)  # fmt: skip
_PATH_COLUMNS = ("host", "device", "hctl", "hba", "target", "lun", "plugin", "transport")


def _paths(text: str | None) -> list[str]:
    return [path for path in re.split(r"[,\s]+", text) if path] if text else []


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one device, the plug-in that claims it, and its paths."""
    shown = record.get("device display name")
    printed = record.name or names.device_in_display_name(shown)
    if printed is None:
        out.note(record.line, "skipped a device record without a device name")
        out.unread(record.line, len(record.values))
        return False
    device = out.device_id(printed, record.line, "device")
    name = names.display_name(shown)
    config = record.get("path selection scheme config") or ""
    found = {key: pattern.search(config) for key, pattern in (("p", _PREFERRED), ("i", _IOPS), ("b", _BYTES))}
    current = record.get("current path")
    paths = _paths(record.get("paths"))
    facts: dict[str, Value] = {
        "host": capture.owner, "device": device, "alias": name.alias, "vendor": name.vendor,
        "transport": name.transport, "is_local": normalise.yes_no(record.get("is local")),
        "is_ssd": normalise.yes_no(record.get("is ssd")), "multipath_owner": "hpp",
        "policy": record.get("path selection scheme"), "psp_config": config or None,
        "rr_iops": int(found["i"].group(1)) if found["i"] else None,
        "rr_bytes": int(found["b"].group(1)) if found["b"] else None,
        "rr_use_ano": normalise.yes_no(record.get("use ano")),
        "preferred_path": found["p"].group(1) if found["p"] else None,
        "current_path": current if current and names.RUNTIME_NAME.match(current) else None,
        "working_paths": len(_paths(record.get("working path set"))) or None, "printed_paths": len(paths) or None,
    }  # fmt: skip
    out.add("device", record.line, **{column: facts[column] for column in _COLUMNS})
    if device:
        out.add("device_owner", record.line, host=capture.owner, device=device, multipath_owner="hpp")
    for path in dict.fromkeys(paths):
        runtime = names.RUNTIME_NAME.match(path)
        if runtime is None:
            out.bad_value("path", "hctl", path, record.at("paths"), device or printed)
            continue
        target, hba, lun = runtime.groups()
        values = (capture.owner, device, path, hba, target, normalise.integer(lun), "HPP", name.transport)
        out.add("path", record.at("paths"), **dict(zip(_PATH_COLUMNS, values, strict=True)))
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    for record in listing.read_records(capture, listing.RecordReader(out, KEYS, listing.device_name, _NEEDED)):
        writer.take(record)


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(
        capture, KEYS, listing.device_name, "path selection scheme", "records with Path Selection Scheme and Paths"
    )


READERS = (
    Reader(
        name="esxi-hpp-device-list", platform="esxi", command="esxcli storage hpp device list",
        provides={
            "host": ("host", "platform"),
            "device": _COLUMNS,
            "device_owner": ("host", "device", "multipath_owner"),
            "path": _PATH_COLUMNS,
        },
        detect=_detect, read=_read, needles=("Path Selection Scheme", "Paths"),
    ),
)  # fmt: skip
