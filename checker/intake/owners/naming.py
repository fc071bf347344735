"""Owners of exports by their paths, for files whose content names no machine.

File names are compared with each other: what varies between files of one format is the machine, what files of different formats
have in common is the machine, too, and words of a file's own command are not. A folder is a machine if its files are named after
commands. The folder that the user named is not a machine. Where the evidence is not enough, files stay apart: merging two machines
hides faults, keeping one apart only leaves rules without data. Files of an array that are named after commands alone are of one array
if they are in one folder, because an array is collected as many small files, unless two of them list the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence, Set

from checker.facts.platforms import OPERATING_SYSTEMS
from checker.facts.resolve.names.groups import is_named_in
from checker.intake.owners.distinct import distinct_names
from checker.intake.owners.plain_words import doubtful
from checker.intake.owners.prompts import Stated, folders_of, machine_in
from checker.intake.owners.queries import kind_of, named_after_queries, numbered_in_turn, without_pages
from checker.intake.owners.scopes import by_side, is_below_machine, names_in_several, scope_of, tail_of
from checker.intake.owners.shared_words import (
    with_shared_words,
    without_common_word,
    without_letters,
    without_options,
)
from checker.intake.owners.twins import has_unnamed_twins, list_the_same, may_be_several, numbered_folders
from checker.intake.owners.unnamed import different_without_case, unnamed
from checker.intake.owners.words.command_folders import without_commands
from checker.intake.owners.words.file_names import NamedFile, named_file
from checker.intake.owners.words.folder_names import is_category, is_date, is_own_command, places_in, undated
from checker.intake.owners.words.path_words import ASIDE, SUFFIX, is_numbered, is_place
from checker.intake.owners.words.stems import Stem
from checker.intake.owners.words.times import times_in, with_captures
from checker.intake.owners.words.tokens import stem_of
from checker.readers.toolkit.base import Reader

_Place = tuple[tuple[str, ...], tuple[str, ...]]
"""What the user named, if that is more than one folder, and the folder in it that may be a machine."""


def owner_by_path(inside: Sequence[str], reader: Reader) -> str:
    """Return the owner of a file that can be compared with no other; for a document, its bare name."""
    file = named_file(tuple(inside), 1, reader)
    return owners_by_path([file])[0] if file is not None else SUFFIX.sub("", inside[-1]) or inside[-1]


def owners_by_path(files: Sequence[NamedFile], stated: Mapping[int, Stated] | None = None) -> list[str]:
    """Return the owner of each file, in the same order; ``stated`` are machines that some of them name, by position."""
    owners = _owners(files, stated or {})
    times = times_in(files)
    if not any(time.label for time in times):
        return owners
    named, marked = (
        _owners(changed, stated or {})
        for changed in ([time.without for time in times], [time.marked for time in times])
    )
    return with_captures(files, times, named, marked, owners, stated or {})


def _owners(files: Sequence[NamedFile], stated: Mapping[int, Stated]) -> list[str]:
    named = {found.name.lower() for found in stated.values()}
    own_stems = without_pages(files, [stem_of(file) for file in files])
    shared = with_shared_words(files, without_letters(files, own_stems))
    stems = without_common_word(without_options(files, shared), named)
    siblings = names_in_several(files)
    place = [(file.root, scope_of(file, siblings)) for file in files]
    scopes: defaultdict[tuple[_Place, str], list[int]] = defaultdict(list)
    inside: defaultdict[_Place, set[int]] = defaultdict(set)
    for one, file in enumerate(files):
        # Exports of two arrays of different products are often kept in one folder; those of two hosts prove nothing about it.
        scopes[place[one], file.platform if file.noun == "array" else file.noun].append(one)
        inside[place[one]].add(one)
    names: dict[int, tuple[str, tuple[str, ...]]] = {}
    uncertain: dict[int, str] = {}
    asked: set[int] = set()
    last = Counter(scope[-1] for _, scope in set(place) if scope)
    folders = folders_of({one: scope for one, (_, scope) in enumerate(place)}, stated)
    bare = without_commands(
        {(scope[-1], files[one].words) for (_, scope), found in inside.items() if scope for one in found}
    )
    for ((root, scope), _), members in scopes.items():
        has_twin = any((root, scope, tail_of(files[one], scope)) in siblings for one in members)
        by_folder = bool(scope) and _is_machine(scope[-1], files, stems, members, stated, has_twin=has_twin)
        # A folder without a number in a folder with files, such as db01/old: its name alone says too little.
        inner = not re.search(r"\d", scope[-1]) and (root, scope[:-1]) in inside if scope else False
        if by_folder and (
            (scope[-1].lower() in ASIDE and not inner)
            or _is_mixed(scope[-1], [files[one] for one in inside[root, scope]])
        ):
            by_folder = None
        is_alone = by_folder and not inner and not has_twin and last[scope[-1]] == 1
        if is_alone and is_below_machine(scope, files[members[0]]):
            # db01/bricks: the folder may be a part of the machine above it, or another one.
            uncertain |= dict.fromkeys(members, "/".join((*root, *scope)))
            continue
        if by_folder is None:
            continue
        # db01_2026-01-02: the date is that of the capture.
        folder = "/".join(undated(part) for part in (scope[-2:] if inner else scope[-1:]))
        folder = bare.get(folder, folder)
        if by_folder and files[members[0]].noun == "host":
            machine = machine_in(folder, files, members, stated, folders)
            if not machine:
                uncertain |= dict.fromkeys(members if machine == "" else (), "/".join((*root, *scope)))
                continue
            folder = machine
        own = dict.fromkeys(members, folder)
        if not by_folder:
            own = distinct_names(files, stems, members)
            asked.update(named_after_queries(own, files, stems), (one for one in members if files[one].listed))
            own |= dict.fromkeys((*asked.intersection(members), *numbered_in_turn(own, files, stems)), "")
        above = tuple(folder for folder in (*root, *(scope[:-1] if by_folder else scope)) if not is_date(folder))
        for one in members:
            if own[one]:
                places = () if by_folder else places_in(tail_of(files[one], scope)[:-1], files[one].noun)
                names[one] = (own[one], (*above, *places))
    for one in doubtful({one: name for one, (name, _) in names.items()}, files, stems, place, named):
        del names[one]
    return _separated(
        files, stems, names, uncertain | _small_files_of_arrays(files, stems, place, names, asked, stated)
    )


def _small_files_of_arrays(
    files: Sequence[NamedFile],
    stems: Sequence[Stem],
    place: Sequence[_Place],
    names: Mapping[int, object],
    asked: Set[int],
    stated: Container[int],
) -> dict[int, str]:
    """Labels of files of arrays that are unnamed or named after what was ``asked``: those of one product in one folder have the same, unless one command occurs twice.

    Numbers that several files share are of arrays; if each file has its own, the files are only counted. Letters of
    controllers (A_ports, B_ports) may be those of two arrays, so that they keep the files of one command separate.
    """
    groups: defaultdict[tuple[_Place, tuple[str, ...], str], list[int]] = defaultdict(list)
    named: defaultdict[tuple[_Place, str], list[int]] = defaultdict(list)
    for one, file in enumerate(files):
        if one in names:
            named[place[one], file.format].append(one)
        elif file.noun == "array" and (one in asked or not stems[one].name):
            below = tail_of(file, place[one][1])[:-1]
            groups[place[one], (*places_in(below, file.noun), *numbered_folders(below)), file.platform].append(one)
    labels = {}
    for ((root, scope), marks, platform), everything in groups.items():
        for side, members in by_side(files, stems, everything, len(scope)).items():
            others = [other for form in {files[one].format for one in members} for other in named[(root, scope), form]]
            if has_unnamed_twins(files, stems, members) or list_the_same(files, [*others, *members], stated):
                continue
            counts = Counter(stems[one].numbers for one in members)
            # Two names that differ only in numbers (001.log, 002.log) may as well be of two arrays; more are counted.
            alike = len(members) == 2 and stems[members[0]].objects == stems[members[1]].objects
            numbered = len(counts) > 1 and (max(counts.values()) > 1 or alike)
            for one in members:
                words = (platform, *(stems[one].numbers if numbered else ()), *side)
                labels[one] = "/".join((*root, *scope, *dict.fromkeys(marks), " ".join(words)))
    return labels


def _is_machine(
    folder: str,
    files: Sequence[NamedFile],
    stems: Sequence[Stem],
    members: Sequence[int],
    stated: Container[int],
    *,
    has_twin: bool,
) -> bool | None:
    """Whether a folder is one machine: its files are named after commands, or a sibling folder has the same files.

    None if the names don't show it.
    """
    formats: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
    named: defaultdict[str, set[tuple[object, ...]]] = defaultdict(set)
    for one in members:
        name, kind = stems[one].name.lower(), kind_of(files[one], stems[one])
        formats[kind].add(name)
        if name:
            named[name].add(kind)
    shared = [name for name, which in named.items() if len(which) > 1]
    if len(shared) > 1 or (shared and len(named) > 1) or has_unnamed_twins(files, stems, members, folder=folder):
        return False
    # db01_multipath and db01_lsblk in the folder prod: what files of different formats have in common is the machine.
    only = next(iter(named)) if len(named) == 1 and all("" not in names for names in formats.values()) else ""
    is_site = bool(places_in((folder,), ""))
    if only and (is_site or not re.search(r"\d", folder)) and (shared or is_numbered(only)):
        return only == folder.lower()
    if (
        files[members[0]].noun == "array"
        and not re.search(r"\d", folder)
        and may_be_several(files, stems, members, stated)
    ):
        return False
    several = any(len(names - {""}) > 1 for names in formats.values())
    # host001/db01_lsblk: each may be the machine. What follows a command may be its argument.
    is_first = all(stems[one].span == (0, len(only)) for one in members)
    if only and is_first and is_numbered(only) and not has_twin and not is_named_in(only, folder):
        return None
    if has_twin and not several:
        return True
    # prod/db01_multipath, prod/lsblk: the second file is of db01, or of another machine of prod.
    if (
        len(named) == 1
        and not only
        and not re.search(r"\d", folder)
        and is_numbered(found := next(iter(named)))
        and found != folder.lower()
    ):
        return False if shared else None
    # db01_multipath and db02_lsblk in siteA: two machines, or two commands of one. A folder with a number is a machine.
    if len(named) > 1 and not several and "" not in set().union(*formats.values()) and not re.search(r"\d", folder):
        return None
    mixed = any("" in names and len(names) > 1 for names in formats.values())
    return not mixed and (not several or any(names == {""} for names in formats.values()))


def _is_mixed(folder: str, files: Sequence[NamedFile]) -> bool:
    """Whether a folder has exports of two operating systems, or of hosts, switches and arrays; a numbered host may have the latter."""
    systems = {file.platform for file in files}.intersection(OPERATING_SYSTEMS)
    return len(systems) > 1 or (len({file.noun for file in files}) > 1 and not re.search(r"\d", folder))


def _is_question(folder: str, file: NamedFile) -> bool:
    """Whether a folder says what is exported: the command of its files, or of an array anything that names no place."""
    is_named_so = is_own_command(folder, file) or (file.noun == "array" and is_category(folder))
    return is_named_so and not places_in((folder,), "")


def _separated(
    files: Sequence[NamedFile],
    stems: Sequence[Stem],
    names: Mapping[int, tuple[str, tuple[str, ...]]],
    labels: Mapping[int, str],
) -> list[str]:
    """Owners with the folder added where files of one format and name are in different folders other than dates.

    Where files of one name are of two operating systems, the platform is added.
    """
    places: defaultdict[tuple[tuple[object, ...], str], set[tuple[str, ...]]] = defaultdict(set)
    systems: defaultdict[str, set[str]] = defaultdict(set)
    for one, (name, above) in names.items():
        # mapping_list/san7/output, vol_list/san7/output: the folder says what is exported, as the name of a file would.
        commands = tuple(folder for folder in above if _is_question(folder, files[one]))
        kind = (*kind_of(files[one], stems[one]), *commands)
        places[kind, name.lower()].add(tuple(folder for folder in above if folder not in commands))
        if files[one].platform in OPERATING_SYSTEMS:
            systems[name.lower()].add(files[one].platform)
    ambiguous = {name for (_, name), found in places.items() if len(found) > 1}
    # A folder with several formats, or with folders of machines, is a place and not the output of one command.
    formats: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    above_of: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for one, (name, above) in names.items():
        place = tuple(
            folder
            for folder in above
            if is_place(folder) or not (is_category(folder) or is_own_command(folder, files[one]))
        )
        by_folder = stems[one].name.lower() != name.lower()
        formats[place].update((files[one].format, "") if by_folder else (files[one].format,))
        above_of[name.lower()].add(place)
    ambiguous |= {
        name for name, found in above_of.items() if len(found) > 1 and any(len(formats[place]) > 1 for place in found)
    }
    spelled: dict[str, str] = {}
    result = []
    for one, file in enumerate(files):
        if one not in names:
            result.append(unnamed(file.noun, labels.get(one) or "/".join((*file.root, *file.shown[file.given :]))))
            continue
        name, above = names[one]
        full = "/".join((*above, name)) if name.lower() in ambiguous else name
        if file.noun == "host" and len(systems[name.lower()]) > 1:
            full = f"{full} ({file.platform})"
        result.append(spelled.setdefault(full.lower(), full))
    return different_without_case(result)
