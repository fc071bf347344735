"""Assign files without a name in their content by comparing their paths; only the beginning of each is read for that.

Small files are recognised completely by that, and not again when they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from checker.intake.budget import Budget
from checker.intake.decode import decode
from checker.intake.owners.file_names import NamedFile, named_file
from checker.intake.owners.naming import owners_by_path
from checker.intake.owners.ownership import Piece, SourceHint
from checker.intake.owners.queries import fields_in, with_questions
from checker.intake.recognise import claims_of, each_recognised, first_piece
from checker.intake.sections.split import split_commands
from checker.intake.walk import Claims, SourceFile
from checker.system.processor_time import limited

_BEGINNING = 8192
"""Bytes that are recognised for the comparison; what a format names later in its text counts when it is read."""


def with_names(
    sources: Sequence[SourceFile], hints: Sequence[SourceHint], budget: Budget | None = None
) -> list[SourceFile]:
    """Return the files with the owners that their paths suggest, unless they name a machine, and with what is known then."""
    budget = budget or Budget()
    claims: dict[int, Claims] = {}
    files: dict[int, NamedFile] = {}
    open_: set[int] = set()
    given = _given(sources)
    roots = _roots(sources, given)
    for number, source in enumerate(sources):
        hinted = any(hint.owner and hint.fits(source) for hint in hints)
        if source.problem or source.ignored or source.owner or hinted or source.path is None or not source.size:
            continue
        piece, claims[number] = _first(source, budget)
        file = named_file(source.inside, given[number], piece.reader, roots[number]) if piece is not None else None
        if piece is not None and file is not None:
            files[number] = replace(file, fields=fields_in(piece.section.text)) if file.noun == "array" else file
            if piece.basis == "path":
                open_.add(number)
    owners = dict(zip(files, owners_by_path(with_questions(list(files.values()))), strict=True)) if open_ else {}
    return [
        _with_owner(source, owners.get(number), files.get(number), claims[number], is_open=number in open_)
        if number in claims
        else source
        for number, source in enumerate(sources)
    ]


def _with_owner(
    source: SourceFile, owner: str | None, file: NamedFile | None, claims: Claims, *, is_open: bool
) -> SourceFile:
    if is_open or file is None or file.noun != "array":
        return replace(source, by_path=owner if is_open else None, claims=claims)
    return replace(source, path_owner=owner, claims=claims)


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


def _first(source: SourceFile, budget: Budget) -> tuple[Piece | None, Claims]:
    """Return the export in the beginning of a file that counts, and the claims on the file if this is all of it."""
    if not budget.left:
        return None, None
    assert source.path is not None
    try:
        with source.path.open("rb") as stream:
            head = stream.read(_BEGINNING)
        with budget.reading(len(head)) as seconds, limited(seconds):
            text = decode(head)
            found = each_recognised(split_commands(text), text, source)
            if len(head) < source.size:
                return first_piece(found, source), None
            everything = list(found)
            return first_piece(everything, source), claims_of(everything)
    except Exception:  # noqa: BLE001 - what is wrong with the file is reported where it is read
        return None, None
