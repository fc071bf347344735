"""Lines that contain no fact of the model, as ``checker/readers/known_noise.yaml`` lists them by format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from checker.readers.registry import noise_of

_OPENING = re.compile(r"\{\s*\Z|\A\s*<[A-Za-z][^<>/]*>\s*\Z")
_CLOSING = re.compile(r"\s*(?:\}|</)")


@dataclass(frozen=True)
class Noise:
    """Lines without facts of one format: by their beginning; ``within`` only in records with a line of another beginning."""

    anywhere: re.Pattern[str]
    within: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = ()

    def lines(self, given: Sequence[str]) -> set[int]:
        """Return the indexes of the lines."""
        found = {index for index, line in enumerate(given) if self.anywhere.match(line)}
        records = records_of(given) if self.within else []
        for marker, beginnings in self.within:
            marked = {records[index] for index, line in enumerate(given) if marker.match(line)}
            found |= {index for index, line in enumerate(given) if records[index] in marked and beginnings.match(line)}
        return found


@cache
def known_noise(name: str) -> Noise | None:
    """Return the lines without facts of a format, None if none are known."""
    entries = noise_of(name)
    return _noise(entries) if entries else None


def _noise(entries: Iterable[object]) -> Noise:
    beginnings, like, within = [], [], []
    for entry in entries:
        if not isinstance(entry, Mapping):
            beginnings.append(entry)
        elif "like" in entry:
            like.append(rf"\s*(?:{entry['like']})\s*\Z")
        else:
            within.append((_noise_of([entry["in"]]), _noise_of(entry["lines"])))
    plain = [_noise_of(beginnings).pattern] if beginnings else []
    return Noise(re.compile("|".join([*plain, *like]) or r"(?!)"), tuple(within))


def records_of(given: Sequence[str]) -> list[int]:
    """Return for each line the number of its record: the innermost object of JSON or element of XML, or a paragraph."""
    if not any(_OPENING.search(line) for line in given):
        return [*accumulate(not line.strip() for line in given)]
    records: list[int] = []
    around, count = [0], 0
    for line in given:
        if _CLOSING.match(line):
            around = around[:-1] or [0]
        records.append(around[-1])
        if _OPENING.search(line):
            count += 1
            around.append(count)
    return records


def _noise_of(beginnings: Iterable[object]) -> re.Pattern[str]:
    """Return the pattern of lines that begin with one of these words, also as a key of JSON or an element of XML."""
    words = "|".join(map(_of_entry, sorted(map(str, beginnings), key=len, reverse=True)))
    return re.compile(rf"[\s\-*\"'<{{]*(?:{words})|.*\b(?i:name)=\"(?:{words})\"")


def _of_entry(entry: str) -> str:
    """Return the pattern of an entry. Blanks in it are any number of blanks, after a colon also none: ``Lun: Unbound``."""
    words = re.sub(r"(?<!:)(?:\\ )+", r"\\s+", re.sub(r":([\"']?)(?:\\ )+", r":\1\\s*", re.escape(entry)))
    return rf"{words}(?!\w)" if re.search(r"[^\W_]\Z", entry) else words
