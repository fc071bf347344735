"""One record of ``esxcli --formatter=…``, in whichever form it is printed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_NOT_NAME = re.compile(r"[^a-z0-9]")


@dataclass
class Structure:
    """One record: values and lines by compact field name."""

    line: int
    values: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def put(self, name: str, value: str, line: int) -> None:
        """Add the value of a field; the values of a list are joined by commas."""
        key = compact(name)
        previous = self.values.get(key)
        self.values[key] = f"{previous}, {value}" if previous else value
        self.lines.setdefault(key, line)


def compact(name: str) -> str:
    """Return a field's name in lower case, without blanks and punctuation."""
    return _NOT_NAME.sub("", name.lower())
