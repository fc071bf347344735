"""Assign files without a name in their content by comparing their paths; only the beginning of each is read for that.

Small files are recognised completely by that, and not again when they are read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from checker.intake.budget import Budget
from checker.intake.decode import decode
from checker.intake.kept.files import KeptFiles
from checker.intake.owners.hints import SourceHint
from checker.intake.owners.naming import owners_by_path
from checker.intake.owners.object_names import Beginning
from checker.intake.owners.prompts import Stated
from checker.intake.owners.queries import fields_in, with_questions
from checker.intake.owners.words.file_names import NamedFile, named_file
from checker.intake.owners.words.order import capture_orders
from checker.intake.recognise import claims_of, each_recognised, first_piece
from checker.intake.sections.split import split_commands
from checker.intake.walk import Claims, SourceFile
from checker.plain import by_name, decoded, encoded
from checker.readers.toolkit.base import Detection
from checker.system.processor_time import limited

_BEGINNING = 8192
"""Bytes that are recognised for the comparison; what a format names later in its text counts when it is read."""

_WITH_DOMAIN = re.compile(r"[A-Za-z][\w\-]*(?:\.[A-Za-z][\w\-]*)+")


@dataclass(frozen=True)
class Head:
    """What the beginning of a file shows.

    ``file``: its name taken apart, if it has an export of a machine. ``stated``: the machine that the export names, if any.
    ``claims``: see :class:`SourceFile`.
    """

    file: NamedFile | None = None
    stated: Stated | None = None
    claims: Claims = None


_CLASSES = by_name([Head, NamedFile, Stated, Detection])


def with_names(
    sources: Sequence[SourceFile],
    hints: Sequence[SourceHint],
    budget: Budget | None = None,
    kept: KeptFiles | None = None,
) -> list[SourceFile]:
    """Return the files with the owners that their paths suggest, unless they name a machine, and with what is known then.

    ``kept`` is what earlier runs found in the same files.
    """
    budget = budget or Budget()
    claims: dict[int, Claims] = {}
    files: dict[int, NamedFile] = {}
    open_: set[int] = set()
    stated: dict[int, Stated] = {}
    given = _given(sources)
    roots = _roots(sources, given)
    for number, source in enumerate(sources):
        hinted = any(hint.owner and hint.fits(source) for hint in hints)
        if source.problem or source.ignored or source.owner or hinted or source.path is None or not source.size:
            continue
        head = _kept_head(source, given[number], roots[number], budget, kept)
        claims[number] = head.claims
        if head.file is not None:
            files[number] = head.file
            if head.stated is None:
                open_.add(number)
            else:
                stated[len(files) - 1] = head.stated
    orders = dict(zip(files, capture_orders(list(files.values())), strict=True))
    owners = {}
    # Two machines may state one name.
    if open_ or len({found.name for found in stated.values()}) < len(stated):
        owners = dict(zip(files, owners_by_path(with_questions(list(files.values())), stated), strict=True))
    numbers = list(files)
    full_names = _full_names({numbers[one]: found for one, found in stated.items()}, owners)
    return [
        replace(
            _with_owner(source, owners.get(number), files.get(number), claims[number], is_open=number in open_),
            capture_order=orders.get(number),
            full_name=full_names.get(number),
        )
        if number in claims
        else source
        for number, source in enumerate(sources)
    ]


def _with_owner(
    source: SourceFile, owner: str | None, file: NamedFile | None, claims: Claims, *, is_open: bool
) -> SourceFile:
    if is_open or file is None:
        return replace(source, by_path=owner if is_open else None, claims=claims)
    return replace(source, path_owner=owner, claims=claims)


def _full_names(stated: Mapping[int, Stated], owners: Mapping[int, str]) -> dict[int, str]:
    """Return the names by path of files that print them without the domain, where paths give a name several domains: db01.one.example."""
    found: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for number, machine in stated.items():
        name = owners.get(number, "")
        if _WITH_DOMAIN.fullmatch(name) and name.partition(".")[0].lower() == machine.name.lower():
            found[machine.name.lower()][number] = name
    several = (names for names in found.values() if len({name.lower() for name in names.values()}) > 1)
    return {number: name for names in several for number, name in names.items()}


def _given(sources: Sequence[SourceFile]) -> list[int]:
    """Return for each file how many leading components of its path are not machines.

    The folder of a file that the user named is one only if files of several folders were named, as in ``*/multipath.txt``:
    ``db01/multipath.txt`` alone proves no more about db01 than the folder would.
    """
    named = [source.named and "/" in source.name and source.member is None for source in sources]
    folders = {source.name.rpartition("/")[0] for source, by_name in zip(sources, named, strict=True) if by_name}
    return [0 if by_name and len(folders) > 1 else 1 for by_name in named]


def _roots(sources: Sequence[SourceFile], given: Sequence[int]) -> list[tuple[str, ...]]:
    """Return the folder that the user named for each file, without what all of them have in common; empty if there is only one.

    Of a file that was named with its folder, the folder may be the machine, so that the folder above it counts.
    """
    roots = [
        PurePosixPath(source.root).parts[: -1 if not count else None]
        for source, count in zip(sources, given, strict=True)
    ]
    common = next((n for n, parts in enumerate(zip(*set(roots), strict=False)) if len(set(parts)) > 1), None)
    if common is None:
        common = min(map(len, roots), default=0)
    return [root[common:] for root in roots]


def _kept_head(source: SourceFile, given: int, root: tuple[str, ...], budget: Budget, kept: KeptFiles | None) -> Head:
    question = ("head", given, root)
    found = kept.load(question, source, _head_of) if kept is not None else None
    if found is None:
        found = _head(source, given, root, budget)
        if kept is not None and found is not None:
            kept.keep(question, source, encoded(found))
    return found or Head()


def _head_of(value: Any) -> Head:
    found = decoded(value, _CLASSES)
    if type(found) is not Head:
        raise TypeError("not a head")
    return found


def _head(source: SourceFile, given: int, root: tuple[str, ...], budget: Budget) -> Head | None:
    """Return what the beginning of a file shows, None if that could not be found out.

    The claims are known if the beginning is the whole file.
    """
    if not budget.left:
        return None
    assert source.path is not None
    try:
        with source.path.open("rb") as stream:
            beginning = stream.read(_BEGINNING)
        with budget.reading(len(beginning)) as seconds, limited(seconds):
            text = decode(beginning)
            whole = len(beginning) >= source.size
            found = each_recognised(split_commands(text, source.timezone), text, source, whole=whole)
            claims: Claims = None
            if whole:
                everything = list(found)
                found, claims = iter(everything), claims_of(everything)
            # Its name by path is found later, together with those of the other files; until then, any stands for it.
            piece = first_piece(found, replace(source, by_path=source.name))
    except Exception:  # noqa: BLE001 - what is wrong with the file is reported where it is read
        return None
    file = named_file(source.inside, given, piece.reader, root) if piece is not None else None
    if piece is None or file is None:
        return Head(claims=claims)
    shown = Beginning(piece)
    if file.noun == "array":
        file = replace(file, fields=fields_in(piece.section.text), columns=shown.columns(), objects=shown.objects())
    if piece.basis == "path":
        file = replace(file, listed=shown.names(file))
    stated = Stated(piece.owner, piece.basis == "content") if piece.owner and piece.basis != "path" else None
    return Head(file, stated, claims)
