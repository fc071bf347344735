"""Lines that scripts print between the outputs of several machines: ``=== db01 ===``, ``--- host: db01 ---``, ``[db01]``.

A line with a name between rulers may also be the title of anything else. It names a machine if it says so
(``host: db01``), or if several such lines of one style have different names, none of which occurs below it, and the same
format begins below two of them: a name below its own heading is that of a disk or volume.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from checker.facts.observations import Observations
from checker.facts.platforms import noun_of
from checker.intake.owners.words.file_names import is_object, is_part
from checker.intake.owners.words.folder_names import is_category
from checker.readers.registry import best_claim, cards_in
from checker.readers.toolkit.base import HEAD_CHARACTERS, Capture, read_capture, word_list

_NAME = r"(?P<name>(?=[\w.\-]*[A-Za-z])\w[\w.\-]{0,62})"
_KEY = r"(?P<key>(?i:host(?:[ _]?name)?|server|node|machine|switch|array|system)[ \t]*[:=][ \t]*)?"
_BANNER = re.compile(
    rf"(?m)^(?P<style>[=]{{2,60}}|[#]{{1,60}}|-{{3,60}}|[*]{{2,60}}|>{{2,60}}|\[)[ \t]*{_KEY}{_NAME}[ \t]*+:?[ \t]*+(?P<end>[=]{{2,60}}|[#]{{1,60}}|-{{3,60}}|[*]{{2,60}}|<{{2,60}}|\])?[ \t]*+$"
)
_SIGNS = ("==", "#", "---", "**", ">>", "[")
_ENDS = {"[": "]", ">": "<"}
_COMPARED = 50
"""Headings whose texts are recognised."""
_HEADING = re.compile(
    r"(?P<before>(?![ \t])[^\w\n\"'{}(),;]{0,60}(?i:(?:output|results?|from|of|on|for|ssh|host(?:[ _]?name)?|server|node|machine|switch|array|system)"
    r"(?:[ \t]*[:=][ \t]*|[ \t]+)){0,3})(?P<name>(?=[\w.\-]*[A-Za-z])\w[\w.\-]{0,62})(?P<after>[^\w\n]{0,60}?)[ \t]*\Z"
)
"""A line with one name among signs and words that announce a machine: ``# db01``, ``Output of db01:``."""
_HEADING_WITH_MORE = re.compile(
    r"(?P<before>(?![ \t])[\[(<=#*+>\-][^\w\n\"'{},;/\\]{0,60})(?P<name>(?=[\w.\-]*[A-Za-z])\w[\w.\-]{0,62})"
    r"(?P<middle>[ \t]{0,4}[:|)\]][^\w\n\"']{0,20}(?:(?:root|admin)[^\w\n]{1,20})?|[ \t]{1,4}[(\-|][ \t]{0,4})(?=\S)"
)
"""A line with a name between signs and something else after it: ``=== db01: lsblk ===``, ``=== db01 (192.0.2.1) ===``, ``(db01) root $ lsblk``."""
_ANNOUNCES = re.compile(r"(?i:host(?:[ _]?name)?|server|machine|switch)[ \t]*[:=]?[ \t]*\Z")
_NEXT_LINE = re.compile(r"\s*[^\n]{0,200}")
_FIRST_LINES = 5
_TOP = 2_000
_PROBED = 65_536
"""Characters below headings in which a reader looks for facts."""
_PART = re.compile(
    r"(?:vsan|fid|lun|port|slot|sp|ctl?|ctrl|controller|director|engine|blade|v?disk|hba|pool|vol|volume|zone|fc|eth|bond|scsi|part)"
    r"[\-_]?[a-z]?\d*\Z",
    re.IGNORECASE,
)
"""Names of parts of a machine, in addition to those of disks and adapters."""
_PRINTED_PART = re.compile(r"CHASSIS|SWITCH|[CR]P\d")
"""Headings that directors print above the settings of their parts. Machines may have such names in lower case."""
_NO_MACHINES = frozenset(word_list("before after old new pre post first second start end begin global exit logout"))


def machines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start and end of each line that names the machine whose output follows, and the name."""
    found: list[re.Match[str]] = []
    # Searching for a single character is ten times as fast as searching for a word.
    if any(sign[0] in text and sign in text for sign in _SIGNS):
        styles: defaultdict[tuple[str, bool], list[re.Match[str]]] = defaultdict(list)
        for match in _BANNER.finditer(text):
            sign = match["style"][0]
            keyed = match["key"] is not None
            closed = match["end"] is not None and match["end"][0] == _ENDS.get(sign, sign)
            if _is_object(match["name"]):
                continue
            if closed or (keyed and match["end"] is None and len(match["style"]) > 1):
                styles[sign, keyed].append(match)
        for (_, keyed), titles in styles.items():
            if keyed or _are_machines(text, titles):
                found += titles
    yield from ((match.start(), match.end(), match["name"]) for match in found or _by_first_lines(text))


def _by_first_lines(text: str) -> list[re.Match[str]]:
    """Return the lines of the same form as one of the first lines: a loop over machines prints the first heading first."""
    forms: dict[tuple[str, str], str] = {}
    for first in islice(re.finditer(r"(?m)^[^\n]*\S[^\n]*$", text[:_TOP]), _FIRST_LINES):
        heading = _HEADING.match(first.group())
        if heading is not None:
            forms[heading["before"], heading["after"]] = ""
        elif (heading := _HEADING_WITH_MORE.match(first.group())) is not None:
            forms[heading["before"], heading["middle"]] = r"\S[^\n]{0,200}"
    for (before, after), more in forms.items():
        line = rf"(?m)^{re.escape(before)}{_NAME}{re.escape(after)}{more}[ \t]*$"
        found = [match for match in re.finditer(line, text) if not _is_object(match["name"])]
        if not before and not after:
            found = _with_like_next_lines(text, found)
        third = found[2].start() if len(found) > 2 else None
        if _are_machines(text, found, announced=_ANNOUNCES.search(before) is not None) and not _are_facts(
            text, found[:2], third
        ):
            return found
    return []


def _with_like_next_lines(text: str, found: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Return the lines with nothing but a name above lines that differ in numbers only: other words may be values inside an output."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    lines = [re.sub(r"\d+", "0", _NEXT_LINE.match(text, match.end())[0].strip()) for match in found]  # type: ignore[index]
    for match, line in zip(found, lines, strict=True):
        names[line].add(match["name"])
    # Speeds are listed below each other.
    return [
        match
        for match, line in zip(found, lines, strict=True)
        if len(names[line]) > 1 and not match["name"][0].isdigit()
    ]


def _is_object(name: str) -> bool:
    return is_object(name) or _PART.match(name) is not None or _PRINTED_PART.fullmatch(name) is not None


def _are_machines(text: str, found: Sequence[re.Match[str]], *, announced: bool = False) -> bool:
    """Whether lines with different names head outputs of one format, and not all of the names occur in those outputs.

    Letters and words of commands name machines only if a word announces them, as in ``Host: x``; parts of arrays have such names.
    """
    headings = {match["name"].lower() for match in found}
    if len(headings) < 2 or headings & _NO_MACHINES:
        return False
    general = all(is_category(name) or is_part(name) for name in headings)
    if general and not announced:
        return False
    names: defaultdict[str, set[str]] = defaultdict(set)
    inside: list[bool] = []
    ends = [*(match.start() for match in found[1:]), len(text)]
    for match, end in zip(found[:_COMPARED], ends, strict=False):
        body = text[match.end() : end]
        head = body[:HEAD_CHARACTERS]
        claim = best_claim(Capture(head), cards_in(head))
        # A document that says what is to be configured is not an output.
        noun = noun_of(claim[1].platform) if claim is not None else None
        if (
            claim is not None
            and noun in (("host", "switch") if general else ("host", "switch", "array"))
            and claim[1].intent is None
        ):
            names[claim[1].name].add(match["name"])
            inside.append(re.search(rf"(?<![\w\-]){re.escape(match['name'])}(?![\w\-])", body) is not None)
    return any(len(headed) > 1 for headed in names.values()) and not all(inside)


def _are_facts(text: str, found: Sequence[re.Match[str]], end: int | None) -> bool:
    """Whether lines belong to the format of the text around them: a reader finds facts in them, or their names among facts."""
    probe = text[found[0].start() : end][:_PROBED]
    without = text[found[0].end() : end][:_PROBED]
    claim = best_claim(Capture(probe), cards_in(probe)) or best_claim(Capture(without), cards_in(without))
    if claim is None:
        return True
    facts = Observations()
    read_capture(claim[1], Capture(probe), facts, 0)
    # Some readers state facts about the whole machine at the first line.
    lines = {1 + text.count("\n", found[0].start(), match.start()) for match in found[1:]}
    names = {match["name"] for match in found}
    return any(
        not lines.isdisjoint(chunk.line) or any(not names.isdisjoint(map(str, values)) for values in chunk.values)
        for chunk in facts.chunks()
    )
