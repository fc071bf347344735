"""The order of captures that words in their paths give: ``before`` and ``after``, ``v1`` and ``v2``, ``0915`` and ``1830``.

Other words (``failover`` and ``normal``, ``mon`` and ``tue``) say that there are several captures, but not which is newer.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from checker.intake.owners.words.file_names import NamedFile
from checker.intake.owners.words.times import times_in

_STEPS: tuple[tuple[str, ...], ...] = (
    ("pre|before|vorher", "during", "post|after|nachher"),
    ("old(?:er)?|prev(?:ious)?|orig(?:inal)?|initial|earlier", "", "new(?:er|est)?|latest|changed|later"),
    ("yesterday", "today", "tomorrow"),
    ("morning", "noon", "afternoon", "evening"),
    ("first", "second", "third", "fourth"),
)
"""Words by what they order; an empty one stands for a path without such a word."""
_WITHOUT_WORD = {"counted ": 0, **{f"step {n}": words.index("") for n, words in enumerate(_STEPS) if "" in words}}
"""The position of a path without a word, by what the others are ordered by."""
_COUNTED = re.compile(r"(?P<word>[a-z]*)[-_ ]?(?P<number>\d{1,6})")
_AROUND_THE_YEAR = ("kw", "cw", "week")


def capture_orders(files: Sequence[NamedFile]) -> list[int | None]:
    """Return which capture of a machine each file is of, by position, None if nothing in the paths says so.

    Captures of which none is known to be newer have different negative numbers.
    """
    times = times_in(files)
    keys = [(time.without.root, time.without.inside, time.without.format) for time in times]
    groups: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
    for key, time in zip(keys, times, strict=True):
        groups[key].add(time.label)
    orders = {
        key: _order(labels) or {label: -number for number, label in enumerate(sorted(labels), 1)}
        for key, labels in groups.items()
        if len(labels) > 1
    }
    return [orders.get(key, {}).get(time.label) for key, time in zip(keys, times, strict=True)]


def _order(labels: set[str]) -> dict[str, int]:
    """Return the labels with their positions; empty if they are not all of one kind, or two have one position."""
    kinds = {label: found for label in labels if label and (found := _position(label)) is not None}
    families = {family for family, _ in kinds.values()}
    if len(families) != 1 or len(kinds) < len(labels - {""}):
        return {}
    positions = {label: number for label, (_, number) in kinds.items()}
    if "" in labels:
        family = families.pop()
        if family not in _WITHOUT_WORD:
            return {}
        positions[""] = _WITHOUT_WORD[family]
    return positions if len(set(positions.values())) == len(positions) else {}


def _position(label: str) -> tuple[str, int] | None:
    """Return what orders a label, and its position."""
    counted = _COUNTED.fullmatch(label)
    if counted is not None:
        word = counted["word"]
        return None if word in _AROUND_THE_YEAR else (f"counted {word}", int(counted["number"]))
    for step, words in enumerate(_STEPS):
        for number, one in enumerate(words):
            if one and re.fullmatch(rf"(?:{one})(?:[-_ ]?[a-z]+)?", label):
                return f"step {step}", number
    return None
