"""Names that paths give: joined with the machine that an export of the same path, or next to it, states itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Set

from checker.facts.resolve.names.captures import Captures
from checker.facts.resolve.names.groups import Names, Owner, is_named_in
from checker.facts.store.store import Store

PATH = "file || coalesce('/' || member, '')"
"""SQL for the path of an export: members of an archive are in the archive as in a folder."""
STRONG_NAME = 3
"""Lowest rank of a name that the machine itself printed; lower ranks come from file or folder names."""


def join_by_path(names: Names, stated: Mapping[str, set[str]], are_two: Callable[[str, str], bool]) -> None:
    """Join each name that paths give with the one machine that an export of the same name by path states itself: ports/san7.json.

    Args:
        names: the groups of names.
        stated: the machines that exports of each name by path state, see :func:`stated_by_path`.
        are_two: whether a name by path and such a machine are two machines.
    """
    for path_name, owners in stated.items():
        groups = {names.find(owner) for owner in owners}
        machine = groups.pop()
        if not groups and machine != names.find(path_name) and not are_two(path_name, machine):
            names.rank[machine] = max(names.rank.get(machine, 0), STRONG_NAME)
            names.join(machine, path_name, "same-path")


def stated_by_path(store: Store, names: Names, by_path: Set[str], *, of_content: bool = False) -> dict[str, set[str]]:
    """Return the machines that exports of each name by path state themselves.

    Of a host (``of_content``) only what it prints counts, and a prompt whose name is in that of the file (acme_web01_lsblk.txt): the
    prompt in a file called after a jump host is that of another machine.
    """
    stated: dict[str, set[str]] = defaultdict(set)
    for path_owner, owner, basis in store.rows(
        "SELECT DISTINCT path_owner, owner, owner_basis FROM export WHERE path_owner IS NOT NULL AND owner IS NOT NULL ORDER BY ALL"
    ):
        is_stated = basis == "content" or not of_content or is_named_in(owner, path_owner)
        if is_stated and path_owner in by_path and owner in names.rank:
            stated[path_owner].add(owner)
    return stated


def join_with_path(
    store: Store,
    names: Names,
    owners: Mapping[str, Owner],
    are_two: Callable[[str, str], bool],
    captures: Captures,
    *,
    of_content: bool = False,
) -> None:
    """Join a host or switch that only paths name (portshow_sw1) with the one that prints its name in a file of that name (switchshow_sw1).

    Not if both have a capture of one format, or if files of several names state the machine, unless these are captures of one.
    """
    places: dict[str, set[str]] = defaultdict(set)
    for path_owner, owner in store.rows(
        "SELECT DISTINCT path_owner, owner FROM export WHERE path_owner IS NOT NULL AND owner IS NOT NULL"
    ):
        places[names.find(owner)].add(path_owner)

    def have_one_format(one: str, other: str) -> bool:
        groups = (names.members(names.find(name)) for name in (one, other))
        first, second = (
            {form for name in group if name in owners for form in owners[name].formats} for group in groups
        )
        return not first.isdisjoint(second)

    def are_apart(one: str, other: str) -> bool:
        return have_one_format(one, other) or are_two(one, other)

    by_path = {name for name in names.rank if name in owners and owners[name].rank < STRONG_NAME}
    stated = stated_by_path(store, names, by_path, of_content=of_content)
    _join_captures(names, stated, are_apart, captures)

    def are_two_or_several(one: str, machine: str) -> bool:
        groups = {names.find(place) for place in places[names.find(machine)]} - {names.find(machine)}
        return len(groups) > 1 or are_apart(one, machine)

    join_by_path(names, stated, are_two_or_several)


def _join_captures(
    names: Names, stated: Mapping[str, set[str]], are_apart: Callable[[str, str], bool], captures: Captures
) -> None:
    """Join names by path in whose files one machine prints its name, if they are those of its captures."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path_name, owners in stated.items():
        machines = {names.find(owner) for owner in owners} - {names.find(path_name)}
        if len(machines) == 1:
            found[machines.pop()].add(names.find(path_name))
    for machine, groups in sorted(found.items()):
        first, *others = sorted(groups)
        if not any(are_apart(group, machine) for group in groups):
            for other in others if all(captures.may_be_one(first, other) for other in others) else ():
                names.join(first, other, "same-path")


def join_in_folders(store: Store, names: Names, owners: Mapping[str, Owner]) -> None:
    """Join the one machine of a platform that names itself in a folder with the one that the other files name by path.

    Only if the other files are named after their folder or after commands alone, and the two have no format in common:
    another name, or the same command captured twice, means two machines.
    """
    found: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: {"path": set(), "content": set()})
    for file, platform, owner, basis in store.rows(
        f"SELECT DISTINCT {PATH}, platform, owner, owner_basis FROM export WHERE owner IS NOT NULL AND platform IS NOT NULL ORDER BY ALL"
    ):
        folder = file.rpartition("/")[0]
        if (
            basis == "path"
            and owner != folder.rpartition("/")[2]
            and not owner.endswith((f"/{platform})", f"({platform})"))
        ):
            continue
        if owner in names.rank:
            found[(folder, platform)]["path" if basis == "path" else "content"].add(names.find(owner))
    for _, groups in sorted(found.items()):
        by_path = groups["path"] - groups["content"]
        if len(by_path) != 1 or len(groups["content"]) != 1:
            continue
        one, other = next(iter(groups["content"])), next(iter(by_path))
        formats = [
            {f for n in names.members(names.find(g)) if n in owners for f in owners[n].formats} for g in (one, other)
        ]
        if not formats[0] & formats[1]:
            names.join(one, other, "same-folder")
