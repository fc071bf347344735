"""Files with several lists of objects: outputs of several machines in one file, of which lines between them name none or not all.

One command lists each object of its machine in one document, or in one table below one heading. If a later document or
table of a file that names no machine lists an object again, or only others of the kind, it may be from another machine.
It is then kept separate; contradictory contents are not needed for that. Documents about one object each, such as the
partition tables of disks, are of one machine. Several queries of an array return the same objects, so that of an array
only what has another identity is listed again. What follows the output of the command at a prompt is of its machine
unless it repeats such an output.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import groupby, pairwise

from checker.facts.platforms import is_unnamed, noun_of
from checker.intake.owners.listed import LARGEST, Listed, bounds_of, contradict, is_other, listed
from checker.intake.owners.naming import owner_by_path
from checker.intake.owners.ownership import Piece
from checker.intake.owners.unnamed import part_of, unnamed
from checker.intake.sections.section import capture_of
from checker.intake.walk import SourceFile
from checker.readers.registry import claims_on
from checker.readers.toolkit.base import Detection, Reader


def separated(pieces: Sequence[Piece], source: SourceFile) -> list[Piece]:
    """Return the pieces of a file as one piece per machine: where the objects of an unknown machine are listed again, another begins."""
    pieces = [part for piece in pieces for one in _by_command(piece, source) for part in _by_printed_name(one, source)]
    by_owner: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.owner and noun_of(piece.reader.platform) is not None:
            by_owner[piece.owner.lower()].append(piece)
    unknown = {piece.reader.name for piece in pieces if is_unnamed(piece.owner or "")}
    lists: dict[int, list[Listed]] = {}
    for members in by_owner.values():
        lists.update(_by_machine(members, source, unknown))
    return [part for piece in pieces for part in _parts(piece, lists.get(id(piece), []))]


def _by_command(piece: Piece, source: SourceFile) -> list[Piece]:
    """Return a piece as one piece per command: programs print the answers to several in one form, such as JSON."""
    is_document = piece.section.text.lstrip()[:1] in ("[", "{", "<")
    if not is_document or noun_of(piece.reader.platform) == "array" or len(bounds := bounds_of(piece, source)) < 2:
        return [piece]
    begins: list[tuple[Detection | None, Reader, int]] = []
    for start, end in bounds:
        claims = [
            (found, reader)
            for found, reader in claims_on(capture_of(piece.section.part(start, end), source))
            if reader.platform == piece.reader.platform
        ]
        own = not claims or any(reader is piece.reader for _, reader in claims)
        detection, reader = (piece.detection, piece.reader) if own else claims[0]
        if not begins or begins[-1][1] is not reader:
            begins.append((detection, reader, start))
    ends = [*(start for *_, start in begins[1:]), len(piece.section.text)]
    return [
        replace(piece, detection=detection, reader=reader, section=piece.section.part(start, end))
        for (detection, reader, start), end in zip(begins, ends, strict=True)
    ]


def _by_printed_name(piece: Piece, source: SourceFile) -> list[Piece]:
    """Return a piece as one piece per machine whose name its documents or tables print."""
    reader = piece.reader
    if not (reader.owner_in or reader.address_in) or piece.basis != "content" or piece.assumed:
        return [piece]
    lists = []
    for start, end in bounds_of(piece, source):
        text = piece.section.text[start:end]
        name = (reader.owner_in and reader.owner_in(text)) or (reader.address_in and reader.address_in(text)) or None
        lists.append(Listed(piece, start, end, set(), {}, set(), name))
    if len({one.machine for one in lists} - {None}) < 2:
        return [piece]
    # What prints no name is of the machine before it.
    for before, one in pairwise(lists):
        one.machine = one.machine or before.machine
    return list(_parts(piece, lists, "content"))


def _by_machine(pieces: Sequence[Piece], source: SourceFile, unknown: Set[str]) -> dict[int, list[Listed]]:
    """Return the lists of pieces that have one owner, with the unknown machines that some of them are from, by the id of the piece."""
    is_unknown = is_unnamed(pieces[0].owner or "")
    # Of a host, what follows a contradiction is separated when all exports are known.
    by_path = not is_unknown and _is_named_by_path(pieces, source)
    if by_path and (pieces[0].basis != "path" or noun_of(pieces[0].reader.platform) != "array"):
        return {}
    bounds = {id(piece): bounds_of(piece, source) for piece in pieces}
    counts = Counter(piece.reader.name for piece in pieces for _ in bounds[id(piece)])
    open_ = not is_unknown and any(piece.assumed and piece.reader.name in unknown for piece in pieces)
    if (max(counts.values()) == 1 and not open_) or sum(len(piece.section.text) for piece in pieces) > LARGEST:
        return {}
    lists: dict[int, list[Listed]] = {
        id(piece): [
            listed(
                piece,
                *bound,
                source,
                read=counts[piece.reader.name] > 1 and not piece.reader.limits_objects(piece.section.command),
            )
            for bound in bounds[id(piece)]
        ]
        for piece in pieces
    }
    every = [one for piece in pieces for one in lists[id(piece)]]
    if is_unknown:
        _divide(every, source)
    else:
        stated = {id(one) for found in lists.values() for one in _stated(found)}
        _doubt(every, {id(every[0])} if by_path else stated, source, unknown, only_identities=by_path)
    return lists


def _is_named_by_path(pieces: Sequence[Piece], source: SourceFile) -> bool:
    """Return whether no evidence but that of the file names the machine of these pieces, or its path does so, too."""
    owner = pieces[0].owner or ""
    if pieces[0].basis == "path":
        return True
    if not any(piece.assumed or piece.basis == "prompt" for piece in pieces):
        return True
    by_path = source.path_owner or source.by_path or owner_by_path(source.inside, pieces[0].reader)
    return by_path.lower() == owner.lower()


def _stated(lists: Sequence[Listed]) -> Sequence[Listed]:
    """Return which lists of a piece its evidence is certainly about: after a prompt, the first."""
    piece = lists[0].piece
    return [] if piece.assumed else lists[:1] if piece.basis == "prompt" else lists


def _doubt(
    lists: Sequence[Listed], stated: set[int], source: SourceFile, unknown: Set[str], *, only_identities: bool
) -> None:
    """Give lists unknown machines from where one repeats an output that is known to be of the machine, until the next that is.

    So are those of formats of which the file has another that is of an ``unknown`` machine.
    """
    known = [one for one in lists if id(one) in stated]
    in_doubt: list[Listed] = []
    doubted = False
    for one in lists:
        if id(one) in stated:
            doubted = False
        elif (
            doubted
            or (one.piece.assumed and one.format in unknown)
            or any(
                contradict(other.identities, one.identities) if only_identities else is_other(other, one)
                for other in known
            )
        ):
            doubted = True
            in_doubt.append(one)
        else:
            known.append(one)
    for number, one in enumerate(in_doubt, 1):
        one.machine = part_of(_unknown(one.piece, source), number)


def _divide(lists: Sequence[Listed], source: SourceFile) -> None:
    """Give lists of an unknown machine those of several if objects are listed again.

    If the same formats, each once, follow each other for each machine, the lists between are of it; otherwise any may be of any machine.
    """
    machines: list[list[Listed]] = []
    like: dict[int, Listed] = {}
    for one in lists:
        # An output that is there twice adds nothing, whichever machines it is from; neither does one without facts.
        same = [
            other for group in machines for other in group if one.format == other.format and one.facts <= other.facts
        ]
        if same and one.facts:
            like[id(one)] = same[0]
            continue
        if not machines or any(is_other(other, one) for other in machines[-1]):
            machines.append([])
        machines[-1].append(one)
    if len(machines) < 2:
        return
    orders = {tuple(one.format for one in group) for group in machines}
    if len(orders) > 1 or any(len(set(order)) < len(order) for order in orders):
        machines = [[one] for group in machines for one in group]
    for number, group in enumerate(machines, 1):
        for one in group:
            one.machine = part_of(_unknown(one.piece, source), number)
    for one in lists:
        one.machine = one.machine or like[id(one)].machine


def _unknown(piece: Piece, source: SourceFile) -> str:
    """Return the name of the unknown machine of a file; files of unknown arrays have a name in common, which each part must not have."""
    noun = noun_of(piece.reader.platform) or ""
    if (noun != "array" or piece.heading is not None) and is_unnamed(piece.owner or ""):
        return piece.owner or ""
    return unnamed(noun, "/".join(source.inside[1:]) or source.name)


def _parts(piece: Piece, lists: Sequence[Listed], basis: str = "path") -> Iterator[Piece]:
    """Yield a piece as one piece for each machine that its lists are from."""
    if not any(one.machine for one in lists):
        yield piece
        return
    for machine, group in groupby(lists, key=lambda one: one.machine):
        found = list(group)
        section = piece.section.part(found[0].start, found[-1].end)
        named = {"owner": machine, "basis": basis} if machine is not None else {}
        yield replace(piece, section=section, **named)
