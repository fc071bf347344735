"""``mapsdb --show`` and ``sddquarantine --show``: ports fenced or quarantined by MAPS, FOS 7.2 to 9.

Synthetic samples::

    1 Dashboard Information:
    =======================
    DB start time:                  Tue Jun 30 15:09:04 2026
    Active policy:                  dflt_moderate_policy
    Fenced Ports:                   3/7,3/10-11
    Quarantined Ports:              None

    2 Switch Health Report:
    =======================
    Current Switch Policy Status: MARGINAL

    3.2 Rules Affecting Health:
    ===========================
    Category(Rule Count)|RepeatCount|Rule Name           |Execution Time   |Object    |Triggered Value(Units)|
    Port Health(2)      |1          |defALL_F_PORTSCRC_5 |06/30/26 15:11:09|F-Port 3/7|12 CRCs               |

    Ports marked as Slow Drain Quarantined in the Local Switch: 3/4, 3/6

    Fabric Perf Impact(1) |2 |defALL_F_PORTS_IO_PERF_IMPACT |06/30/26 15:30:06|F-Port 3/9|IO_PERF_IMPACT       |
                          |  |                              |06/30/26 15:28:06|F-Port 3/8|IO_FRAME_LOSS        |

Listed ports become ports; ``None`` becomes a setting, because an empty list is information too. Violated rules become
settings with the time and object of their most recent violation. Ports that slow down others (``IO_PERF_IMPACT``) or whose
frames are lost (``IO_FRAME_LOSS``) are samples over time, too; their times are of the switch's zone, which is not printed. A quarantined port works, but its traffic uses a separate
queue; a fenced port is out of service.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.brocade.ports import impacts
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import Capture, Detection, columns

_DASHBOARD = re.compile(r"^[ \t]*(?:\d(?:\.\d)?\.?[ \t]+)?Dashboard Information[ \t]*:", re.MULTILINE | re.IGNORECASE)
_KEY = re.compile(r"[ \t]*([A-Za-z][A-Za-z /<>()\-]{2,60}?)[ \t]*:[ \t]*(.*)")
_LISTS = {
    "fenced ports": "fenced", "decommissioned ports": None, "quarantined ports": "quarantined", "fenced circuits": None,
}  # fmt: skip
_POLICY_KEYS = frozenset({"active policy", "active maps policy"})
_HEALTH_KEY = "current switch policy status"
_ACTIONS_KEYS = frozenset({"configured notifications", "configured actions"})
_NO_PORTS = frozenset({"", "none", "-", "--", "na", "n/a"})
_ITEM = re.compile(r"(?:(\d{1,2})/)?(\d{1,4})(?:-(\d{1,4}))?\Z")
_AROUND = re.compile(r"\A\(\d{1,4}/\d{1,4}\)")
_HEALTH = re.compile(r"(HEALTHY|MARGINAL|DOWN|CRITICAL|UNKNOWN)\b", re.IGNORECASE)
_RULE = re.compile(r"[A-Za-z][\w.\-]{3,80}\Z")
_RULE_TIME = re.compile(r"\d{2}/\d{2}/\d{2,4}[ \t]+\d{1,2}:\d{2}(?::\d{2})?")
_QUARANTINE = re.compile(
    r"^[ \t]*(?:The[ \t]+)?(?:Ports?[ \t]+(?:marked[ \t]+as[ \t]+)?Slow[ \t]+Drain[ \t]+(?:Device[ \t]+)?Quarantined\b"
    r"|(?:Online|Offline)[ \t]+Quarantined[ \t]+Ports\b|(?:List[ \t]+of[ \t]+)?Quarantined[ \t]+Ports[ \t]+in\b)([^:\n]{0,80}):",
    re.MULTILINE | re.IGNORECASE,
)
_CONTINUED = re.compile(r"[ \t]*[(\d][\d/,\- \t()]{0,400}\Z")
_MOST_OF_A_RANGE = 512
"""Maximum number of ports in a range; the largest director has fewer."""


def _ports(text: str) -> Iterator[str | None]:
    """Yield the ports of ``3/7,3/10-11`` or ``5, 7-8``; None for a text that is not a port."""
    for item in re.split(r"[,\s]+", text.strip()):
        found = _ITEM.match(_AROUND.sub("", item))
        if not item:
            continue
        if not found:
            yield None
            continue
        slot, first, last = (
            found.group(1),
            numbers.whole(found.group(2)),
            numbers.whole(found.group(3) or found.group(2)),
        )
        if not first <= last < first + _MOST_OF_A_RANGE:
            yield None
            continue
        for number in range(first, last + 1):
            yield fos.port_name(str(number), slot)


def _listed(capture: Capture, out: Writer, line: int, text: str, column: str | None) -> bool:
    """Write the ports of a list; FALSE if it contains anything else."""
    whole = True
    for port in _ports(text):
        if port is None:
            whole = False
        elif column is not None:
            out.add("switch_port", line, switch=capture.owner, port=port, **{column: True})
    return whole


def _detect_dashboard(capture: Capture) -> Detection | None:
    head = capture.head
    if _DASHBOARD.search(head):
        return Detection(95, "headline Dashboard Information")
    if "Current Switch Policy Status:" in head or ("Rules Affecting Health" in head and "|" in head):
        return Detection(90, "the health report of MAPS")
    return None


def _read_dashboard(capture: Capture, out: Writer) -> None:
    rules: set[str] = set()
    open_list: tuple[str, str | None] | None = None
    history = False
    for number, raw in capture.lines():
        line = raw[:2000]
        stripped = line.strip()
        if not stripped:
            open_list = None
            continue
        if open_list is not None and _CONTINUED.match(line) and line[:1] in " \t":
            if not _listed(capture, out, number, stripped, open_list[1]):
                out.unread(number)
            continue
        open_list = None
        key = None if "|" in line else _KEY.match(line)
        name = " ".join(key.group(1).lower().split()) if key else ""
        value = key.group(2).strip() if key else ""
        if re.match(r"\d(?:\.\d)?\.?\s+\D", stripped):
            history = "history" in stripped.lower()
        elif name in _LISTS:
            open_list = _list_line(capture, out, number, name, value)
        elif name in _POLICY_KEYS and value:
            fos.add_setting(out, number, capture.owner, "MAPS policy", value)
        elif name in _ACTIONS_KEYS and value:
            fos.add_setting(out, number, capture.owner, "MAPS actions", "none" if value.lower() in _NO_PORTS else value)
        elif name == _HEALTH_KEY:
            state = _HEALTH.match(value)
            if state:
                fos.add_setting(out, number, capture.owner, "health", state.group(1).upper())
        elif "|" in line and not history:
            _broken_rule(capture, out, number, line, rules)
            if out.samples:
                impacts.dashboard_row(capture, out, number, line)
        elif not (key or history or stripped.startswith("*") or fos.is_noise(line)):
            out.unread(number)


def _list_line(capture: Capture, out: Writer, line: int, name: str, value: str) -> tuple[str, str | None] | None:
    column = _LISTS[name]
    if value.lower() in _NO_PORTS:
        if value:
            fos.add_setting(out, line, capture.owner, name, "none")
        return None if value else (name, column)
    # Circuits (``ge1:0``) are not ports.
    if not _listed(capture, out, line, value, column) and "ports" in name:
        out.unread(line)
    fos.add_setting(out, line, capture.owner, name, ",".join(re.split(r"[,\s]+", value.strip(", "))))
    return name, column


def _broken_rule(capture: Capture, out: Writer, line: int, text: str, known: set[str]) -> None:
    """Write a row ``category|count|rule|time|object|value|``, but only the first of each rule: the most recent."""
    cells = [cell.strip() for cell in text.split("|")]
    at = next((place for place, cell in enumerate(cells) if _RULE_TIME.match(cell)), None)
    if at is None or at < 1 or not _RULE.match(cells[at - 1]) or cells[at - 1] in known:
        return
    rule = cells[at - 1]
    known.add(rule)
    broken = " ".join(" ".join(cells[at : at + 3]).split())
    fos.add_setting(out, line, capture.owner, f"MAPS rule broken: {rule}", broken)


def _read_quarantine(capture: Capture, out: Writer) -> None:
    open_list = False
    seen: list[str] = []
    first: int | None = None
    for number, raw in capture.lines():
        line = raw[:2000]
        stripped = line.strip()
        head = _QUARANTINE.match(line)
        if head:
            # Ports of other switches and marks that are not enforced do not describe ports of this switch.
            about = head.group(0).lower()
            open_list = not ("fabric" in about or "remote" in about or "not enforced" in about)
            text = line[head.end() :].strip()
            first = number if first is None and open_list else first
        elif open_list and _CONTINUED.match(line):
            text = stripped
        else:
            open_list = open_list and not stripped
            if stripped and not fos.is_noise(line) and _KEY.match(line) is None:
                out.unread(number)
            continue
        if open_list and text.lower().rstrip(".") not in _NO_PORTS:
            for port in _ports(text):
                if port is None:
                    out.unread(number)
                elif port not in seen:
                    seen.append(port)
                    out.add("switch_port", number, switch=capture.owner, port=port, quarantined=True)
    if first is not None:
        fos.add_setting(out, first, capture.owner, "quarantined ports", ",".join(seen) or "none")


READERS = (
    fos.reader(
        "mapsdb --show", _detect_dashboard, _read_dashboard,
        columns(switch_port="switch port fenced quarantined", fabric_setting=fos.SETTING, port_sample=impacts.COLUMNS), needles=(":",),
        begins=r"^[ \t]*1\.?[ \t]+Dashboard Information[ \t]*:", verified=False,
    ),
    fos.reader(
        "sddquarantine --show", fos.head_contains(_QUARANTINE, 92, "ports quarantined as slow drain devices"),
        _read_quarantine, columns(switch_port="switch port quarantined", fabric_setting=fos.SETTING),
        needles=("uarantined",), verified=False,
    ),
)  # fmt: skip
