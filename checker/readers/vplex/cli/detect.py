"""Detection of VPlexcli output: the first signature in a capture identifies the command."""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.vplex.cli.blocks import Table, blocks, listing_of
from checker.readers.vplex.objects import guess_type

_RULER = re.compile(r"^[ \t]*-{2,}(?:[ \t]+-{2,})*[ \t]*$", re.MULTILINE)
_RULER_WITHIN = 2_000
_PREAMBLE_LINES = 15
_BARE_HEAD = 8_000
_BARE_WORDS = re.compile(
    r"port-name-enabled-status|[Pp]ort[ -](?:WWN|wwn)|supporting-device|Supporting|clusters-involved|[Tt]arget.[Pp]ort|VPD83|vpd-id"
    r"|Port Status|communication-status|Communication|storage-volumetype|island-id|Slots|Transfer|transfer-size"
)
_PROMPT = r"VPlexcli:/[^\s>]*>[ \t]*"

# Signatures of all readers in this folder; filled as the readers are declared.
_SIGNATURES: dict[str, tuple[re.Pattern[str], bool]] = {}


def path_detector(key: str, path: str) -> Callable[[Capture], Detection | None]:
    """Return the detector of a listing: its context path on a separate line, or after ``ll`` at a prompt."""
    spellings = (
        rf"{path}:",
        rf"(?:{_PROMPT})?l[ls][ \t]+(?:-[\w\-]+[ \t]+)*{path}/?",
        rf"VPlexcli:{path}>[ \t]*l[ls](?:[ \t]+-[\w\-]+)*",
    )
    return text_detector(key, "|".join(spellings), ruler=True)


def text_detector(key: str, line: str, ruler: bool, words: str | None = None) -> Callable[[Capture], Detection | None]:
    """Return a detector for a whole line; with ``ruler`` a row of dashes must follow soon.

    ``words`` is a pattern that the text must also contain, where other programs print the same line.
    """
    also = re.compile(words, re.IGNORECASE) if words else None
    _SIGNATURES[key] = (re.compile(rf"^[ \t]*(?:{line})[ \t]*$", re.MULTILINE), ruler)

    def detect(capture: Capture) -> Detection | None:
        head = capture.head
        if capture.command and not capture.command.lstrip().startswith(("{", "[")):
            head = f"{listing_of(capture.command)}\n{head}"
        own = _position(key, head)
        if own is None or (also is not None and not also.search(head)):
            return None
        for other in _SIGNATURES:
            place = _position(other, head) if other != key else None
            if place is not None and (place, other) < (own, key):
                return None
        before = sum(1 for row in head[:own].split("\n") if row.strip())
        if before > _PREAMBLE_LINES:
            return Detection(40, f"VPlexcli output ({key}) below other text")
        return Detection(93, f"VPlexcli output: {key}")

    return detect


def bare_table(capture: Capture) -> Detection | None:
    """Claim a listing without a path if only one type of VPLEX object has its columns or attributes."""
    head = capture.head[:_BARE_HEAD]
    if not _BARE_WORDS.search(head) or any(_position(key, head) is not None for key in _SIGNATURES):
        return None
    for block in blocks(list(enumerate(head.split("\n"), 1))):
        if isinstance(block, Table):
            names = block.columns.names
            values = {row.cells[0] for row in block.rows} if names == ["name", "value"] else set(names)
            if names[:1] == ["name"] and (kind := guess_type(dict.fromkeys(values))) is not None:
                return Detection(80, f"VPlexcli table with the columns of a {kind}")
    return None


def _position(key: str, head: str) -> int | None:
    pattern, ruler = _SIGNATURES[key]
    for found in pattern.finditer(head):
        if not ruler or _RULER.search(head, found.end(), found.end() + _RULER_WITHIN):
            return found.start()
    return None
