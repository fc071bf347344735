"""Which folder of a path may be a machine: the innermost that is no category, or one whose siblings have the same files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from checker.intake.owners.words.file_names import CONTROLLER, NamedFile, is_part
from checker.intake.owners.words.folder_names import (
    is_category,
    is_date,
    is_own_command,
    is_program_with_options,
    places_in,
)
from checker.intake.owners.words.path_words import GENERIC, are_things, is_numbered, is_phase, is_time
from checker.intake.owners.words.stems import Stem

_NEXT_TO = ("", "next to a machine")
Siblings = frozenset[tuple[object, ...]]
"""Root, folder and path of files in it that a sibling of the folder has, too; root and folder if also in the same format, also marked if one of the siblings is a machine by its name."""


def scope_of(file: NamedFile, siblings: Siblings = frozenset()) -> tuple[str, ...]:
    """Return the path of the innermost folder that may be a machine; empty if there is none.

    A folder that is named after a command (core, db) is one if a sibling has the same file, and no folder above is one.
    """
    folders = innermost = file.inside[file.given : -1]
    while folders and (
        is_category(folders[-1])
        or is_own_command(folders[-1], file)
        or (file.noun == "array" and (is_part(folders[-1], file.platform) or are_things(folders[-1])))
    ):
        folders = folders[:-1]
    if file.noun == "array":
        return folders
    # In a machine that is numbered, folders of commands are no machines, unless a machine is next to them.
    is_numbered = any(re.search(r"\d", folder) for folder in folders)
    for end in range(len(innermost), len(folders), -1):
        scope = innermost[:end]
        if (
            not (is_date(scope[-1]) or is_phase(scope[-1]) or is_time(scope[-1]) or scope[-1].lower() in GENERIC)
            and not is_program_with_options(scope[-1], file)
            and ((file.root, *_NEXT_TO, scope) if is_numbered else (file.root, scope)) in siblings
        ):
            return scope
    return folders


def is_below_machine(scope: tuple[str, ...], file: NamedFile) -> bool:
    """Whether a folder without a number is in one that a machine may be called after: db01/bricks."""
    above = scope[-2] if len(scope) > 1 else ""
    return (
        not re.search(r"\d", scope[-1])
        and is_numbered(above)
        and not (is_category(above) or is_date(above) or is_own_command(above, file) or places_in((above,), file.noun))
    )


def tail_of(file: NamedFile, scope: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of a file in a folder."""
    return file.inside[file.given + len(scope) :]


def side_of(file: NamedFile, stem: Stem, depth: int) -> tuple[str, ...]:
    """Return the letter or number of the controller in the name of a file or of its folders below ``depth``."""
    folders = (CONTROLLER.search(folder.lower()) for folder in file.inside[file.given + depth : -1])
    return (*(found[1] or found[2] for found in folders if found is not None), *stem.sides)


def by_side(
    files: Sequence[NamedFile], stems: Sequence[Stem], members: Sequence[int], depth: int
) -> dict[tuple[str, ...], list[int]]:
    """Divide files by the controller in their names or in their folders below ``depth``, if there are two of them.

    Files of different commands, too: A_ports and B_luns may be of two arrays as well as of the controllers of one.
    """
    sides = {one: side_of(files[one], stems[one], depth) for one in members}
    are_several = len(set(sides.values()) - {()}) > 1
    divided: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for one in members:
        divided[sides[one] if are_several else ()].append(one)
    return divided


def names_in_several(files: Sequence[NamedFile]) -> Siblings:
    """Return files that occur under the same name in a sibling of their folder, and folders of which one in the same format does."""
    found: defaultdict[tuple[object, ...], set[tuple[str, ...]]] = defaultdict(set)
    for file in files:
        folders = file.inside[file.given : -1]
        scope = scope_of(file)
        for end in range(len(scope), len(folders) + 1):
            above = (file.root, folders[: end - 1], tail_of(file, folders[:end]))
            if end:
                found[(*above, file.format)].add(folders[:end])
            if end == len(scope) and scope:
                found[above].add(scope)
    several = {key: scopes for key, scopes in found.items() if len(scopes) > 1}
    # A key with a format has four parts.
    machines = {(file.root, scope_of(file)) for file in files}
    return frozenset(
        (key[0], scope) if len(key) == 4 else (key[0], scope, key[2])
        for key, scopes in several.items()
        for scope in scopes
    ) | {
        (key[0], *_NEXT_TO, scope)
        for key, scopes in several.items()
        if len(key) == 4 and any((key[0], scope) in machines for scope in scopes)
        for scope in scopes
    }
