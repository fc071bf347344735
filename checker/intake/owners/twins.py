"""Files of one format in one place that may be from two machines, although their names do not say so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence, Set

from checker.intake.owners.queries import kind_of
from checker.intake.owners.words.file_names import NamedFile, of_words
from checker.intake.owners.words.folder_names import is_date
from checker.intake.owners.words.path_words import DAY, GENERIC
from checker.intake.owners.words.stems import Stem

_SAME_COLUMNS = 4 / 5
"""Share of the columns of two files, of those that either has, from which one command printed both: some are optional, and
two commands of one format may state much of the same."""


def has_unnamed_twins(
    files: Sequence[NamedFile], stems: Sequence[Stem], members: Sequence[int], *, folder: str = ""
) -> bool:
    """Whether files of one format differ only by a number or a folder, and no other file is named after its command alone.

    They may be samples or disks of one machine, or several machines.
    """
    unnamed: defaultdict[tuple[object, ...], set[tuple[tuple[str, ...], tuple[str, ...]]]] = defaultdict(set)
    for one in members:
        if not stems[one].name:
            # siteA/core.txt, siteA/host.txt: each word may be a machine. In a folder with a number, they are of that machine.
            own = (token for token in stems[one].tokens if token[0] == "command" and token[1] not in stems[one].foreign)
            is_only_word = not any(own) and not re.search(r"\d", folder)
            words = sorted(stems[one].foreign) if files[one].noun == "array" or is_only_word else ()
            numbers = (*stems[one].numbers, *words)
            folders = tuple(folder for folder in files[one].inside[files[one].given : -1] if not is_date(folder))
            unnamed[kind_of(files[one], stems[one])].add((folders, numbers))
    twins = [found for found in unnamed.values() if len(found) > 1]
    # Folders called 1 and 2 may be two machines, whatever else is in one of them.
    if any(len({numbered_folders(folders) for folders, _ in found}) > 1 for found in twins):
        return True
    return bool(twins) and not any(
        len(found) == 1 and not numbers for found in unnamed.values() for _, numbers in found
    )


def may_be_several(
    files: Sequence[NamedFile], stems: Sequence[Stem], members: Sequence[int], stated: Container[int]
) -> bool:
    """Whether files without a name are in several folders that are numbered, or files with words that are not those of their commands list the same."""
    folders = {numbered_folders(files[one].inside[files[one].given : -1]) for one in members if not stems[one].name}
    own = {one: of_words(files[one].words) for one in members}
    further = [
        one
        for one in members
        if any(not (own[one].fullmatch(word) or word in GENERIC) for _, word, *_ in stems[one].tokens)
    ]
    return len(folders - {()}) > 1 or list_the_same(files, further, stated)


def list_the_same(files: Sequence[NamedFile], members: Iterable[int], stated: Container[int]) -> bool:
    """Return whether files of one format and day, of which one names no array itself, may be from two arrays by what they list.

    They state the same about the same parts, or list several parts of one kind of which none is the same: of one array they
    were one list. Answers of REST interfaces come by the page.
    """
    lists: defaultdict[object, list[tuple[frozenset[str], set[str]]]] = defaultdict(list)
    for one in sorted(members, key=lambda one: one not in stated):
        days = tuple(found.group() for part in files[one].inside for found in DAY.finditer(part))
        seen = lists[files[one].format, files[one].fields, days]
        columns, objects = files[one].columns, files[one].objects
        known = next(
            (known for other, known in seen if len(other & columns) >= _SAME_COLUMNS * len(other | columns)), None
        )
        if known is None:
            known = set()
            seen.append((columns, known))
        is_again = 2 * len(objects & known) > len(objects)
        if one not in stated and (is_again or (not files[one].fields and _are_other_lists(known, objects))):
            return True
        known |= objects
    return False


def _are_other_lists(known: Set[str], objects: Set[str]) -> bool:
    """Return whether both list several objects of one kind, none of which is in both; the ports of two directors are listed one after the other."""
    one, other = _by_kind(known), _by_kind(objects)
    for kind in one.keys() & other.keys():
        mine, theirs = one[kind], other[kind]
        if min(len(mine), len(theirs)) > 1 and mine.isdisjoint(theirs):
            tops, other_tops = {top for top, _ in mine}, {top for top, _ in theirs}
            if min(len(tops), len(other_tops)) > 1 or not tops.isdisjoint(other_tops):
                return True
    return False


def _by_kind(objects: Set[str]) -> dict[str, set[tuple[str, str]]]:
    found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for one in objects:
        kind, top, key = one.split("-")
        found[kind].add((top, key))
    return found


def numbered_folders(folders: Sequence[str]) -> tuple[str, ...]:
    """Return the folders that are numbers or letters, apart from years and the letters of controllers."""
    return tuple(folder for folder in folders if re.fullmatch(r"(?!(?:19|20)\d\d\Z)\d+|[c-z]", folder.lower()))
