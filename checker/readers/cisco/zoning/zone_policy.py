"""``show zone policy [vsan n]``: default-zone policy, distribution and merge control of each VSAN.

Synthetic sample::

    Vsan: 10
       Default-zone: deny
       Distribute: full
       Broadcast: unsupported
       Merge control: allow
       Generic Service: read-write
       Smart-zone: disabled

Releases without smart zoning omit that line.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.packed_list import PackedList

_VSAN = re.compile(r"Vsan\s*:\s*(\d{1,4})\Z", re.IGNORECASE)
_SECOND = r"(?i)^[ \t]*Vsan[ \t]*:[ \t]*\d{1,4}[ \t]*\n\s{0,40}Default-zone[ \t]*:"
_PAIR = re.compile(r"([A-Za-z][\w \-]{2,30}?)\s*:\s*(.{0,60})\Z")
_KNOWN = ("broadcast", "generic service", "qos", "ronly", "enforcement")


def _read(capture: Capture, out: Writer) -> None:
    found: PackedList[tuple[int, str, dict[str, Value]]] = PackedList()
    for number, stripped in nxos.stripped_lines(capture):
        vsan, pair = _VSAN.match(stripped), _PAIR.match(stripped)
        if vsan:
            found.append((number, nxos.vsan_number(vsan.group(1)), {}))
            continue
        taken = found and pair and _take(found[-1][2], pair.group(1).lower(), pair.group(2).strip().lower())
        if not (taken or nxos.is_noise(stripped)):
            out.unread(number)
    if found:
        nxos.state_switch(out, capture, found[0][0])
    for number, name, facts in found:
        if facts:
            out.add("vsan", number, switch=capture.owner, vsan=name, **facts)
    if found and "default_zone" not in found[-1][2]:
        out.ends_inside_record = True
        out.note(found[-1][0], f"truncated: the policy of VSAN {found[-1][1]} ends before its first value")


def _take(facts: dict[str, Value], key: str, value: str) -> bool:
    """Read one ``key: value`` pair of a VSAN; FALSE if it is unknown."""
    if key == "default-zone" and value in ("permit", "deny"):
        facts["default_zone"], facts["default_zone_in_force"] = value, True
    elif key == "distribute" and value in ("full", "active only"):
        facts["distribute"] = value
    elif key == "merge control" and value:
        facts["merge_control"] = value
    elif key in ("smart-zone", "smart-zoning"):
        facts["smart_zoning"] = normalise.yes_no(value)
    else:
        return key in _KNOWN
    return True


READERS = (
    nxos.reader(
        "show zone policy", nxos.begins_with(_VSAN, 95, "Vsan: n and Default-zone:", also=_SECOND), _read,
        columns(
            vsan="switch vsan default_zone default_zone_in_force distribute merge_control smart_zoning",
            switch=nxos.SWITCH,
        ),
        needles=("efault-zone",), begins=r"^Vsan: ?\d{1,4}[ \t]*\n\s{0,40}Default-zone:",
    ),
)  # fmt: skip
