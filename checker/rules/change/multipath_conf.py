"""Sections of multipath.conf, which rules write in one line: a file needs a line for each brace and each setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WORD = re.compile(r'"[^"]*"|[{}]|[^\s{}"]+')
IDENTITY = ("wwid", "vendor", "product")
"""Settings by which a section names its object."""


def merged(runs: Iterable[str]) -> dict[tuple[str, str, tuple[str, ...]], dict[str, str]]:
    """Split sections such as ``devices { device { vendor "X" no_path_retry 6 } }`` into pairs of names and values.

    ``defaults { … }`` has no inner section. Sections for the same object (by wwid, or by vendor and product) are
    merged.
    """
    found: dict[tuple[str, str, tuple[str, ...]], dict[str, str]] = {}
    for run in runs:
        words = _WORD.findall(run)
        nested = words[3:4] == ["{"]
        section, inner = words[0], words[2] if nested else ""
        words = [word for word in words[4 if nested else 2 :] if word not in "{}"]
        pairs = dict(zip(words[::2], words[1::2], strict=False))
        identity = tuple(pairs.get(name, "") for name in IDENTITY)
        found.setdefault((section, inner, identity), {}).update(pairs)
    return found


def sections(runs: Iterable[str]) -> Iterator[str]:
    """Yield the lines of multipath.conf."""
    found = merged(runs)
    for section in dict.fromkeys(key[0] for key in found):
        yield f"{section} {{"
        for (outer, inner, _), pairs in found.items():
            if outer == section:
                indent = "        " if inner else "    "
                yield from [f"    {inner} {{"] if inner else []
                yield from (f"{indent}{name} {value}" for name, value in pairs.items())
                yield from ["    }"] if inner else []
        yield "}"


def command_lines(platform: str, run: str) -> list[str]:
    """Return the lines to enter for a command of a rule; one, except for sections of multipath.conf."""
    return list(sections([run])) if platform == "multipath.conf" else [run]
