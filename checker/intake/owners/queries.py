"""Names that say which question a file answers: what varies with the question is no machine.

What varies between files of one format is the machine, what varies between formats is the command. REST interfaces answer
many questions in one format; which one a file answers shows in the names of its fields, whatever the file is called.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from checker.intake.owners.words.file_names import NamedFile
from checker.intake.owners.words.path_words import GENERIC, are_things, is_phase
from checker.intake.owners.words.stems import Stem

_FIELD = re.compile(r'"([A-Za-z_@][\w.@\-]{0,60})"[ \t]{0,8}:|<([A-Za-z][\w.\-]{0,60})')
_LIKE = 2 / 3
"""Share of the fields of two files, of those that either has, from which both answer one question: optional fields vary."""
_COUNTED = re.compile(rf"(?:(?:{'|'.join(sorted(GENERIC))}|file|text)[-_. ]?)?\(?\d{{1,6}}\)?", re.IGNORECASE)
"""The whole name of a file that says only which one it is: 3, output2, file_04."""
_SEVERAL = 3
"""Files, each with another name and another question, from which the names are not those of machines."""


def fields_in(text: str) -> frozenset[str]:
    """Return the names of the fields in the beginning of a JSON or XML document; empty for other texts."""
    start = text.lstrip("\ufeff \t\r\n")
    return (
        frozenset(chain.from_iterable(_FIELD.findall(start))) - {""}
        if start.startswith(("{", "[", "<"))
        else frozenset()
    )


def with_questions(files: Sequence[NamedFile]) -> list[NamedFile]:
    """Return the files, those of one format that answer one question with the same fields."""
    known: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    result = []
    for file in files:
        like = next((one for one in known[file.format] if _alike(one, file.fields)), None)
        if like is None and file.fields:
            known[file.format].append(file.fields)
        result.append(replace(file, fields=like or file.fields))
    return result


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _LIKE * len(one | other)


def kind_of(file: NamedFile, stem: Stem) -> tuple[object, ...]:
    """Return what a file contains: one format of an array's REST interface has many kinds of objects, each in a file of its own."""
    if file.noun != "array":
        return (file.format,)
    return (file.format, file.fields) if file.fields else (file.format, *stem.objects)


def named_after_queries(own: Mapping[int, str], files: Sequence[NamedFile], stems: Sequence[Stem]) -> list[int]:
    """Return files of arrays of which each has another name and answers another question: the name is that of the question.

    Two such files may still be of two arrays, each with a number or letter of its own.
    """
    members = [one for one, name in own.items() if name and files[one].noun == "array"]
    kinds = {kind_of(files[one], stems[one]) for one in members}
    names = {own[one].lower() for one in members}
    return members if _SEVERAL <= len(kinds) == len(names) == len(members) else []


def numbered_in_turn(own: Mapping[int, str], files: Sequence[NamedFile], stems: Sequence[Stem]) -> Iterator[int]:
    """Yield files that are numbered, each with other contents: db_1, db_2 may be one machine or two, and ports_1, hosts_2.

    So may db_01_lsblk, db_02_multipath, and db1_1_lsblk, db1_2_multipath; but node-1_lsblk, node-2_multipath are two, unless a third follows, also of
    another machine. Numbers alone (1.txt, output2.txt) are of files if each file has its own.
    """
    alone = [
        one
        for one, name in own.items()
        if name and name == stems[one].text and (_COUNTED.fullmatch(name) or is_phase(name))
    ]
    if len({own[one] for one in alone}) == len(alone) > 1:
        yield from alone
    groups: defaultdict[str, list[int]] = defaultdict(list)
    before: dict[int, str] = {}
    numbers: dict[int, str] = {}
    for one, name in own.items():
        start, end = stems[one].span or (0, 0)
        tokens = [token for token in stems[one].tokens if start <= token[2] < end]
        if name == stems[one].name and len(tokens) > 1 and tokens[-1][0] == "number":
            before[one], numbers[one] = stems[one].text[start : tokens[-2][3]].lower(), tokens[-1][1]
            things = files[one].noun == "array" and are_things(before[one])
            groups["" if things else before[one]].append(one)
    in_turn = len(set(numbers.values())) == len(numbers) >= _SEVERAL
    for key, members in groups.items():
        kinds = {kind_of(files[one], stems[one]) if key else before[one] for one in members}
        counted = (
            in_turn
            or len(members) >= _SEVERAL
            or all(
                numbers[one].startswith("0")
                or before[one][-1].isdigit()
                or len(stems[one].text) == len(before[one]) + len(numbers[one]) + 1
                for one in members
            )
        )
        if counted and 1 < len(kinds) == len(members) == len({numbers[one] for one in members}):
            yield from members


def join_around_commands(own: dict[int, str], files: Sequence[NamedFile], stems: Sequence[Stem]) -> None:
    """Name files of different formats alike that differ only in the command inside: db01__lsblk__run1, db01__multipath__run1."""
    around: defaultdict[str, list[int]] = defaultdict(list)
    for one, name in own.items():
        if name and name == stems[one].name:
            around[stems[one].bare.lower()].append(one)
    for members in around.values():
        kinds = {kind_of(files[one], stems[one]) for one in members}
        if len({own[one].lower() for one in members}) > 1 and len(kinds) == len(members):
            own.update((one, stems[members[0]].bare) for one in members)


def without_pages(files: Sequence[NamedFile], stems: Sequence[Stem]) -> list[Stem]:
    """Return the stems without the numbers of pages: luns-000, luns-001, luns-002 are one answer of an array.

    Pages are counted from 000 without a gap, with three digits or more; machines are not.
    """
    groups: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for one, (file, stem) in enumerate(zip(files, stems, strict=True)):
        if file.noun == "array" and len(stem.numbers) == 1 and len(stem.numbers[0]) > 2:
            words = tuple(token[1] for token in stem.tokens if token[0] != "number")
            groups[file.root, file.inside[:-1], file.format, words, len(stem.numbers[0])].append(one)
    result = list(stems)
    for members in groups.values():
        if sorted(int(stems[one].numbers[0]) for one in members) == list(range(len(members))):
            for one in members:
                tokens = tuple(token for token in stems[one].tokens if token[0] != "number")
                result[one] = replace(stems[one], tokens=tokens)
    return result
