"""Recognise a text that ends inside a WWN: no device prints a part of one, so the output was cut off there.

The beginning of a WWN in pairs of digits (``10:00:00:00:c``) is unmistakable. One without colons (``500601600``) may be a
number or a serial number, so something else has to show that it is a name: a whole name in the same text that begins
like it, the key or the heading of its column, or letters after the beginning that WWNs of ports have. Quoted names are
left to the parsers of JSON and XML, which read the records before them.
"""

from __future__ import annotations

import re

from checker.readers.toolkit.lines import end_of

# The beginning of a WWN (8 pairs of digits) or of a pair of WWNs (16); not a time (12:30:00) or a MAC address (6 pairs).
_PAIR = "[0-9a-f]{2}:"
_PAIRS = re.compile(
    rf"(?:^|(?<=[\s=,;\[(|/])|(?<=[ \t]:))(?=[1256c])(?:(?:{_PAIR}){{2,7}}[0-9a-f]?|(?:{_PAIR}){{3,4}}[0-9a-f]{{2}}|(?:{_PAIR}){{6}}[0-9a-f]{{2}}"
    rf"|(?:{_PAIR}){{8,14}}[0-9a-f]{{0,2}}|(?:{_PAIR}){{15}}[0-9a-f]?)\Z",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?:^|(?<=[\s=,;:\[(|/#]))(?:0x|naa\.|fc\.)?([1256c][0-9a-f]{6,30})\Z", re.IGNORECASE)
_CALLED = re.compile(
    r"ww[np]?n|\bww_name|world.?wide|(?:port|node)[ _-]?(?:name|wwn|id)\b|target.?id\b|connection|initiator|device address",
    re.IGNORECASE,
)
_OF_IQN = re.compile(r"\biqn\.[0-9]{4}-[0-9]{2}\.\S*\Z", re.IGNORECASE)
_OF_KEY = re.compile(r"[:=]\s{0,60}\Z")
# Names of type 1, 2 and 5, with a digit that no decimal number has or with the prefix of hexadecimal ones.
_OF_PORTS = re.compile(r"(?:1000|2[0-9a-f]{3}0|50|51|52|56|58|c05)[0-9]*[a-f]|0x5", re.IGNORECASE)
_LONGEST_NAME = 64
_WHOLE = (16, 32)
_LIKE = 6
"""Digits that two names of one vendor share: the type and most of the vendor's number."""
_UNMISTAKABLE = 9
_SEARCHED = 262_144
_ABOVE = 40
"""Lines above in which the heading of a column, or another name in it, is looked for."""


def cut_name(text: str) -> tuple[int, str] | None:
    """Return where the last line of a text begins, and the part of a WWN that it ends with; None if it ends otherwise."""
    end = end_of(text)
    begin = text.rfind("\n", 0, end) + 1
    start = max(begin, end - _LONGEST_NAME)
    if found := _PAIRS.search(text, start, end):
        return begin, found.group().strip()
    found = _DIGITS.search(text, start, end)
    if found is None or len(found[1]) in _WHOLE or not _is_name(text, begin, found):
        return None
    return begin, found.group()


def _is_name(text: str, begin: int, found: re.Match[str]) -> bool:
    """Whether digits at the end of a text begin a name; ``begin`` is where the last line begins."""
    digits, at = found[1], found.start()
    if _OF_IQN.search(text, begin, at):
        # A name of iSCSI ends with any number of digits.
        return False
    like = _lengths_of_words_like(digits, text, at)
    if len(digits) in like:
        # Other words are as short, so this one is whole.
        return False
    return (
        any(length in like for length in _WHOLE if length > len(digits))
        or _CALLED.search(text, begin, at) is not None
        or (_OF_KEY.search(text, begin, at) is None and _is_below_names(text, begin, at - begin, len(digits)))
        # Longer ones are checksums, or serial numbers.
        or (_UNMISTAKABLE <= len(digits) < min(_WHOLE) and _OF_PORTS.match(found.group()) is not None)
    )


def _lengths_of_words_like(digits: str, text: str, end: int) -> set[int]:
    """Return how many digits the words have that begin like the given one, near both ends of the text."""
    like = re.compile(rf"(?<![0-9a-f]){digits[:_LIKE]}[0-9a-f]*", re.IGNORECASE)
    pieces = {(0, min(end, _SEARCHED)), (max(0, end - _SEARCHED), end)}
    return {len(found.group()) for start, stop in pieces for found in like.finditer(text, start, stop)}


def _is_below_names(text: str, begin: int, column: int, width: int) -> bool:
    """Whether a heading of names is at this column of the lines above."""
    for _ in range(_ABOVE):
        end = begin - 1
        if end < 0:
            return False
        begin = text.rfind("\n", 0, end) + 1
        if _CALLED.search(text[begin:end][max(0, column - 2) : column + width + 2]):
            return True
    return False
