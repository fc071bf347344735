"""Derive the owner of an export from its path.

Words of commands and formats are removed from the file's name; the rest is the owner. If nothing remains, the same is done
for the parent folders, up to the folder that the user named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from checker.readers.toolkit.base import word_list

SUFFIX = re.compile(
    r"(?:\.(?:txt|log|out|csv|ndjson|jsonl|json|xml|yaml|yml|cfg|conf|dump|lst|gz|text))+$", re.IGNORECASE
)
_SIDE = re.compile(r"[-_][ABab]\Z")
_SEPARATORS = re.compile(r"[\s._\-+=,@]+")
GENERIC = frozenset(
    word_list("""
    output outputs export exports capture captures session sessions command commands cmd cmds show list display dump get
    print all info detail details txt log logs raw result results report config configuration cfg settings status
    summary version json xml csv cli shell ssh out stdout of on for from the and
""")
)
"""Words of file names that describe no command and name no machine."""
_COMMON = GENERIC | frozenset(
    word_list("""
    data active storage san fc paths path mpath multipathing port ports zone zones zoning zoneset alias aliases device
    devices disk disks partition partitions lun luns hba hbas initiator initiators target targets volume volumes view
    views cluster clusters director directors engine engines hosts switches arrays host switch array fabric inventory
    rest api v1 v2 types xms rebuild transfer size sizes versions sys class block queue ll ls ns flogi fcns database
    errors error map maps nsshow
""")
)


@cache
def command_words() -> frozenset[str]:
    """Return the words of all command and format names, in lower case; they are not names of owners."""
    from checker.readers.registry import cards

    words = set(_COMMON)
    for card in cards():
        for text in (card.command, card.name):
            words.update(word for word in re.split(r"[^A-Za-z0-9]+", text.lower()) if word)
    # A platform may be the only name in a path ("vplex/views.txt"), so platforms count as names.
    platforms = {card.platform for card in cards()} | {"mds", "vmax", "powermax", "vnx"}
    return frozenset(words - platforms - {""})


def owner_from_path(inside: Sequence[str]) -> str:
    """Return the owner that the path components suggest, or else the file name without its suffix.

    ``inside`` are the components from the folder the user named down to the file.
    """
    for component in reversed(inside):
        name = SUFFIX.sub("", component) if component == inside[-1] else component
        rest = _without_command_words(name)
        if rest:
            return rest
        # A folder name with only a side still distinguishes two switches: fabric-a, core_B.
        if component != inside[-1] and _SIDE.search(component):
            return component
    return SUFFIX.sub("", inside[-1]) or inside[-1]


def _without_command_words(name: str) -> str:
    words = command_words()
    pieces: list[tuple[int, int]] = []
    start = 0
    for separator in [*_SEPARATORS.finditer(name), None]:
        end = separator.start() if separator else len(name)
        # A single letter is an option of the command: lsscsi-H.
        if end > start + 1 and name[start:end].lower() not in words and not name[start:end].isdigit():
            pieces.append((start, end))
        start = separator.end() if separator else end
    if not pieces:
        return ""
    first, last = pieces[0][0], pieces[-1][1]
    # Numbers in the name or directly after it belong to it (esx-07, sw_1), and so does the letter of a side (sw-a).
    # It resembles a command flag, but removing it would merge two switches, and two fabrics, into one.
    tail = re.match(r"[-_.]?[0-9]+(?![0-9A-Za-z])|[-_][ABab](?![0-9A-Za-z])", name[last:])
    return name[first : last + (tail.end() if tail else 0)]
