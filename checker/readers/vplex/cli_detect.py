"""Recognising VPlexcli output: the signature that stands first in a capture tells the command."""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.readers.base import Capture, Detection

_RULER = re.compile(r"^[ \t]*-{2,}(?:[ \t]+-{2,})*[ \t]*$", re.MULTILINE)
_RULER_WITHIN = 2_000
_PREAMBLE_LINES = 15
_PROMPT = r"VPlexcli:/[^\s>]*>[ \t]*"

# Where each signature stands in a text; filled as the readers of this folder are declared.
_SIGNATURES: dict[str, tuple[re.Pattern[str], bool]] = {}


def path_detector(key: str, path: str) -> Callable[[Capture], Detection | None]:
    """Return the detector of a listing: its context path on a line of its own, or behind ``ll`` at a prompt."""
    spellings = (
        rf"{path}:",
        rf"(?:{_PROMPT})?ll[ \t]+(?:-\w+[ \t]+)?{path}/?",
        rf"VPlexcli:{path}>[ \t]*ll",
    )
    return text_detector(key, "|".join(spellings), ruler=True)


def text_detector(key: str, line: str, ruler: bool) -> Callable[[Capture], Detection | None]:
    """Return a detector for a whole line; with ``ruler`` a row of dashes must follow soon."""
    _SIGNATURES[key] = (re.compile(rf"^[ \t]*(?:{line})[ \t]*$", re.MULTILINE), ruler)

    def detect(capture: Capture) -> Detection | None:
        head = capture.head
        if capture.command and not capture.command.lstrip().startswith(("{", "[")):
            head = f"{capture.command.strip()}\n{head}"
        own = _position(key, head)
        if own is None:
            return None
        for other in _SIGNATURES:
            place = _position(other, head) if other != key else None
            if place is not None and (place, other) < (own, key):
                return None
        before = sum(1 for row in head[:own].split("\n") if row.strip())
        if before > _PREAMBLE_LINES:
            return Detection(40, f"VPlexcli output ({key}) somewhere below other text")
        return Detection(93, f"VPlexcli output: {key}")

    return detect


def _position(key: str, head: str) -> int | None:
    pattern, ruler = _SIGNATURES[key]
    for found in pattern.finditer(head):
        if not ruler or _RULER.search(head, found.end(), found.end() + _RULER_WITHIN):
            return found.start()
    return None
