"""Owners of exports by their paths, for files of hosts and switches whose content names no machine.

File names are compared with each other: what varies between files of one format is the machine, what files of different
formats have in common is the machine, too, and words of a file's own command are not. A folder is a machine if its files
are named after commands. The folder that the user named is not a machine. Where the evidence is not enough, files stay
apart: merging two machines hides faults, keeping one apart only leaves rules without data.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_

from checker.intake.owners.ownership import DAY
from checker.intake.owners.path_words import GENERIC, SUFFIX, command_words
from checker.intake.owners.unnamed import unnamed

_TOKEN = re.compile(
    r"(?P<object>naa\.[0-9a-f]{16,32}|(?:eui|t10|mpx|uuid|nqn)\.[\w.:\-]+|(?:[0-9a-f]{2}:){7}[0-9a-f]{2}|(?<![0-9a-z])[0-9a-f]{16}(?:[0-9a-f]{16})?(?![0-9a-z])"
    r"|(?<![0-9a-z])(?:sd[a-z]{1,3}\d*|dm-?\d+|nvme\d+(?:n\d+)?|vmhba\d+|mpath[a-z]{1,3}|hdisk\d+|emcpower\w+|c\d+t\w+d\d+|fc\d+/\d+)(?![0-9a-z]))"
    r"|(?P<address>(?<![0-9])(?:\d{1,3}\.){3}\d{1,3}(?![0-9]))"
    r"|(?P<word>[^\s_.\-+=,@]+)",
    re.IGNORECASE,
)
_SIDE = re.compile(r"[-_][ABab]\Z")


@dataclass(frozen=True)
class NamedFile:
    """One file without a name in its content.

    Attributes:
        inside: path components; the last is the file's name.
        given: number of leading components that the user named; they are not machines.
        noun: what the machine is: host, switch …
        format: name of the reader.
        words: words of the reader's name and command, in lower case.
    """

    inside: tuple[str, ...]
    given: int
    noun: str
    format: str
    words: frozenset[str]


@dataclass(frozen=True)
class _Stem:
    text: str
    tokens: tuple[tuple[str, str, int, int], ...]
    """Class (name, command, number, object), text in lower case, start and end."""

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
    def name(self) -> str:
        """The part that may name a machine; empty if there is none."""
        span = self.span
        return self.text[span[0] : span[1]] if span else ""


def owners_by_path(files: Sequence[NamedFile]) -> list[str]:
    """Return the owner of each file, in the same order."""
    stems = [_stem(file) for file in files]
    scopes: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, file in enumerate(files):
        scopes[_scope(file)].append(index)
    siblings = _names_in_several(files)
    names: dict[int, tuple[str, tuple[str, ...]]] = {}
    for scope, members in scopes.items():
        by_folder = bool(scope) and _is_machine(
            files, stems, members, any((scope, _tail(files[one], scope)) in siblings for one in members)
        )
        own = dict.fromkeys(members, scope[-1]) if by_folder else _distinct(files, stems, members)
        above = tuple(folder for folder in (scope[:-1] if by_folder else scope) if not _is_date(folder))
        names.update({one: (own[one], above) for one in members if own[one]})
    return _separated(files, names)


def _stem(file: NamedFile) -> _Stem:
    text = SUFFIX.sub("", file.inside[-1]) or file.inside[-1]
    text = DAY.sub(" ", text).strip(" _-.") or text
    tokens = []
    for match in _TOKEN.finditer(text):
        word = match.group().lower()
        kind = "name" if match.lastgroup == "address" else match.lastgroup or ""
        if kind == "word":
            kind = (
                "number"
                if word.isdigit()
                else "command"
                if _is_command(word, text, match.start(), match.end(), file)
                else "name"
            )
        tokens.append((kind, word, match.start(), match.end()))
    return _Stem(text, tuple(tokens))


def _is_command(word: str, text: str, start: int, end: int, file: NamedFile) -> bool:
    """Whether a word of a file name is of a command: of the file's own, an option, or a general one without a number."""
    if word in file.words or word in GENERIC:
        return True
    if len(word) > 1 and word in command_words():
        return re.match(r"[-_. ]?\d", text[end:]) is None
    return len(word) == 1 and re.search(r"(?:^|[ _])-\Z", text[:start]) is not None


def _is_date(folder: str) -> bool:
    return not re.search(r"[^\W_]", DAY.sub(" ", folder))


@cache
def _is_category(folder: str) -> bool:
    """Whether a folder is named after a kind of thing, a command or a date, not after a machine."""
    rest = DAY.sub(" ", folder)
    if _SIDE.search(rest):
        return False
    words = [match.group().lower() for match in _TOKEN.finditer(rest)]
    if not all(word.isdigit() or word in command_words() or word in GENERIC or word in _PLATFORMS for word in words):
        return False
    # A number makes a machine of a general word (node-1), but not of nothing: 20260102, 01.
    return not words or all(word.isdigit() for word in words) or not any(word.isdigit() for word in words)


_PLATFORMS = frozenset(
    [
        "linux",
        "esxi",
        "esx",
        "vmware",
        "windows",
        "aix",
        "hpux",
        "solaris",
        "brocade",
        "cisco",
        "mds",
        "hosts",
        "servers",
        "unix",
        "hosts",
    ]
)


def _scope(file: NamedFile) -> tuple[str, ...]:
    """Path of the innermost folder that may be a machine; empty if there is none."""
    folders = file.inside[file.given : -1]
    while folders and _is_category(folders[-1]):
        folders = folders[:-1]
    return folders


def _tail(file: NamedFile, scope: tuple[str, ...]) -> tuple[str, ...]:
    return file.inside[file.given + len(scope) :]


def _names_in_several(files: Sequence[NamedFile]) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Files that occur under the same name in a sibling of their folder."""
    found: defaultdict[tuple[tuple[str, ...], tuple[str, ...]], set[tuple[str, ...]]] = defaultdict(set)
    for file in files:
        scope = _scope(file)
        if scope:
            found[scope[:-1], _tail(file, scope)].add(scope)
    return {(scope, tail) for (_, tail), scopes in found.items() if len(scopes) > 1 for scope in scopes}


def _is_machine(files: Sequence[NamedFile], stems: Sequence[_Stem], members: Sequence[int], has_twin: bool) -> bool:
    """Whether a folder is one machine: its files are named after commands, or a sibling folder has the same files."""
    formats: defaultdict[str, set[str]] = defaultdict(set)
    named: defaultdict[str, set[str]] = defaultdict(set)
    for one in members:
        name = stems[one].name.lower()
        formats[files[one].format].add(name)
        if name:
            named[name].add(files[one].format)
    shared = [name for name, which in named.items() if len(which) > 1]
    if len(shared) > 1 or (shared and len(named) > 1):
        return False
    if has_twin:
        return True
    if _has_unnamed_twins(files, stems, members):
        return False
    mixed = any("" in names and len(names) > 1 for names in formats.values())
    several = any(len(names - {""}) > 1 for names in formats.values())
    return not mixed and (not several or any(names == {""} for names in formats.values()))


def _has_unnamed_twins(files: Sequence[NamedFile], stems: Sequence[_Stem], members: Sequence[int]) -> bool:
    """Whether files of one format differ only by a number or a folder, and no other file is named after its command alone.

    They may be samples or disks of one machine, or several machines.
    """
    unnamed: defaultdict[str, set[tuple[object, ...]]] = defaultdict(set)
    for one in members:
        if not stems[one].name:
            numbers = tuple(word for kind, word, *_ in stems[one].tokens if kind == "number")
            folders = tuple(folder for folder in files[one].inside[files[one].given : -1] if not _is_date(folder))
            unnamed[files[one].format].add((folders, numbers))
    return any(len(found) > 1 for found in unnamed.values()) and not any(
        len(found) == 1 and not numbers for found in unnamed.values() for _, numbers in found
    )


def _distinct(files: Sequence[NamedFile], stems: Sequence[_Stem], members: Sequence[int]) -> dict[int, str]:
    """Names of files in a folder of several machines: their own, longer where files of one format would be the same."""
    own = {one: stems[one].name for one in members}
    same: defaultdict[tuple[str, str, tuple[str, ...]], list[int]] = defaultdict(list)
    for one in members:
        same[files[one].format, own[one].lower(), files[one].inside[:-1]].append(one)
    for group in same.values():
        kept = [[token for token in stems[one].tokens if token[0] != "object"] for one in group]
        counts = [Counter(token[1] for token in tokens) for tokens in kept]
        common = reduce(and_, counts)
        for one, tokens, count in zip(group, kept, counts, strict=True):
            varying = [token for token in tokens if token[0] != "command" and count[token[1]] > common[token[1]]]
            if len(group) > 1 and varying:
                span = stems[one].span or (varying[0][2], varying[-1][3])
                start, end = min(span[0], varying[0][2]), max(span[1], varying[-1][3])
                before = next((token for token in reversed(tokens) if token[3] <= start), None)
                if stems[one].text[start:end].isdigit() and before is not None:
                    # A number alone is no name: with a general word it is (log-01), else the whole file name is.
                    start, end = (before[2], end) if before[1] not in files[one].words else (0, len(stems[one].text))
                own[one] = stems[one].text[start:end]
    return own


def _separated(files: Sequence[NamedFile], names: Mapping[int, tuple[str, tuple[str, ...]]]) -> list[str]:
    """Owners with the folder added where files of one format and name are in different folders other than dates."""
    places: defaultdict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for one, (name, above) in names.items():
        places[files[one].format, name.lower()].add(above)
    ambiguous = {name for (_, name), found in places.items() if len(found) > 1}
    spelled: dict[str, str] = {}
    result = []
    for one, file in enumerate(files):
        if one not in names:
            result.append(unnamed(file.noun, "/".join(file.inside[file.given :])))
            continue
        name, above = names[one]
        full = "/".join((*above, name)) if name.lower() in ambiguous else name
        result.append(spelled.setdefault(full.lower(), full))
    return result
