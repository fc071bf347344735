"""Names of files and folders taken apart: words of commands, numbers, objects such as disks, and what may name a machine."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from urllib.parse import unquote

from checker.facts.platforms import noun_of
from checker.intake.owners.words.path_words import (
    ARRAY_OBJECTS,
    GENERIC,
    SYSTEMS,
)
from checker.readers.toolkit.base import Reader

TOKEN = re.compile(
    r"(?P<object>naa\.[0-9a-f]{16,32}|(?:eui|t10|mpx|uuid|nqn)\.[\w.:\-]+|(?:[0-9a-f]{2}:){7}[0-9a-f]{2}|(?<![0-9a-z])[0-9a-f]{16}(?:[0-9a-f]{16})?(?![0-9a-z])"
    r"|(?<![0-9a-z])(?:sd[a-z]{1,3}\d*|dm-?\d+|nvme\d+(?:n\d+)?|vmhba\d+|mpath[a-z]{1,3}|hdisk\d+|emcpower\w+|c\d+t\w+d\d+|fc\d+/\d+|vsan[-_ ]?\d{1,4}|dmpnodename[=_-]\w+)(?![0-9a-z]))"
    r"|(?P<address>(?<![0-9])(?:\d{1,3}\.){3}\d{1,3}(?![0-9]))"
    r"|(?P<word>[^\s_.\-+=,@()\[\]{}~;:|#'!&$%\u2010-\u2015]+)",
    re.IGNORECASE,
)
SIDE = re.compile(r"[-_][ABab]\Z")
CONTROLLER = re.compile(r"(?<![^\W_])(?:(?:sp|ct|ctl|ctrl|controller)[-_ ]?([ab]|\d+)|([ab]))\Z")
"""The letter or number of a controller at the end of a name, after a word for it or alone."""
_PARTS_OF = {
    "vplex": "cluster|director|engine",
    "symmetrix": "director|engine",
    "xtremio": r"x?[-_ ]?brick",
}
"""What is exported by itself in addition to controllers; a cluster of other products is the whole system."""
ADAPTER = re.compile(r"(?:fcs|fscsi|fcd|vscsi|vfchost|disk|lunpath)\d{1,4}")
"""An adapter or disk of a host, which is a word that a switch or an array may be called, too."""
_VOLUME = re.compile(
    r"(?<=[^\W_])[-_. ]*(?:(?<![^\W_])part[-_ ]?\d{1,3}|(?<=[-_. ])\d{1,3}[-_ ]?of[-_ ]?\d{1,3})\Z", re.IGNORECASE
)
"""The end of the name of a file that was divided: db01_part1, db01_1of2."""
_MOST_COMPONENTS = 40


@dataclass(frozen=True)
class NamedFile:
    """One file without a name in its content.

    Attributes:
        inside: path components, without the numbers of parts of an archive; the last is the file's name.
        given: number of leading components that the user named; they are not machines.
        noun: what the machine is: host, switch or array.
        platform: platform of the reader.
        format: name of the reader.
        words: words of the reader's name and command, in lower case.
    """

    inside: tuple[str, ...]
    given: int
    noun: str
    platform: str
    format: str
    words: frozenset[str]
    root: tuple[str, ...] = ()
    """What the user named, where that is more than one folder or archive: the components in which they differ."""
    shown: tuple[str, ...] = ()
    """The path components as they are."""
    fields: frozenset[str] = frozenset()
    """Names of the fields of a document of an array: they show which question it answers."""
    columns: frozenset[str] = frozenset()
    """What the file of an array states."""
    objects: frozenset[str] = frozenset()
    """The parts of the array about which it states that, as checksums."""
    listed: bool = False
    """Whether its name is that of an object in it, such as a storage view."""
    program: str = ""
    """First word of the command in lower case, if it is that of a program and of nothing that a machine may be called."""


def named_file(inside: tuple[str, ...], given: int, reader: Reader, root: tuple[str, ...] = ()) -> NamedFile | None:
    """Return a file for comparison; None if the format is not taken from one machine. Arguments as in NamedFile.

    An accented letter may be one character or two; both are the same name. Downloads write a blank as %20.
    """
    noun = noun_of(reader.platform)
    if noun is None:
        return None
    shown = tuple(unicodedata.normalize("NFC", component) for component in inside)
    given = min(given, len(inside) - 1)
    # Folders are compared at each depth; an archive may name a file in thousands of them.
    compared = shown[:given] + shown[max(given, len(shown) - _MOST_COMPONENTS) :]
    return NamedFile(
        tuple(without_volume(unquote(component)) for component in compared),
        given,
        noun,
        reader.platform,
        reader.name,
        _words(reader.name, reader.command, *reader.also),
        root,
        shown,
        program=_program(reader.command),
    )


def _program(command: str) -> str:
    word = command.partition(" ")[0].lower()
    return "" if len(word) < 3 or word in GENERIC or word in ARRAY_OBJECTS or word in SYSTEMS else word


@cache
def part_of(platform: str | None) -> re.Pattern[str]:
    """Return the pattern of the end of a text that names a part of an array which is exported by itself."""
    words = _PARTS_OF.get(platform or "") if platform else "|".join(_PARTS_OF.values())
    more = f"|{words}" if words else ""
    return re.compile(rf"(?<![^\W_])(?:sp[-_ ]?[ab]?|(?:ct|ctl|ctrl|controller)[-_ ]?[ab]?{more})[-_ ]?\d*\Z")


def without_volume(name: str) -> str:
    """Return the name of a file or folder without the number of a part, into which large files are divided."""
    return _VOLUME.sub("", name)


@cache
def _words(*texts: str) -> frozenset[str]:
    """Return the words of a command; an option of one letter only with the word before it: version-a, but not db-b."""
    found: list[str] = []
    for text in texts:
        words = re.findall(r"[a-z0-9]+", text.lower())
        found += [word if len(word) > 1 else f"{before} {word}" for before, word in pairwise(["", *words])]
    return frozenset(found)


@cache
def of_words(words: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of these words, alone, in the plural or run together: claimrules, fctransport."""
    longest_first = sorted((re.escape(word) for word in words), key=lambda word: (-len(word), word))
    # Not any number: "exports" is one word or a plural, and thirty of them are divided in a billion ways.
    return re.compile(f"(?:(?:{'|'.join(longest_first)})s?){{1,8}}" if longest_first else r"(?!)")


def is_option(word: str, text: str, start: int) -> bool:
    """Whether a word is an option of a command: a letter after a dash, or a few after a blank and a dash (sfdisk_-luM)."""
    before = text[:start]
    return (len(word) == 1 and re.search(r"(?:^|[ _-])-\Z", before) is not None) or (
        len(word) < 4 and word.isalpha() and re.search(r"\w[ _]--?\Z", before) is not None
    )


def is_part(folder: str, platform: str | None = None) -> bool:
    """Whether a folder is named after a controller or another part of an array, of this platform or of any."""
    return part_of(platform).match(folder.lower()) is not None


def is_device(name: str) -> bool:
    """Whether a name in lower case is that of a disk, path or adapter of a host."""
    return is_object(name) or ADAPTER.fullmatch(name) is not None


def is_object(name: str) -> bool:
    """Whether a name is that of a disk, path or adapter, or a world wide name."""
    match = TOKEN.fullmatch(name)
    return match is not None and match.lastgroup == "object"
