"""Words for times in paths: ``mon`` and ``tue``, ``v1`` and ``v2`` are captures of one machine, unless it is called so.

They count only where they vary at one place of otherwise equal paths, or where a path is there without them, too. Their
contents may prove that the captures are of one machine; until then, each is of an unknown one. Words for phases of work
(``before``) name no machine, so that they divide only captures of which each prints another name, or that have no name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from checker.facts.platforms import is_unnamed
from checker.intake.owners.prompts import Stated
from checker.intake.owners.unnamed import capture_of, unnamed
from checker.intake.owners.words.file_names import NamedFile

_PHASE = (
    r"(?:pre|post|before|after|during)(?:[-_ ]?(?:upgrade|update|migration|change|maintenance|reboot|test|failover))?"
)
_WORD = re.compile(
    r"(?<![^\W_])(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|yesterday|today|tomorrow|vorher|nachher|morning|noon|afternoon|evening|night|midnight|first|second|third|fourth"
    r"|old(?:er)?|new(?:er|est)?|latest|last|later|earlier|prev(?:ious)?|current|orig(?:inal)?|initial|baseline|changed|final"
    r"|fail(?:over|back)|normal|good|bad|broken|degraded|fixed|repaired"
    rf"|{_PHASE}"
    r"|(?:kw|cw|week|day|run|pass|round|take|try|attempt|sample|capture|snap|v)[-_ ]?\d{1,3}"
    r"|(?!20[0-3]\d(?!\d))(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)(?![^\W_])"
    r"|(?<=[^\W_])[-_ ]?\(\d{1,2}\)",
    re.IGNORECASE,
)
_FOLDER = re.compile(r"\(?\d{1,2}\)?")
"""The whole name of a folder that may count captures."""
_MARK = "\0"
_Template = tuple[object, ...]


@dataclass(frozen=True)
class Timed:
    """The words for times in the path of a file.

    Attributes:
        label: the words; empty if there are none that vary.
        without: the file without them.
        marked: the file with a name instead of them, which is no word of a command; empty if there are none.
        mark: that name.
        is_phase: whether they are phases of work, which name no machine.
    """

    label: str
    without: NamedFile
    marked: NamedFile
    mark: str
    is_phase: bool


def times_in(files: Sequence[NamedFile]) -> list[Timed]:
    """Return the words for times in the path of each file."""
    templates = [_templates(file) for file in files]
    words: defaultdict[_Template, set[str]] = defaultdict(set)
    for file, found in zip(files, templates, strict=True):
        for depth in range(len(found)):
            words[_key(file, found, depth)].add(found[depth][1])
    numbers = {key for key, alike in words.items() if _are_numbers(alike)}
    marks: dict[str, str] = {}
    result = []
    for file, found in zip(files, templates, strict=True):
        kept, labels = list(file.inside[: file.given]), []
        marked = list(file.inside)
        for depth, (template, own) in enumerate(found):
            original = file.inside[file.given + depth]
            key = _key(file, found, depth)
            varies = own and len(words[key]) > 1 and key not in numbers
            rest = _without(template) if varies else original
            # The name of a file remains if it is nothing but a time.
            if rest and not (varies and depth == len(found) - 1 and rest.startswith(".")):
                kept.append(rest)
            elif depth == len(found) - 1:
                kept.append(original)
            if varies:
                labels.append(own)
                mark = marks.setdefault(own, f"capture{_letters(len(marks))}")
                marked[file.given + depth] = _with_name(template, mark)
        label = " ".join(labels)
        result.append(
            Timed(
                label,
                replace(file, inside=tuple(kept)),
                replace(file, inside=tuple(marked)),
                marks[labels[-1]] if labels else "",
                re.fullmatch(rf"{_PHASE}(?: {_PHASE})*", label) is not None,
            )
        )
    return result


def _are_numbers(words: Collection[str]) -> bool:
    """Whether words are numbers of machines rather than times: ``1001`` and ``1002``; hardly anyone captures every minute."""
    numbers = sorted(int(word) for word in words if word.isdigit())
    return any(other - one == 1 for one, other in pairwise(numbers)) and all(len(word) == 4 for word in words)


def _key(file: NamedFile, found: Sequence[tuple[str, str]], depth: int) -> _Template:
    """Return what paths have in common whose words at a depth are compared; folders that are numbers, only with equal paths in them."""
    is_number = _FOLDER.fullmatch(file.inside[file.given + depth]) is not None
    compared = found if is_number else found[: depth + 1]
    return (file.root, depth, *(_without(template) for template, _ in compared))


def _with_name(template: str, name: str) -> str:
    """Return a component with a name for its marks."""
    return re.sub(rf"(?<=[^\W_]){_MARK}", f"_{name}", re.sub(rf"{_MARK}.*{_MARK}", _MARK, template)).replace(
        _MARK, name
    )


def _letters(number: int) -> str:
    """Return a number as letters: a number in a name would count something."""
    return "".join(chr(ord("k") + int(digit)) for digit in str(number))


def _templates(file: NamedFile) -> list[tuple[str, str]]:
    """Return the components of a path below what the user named, with marks for times, and the words of the times."""
    *folders, name = file.inside[file.given :]
    found = [(_MARK, folder.strip("()")) if _FOLDER.fullmatch(folder) else _marked(folder) for folder in folders]
    return [*found, _marked(name)]


def _marked(component: str) -> tuple[str, str]:
    return (
        _WORD.sub(_MARK, component),
        " ".join(word.lower().strip("-_ ()") for word in _WORD.findall(component)),
    )


def _without(template: str) -> str:
    """Return a component without its marks and one separator of each."""
    return re.sub(rf"\A{_MARK}[-_ .]*(?=[^\W_])|[-_ .]*\(?{_MARK}\)?", "", template)


def with_captures(
    files: Sequence[NamedFile],
    times: Sequence[Timed],
    named: Sequence[str],
    marked: Sequence[str],
    plain: Sequence[str],
    stated: Mapping[int, Stated],
) -> list[str]:
    """Return the owners of files: those without the words for times, divided by these where one command was captured repeatedly.

    Args:
        files: the files.
        times: the words for times in their paths.
        named: their owners if these words are left out.
        marked: their owners if a name replaces these words.
        plain: their owners if these words are like others.
        stated: the machines that some of the files name.
    """
    repeated: defaultdict[tuple[str, str, frozenset[str]], set[str]] = defaultdict(set)
    printed: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one, (file, time, owner) in enumerate(zip(files, times, named, strict=True)):
        repeated[owner, file.format, file.fields].add(time.label)
        if one in stated and stated[one].is_printed:
            printed[owner][time.label].add(stated[one].short)
    labels: defaultdict[str, set[str]] = defaultdict(set)
    for time, owner in zip(times, named, strict=True):
        labels[owner].add("" if time.is_phase else time.label)
    phases = {
        owner for owner, found in labels.items() if found == {""} and not _are_of_several(printed[owner].values())
    }
    several = {owner for (owner, *_), found in repeated.items() if len(found) > 1}
    result = []
    for file, time, owner, own, other in zip(files, times, named, marked, plain, strict=True):
        if is_unnamed(owner):
            is_own = time.label and time.mark in own and not is_unnamed(own)
            result.append(unnamed(file.noun, _label(file, time, own)) if is_own else other)
        elif owner in phases and not is_unnamed(other) and not (time.label and time.label in other.lower()):
            result.append(other)
        else:
            result.append(capture_of(file.noun, owner, time.label) if time.label and owner in several else owner)
    return result


def _label(file: NamedFile, time: Timed, own: str) -> str:
    """Return the label of a capture without a name; with the product of an array, because two may be in one folder."""
    label = own.replace(time.mark, time.label)
    if file.noun != "array":
        return label
    if time.mark not in time.marked.inside[-1]:
        return f"{label}/{file.platform}"
    folder, slash, name = label.rpartition("/")
    return f"{folder}{slash}{file.platform} {name}"


def _are_of_several(printed: Collection[set[str]]) -> bool:
    """Whether captures print names of which none is in all."""
    return len(printed) > 1 and not set.intersection(*printed)
