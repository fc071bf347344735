"""Names of files and folders taken apart: words of commands, numbers, objects such as disks, and what may name a machine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from checker.facts.platforms import noun_of
from checker.intake.owners.path_words import DAY, GENERIC, SUFFIX, command_words
from checker.readers.toolkit.base import Reader, word_list

_TOKEN = re.compile(
    r"(?P<object>naa\.[0-9a-f]{16,32}|(?:eui|t10|mpx|uuid|nqn)\.[\w.:\-]+|(?:[0-9a-f]{2}:){7}[0-9a-f]{2}|(?<![0-9a-z])[0-9a-f]{16}(?:[0-9a-f]{16})?(?![0-9a-z])"
    r"|(?<![0-9a-z])(?:sd[a-z]{1,3}\d*|dm-?\d+|nvme\d+(?:n\d+)?|vmhba\d+|mpath[a-z]{1,3}|hdisk\d+|emcpower\w+|c\d+t\w+d\d+|fc\d+/\d+)(?![0-9a-z]))"
    r"|(?P<address>(?<![0-9])(?:\d{1,3}\.){3}\d{1,3}(?![0-9]))"
    r"|(?P<word>[^\s_.\-+=,@]+)",
    re.IGNORECASE,
)
_SIDE = re.compile(r"[-_][ABab]\Z")


_PART = re.compile(
    r"(?<![^\W_])(?:sp[-_ ]?[ab]?|(?:ct|ctl|ctrl|controller)[-_ ]?[ab]?|cluster|director|engine|x?brick)[-_ ]?\d*\Z"
)
"""The end of a text that names a part of an array which is exported by itself: a controller, a cluster of a VPLEX."""


@dataclass(frozen=True)
class NamedFile:
    """One file without a name in its content.

    Attributes:
        inside: path components; the last is the file's name.
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


@dataclass(frozen=True)
class Stem:
    """The name of a file without suffix and date.

    Attributes:
        text: the name.
        tokens: class (name, command, number, object), text in lower case, start and end of each word.
    """

    text: str
    tokens: tuple[tuple[str, str, int, int], ...]

    @property
    def span(self) -> tuple[int, int] | None:
        """Start and end of the part that may name a machine: without commands, objects and numbers at its ends."""
        tokens = list(self.tokens)
        while tokens and tokens[0][0] != "name":
            tokens.pop(0)
        while tokens and next((kind for kind, *_ in reversed(tokens) if kind != "number"), None) != "name":
            tokens.pop()
        return (tokens[0][2], tokens[-1][3]) if tokens else None

    @property
    def commands(self) -> tuple[str, ...]:
        """The words of commands, in order."""
        return tuple(word for kind, word, *_ in self.tokens if kind == "command")

    @property
    def name(self) -> str:
        """The part that may name a machine; empty if there is none."""
        span = self.span
        return self.text[span[0] : span[1]] if span else ""


def named_file(inside: tuple[str, ...], given: int, reader: Reader) -> NamedFile | None:
    """Return a file for comparison; None if the format is not taken from one machine. ``inside`` and ``given`` as in NamedFile."""
    noun = noun_of(reader.platform)
    if noun is None:
        return None
    return NamedFile(
        inside, min(given, len(inside) - 1), noun, reader.platform, reader.name, _words(reader.name, reader.command)
    )


@cache
def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in re.split(r"[^a-z0-9]+", text.lower()) if word)


@cache
def _of_words(words: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of these words, alone, in the plural or run together: claimrules, fctransport."""
    longest_first = sorted((re.escape(word) for word in words), key=lambda word: (-len(word), word))
    return re.compile(f"(?:(?:{'|'.join(longest_first)})s?)+" if longest_first else r"(?!)")


def stem_of(file: NamedFile) -> Stem:
    """Return the name of a file taken apart."""
    text = SUFFIX.sub("", file.inside[-1]) or file.inside[-1]
    text = DAY.sub(" ", text).strip(" _-.") or text
    tokens = []
    for match in _TOKEN.finditer(text):
        word = match.group().lower()
        kind = "name" if match.lastgroup == "address" else match.lastgroup or ""
        if kind == "word":
            is_command = _is_command(word, text, match.start(), match.end(), file)
            kind = "command" if is_command else "number" if word.isdigit() else "name"
        tokens.append((kind, word, match.start(), match.end()))
    if file.noun == "array" and [len(word) for kind, word, *_ in tokens if kind == "name"] == [1]:
        # ports-A: a letter alone is a director or a controller.
        tokens = [("command" if kind == "name" else kind, word, start, end) for kind, word, start, end in tokens]
    return Stem(text, tuple(tokens))


def _is_command(word: str, text: str, start: int, end: int, file: NamedFile) -> bool:
    """Whether a word of a file name is of a command: of the file's own, an option, or a general one without a number.

    So is a part of an array, with its number.
    """
    if file.noun == "array" and _PART.search(text[:end].lower()):
        return True
    if word.isdigit():
        return False
    if word in GENERIC or _of_words(file.words).fullmatch(word):
        return True
    if len(word) > 1 and word in command_words():
        return re.match(r"[-_. ]?\d", text[end:]) is None
    return len(word) == 1 and re.search(r"(?:^|[ _])-\Z", text[:start]) is not None


def is_date(folder: str) -> bool:
    """Whether a folder is named after a date alone."""
    return not re.search(r"[^\W_]", DAY.sub(" ", folder))


@cache
def is_category(folder: str) -> bool:
    """Whether a folder is named after a kind of thing, a command or a date, not after a machine."""
    rest = DAY.sub(" ", folder)
    if _SIDE.search(rest):
        return False
    words = [match.group().lower() for match in _TOKEN.finditer(rest)]
    if not all(word.isdigit() or word in command_words() or word in GENERIC or word in _PLATFORMS for word in words):
        return False
    # A number makes a machine of a general word (node-1), but not of nothing: 20260102, 01.
    return not words or all(word.isdigit() for word in words) or not any(word.isdigit() for word in words)


_PLATFORMS = frozenset(word_list("linux esxi esx vmware windows aix hpux solaris brocade cisco mds hosts servers unix"))


def is_part(folder: str) -> bool:
    """Whether a folder is named after a controller or another part of an array."""
    return _PART.match(folder.lower()) is not None
