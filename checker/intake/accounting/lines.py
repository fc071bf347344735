"""The forms of lines: what lines of one kind have in common, and the same line with other words."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?:0x)?[0-9a-fA-F:.\-]*[0-9][0-9a-fA-F:.\-]*")
_STRUCTURE = re.compile(
    r"[\s\-=+_|*~#{}\[\](),;:.]*\Z|</?(?![^<>]*\bname=)[\w:.\-]+(?: [^<>]*)?>\Z|<\?.*\?>\Z|[\s}\],]*\"[^\"]*\": [\[{]\Z"
)
_PAIR = re.compile(r"(\s*(?:[-*] +)?)([\"']?)([^\s:=\"'][^:=\"']{0,80}?)(\2\s*(?:\.{2,}\s*:?|:|=)(?=\s|\S).*)\Z")
_ELEMENT = re.compile(r"(\s*<)([\w:.\-]+)(>[^<]*</)\2(>.*)\Z")
_NAME_OF = re.compile(r"(?i)(?<=name=\")[^\"]+")
_VALUE = re.compile(r"(.*?[:=]\s*[\"']?)[^\s\"',][^\"']*?([\"']?,?\s*)\Z")
_LONGEST_LINE = 2_000
_UNKNOWN = "zqx unknown wvk"
_WORD = "zqxwvk"


def is_structure(line: str) -> bool:
    """Return whether a line is a ruler, a bracket or a tag."""
    return _STRUCTURE.match(line.strip()) is not None


def shape_of(line: str) -> str:
    """Return what lines of one kind have in common: the key of an attribute, or the words without numbers."""
    pair = _PAIR.match(line)
    return _NUMBER.sub("0", pair.group(1) + pair.group(3) + ":" if pair else line)


def renamed(line: str) -> str:
    """Return a line of the same form that no reader knows: its key or element renamed, or other words."""
    if element := _ELEMENT.match(line):
        return f"{element.group(1)}{_WORD}{element.group(3)}{_WORD}{element.group(4)}"
    if line.lstrip().startswith("<"):
        return _NAME_OF.sub(_WORD, line)
    if pair := _PAIR.match(line):
        return f"{pair.group(1)}{pair.group(2)}{_WORD}{pair.group(4)}"
    return line[: len(line) - len(line.lstrip())] + _UNKNOWN


def revalued(line: str) -> str:
    """Return a line with the same key or element and another value."""
    if element := _ELEMENT.match(line):
        return f"{element.group(1)}{element.group(2)}>{_WORD}</{element.group(2)}{element.group(4)}"
    value = _VALUE.match(line) if len(line) <= _LONGEST_LINE else None
    return f"{value.group(1)}{_WORD}{value.group(2)}" if value else line


def is_removable(line: str) -> bool:
    """Return whether the document remains valid without the line: not in JSON and XML."""
    return line.lstrip()[:1] not in ('"', "<")


def beginning_of(line: str) -> str:
    """Return what known_noise.yaml would list for a line: its key, element or first words."""
    if element := _ELEMENT.match(line):
        return element.group(2)
    if line.lstrip().startswith("<"):
        name = _NAME_OF.search(line)
        return name.group() if name else line.strip()[:40]
    pair = _PAIR.match(line)
    return pair.group(3).strip() if pair else re.split(r" {2,}|\t|(?<=\D)[0-9]", line.strip())[0].strip()
