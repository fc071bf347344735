"""Who an export belongs to, where only its path can tell.

The words of commands and formats are taken off the file's name; what is left is the owner. If nothing is left, the
folder is asked, up to the folder the user named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_SUFFIX = re.compile(
    r"(?:\.(?:txt|log|out|csv|ndjson|jsonl|json|xml|yaml|yml|cfg|conf|dump|lst|gz|text))+$", re.IGNORECASE
)
_SIDE = re.compile(r"[-_][ABab]\Z")
_SEPARATORS = re.compile(r"[\s._\-+=,@]+")
_COMMON = frozenset(
    [
        "output",
        "outputs",
        "export",
        "exports",
        "capture",
        "captures",
        "session",
        "sessions",
        "command",
        "commands",
        "cmd",
        "cmds",
        "show",
        "list",
        "display",
        "dump",
        "get",
        "print",
        "all",
        "info",
        "details",
        "detail",
        "data",
        "txt",
        "log",
        "logs",
        "raw",
        "result",
        "results",
        "report",
        "config",
        "configuration",
        "cfg",
        "active",
        "storage",
        "san",
        "fc",
        "paths",
        "path",
        "mpath",
        "multipathing",
        "port",
        "ports",
        "zone",
        "zones",
        "zoning",
        "zoneset",
        "alias",
        "aliases",
        "device",
        "devices",
        "disk",
        "disks",
        "partition",
        "partitions",
        "lun",
        "luns",
        "hba",
        "hbas",
        "initiator",
        "initiators",
        "target",
        "targets",
        "volume",
        "volumes",
        "view",
        "views",
        "cluster",
        "clusters",
        "director",
        "directors",
        "engine",
        "engines",
        "hosts",
        "switches",
        "arrays",
        "host",
        "switch",
        "array",
        "fabric",
        "inventory",
        "rest",
        "api",
        "v1",
        "v2",
        "types",
        "xms",
        "rebuild",
        "transfer",
        "size",
        "sizes",
        "version",
        "versions",
        "sys",
        "class",
        "block",
        "queue",
        "settings",
        "ll",
        "ls",
        "ns",
        "flogi",
        "fcns",
        "database",
        "errors",
        "error",
        "status",
        "summary",
        "map",
        "maps",
        "nsshow",
    ]
)


@cache
def command_words() -> frozenset[str]:
    """Every word that is part of a command or format name, in lower case; such words are no owner's name."""
    from checker.readers.registry import cards

    words = set(_COMMON)
    for card in cards():
        for text in (card.command, card.name):
            words.update(word for word in re.split(r"[^A-Za-z0-9]+", text.lower()) if word)
    # Names of platforms may be all that a folder tells ("vplex/views.txt"), so they count as names.
    platforms = {card.platform for card in cards()} | {"mds", "vmax", "powermax", "vnx"}
    return frozenset(words - platforms - {""})


def owner_from_path(inside: Sequence[str]) -> str:
    """Return the owner that the path components suggest; the file's bare name if none does.

    ``inside`` are the components from the folder the user named down to the file.
    """
    for component in reversed(inside):
        name = _SUFFIX.sub("", component) if component == inside[-1] else component
        rest = _without_command_words(name)
        if rest:
            return rest
        # A folder that is named after a side only still keeps two switches apart: fabric-a, core_B.
        if component != inside[-1] and _SIDE.search(component):
            return component
    return _SUFFIX.sub("", inside[-1]) or inside[-1]


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
    # Numbers inside or right behind the name belong to it: esx-07, sw_1; so does the letter of a side: sw-a. It looks
    # like the flag of a command, but taking it off would make one switch, and one fabric, of two.
    tail = re.match(r"[-_.]?[0-9]+(?![0-9A-Za-z])|[-_][ABab](?![0-9A-Za-z])", name[last:])
    return name[first : last + (tail.end() if tail else 0)]
