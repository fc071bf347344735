"""``show npv flogi-table`` and ``show npv status``: a switch that forwards the logins of its servers to a core switch.

Synthetic samples::

    --------------------------------------------------------------------------------
    SERVER                                                                  EXTERNAL
    INTERFACE VSAN FCID             PORT NAME               NODE NAME       INTERFACE
    --------------------------------------------------------------------------------
    vfc711    10   0x0a0005 20:00:00:25:b5:aa:00:01 20:00:00:25:b5:aa:01:01 fc2/1

    Total number of flogi = 1.

    External Interfaces:
    ====================
      Interface:  fc1/1, VSAN:   10, FCID: 0x0a0000, State: Up
      Number of External Interfaces: 1

Logins are recorded for this switch, at its server ports.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns

_FIRST = re.compile(r"SERVER\s+EXTERNAL\Z", re.IGNORECASE)
_HEADER = re.compile(r"INTERFACE\s+VSAN\s+FCID\s+PORT NAME\s+NODE NAME\s+INTERFACE\Z", re.IGNORECASE)
_ROW = re.compile(
    r"(?P<port>\S{2,24})\s+(?P<vsan>\d{1,4})\s+(?P<fcid>0x[0-9a-fx*#]{1,8})\s+(?P<wwpn>\S{8,40})\s+(?P<wwnn>\S{8,40})"
    r"\s+(?P<uplink>\S{2,24}(?: \d+)?)\Z",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"[`'\"]?sh(?:ow?)? npv flogi", re.IGNORECASE)
_INTERFACE = re.compile(
    r"Interface:\s*(?P<port>\S{2,24}(?: \d+)?),\s*(?:VSAN:\s*(?P<vsan>[\d,\- ]{1,40}),\s*)?(?P<more>.*)\Z",
    re.IGNORECASE,
)
_STATE = re.compile(r"State:\s*(?P<state>[\w\-]{1,30})(?:\s*\((?P<reason>[^)]{0,80})\))?", re.IGNORECASE)
_STATUS_REMARKS = re.compile(
    r"(?:npiv is|disruptive load|External Interfaces|Server Interfaces|Number of|auto)", re.IGNORECASE
)
_STATUS_FIRST = re.compile(r"(?:npiv is|External Interfaces:)", re.IGNORECASE)
_SWITCH = "switch vendor switch_mode"


def _detect_table(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _FIRST.match(first) or _HEADER.match(first):
        return Detection(97, "SERVER … EXTERNAL INTERFACE")
    if capture.filtered and _COMMAND.match(capture.command or "") and _ROW.match(first):
        return Detection(75, "rows of show npv flogi-table, without their header")
    return None


def _read_table(capture: Capture, out: Writer) -> None:
    first = 0
    rows: list[tuple[int, re.Match[str], str]] = []
    aliases: dict[int, str] = {}
    for number, stripped in nxos.stripped_lines(capture):
        row = _ROW.match(stripped) if "0x" in stripped else None
        port = nxos.port_name(row.group("port")) if row else None
        total, alias = nxos.total_of(stripped), nxos.alias_line(stripped)
        if row and port:
            rows.append((number, row, port))
        elif alias is not None and rows:
            aliases[len(rows) - 1] = alias
        elif total is not None:
            out.printed_count = total
        elif not nxos.is_noise(stripped) and not _FIRST.match(stripped) and not _HEADER.match(stripped):
            out.unread(number)
    for place, (number, row, port) in enumerate(rows):
        first = first or number
        out.add(
            "login", number, switch=capture.owner, vsan=nxos.vsan_number(row.group("vsan")),
            wwpn=out.wwn(row.group("wwpn"), number, "login", "wwpn", port),
            wwnn=out.wwn(row.group("wwnn"), number, "login", "wwnn", port), fcid=normalise.fcid(row.group("fcid")),
            port=port, alias=aliases.get(place) or None, local=True if nxos.lists_all(capture) else None,
        )  # fmt: skip
    if first:
        nxos.state_switch(out, capture, first, switch_mode="npv")
    out.counted_records = len(rows) if out.printed_count is not None else None


def _read_status(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        match = _INTERFACE.match(stripped)
        port = nxos.port_name(match.group("port")) if match else None
        if match and port:
            nxos.state_switch_once(out, capture, number, switch_mode="npv")
            state = _STATE.search(match.group("more"))
            vsan = (match.group("vsan") or "").strip()
            out.add(
                "switch_port", number, switch=capture.owner, port=port,
                port_vsan=nxos.vsan_number(vsan) if vsan.isdecimal() else None,
                port_state=None if state is None else "up" if state.group("state").lower() == "up" else "down",
                state_reason=state.group("reason") if state else None,
            )  # fmt: skip
        elif not nxos.is_noise(stripped) and not _STATUS_REMARKS.match(stripped):
            out.unread(number)


READERS = (
    nxos.reader(
        "show npv flogi-table", _detect_table, _read_table,
        columns(login="switch vsan wwpn wwnn fcid port alias local", switch=_SWITCH),
        needles=("EXTERNAL|FCID|npv",), begins=r"^SERVER[ \t]+EXTERNAL[ \t]*$",
    ),
    nxos.reader(
        "show npv status",
        nxos.begins_with(_STATUS_FIRST, 94, "External Interfaces: of an NPV switch", also="External Interfaces"),
        _read_status, columns(switch_port="switch port port_vsan port_state state_reason", switch=_SWITCH),
        needles=("External Interfaces",), verified=False,
    ),
)  # fmt: skip
