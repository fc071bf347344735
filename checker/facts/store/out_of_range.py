"""Values that do not fit their column: unpaired surrogates, numbers beyond 64 bits, a list instead of a number.

Checking each of millions of values would take longer than reading them, so the check only runs if a table cannot be
created.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from checker.facts.declare import Kind
from checker.facts.observations import Chunk

_FITS: Mapping[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63,
    "float": lambda value: isinstance(value, (int, float)) and _is_finite(value),
    "bool": lambda value: isinstance(value, bool),
    "time": lambda value: isinstance(value, datetime),
}
_SHOWN = 60


@dataclass(frozen=True)
class OutOfRange:
    """A value that was dropped or replaced, its export and line, and a description of what was done."""

    export_id: int
    line: int
    text: str


def take_out(kind: Kind, chunks: Sequence[Chunk]) -> list[OutOfRange]:
    """Replace every value that does not fit its column, in place, and return what was replaced.

    Unpaired surrogates become U+FFFD; anything else becomes None.
    """
    return [rejected for chunk in chunks for rejected in _in_chunk(kind, chunk)]


def _in_chunk(kind: Kind, chunk: Chunk) -> Iterator[OutOfRange]:
    for name, column in zip(chunk.columns, chunk.values, strict=True):
        fits = _FITS[kind.column(name).type]
        values = list(column)
        replaced = False
        for row, value in enumerate(values):
            if value is None:
                continue
            if not fits(value):
                values[row] = None
                done = "is out of range and was ignored"
            elif isinstance(value, str) and not _is_whole(value):
                values[row] = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
                done = "contains half a character, which was replaced"
            else:
                continue
            replaced = True
            text = f"{kind.name} {name.replace('_', ' ')}: {_shown(value)} {done}"
            yield OutOfRange(chunk.export_id[row], chunk.line[row], text)
        if replaced:
            column.replace(values)


def _is_whole(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def _is_finite(value: float) -> bool:
    try:
        return not math.isinf(float(value))
    except OverflowError:
        return False


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "a number of more than 60 digits"
    text = ascii(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
