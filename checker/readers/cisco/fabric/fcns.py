"""``show fcns database`` (table) and ``show fcns database detail``: the name server, fabric-wide per VSAN.

Synthetic sample of the table::

    VSAN 10:
    --------------------------------------------------------------------------
    FCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE
    --------------------------------------------------------------------------
    0x0a0001    N     10:00:00:00:c9:aa:00:01 (Emulex)        scsi-fcp:init
                      [esx01_hba0]

    Total number of entries = 1

Entries may come from other switches: a login counts as local only where the detail names this switch and interface.
If it names another switch, the login is recorded for that switch too. ``show fcns database local`` lists only local ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.packed_list import PackedList

_TABLE_HEADER = re.compile(r"FCID\s+TYPE\s+PWWN\b", re.IGNORECASE)
_VSAN_LINE = re.compile(r"VSAN:?\s*(\d{1,4}):?\Z", re.IGNORECASE)
_DETAIL_HEADER = re.compile(r"VSAN:\s*(\d{1,4})\s+FCID:\s*(0x[0-9a-fx*]{1,8})\Z", re.IGNORECASE)
_ROW = re.compile(
    r"(?P<fcid>0x[0-9a-f]{6})\s+(?P<type>[A-Za-z]{1,3})\s+(?P<wwpn>[^\s(]+)(?:\s*\((?P<vendor>[^()]{0,60})\))?(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(port-wwn|node-wwn|class|node-ip-addr|ipa|fc4-types:fc4_features|symbolic-port-name|symbolic-node-name|port-type"
    r"|port-ip-addr|fabric-port-wwn|hard-addr|permanent-port-wwn|connected interface|switch name)"
    r"(?:\s*\([^)]*\))?\s*:(.*)\Z",
    re.IGNORECASE,
)
_FEATURE = re.compile(r"(?:scsi-fcp|fcp-scsi|nvme|fc-nvme):(init|target|both)\b", re.IGNORECASE)
_ROLES = {"init": "initiator", "target": "target", "both": "both"}
_COMMAND = re.compile(r"[`'\"]?sh(?:ow?)? fcns data\w* vsan \d", re.IGNORECASE)
_NONE = re.compile(r"No (?:entries|matching entr)", re.IGNORECASE)


@dataclass
class Entry:
    """One entry of the name server; ``values`` contains its detail lines by key."""

    line: int
    vsan: str
    fcid: str | None
    detail: bool
    wwpn: str | None = None
    wwpn_printed: bool = False
    vendor: str | None = None
    alias: str | None = None
    role: str | None = None
    values: dict[str, str] = field(default_factory=dict)


def _detect_table(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _TABLE_HEADER.match(first):
        return Detection(94, "header FCID TYPE PWWN")
    if _VSAN_LINE.match(first) and re.search(r"^[ \t]*FCID\s+TYPE\s+PWWN\b", capture.head[:4000], re.MULTILINE):
        return Detection(96, "VSAN n: and header FCID TYPE PWWN")
    if capture.filtered and _COMMAND.match(capture.command or "") and _ROW.match(first):
        return Detection(75, "rows of show fcns database vsan n, without their header")
    return None


def _detect_detail(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _DETAIL_HEADER.match(nxos.without_mark(first)) and re.search(r"^[ \t]*port-wwn\b", capture.head, re.M | re.I):
        return Detection(96, "VSAN:n FCID:0x… and port-wwn")
    return None


def _read(capture: Capture, out: Writer) -> None:
    entries: PackedList[Entry] = PackedList()
    vsan = nxos.vsan_of_command(capture)
    printed = 0
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        vsan_line = _VSAN_LINE.match(stripped)
        if vsan_line:
            vsan = nxos.vsan_number(vsan_line.group(1))
            continue
        head = _DETAIL_HEADER.match(stripped)
        if head:
            entries.append(Entry(number, nxos.vsan_number(head.group(1)), normalise.fcid(head.group(2)), detail=True))
            continue
        row = _ROW.match(stripped) if stripped[:2] in ("0x", "0X") else None
        if row:
            entries.append(_table_entry(out, number, vsan, row))
            continue
        alias = nxos.alias_line(stripped)
        total = nxos.total_of(stripped)
        if alias is not None and entries:
            entries[-1].alias = alias
        elif total is not None:
            printed += total
            out.printed_count = printed
        elif entries and entries[-1].detail and _take(out, number, entries[-1], stripped):
            continue
        elif not nxos.is_noise(stripped) and not _TABLE_HEADER.match(stripped) and not _NONE.match(stripped):
            out.unread(number)
    if entries:
        nxos.state_switch(out, capture, entries[0].line)
    out.counted_records = len(entries) if out.printed_count is not None else None
    only_local = bool(re.search(r"\bdatabase\s+local\b", capture.command or "", re.IGNORECASE))
    for entry in entries:
        write_entry(capture, out, entry, only_local, whole=nxos.lists_all(capture))
    last = entries[-1] if entries else None
    if last is not None and last.detail and "hard-addr" not in last.values:
        out.ends_inside_record = True
        out.note(last.line, "truncated: the last entry is incomplete")


def _table_entry(out: Writer, number: int, vsan: str, row: re.Match[str]) -> Entry:
    entry = Entry(number, vsan, normalise.fcid(row.group("fcid")), detail=False)
    entry.wwpn = out.wwn(row.group("wwpn"), number, "login", "wwpn")
    entry.wwpn_printed = True
    entry.vendor = (row.group("vendor") or "").strip() or None
    role = _FEATURE.search(row.group("rest"))
    entry.role = _ROLES[role.group(1).lower()] if role else None
    return entry


def _take(out: Writer, number: int, entry: Entry, stripped: str) -> bool:
    match = _KEY.match(stripped)
    if not match:
        return False
    key, value = match.group(1).lower(), match.group(2).strip()
    entry.values[key] = value
    if key == "port-wwn":
        entry.wwpn_printed = True
        name, _, vendor = value.partition("(")
        entry.wwpn = out.wwn(name, number, "login", "wwpn")
        entry.vendor = vendor.rstrip(") ").strip() or None
    elif key == "fc4-types:fc4_features":
        role = _FEATURE.search(value)
        entry.role = _ROLES[role.group(1).lower()] if role else None
    return True


def write_entry(capture: Capture, out: Writer, entry: Entry, only_local: bool, *, whole: bool) -> None:
    """Write an entry as a login of this switch, and of the switch named in its details.

    In a list that is not ``whole``, ``local`` stays unknown: a local login implies a complete list.
    """
    if not entry.wwpn_printed and entry.fcid is None:
        return
    if not entry.detail:
        out.add(
            "login", entry.line, switch=capture.owner, vsan=entry.vsan, wwpn=entry.wwpn, fcid=entry.fcid,
            fc4_role=entry.role, vendor=entry.vendor, alias=entry.alias, local=only_local if whole else None,
        )  # fmt: skip
        return
    values = entry.values
    port = nxos.port_name(values.get("connected interface", ""))
    where = re.sub(r"\s*\([^)]*\)\s*\Z", "", values.get("switch name", "")).strip()
    here = bool(port) and where == capture.owner
    switches = [(capture.owner, here or only_local, port if here else None)]
    if port and where and not here:
        switches.append((where, True, port))
    permanent = values.get("permanent-port-wwn", "").partition("(")[0]
    wwnn = out.wwn(values.get("node-wwn"), entry.line, "login", "wwnn")
    permanent_wwn = out.wwn(permanent, entry.line, "login", "permanent_port_wwn")
    for switch, local, at in switches:
        out.add(
            "login", entry.line, switch=switch, vsan=entry.vsan, wwpn=entry.wwpn, wwnn=wwnn, fcid=entry.fcid, port=at,
            symbolic_name=values.get("symbolic-port-name") or None,
            node_symbolic_name=values.get("symbolic-node-name") or None, fc4_role=entry.role, vendor=entry.vendor,
            alias=entry.alias, local=local if whole else None, permanent_port_wwn=permanent_wwn,
        )  # fmt: skip


_COLUMNS = "switch vsan wwpn fcid fc4_role vendor alias local"
_DETAILS = "wwnn port symbolic_name node_symbolic_name permanent_port_wwn"
READERS = (
    nxos.reader(
        "show fcns database", _detect_table, _read, columns(login=_COLUMNS, switch=nxos.SWITCH),
        needles=("PWWN|pwwn|fcns",), begins=r"^VSAN \d{1,4}:[ \t]*$", trust=50,
    ),
    nxos.reader(
        "show fcns database detail", _detect_detail, _read,
        columns(login=f"{_COLUMNS} {_DETAILS}", switch=nxos.SWITCH), needles=("port-wwn|PORT-WWN",),
    ),
)  # fmt: skip
