"""JSON and XML documents below lines of text: the request, or a title that a script printed above the answer."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from checker.intake.sections.section import BELOW, Section

_OPENING = re.compile(r"^(?:[{\[](?=\s*[\"{\[}\]])|<\?xml\s)", re.MULTILINE)
_XML_END = re.compile(r"^</[A-Za-z][\w:.\-]{0,80}>[ \t]*$", re.MULTILINE)
_FIELD = re.compile(r'"([A-Za-z_@][\w.@\-]{0,60})"[ \t]{0,8}:')
_DECODER = json.JSONDecoder()
_MOST = 64
"""Documents of one text; the last one has the rest."""
_MOST_LINES = 5
"""Lines above a document that are a title of it; a log has more."""
_HEAD = 2_000
"""Characters of a document that show what it lists."""


def documents_below_titles(section: Section) -> list[Section]:
    """Return the documents of a section as sections without the lines above them; empty if it has none, or other text than titles.

    If documents that list the same are below different titles, they may be of different machines.
    """
    text = section.text
    first = _OPENING.search(text)
    if first is None or not text[: first.start()].strip():
        return []
    found: list[tuple[int, int, str]] = []
    done, title = 0, ""
    for start, end in _documents(text):
        title = text[done:start].strip() or title
        if title.count("\n") >= _MOST_LINES:
            return []
        found.append((start, end, title))
        done = end
    if not found or text[done:].strip():
        return []
    titles: defaultdict[frozenset[str], set[str]] = defaultdict(set)
    for start, end, title in found:
        titles[frozenset(_FIELD.findall(text, start, min(end, start + _HEAD)))].add(re.sub(r"\d+", "0", title))
    are_several = any(len(different) > 1 for different in titles.values())
    sections = []
    for start, end, title in found:
        header = {**section.header, BELOW: title.rpartition("\n")[2]} if are_several else section.header
        first_line = section.first_line + text.count("\n", 0, start)
        sections.append(replace(section, text=text[start:end] + "\n", first_line=first_line, header=header))
    return sections


def _documents(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each document; one that is cut or damaged has the rest."""
    position = count = 0
    while (opening := _OPENING.search(text, position)) is not None:
        start, count = opening.start(), count + 1
        if text[start] == "<":
            closing = _XML_END.search(text, start)
            position = closing.end() if closing else len(text)
        else:
            try:
                position = _DECODER.raw_decode(text, start)[1]
            except (ValueError, RecursionError):
                position = len(text)
        if count == _MOST:
            position = len(text)
        yield start, position
