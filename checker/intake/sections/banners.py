"""Lines that scripts print between the outputs of several machines: ``=== db01 ===``, ``--- host: db01 ---``, ``[db01]``.

A line with a name between rulers may also be the title of anything else. It names a machine if it says so
(``host: db01``), or if several such lines of one style have different names, none of which occurs below it, and the same
format begins below two of them: a name below its own heading is that of a disk or volume.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checker.facts.platforms import noun_of
from checker.intake.owners.file_names import is_category, is_part
from checker.readers.registry import best_claim, cards_in
from checker.readers.toolkit.base import HEAD_CHARACTERS, Capture, word_list

_NAME = r"(?P<name>(?=[\w.\-]*[A-Za-z])\w[\w.\-]{0,62})"
_KEY = r"(?P<key>(?i:host(?:[ _]?name)?|server|node|machine|switch|array|system)[ \t]*[:=][ \t]*)?"
_BANNER = re.compile(
    rf"(?m)^(?P<style>[=]{{2,60}}|[#]{{1,60}}|-{{3,60}}|[*]{{2,60}}|>{{2,60}}|\[)[ \t]*{_KEY}{_NAME}[ \t]*:?[ \t]*(?P<end>[=]{{2,60}}|[#]{{1,60}}|-{{3,60}}|[*]{{2,60}}|<{{2,60}}|\])?[ \t]*$"
)
_SIGNS = ("==", "#", "---", "**", ">>", "[")
_ENDS = {"[": "]", ">": "<"}
_COMPARED = 50
"""Headings whose texts are recognised."""
_NO_MACHINES = frozenset(word_list("before after old new pre post first second start end begin global"))


def machines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start and end of each line that names the machine whose output follows, and the name."""
    if not any(sign in text for sign in _SIGNS):
        return
    styles: defaultdict[tuple[str, bool], list[re.Match[str]]] = defaultdict(list)
    for match in _BANNER.finditer(text):
        sign = match["style"][0]
        keyed = match["key"] is not None
        closed = match["end"] is not None and match["end"][0] == _ENDS.get(sign, sign)
        if closed or (keyed and match["end"] is None and len(match["style"]) > 1):
            styles[sign, keyed].append(match)
    for (_, keyed), found in styles.items():
        if keyed or _are_machines(text, found):
            yield from ((match.start(), match.end(), match["name"]) for match in found)


def _are_machines(text: str, found: Sequence[re.Match[str]]) -> bool:
    """Whether lines with different names head outputs of one format, in which the names do not occur."""
    headings = {match["name"].lower() for match in found}
    if len(headings) < 2 or headings & _NO_MACHINES or all(is_category(name) or is_part(name) for name in headings):
        return False
    names: defaultdict[str, set[str]] = defaultdict(set)
    ends = [*(match.start() for match in found[1:]), len(text)]
    for match, end in zip(found[:_COMPARED], ends, strict=False):
        body = text[match.end() : end]
        if re.search(rf"(?<![\w\-]){re.escape(match['name'])}(?![\w\-])", body):
            return False
        head = body[:HEAD_CHARACTERS]
        claim = best_claim(Capture(head), cards_in(head))
        if claim is not None and noun_of(claim[1].platform) is not None:
            names[claim[1].name].add(match["name"])
    return any(len(headed) > 1 for headed in names.values())
