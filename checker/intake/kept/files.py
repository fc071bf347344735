"""What was read of single files, in the private cache: of five hundred files of which one changed, one is read again.

Everything that reading a file depends on is in the key of what is kept: its content and names, what other files say
about its owner, what the configuration states, and the program. The files of an audit share one file of the cache, with a line for
each answer, so that what stays is copied, not encoded again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from checker import cache, resources
from checker.intake.walk import SourceFile, content_digest
from checker.plain import encode

Answer = TypeVar("Answer")
_FORM = 1
"""Increment this when the form of what is kept changes without the program."""
_LARGEST = 16 * 1024 * 1024
"""Bytes that are kept of the files of one audit, as much as of any other answer."""
_DIGITS = 40
_KEY = slice(2, 2 + _DIGITS)
"""Where a line has its key."""


class KeptFiles:
    """What earlier runs found in the files of one audit, and what this one adds."""

    def __init__(self, sources: Sequence[SourceFile], settings: object) -> None:
        """``settings`` are what reading any of the files depends on, besides the file and the program.

        Raises:
            OSError: the state of the program cannot be determined.
            TypeError: the settings cannot be kept.
        """
        self._settings = _digest(encode((_FORM, resources.state_of_program(), settings))).encode()
        roots = sorted({source.root or source.name for source in sources})
        self._name = f"{cache.ANSWERS}{_digest(encode(('files', roots)), self._settings)}.json"
        lines = cache.load(self._name, bytes.splitlines) or []
        self._known = {line[_KEY]: line for line in lines}
        self._used: dict[bytes, bytes] = {}
        self._keys: dict[tuple[Hashable, tuple[str, str | None]], bytes] = {}
        self._new: list[tuple[SourceFile, bytes, bytes]] = []
        # The state of each file before its content was hashed, and the hash.
        self._contents: dict[tuple[str, str | None], tuple[tuple[int, ...], str]] = {}

    def load(self, question: Hashable, source: SourceFile, decode: Callable[[Any], Answer]) -> Answer | None:
        """Return what is kept about a file, or None if there is nothing that can be used."""
        key = self._key(question, source)
        line = self._known.get(key) if key else None
        if line is None or key is None:
            return None
        try:
            found = decode(json.loads(line)[1])
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the file is read
            return None
        self._used[key] = line
        return found

    def keep(self, question: Hashable, source: SourceFile, answer: object) -> None:
        """Keep what was found in a file: plain values, lists and dictionaries."""
        key = self._key(question, source)
        if key is not None:
            text = json.dumps([key.decode(), answer], ensure_ascii=True, separators=(",", ":"))
            self._new.append((source, key, text.encode()))

    def write(self) -> None:
        """Write what was used and what is new, except about files that have changed meanwhile."""
        if not self._new:
            return
        lines = dict(self._used)
        size = sum(len(line) + 1 for line in lines.values())
        for source, key, line in self._new:
            size += len(line) + 1
            if size > _LARGEST:
                break
            if _state(source) == self._contents[source.name, source.member][0]:
                lines[key] = line
        cache.write(self._name, b"\n".join(lines.values()))

    def _key(self, question: Hashable, source: SourceFile) -> bytes | None:
        """Return the key of an answer; None if the file cannot be read twice."""
        if source.path is None or source.content is not None or source.problem or source.ignored or not source.size:
            return None
        place = source.name, source.member
        if (question, place) in self._keys:
            return self._keys[question, place]
        try:
            if place not in self._contents:
                state = _state(source)
                if state is None:
                    return None
                self._contents[place] = state, content_digest(source)
            seen = replace(source, path=None, claims=None)
            key = _digest(self._settings, encode((question, seen, self._contents[place][1]))).encode()
        except (OSError, TypeError):
            return None
        self._keys[question, place] = key
        return key


def _state(source: SourceFile) -> tuple[int, ...] | None:
    try:
        return resources.state_of(source.path) if source.path is not None else None
    except OSError:
        return None


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:_DIGITS]
