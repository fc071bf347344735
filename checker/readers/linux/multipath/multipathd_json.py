"""Maps of dm-multipath as JSON: ``multipathd show maps json`` and ``multipathd show map <name> json``.

Sample (shortened)::

    {"major_version": 0, "minor_version": 1, "maps": [{
       "name": "data7", "uuid": "36000144000000010300aa00000000001", "sysfs": "dm-4", "queueing": "-", "paths": 1,
       "features": "1 queue_if_no_path", "hwhandler": "1 alua", "vend": "EMC     ", "prod": "Invista         ",
       "path_groups": [{"selector": "service-time 0", "pri": 50, "dm_st": "active", "group": 1, "paths": [{
          "dev": "sdk", "dm_st": "active", "dev_st": "running", "chk_st": "ready", "pri": 50,
          "host_wwpn": "0x10000000c9000001", "target_wwpn": "0x5000144280000001", "host_adapter": "0000:05:00.0"}]}]}]}

The only Linux export with both WWPNs of each path. ``paths`` is the number of active paths, not of all paths.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from checker.facts.observations import Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.multipath.fields import no_path_retry
from checker.readers.linux.multipath.states import alua_optimised, path_state
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.json_documents import Skipped, documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.numbers import whole

_KEYS = re.compile(r'"(?:path_groups|dm_st|hwhandler|chk_st)"\s*:')
_PCI_ADDRESS = re.compile(r"[0-9a-fA-F]{4}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\.[0-9a-fA-F]\Z")
_NOISE = re.compile(r"multipathd|^[\[\]\w@:~./ -]{0,80}[#$>]|^===")
_INVALID_LUN = 0xFFFF_FFFF_FFFF_FFFF


class _Place(NamedTuple):
    """Facts of a path that its map and group state."""

    host: str
    device: str | None
    name: str
    group: str
    group_state: str | None
    alua: bool


def _text(record: dict[str, Any], key: str) -> str | None:
    value = record.get(key)
    if not isinstance(value, str):
        return None
    value = value.strip()
    return None if value in ("", "-", "##", "[undef]", "[unknown]", "undef", "(null)") else value


def _integer(record: dict[str, Any], key: str) -> int | None:
    value = record.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 62 else None


def _records(value: object) -> list[LocatedDict]:
    return [item for item in value if isinstance(item, LocatedDict)] if isinstance(value, list) else []


def _lun(record: dict[str, Any]) -> int | None:
    """Return the LUN number from ``lun_hex``, the eight LUN bytes of SAM: two bytes per level, highest level first."""
    printed = _text(record, "lun_hex")
    if printed is None or not re.fullmatch(r"0x[0-9a-fA-F]{16}", printed):
        return None
    value = whole(printed, 16)
    if value == _INVALID_LUN:
        return None
    lun = sum(((value >> (48 - 16 * level)) & 0xFFFF) << (16 * level) for level in range(4))
    return lun if lun < 1 << 62 else None


def _read(capture: Capture, out: Writer) -> None:
    ports: set[tuple[str, str]] = set()
    lines = capture.numbered()
    read_any = False
    for piece in documents(capture.text, capture.first_line):
        if isinstance(piece, Skipped):
            if piece.problem:
                out.note(piece.where, f"invalid JSON: {piece.problem}")
                out.ends_inside_record = True
            first = piece.line - capture.first_line
            known = not piece.problem and all(
                _NOISE.search(text) for _, text in lines[first : first + piece.lines] if text.strip()
            )
            if not known:
                out.unread(piece.line, piece.lines)
            continue
        read_any = True
        if piece.truncated:
            out.ends_inside_record = True
            out.note(piece.line, "truncated: only the complete parts of the JSON document that begins here were read")
        _read_document(piece.value, piece.line, capture.owner, out, ports)
    if not read_any and not out.notes:
        out.note(capture.first_line, "not JSON, or truncated before the first value")


def _read_document(document: object, first: int, host: str, out: Writer, ports: set[tuple[str, str]]) -> None:
    if not isinstance(document, LocatedDict):
        out.note(first, "skipped a JSON list; an object with maps was expected")
        return
    out.add("host", first, host=host, platform="linux", multipath_software="dm-multipath")
    single = document.get("map")
    if "map" not in document and "maps" not in document:
        out.note(first, "the document contains no maps; paths outside maps are not read")
    for record in [single] if isinstance(single, LocatedDict) else _records(document.get("maps")):
        _read_map(record, host, out, ports)


def _read_map(record: LocatedDict, host: str, out: Writer, ports: set[tuple[str, str]]) -> None:
    line = record.line
    name, uuid, kernel_name = _text(record, "name"), _text(record, "uuid"), _text(record, "sysfs")
    wwid = uuid or name
    if wwid is None:
        out.note(line, "skipped a map without name and uuid")
        return
    alias = name if name != uuid else None
    device = map_identity(wwid, alias, kernel_name, line, out)
    features, handler = _text(record, "features"), _text(record, "hwhandler")
    groups = _records(record.get("path_groups"))
    selectors = [selector for selector in (_text(group, "selector") for group in groups) if selector]
    out.add(
        "device", line, host=host, device=device, alias=alias, kernel_name=kernel_name, vendor=_text(record, "vend"),
        model=_text(record, "prod"), revision=_text(record, "rev"), multipath_features=features,
        queue_if_no_path="queue_if_no_path" in features if features else None,
        no_path_retry=no_path_retry(_text(record, "queueing")), hardware_handler=handler,
        policy=selectors[0] if selectors else None, multipath_owner="dm-multipath",
        working_paths=_integer(record, "paths"), read_only={"ro": True, "rw": False}.get(_text(record, "write_prot") or ""),
    )  # fmt: skip
    if device is not None:
        out.add("device_owner", line, host=host, device=device, multipath_owner="dm-multipath")
    alua = handler is not None and "alua" in handler.split()
    missing = 0
    for index, group in enumerate(groups, 1):
        number = _integer(group, "group")
        for path in _records(group.get("paths")):
            missing += _text(path, "dev") is None
            named = _text(path, "dev") or f"#{missing}"
            place = _Place(host, device, named, str(number or index), _text(group, "dm_st"), alua)
            _read_path(path, place, out, ports)


def _read_path(path: LocatedDict, place: _Place, out: Writer, ports: set[tuple[str, str]]) -> None:
    host, device, name, group, group_state, alua = place
    line = path.key_lines.get("dev", line_of(path, 0))
    # Missing words must not shift the others: states are identified by position.
    words = [path.get(key) or None for key in ("dm_st", "chk_st", "dev_st")]
    state, _, _ = path_state(" ".join(str(word or "undef") for word in words))
    printed = " ".join(str(word) for word in words if word) or None
    priority = _integer(path, "pri")
    shown = None if priority is None or priority < 0 else priority
    initiator = out.wwn(_text(path, "host_wwpn"), line, "path", "initiator_wwpn", f"{host} {name}")
    target_text = _text(path, "target_wwpn")
    target = out.wwn(target_text, line, "path", "target_wwpn", f"{host} {name}")
    node = _text(path, "target_wwnn") or ""
    transport = "fc" if initiator and target else "iscsi" if node.startswith("iqn.") else None
    nvme = name.startswith("nvme")
    optimised = alua_optimised([shown], [1])[0] if alua and state in ("active", "standby") else None
    out.add(
        "path", line, host=host, device=device, protocol="nvme" if nvme else "fcp" if transport == "fc" else None,
        path_name=name, initiator_wwpn=initiator, target_wwpn=target, lun=_lun(path), state=state, state_text=printed,
        optimised=optimised, group_state=group_state, priority=shown, path_group=group, plugin="dm-multipath",
        transport=transport,
    )  # fmt: skip
    adapter = _text(path, "host_adapter") or ""
    if initiator and (initiator, adapter) not in ports:
        ports.add((initiator, adapter))
        out.add(
            "initiator", path.key_lines.get("host_wwpn", line), host=host, initiator_wwpn=initiator,
            wwnn=out.wwn(_text(path, "host_wwnn"), line, "initiator", "wwnn", host), protocol="fcp",
            pci_address=adapter.lower() if _PCI_ADDRESS.match(adapter) else None,
        )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    if len(set(_KEYS.findall(capture.head))) >= 2:
        return Detection(95, "JSON of multipathd: path_groups with dm_st")
    return None


READERS = (
    Reader(
        name="linux-multipathd-json", platform="linux", command="multipathd show maps json",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": (
                "host", "device", "alias", "kernel_name", "vendor", "model", "revision", "multipath_features",
                "queue_if_no_path", "read_only", "no_path_retry", "hardware_handler", "policy", "multipath_owner", "working_paths",
            ),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": (
                "host", "device", "protocol", "path_name", "initiator_wwpn", "target_wwpn", "lun", "state",
                "state_text", "optimised", "group_state", "priority", "path_group", "plugin", "transport",
            ),
            "initiator": ("host", "initiator_wwpn", "wwnn", "protocol", "pci_address"),
        },
        detect=_detect, read=_read, needles=('"dm_st"', '"path_groups"'), trust=65,
    ),
)  # fmt: skip
