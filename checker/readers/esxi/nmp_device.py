"""``esxcli storage nmp device list`` (ESXi 5 to 8) and ``esxcli nmp device list`` (4.x).

    naa.6000144000000010aa00000000000001
       Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       Storage Array Type: VMW_SATP_INV
       Storage Array Type Device Config: SATP VMW_SATP_INV does not support device configuration.
       Path Selection Policy: VMW_PSP_FIXED
       Path Selection Policy Device Config: {preferred=vmhba2:C0:T0:L1;current=vmhba2:C0:T0:L1}
       Path Selection Policy Device Custom Config:
       Working Paths: vmhba2:C0:T0:L1
       Is USB: false

``Working Paths`` is not the number of paths: Fixed and MRU print one, and round robin leaves out what is not optimised
(formats-hosts.md section 1.1). So it gives no path rows.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.esxi import listing, names

_KEYS = frozenset(
    (
        "device display name",
        "storage array type",
        "storage array type device config",
        "path selection policy",
        "path selection policy device config",
        "path selection policy device custom config",
        "working paths",
        "is usb",
        "is local sas device",
        "is boot usb device",
        "is boot device",
    )
)
_NEEDED = ("storage array type", "path selection policy", "working paths")
_POLICY = re.compile(r"\bpolicy\s?=\s?(\w+)")
_IOPS = re.compile(r"\biops\s?=\s?([^,;}\s]+)")
_BYTES = re.compile(r"\bbytes\s?=\s?([^,;}\s]+)")
_USE_ANO = re.compile(r"\buseANO\s?=\s?([01])\b")
_PREFERRED = re.compile(r"\{\s?preferred\s?=\s?([^;}\s]*)")
_CURRENT_FIXED = re.compile(r";\s?current\s?=\s?([^;}\s]*)")
_CURRENT_RECENT = re.compile(r"\{?\s?Current Path\s?=\s?([^;}\s]*)", re.IGNORECASE)
# Default means that the plug-in's own limits are in force: `policy=rr`
_LIMIT_TYPES = {"rr": "default", "iops": "iops", "bytes": "bytes", "latency": "latency"}
_COLUMNS = (
    "host",
    "device",
    "alias",
    "vendor",
    "transport",
    "is_local",
    "multipath_owner",
    "satp",
    "satp_config",
    "psp",
    "psp_config",
    "rr_type",
    "rr_iops",
    "rr_iops_text",
    "rr_bytes",
    "rr_use_ano",
    "preferred_path",
    "current_path",
    "working_paths",
    "is_boot",
)


def _group(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    return found.group(1) or None if found else None


def _path(out: Writer, text: str | None, fact: str, line: int, place: str) -> str | None:
    """Return a runtime name; a damaged one is kept as bad_value. Other names of paths (UIDs) are taken as printed."""
    if text is None or text.lower() in ("none", "unset", "unknown"):
        return None
    if text.lower().startswith("vmhba") and not names.RUNTIME_NAME.match(text):
        out.bad_value("device", fact, text, line, place)
        return None
    return text


def _working_paths(out: Writer, record: listing.Record) -> int | None:
    if "working paths" not in record.values:
        return None
    texts = [text for text in re.split(r"[,\s]+", record.values["working paths"]) if text]
    # The last one may be cut short where the text ends; it is a path all the same.
    if any(not text.startswith("vmhba") and "-" not in text for text in texts):
        out.bad_value("device", "working_paths", record.values["working paths"], record.at("working paths"))
        return None
    return len(texts)


def _read(capture: Capture, out: Writer) -> None:
    host_written = False
    owners: set[str] = set()
    for record in listing.read_records(capture, listing.RecordReader(out, _KEYS, listing.device_name, _NEEDED)):
        if not record.values:
            continue
        shown = record.get("device display name")
        printed = record.name or names.device_in_display_name(shown)
        device = out.device_id(printed, record.line, "device")
        if printed is None:
            out.note(record.line, "a device record without a device name; it was left out")
            out.unread(record.line, len(record.values))
            continue
        if not host_written:
            out.add("host", record.line, host=capture.owner, platform="esxi")
            host_written = True
        facts = dict.fromkeys(_COLUMNS) | _facts(out, record, device or printed)
        facts.update(host=capture.owner, device=device)
        out.add("device", record.line, **facts)
        if device and device not in owners:
            owners.add(device)
            out.add("device_owner", record.line, host=capture.owner, device=device, multipath_owner="nmp")


def _facts(out: Writer, record: listing.Record, place: str) -> dict[str, Value]:
    config = record.get("path selection policy device config") or ""
    line = record.at("path selection policy device config")
    name = names.display_name(record.get("device display name"))
    policy, use_ano, iops = _group(_POLICY, config), _group(_USE_ANO, config), _group(_IOPS, config)
    local = True if name.is_local or normalise.yes_no(record.get("is local sas device")) else None
    facts: dict[str, Value] = {
        "alias": name.alias,
        "vendor": name.vendor,
        "transport": name.transport,
        "is_local": local,
        "multipath_owner": "nmp",
        "satp": record.get("storage array type"),
        "satp_config": record.get("storage array type device config"),
        "psp": record.get("path selection policy"),
        "psp_config": config or None,
        "rr_type": _LIMIT_TYPES.get(policy.lower()) if policy else None,
        "rr_iops": normalise.integer(iops),
        "rr_iops_text": iops,
        "rr_bytes": normalise.integer(_group(_BYTES, config)),
        "rr_use_ano": None if use_ano is None else use_ano == "1",
        "preferred_path": _path(out, _group(_PREFERRED, config), "preferred_path", line, place),
        "working_paths": _working_paths(out, record),
        "is_boot": normalise.yes_no(record.get("is boot device")),
    }
    current = _group(_CURRENT_FIXED, config) if policy is None else None
    if current is None and policy is None:
        current = _group(_CURRENT_RECENT, config)
    facts["current_path"] = _path(out, current, "current_path", line, place)
    return facts


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(
        capture,
        _KEYS,
        listing.device_name,
        "path selection policy",
        "records with Storage Array Type and Path Selection Policy",
    )


READERS = (
    Reader(
        name="esxi-nmp-device-list",
        platform="esxi",
        command="esxcli storage nmp device list",
        provides={
            "host": ("host", "platform"),
            "device": _COLUMNS,
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=_detect,
        read=_read,
        needles=("Storage", "Array", "Selection"),
    ),
)
