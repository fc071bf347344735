"""Mails that were pasted into a ticket: what is quoted below or above a reply, and headers, of which who wrote when is neither a name nor a time of the complaint."""

from __future__ import annotations

import re

from checker.rules.language.suggest import printable

_HEADER = re.compile(
    r"[>\s]*(From|Sent|Date|To|Cc|Bcc|Reply-To|Subject|Von|Gesendet|Datum|An|Betreff)\s*:[ \t]*(.*)", re.IGNORECASE
)
_SUBJECTS = ("subject", "betreff")
_TIMES = ("sent", "date", "gesendet", "datum")
_SURE = ("sent", "gesendet", "subject", "betreff")
"""Headers that no form has: *From: 10:00* and *To: 11:00* state a time."""
_ADDRESS = re.compile(r"\S@\S")
_WROTE = re.compile(r"[>\s]*(?:On|Am)\s.{1,200}\s(?:wrote|schrieb\b[^:\n]{0,80})\s*:\s*\Z")


_QUOTED = re.compile(r"((?:>[ \t]?)+)(?![ \t]*(?:[0-9]|normal|usual))")
_BELOW = re.compile(
    r"-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d['’]origine)\s*-{2,}\s*\Z",
    re.IGNORECASE,
)


def layers(text: str) -> list[str]:
    """Return the parts of a text by how deeply they are quoted, the newest first: a reply, what it quotes, what that quotes.

    Quoted are lines that begin with ``>`` (a figure after it means *more than*), and what follows the headers of another mail.
    Headers stay with what they belong to.
    """
    lines = text.split("\n")
    depths = [match.group(1).count(">") if (match := _QUOTED.match(line.lstrip())) else 0 for line in lines]
    last = max((place for place, depth in enumerate(depths) if depth), default=-1)
    found: dict[int, list[str]] = {}
    written: set[int] = set()
    below = place = 0
    while place < len(lines):
        depth = depths[place]
        named = [] if depth else _named_from(lines, place)
        begun = below in written
        # "Ana wrote:" belongs to what follows, unless that has marks of its own.
        follows = not depth and last < place and _WROTE.match(lines[place])
        header = bool(named) and _are_headers(named)
        below += begun and not depth and bool(header or follows or _BELOW.match(lines[place].strip()))
        taken = max(1, len(named))
        found.setdefault(below + depth, []).extend(lines[place : place + taken])
        if any(line.strip() for line in lines[place : place + taken]):
            written.add(below + depth)
        place += taken
    return ["\n".join(found[depth]) for depth in sorted(written)]


def without_headers(text: str) -> tuple[str, list[str]]:
    """Return a text without headers of mails, keeping their subjects, and what of these headers states a time."""
    kept: list[str] = []
    dropped: list[str] = []
    lines = text.split("\n")
    place = 0
    while place < len(lines):
        named = _named_from(lines, place)
        if named:
            are_headers = _are_headers(named)
            for line, name, value in named:
                kept.append(line if not are_headers else f"{value}\n" if name in _SUBJECTS else "")
                dropped += [line] if are_headers and name in _TIMES else []
            place += len(named)
            continue
        wrote = _WROTE.match(lines[place])
        kept.append("" if wrote else lines[place])
        dropped += [lines[place]] if wrote else []
        place += 1
    texts = [
        f"{printable(' '.join(line.split()).lstrip('> '))}: when a mail was written; it is not a time of the complaint"
        for line in dropped
    ]
    return "\n".join(kept), texts


def _named(line: str) -> tuple[str, str]:
    """Return the name of a header in lower case and its value; '' for other lines."""
    match = _HEADER.match(line)
    return (match.group(1).casefold(), match.group(2)) if match else ("", "")


def _named_from(lines: list[str], place: int) -> list[tuple[str, str, str]]:
    """Return the lines from this one on that look like headers, each with the name and value of the header."""
    found = []
    for number in range(place, len(lines)):
        line = lines[number]
        name, value = _named(line)
        if not name:
            break
        found.append((line, name, value))
    return found


def _are_headers(block: list[tuple[str, str, str]]) -> bool:
    """Return whether lines that look like headers are those of a mail; if not, none of them begins such a block either."""
    names = {name for _, name, _ in block}
    sure = names & set(_SURE) or any(_ADDRESS.search(line) for line, _, _ in block)
    return bool(sure and names - set(_SUBJECTS))
