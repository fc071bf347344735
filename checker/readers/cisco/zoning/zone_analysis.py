"""``show zone analysis vsan n`` and ``show zone analysis active vsan n``: sizes and unassigned zones of the zoning database.

Synthetic sample::

    Zoning database analysis vsan 10
      Active zoneset: ZS_A [*]
        Activated at: 08:03:35 UTC Nov 17 2023
        Activated by: Local [CLI]
        Default zone policy: Deny
        Number of devices zoned in vsan: 40/42 (Unzoned: 2)
        Number of zone members resolved: 80/84 (Unresolved: 4)
        Num zones: 40
        Formatted size: 4096 bytes / 4000 Kb
      Unassigned Zones: 1
        zone name old_zone vsan 10
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.packed_list import PackedList

_TITLE = re.compile(r"Zoning database analysis vsan (\d{1,4})\Z", re.IGNORECASE)
_SECTION = re.compile(r"(?P<what>Full zoning database|Active zoneset\s*:\s*(?P<name>\S{1,64}).*)\Z", re.IGNORECASE)
_PAIR = re.compile(r"(?P<key>[A-Z][\w ]{2,60}?)\s*:\s*(?P<value>.{0,120})\Z")
_BYTES = re.compile(r"(\d{1,12})\s*bytes", re.IGNORECASE)
_DANGLING = re.compile(r"zone name (\S{1,64}) vsan \d{1,4}\Z", re.IGNORECASE)
_NUMBERS = re.compile(r"(?:Num|Number of|Unassigned|Unzoned|Unresolved)\b", re.IGNORECASE)


@dataclass
class _Analysis:
    line: int
    vsan: str
    active: bool = False
    facts: dict[str, Value] = field(default_factory=dict)
    settings: list[tuple[int, str, str]] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    found: PackedList[_Analysis] = PackedList()
    for number, stripped in nxos.stripped_lines(capture):
        title, section, pair = _TITLE.match(stripped), _SECTION.match(stripped), _PAIR.match(stripped)
        if title:
            found.append(_Analysis(number, nxos.vsan_number(title.group(1))))
        elif not found:
            if not nxos.is_noise(stripped):
                out.unread(number)
        elif section:
            found[-1].active = section.group("name") is not None
            if section.group("name") and section.group("name").lower() not in ("none", "not"):
                found[-1].facts["active_zone_set"] = section.group("name")
        elif pair:
            _take(found[-1], number, " ".join(pair.group("key").lower().split()), pair.group("value").strip())
        elif not nxos.is_noise(stripped) and not _DANGLING.match(stripped) and not stripped.startswith("["):
            out.unread(number)
    if found:
        nxos.state_switch(out, capture, found[0].line)
    for analysis in found:
        out.add("vsan", analysis.line, switch=capture.owner, vsan=analysis.vsan, **analysis.facts)
        for number, setting, value in analysis.settings:
            nxos.add_setting(out, number, capture.owner, analysis.vsan, setting, value)


def _take(analysis: _Analysis, number: int, key: str, value: str) -> None:
    which = "active" if analysis.active else "full"
    size = _BYTES.match(value)
    if key == "default zone policy" and value.lower() in ("permit", "deny"):
        analysis.facts["default_zone"] = value.lower()
        analysis.facts["default_zone_in_force"] = True
    elif "size" in key and size:
        analysis.settings.append((number, f"{which} zone database bytes", size.group(1)))
    elif _NUMBERS.match(key) and value:
        analysis.settings.append((number, f"{which} zone database: {key}", value))


READERS = (
    nxos.reader(
        "show zone analysis", nxos.begins_with(_TITLE, 97, "Zoning database analysis vsan n"), _read,
        columns(
            vsan="switch vsan active_zone_set default_zone default_zone_in_force", fabric_setting=nxos.SETTING,
            switch=nxos.SWITCH,
        ),
        needles=("oning database analysis",), begins=r"^Zoning database analysis vsan", verified=False,
    ),
)  # fmt: skip
