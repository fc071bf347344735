"""Names for machines that neither content nor path names: ``unknown host (multipath.txt)``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from checker.facts.platforms import is_unnamed


def unnamed(noun: str, path: str) -> str:
    """Return the name of the unknown machine that a file is from."""
    return f"unknown {noun} ({path})"


def part_of(owner: str, number: int) -> str:
    """Return the name of the unknown machine that a part of a file is from; that of the first part is the file's."""
    return owner if number == 1 else f"{owner.removesuffix(')')}, part {number})"


def different_without_case(owners: Sequence[str]) -> list[str]:
    """Return the names, numbered where those of unknown machines differ only in case: lsblk.txt and LSBLK.txt may be of two machines."""
    spellings: defaultdict[str, list[str]] = defaultdict(list)
    result = []
    for owner in owners:
        known = spellings[owner.lower()]
        if is_unnamed(owner) and owner not in known:
            known.append(owner)
        result.append(
            owner if owner in known[:1] or not known else f"{owner.removesuffix(')')}, {known.index(owner) + 1})"
        )
    return result


def capture_of(noun: str, name: str, time: str) -> str:
    """Return the name of the unknown machine of one of several captures under a name: that machine, unless the times are names, too."""
    return unnamed(noun, f"{name}, {time}")


def queried_from(owner: str, host: str) -> str:
    """Return the name of the unknown array that commands on a host asked; those of other hosts in the file may be others."""
    return f"{owner.removesuffix(')')} queried from {host})"


def below(owner: str, heading: str) -> str:
    """Return the name of the unknown machine that is below a heading of a file; those below others may be others."""
    return f"{owner.removesuffix(')')}, below {heading})"
