"""Names of LUNs that contain the serial number of the array and the number of the volume: ``rules/data/volume_name.yaml``.

``60060e80122b1f0050402b1f00000bd4`` is volume 0x0bd4 of the array with serial number 411039, which is 400000 + 0x2b1f.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from checker import resources
from checker.facts.reference import read_reference

VOLUME_DIGITS = 4
"""So many hexadecimal digits at the end of a name are the number of the volume."""


@dataclass(frozen=True)
class PrintedArray:
    """An array as its exports print it."""

    vendor: str
    serial: str
    model: str | None


@dataclass(frozen=True)
class _Layout:
    vendor: str
    begins: str
    front: re.Pattern[str]
    serial_adds: int
    model: str | None
    model_required: bool


def beginnings() -> tuple[str, ...]:
    """Return the digits with which such names begin; all have the same length."""
    return tuple(sorted({layout.begins for layout in _layouts()}))


def may_name(front: str, array: PrintedArray) -> bool:
    """Return whether a name may be of a LUN of an array, by its digits in lower case without those of the volume."""
    return any(
        (found := layout.front.fullmatch(front)) is not None
        and array.vendor == layout.vendor
        and array.serial == str(layout.serial_adds + int(found.group("serial"), 16))
        and _is_model(layout, array.model)
        for layout in _layouts()
    )


def _is_model(layout: _Layout, model: str | None) -> bool:
    if model is None:
        return not layout.model_required
    return layout.model is None or re.fullmatch(layout.model, model) is not None


@cache
def _layouts() -> tuple[_Layout, ...]:
    _, rows = read_reference(resources.tables_folder() / "volume_name.yaml")
    found = []
    for row in rows:
        before, serial, after = row["layout"].removesuffix("V" * VOLUME_DIGITS).partition("SSSS")
        front = re.compile(f"{before}(?P<serial>[0-9a-f]{{4}}){after.replace(serial, '(?P=serial)')}")
        required = row.get("model_required", False)
        found.append(_Layout(row["vendor"], before, front, row["serial_adds"], row.get("model"), required))
    return tuple(found)
