"""All readers: every module below ``checker.readers`` that declares ``READERS``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from checker.readers.base import Capture, Detection, Reader


@cache
def readers() -> tuple[Reader, ...]:
    """Every reader, ordered by name.

    Raises:
        ValueError: two readers have one name.
    """
    import checker.readers as package

    found: dict[str, Reader] = {}
    for module_info in pkgutil.walk_packages(package.__path__, prefix="checker.readers."):
        if module_info.ispkg:
            continue
        module = importlib.import_module(module_info.name)
        for reader in getattr(module, "READERS", ()):
            if reader.name in found:
                raise ValueError(f"two readers are named {reader.name}")
            found[reader.name] = reader
    return tuple(found[name] for name in sorted(found))


def reader_named(name: str) -> Reader:
    """Return the reader of that name.

    Raises:
        KeyError: there is none.
    """
    return {reader.name: reader for reader in readers()}[name]


def claims(capture: Capture) -> list[tuple[Detection, Reader]]:
    """Every reader that claims the capture, best first; equal scores are ordered by name."""
    head = capture.head
    found: list[tuple[Detection, Reader]] = []
    for reader in readers():
        if all(needle in head for needle in reader.needles):
            detection = reader.detect(capture)
            if detection is not None:
                found.append((detection, reader))
    return sorted(found, key=lambda claim: (-claim[0].score, claim[1].name))


CERTAIN = 90
"""From this score on a claim rests on a signature that no other format has (base.Detection)."""


class Recogniser:
    """Recognises many captures: the readers that won before are asked first, and a certain claim ends the search.

    Thousands of hosts come in a few formats; asking every reader about every file would cost more than reading it.
    """

    def __init__(self) -> None:
        self._recent: list[Reader] = []

    def best(self, capture: Capture) -> tuple[Detection, Reader] | None:
        """Return the best claim on a capture, or None if nobody claims it."""
        head = capture.head
        for reader in self._recent:
            if all(needle in head for needle in reader.needles):
                detection = reader.detect(capture)
                if detection is not None and detection.score >= CERTAIN:
                    self._remember(reader)
                    return detection, reader
        found = claims(capture)
        if not found:
            return None
        self._remember(found[0][1])
        return found[0]

    def _remember(self, reader: Reader) -> None:
        if self._recent[:1] != [reader]:
            self._recent = [reader, *(other for other in self._recent if other is not reader)][:4]
