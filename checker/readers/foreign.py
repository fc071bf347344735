"""Readers of plugins: what they must satisfy, and protection from what they raise."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from checker.facts.kinds import kinds
from checker.plugins import Plugin
from checker.readers.toolkit.base import Capture, Detection, Reader


def wrong_with(reader: object, known: Collection[str]) -> str | None:
    """Return why an object cannot be used as a reader; None if it can.

    Args:
        reader: what a plugin provides.
        known: the names that other readers have.
    """
    if not isinstance(reader, Reader):
        return f"{type(reader).__name__} is not a Reader"
    if reader.name in known:
        return f"a reader called {reader.name} exists already"
    for kind, columns in reader.provides.items():
        if kind not in kinds():
            return f"reader {reader.name} provides the unknown kind {kind}"
        wrong = set(columns) - set(kinds()[kind].column_names)
        if wrong:
            return f"reader {reader.name} provides {kind} with unknown columns: {', '.join(sorted(wrong))}"
    return None


def guarded(reader: Reader, plugin: Plugin) -> Reader:
    """Return the reader with a detection that claims nothing when it fails; failures of reading stop only that capture."""

    def detect(capture: Capture) -> Detection | None:
        try:
            return reader.detect(capture)
        except Exception as error:  # noqa: BLE001 - every file is shown to it, and the others must be read
            plugin.fails(f"detection of {reader.name} failed: {type(error).__name__}: {error}")
            return None

    return replace(reader, detect=detect)
