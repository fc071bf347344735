"""Values of a workload file: bounded numbers, percentages, sizes with unit, names; errors with line and column."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.estimate.workload.assign import printable
from checker.estimate.workload.model import Origin
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

MOST_NAMES = 100_000
"""Maximum number of names in one entry."""
MOST_IOPS = 1e9
MOST_OUTSTANDING = 1e6
MOST_BURST = 1e4
MOST_BURST_CV = 100.0
MOST_THINK_MS = 3.6e6
LARGEST_KIB = 1024 * 1024
_UNITS = {"b": 1 / 1024, "k": 1.0, "kb": 1.0, "kib": 1.0, "m": 1024.0, "mb": 1024.0, "mib": 1024.0}
_SIZE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?([A-Za-z]*)\Z")


@dataclass
class Problems:
    """Errors of a file, and notes about values that may not be meant as written, in the order in which they were found."""

    file: str
    lines: list[str]
    found: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, origin: Origin, text: str) -> None:
        """Add an error at a position."""
        self.found.append(f"{origin}: {text}")

    def key(self, entry: LocatedDict, key: str) -> Origin:
        """Position of a key."""
        line = entry.key_lines.get(key, entry.line)
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        match = re.search(rf"(?<![\w-])[\"']?{re.escape(key)}[\"']?\s*:", text)
        return Origin(self.file, line, match.start() + 1 if match else 1)

    def entry(self, entry: LocatedDict) -> Origin:
        """Position of an entry, which is that of its first key."""
        first = next(iter(entry), None)
        return Origin(self.file, entry.line, 1) if first is None else self.key(entry, first)


@dataclass(frozen=True)
class Fields:
    """Mapping in the file; each method returns None after adding an error to ``problems``."""

    values: LocatedDict
    problems: Problems

    def known(self, keys: Iterable[str], what: str) -> None:
        """Add an error for each unknown key, with the nearest known one."""
        listed = list(keys)
        for key in self.values:
            if key not in listed:
                near = difflib.get_close_matches(str(key)[:60], listed, n=1, cutoff=0.55)
                hint = f"did you mean {near[0]!r}?" if near else f"keys of {what}: {', '.join(listed)}"
                self.problems.add(self.at(key), f"unknown key {printable(str(key))!r}; {hint}")

    def at(self, key: str) -> Origin:
        """Position of a key, or of the entry if the key is missing."""
        return self.problems.key(self.values, key) if key in self.values else self.problems.entry(self.values)

    def fail(self, key: str, text: str) -> None:
        """Add an error about the value of a key."""
        self.problems.add(self.at(key), f"{key}: {text}")

    def note(self, key: str, text: str) -> None:
        """Add a note about the value of a key."""
        self.problems.notes.append(f"{self.at(key)}: {key}: {text}")

    def number(self, key: str, low: float, high: float, what: str) -> float | None:
        """Return a number within inclusive bounds."""
        value = self.values.get(key)
        if key not in self.values:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            self.fail(key, f"must be a number, not {shown(value)}")
            return None
        if value < low:
            self.fail(key, f"{what} must be at least {low:g}, not {shown(value)}")
            return None
        if value > high:
            self.fail(key, f"{what} must be at most {high:,.0f}, not {shown(value)}")
            return None
        return float(value)

    def share(self, key: str) -> float | None:
        """Return a percentage as a share from 0 to 1."""
        value = self.values.get(key)
        if key in self.values and not isinstance(value, bool) and isinstance(value, (int, float)) and value > 100:
            self.fail(key, f"a percentage must be at most 100, not {shown(value)}")
            return None
        percent = self.number(key, 0, 100, "a percentage")
        if percent is not None and 0 < percent < 1:
            self.note(key, f"{percent:g} is {percent:g} %; write {100 * percent:g} if {100 * percent:g} % is meant")
        return None if percent is None else percent / 100

    def size_kib(self, key: str) -> float | None:
        """Return a size such as ``8K`` or ``1 MiB`` in KiB; as usual in storage, K is always 1024 bytes."""
        value = self.values.get(key)
        if key not in self.values:
            return None
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not value > 0:
                self.fail(key, f"the size of an I/O must be between 1 byte and 1 GiB, not {shown(value)}")
                return None
            self.fail(key, f"missing unit, such as {value:g}K (KiB) or {value:g}B (bytes)")
            return None
        match = _SIZE.match(value.strip()) if isinstance(value, str) else None
        if match is None:
            self.fail(key, f"must be a size such as 8K, not {shown(value)}")
            return None
        unit = match.group(2).lower()
        if unit not in _UNITS:
            self.fail(key, f"unknown unit {printable(match.group(2))!r}; use B, K (KiB) or M (MiB), such as 8K")
            return None
        size = float(match.group(1)) * _UNITS[unit]
        if not 0 < size <= LARGEST_KIB:
            self.fail(key, f"the size of an I/O must be between 1 byte and 1 GiB, not {shown(value)}")
            return None
        return size

    def names(self, key: str) -> tuple[str, ...] | None:
        """Return a name or glob, or a list of them; an empty tuple if the key is missing."""
        if key not in self.values:
            return ()
        value = self.values[key]
        listed = list(value) if isinstance(value, LocatedList) else [value]
        if not listed or len(listed) > MOST_NAMES:
            self.fail(key, f"must be a name or a list of at most {MOST_NAMES:,} names")
            return None
        for one in listed:
            if isinstance(one, bool) or not isinstance(one, (str, int)) or not str(one).strip():
                self.fail(key, f"must be a name or a list of names, not {shown(one)}")
                return None
        return tuple(str(one).strip() for one in listed)

    def word(self, key: str, words: Mapping[str, bool]) -> bool | None:
        """Return whether the value is the first or the second of two words."""
        value = self.values.get(key)
        if key not in self.values:
            return None
        if not isinstance(value, str) or value.lower() not in words:
            self.fail(key, f"must be {' or '.join(words)}, not {shown(value)}")
            return None
        return words[value.lower()]


def shown(value: Any) -> str:
    """Format a value for a message."""
    if isinstance(value, LocatedDict):
        return "a mapping"
    if isinstance(value, LocatedList):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    return (
        f"{value:g}"
        if isinstance(value, float)
        else printable(str(value))
        if not isinstance(value, str)
        else repr(printable(value))
    )
