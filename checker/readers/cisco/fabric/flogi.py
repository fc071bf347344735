"""``show flogi database``: the devices logged in at this switch's own ports.

The alias is on a separate line. Synthetic sample::

    --------------------------------------------------------------------------------
    INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
    --------------------------------------------------------------------------------
    fc1/3            10    0x0a0001  10:00:00:00:c9:aa:00:01 20:00:00:00:c9:aa:00:01
                               [esx01_hba0]

    Total number of flogi = 1.

Early switches have no VSAN column. A filter (``| include``) drops the header. A filtered list, or the list of a single
interface, does not show that the switch has no other logins.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection

_HEADER = re.compile(r"INTERFACE\s+(?:VSAN\s+)?FCID\s+PORT[ _]NAME\s+NODE[ _]NAME(?!\s+INTERFACE)", re.IGNORECASE)
_ROW = re.compile(
    r"(?P<port>\S+|(?:san-)?port-channel \d+)\s+(?:(?P<vsan>\d{1,4})\s+)?(?P<fcid>0x[0-9a-fx*#]{1,8})"
    r"\s+(?P<wwpn>\S+)(?:\s+(?P<wwnn>\S+))?(?:\s+\[(?P<alias>[^\]]+)\])?(?:\s+[A-Z]{1,8})?\Z",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"[`'\"]?sh(?:ow?)? flogi data\w*", re.IGNORECASE)
_OWN_PORT = re.compile(r"sup-fc\d", re.IGNORECASE)
_COLUMNS = ("switch", "vsan", "wwpn", "wwnn", "fcid", "port", "alias", "local")


def _detect(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _HEADER.match(first):
        return Detection(96, "header INTERFACE [VSAN] FCID PORT NAME NODE NAME")
    if capture.filtered and _COMMAND.match(capture.command or "") and _ROW.match(first):
        return Detection(75, "rows of show flogi database, without their header")
    if re.match(r"No flogi sessions found", first, re.IGNORECASE):
        return Detection(60, "No flogi sessions found")
    return None


def _read(capture: Capture, out: Writer) -> None:
    lines: list[int] = []
    rows: list[list[Value]] = []
    started = False
    pending = ""
    printed = own = 0
    after_own = False
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        if _HEADER.match(stripped):
            if not started:
                nxos.state_switch(out, capture, number)
            started = True
            continue
        if pending:
            stripped, pending = f"{pending} {stripped}", ""
        match = _ROW.match(stripped) if "0x" in stripped else None
        if match:
            after_own = bool(_OWN_PORT.match(match.group("port")))
            if after_own:
                own += 1  # the supervisor of the switch is not a device
                continue
            row = _row(capture, out, number, match)
            if row is not None:
                if not started:
                    nxos.state_switch(out, capture, number)
                started = True
                lines.append(number)
                rows.append(row)
                continue
        alias = nxos.alias_line(stripped)
        total = nxos.total_of(stripped)
        if alias is not None and after_own:
            continue
        if alias is not None and rows:
            rows[-1][6] = alias
        elif total is not None:
            printed += total
            out.printed_count = printed
        elif started and nxos.port_name(stripped) is not None:
            pending = stripped  # a long interface name pushes the rest to the next line
        elif not nxos.is_noise(stripped) and not stripped.lower().startswith("no flogi sessions"):
            out.unread(number)
    if not nxos.lists_all(capture):
        for row in rows:
            row[-1] = None  # the login is local, but the list may be incomplete
    columns = {name: [row[place] for row in rows] for place, name in enumerate(_COLUMNS)}
    out.extend("login", lines, columns)
    out.counted_records = len(rows) + own if out.printed_count is not None else None
    if rows and out.printed_count is None and not capture.filtered:
        out.note(lines[-1], "the total number of logins is missing; the text may be truncated")


def _row(capture: Capture, out: Writer, number: int, match: re.Match[str]) -> list[Value] | None:
    port = nxos.port_name(match.group("port"))
    if port is None:
        return None
    wwpn = out.wwn(match.group("wwpn"), number, "login", "wwpn", port)
    wwnn = out.wwn(match.group("wwnn"), number, "login", "wwnn", port)
    fcid = normalise.fcid(match.group("fcid"))
    vsan = nxos.vsan_number(match.group("vsan")) if match.group("vsan") else ""
    return [capture.owner, vsan, wwpn, wwnn, fcid, port, match.group("alias"), True]


READERS = (
    nxos.reader(
        "show flogi database", _detect, _read, {"login": _COLUMNS, "switch": ("switch", "vendor")},
        needles=("FCID|fcid|flogi",), begins=r"^INTERFACE\s+(?:VSAN\s+)?FCID\s+PORT[ _]NAME\s+NODE[ _]NAME(?![ \t]+INTERFACE)",
    ),
)  # fmt: skip
