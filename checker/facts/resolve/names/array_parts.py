"""Exports of one array that only some of its objects name: they join the array that other exports of the folder name.

A REST answer about volumes does not say which array they are on; the answer about clusters next to it does. The file's
name or folder stands for the array until then. It is joined to the array that its own exports name, or else to the only
array of that platform that other exports of the folder name. Two lists of the same things with nothing in common are
never joined: they are of two arrays.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from checker.facts.platforms import noun_of
from checker.facts.resolve.names.array_contents import ArrayContents
from checker.facts.resolve.names.array_sides import have_one_node, join_sides
from checker.facts.resolve.names.by_path import PATH, STRONG_NAME, join_by_path, stated_by_path
from checker.facts.resolve.names.evidence import join_full_names
from checker.facts.resolve.names.groups import Names, is_address
from checker.facts.store.store import Store

_DATE = re.compile(r"(?<!\d)20\d\d([-_.]?)[01]\d\1[0-3]\d(?:[T_\- ]{0,2}\d\d[-:.]?\d\d)?(?!\d)", re.IGNORECASE)
_LABEL = re.compile(r" \([^()]*\)\Z")
_UNKNOWN = re.compile(r"unknown array \((?P<label>.*)\)\Z", re.IGNORECASE)
_QUERIED = re.compile(r" queried from [^()]+\)\Z")
"""The end of the name of an unknown array: two hosts may have asked two arrays."""
_THINGS = (
    ("storage_array", "serial", "'serial'"),
    ("target_port", "target_wwpn", "port_name"),
    ("storage_volume", "device", "storage_volume"),
    ("registered_initiator", "initiator_wwpn", "initiator_name"),
)
"""Kind, identity and name of things that different arrays do not share; hosts may be registered on several arrays."""
_SHARED_BY_ARRAYS = frozenset({"registered_initiator"})


@dataclass
class _Place:
    """The exports of one platform in one folder: files by the name that their path gives, and by the array they name."""

    platform: str = ""
    by_path: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    named: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    @cached_property
    def words_by_name(self) -> dict[str, set[frozenset[str]]]:
        """The words of the names of the files that state each array."""
        return {name: {frozenset(_words(file.casefold())) for file in files} for name, files in self.named.items()}

    def in_files(self, name: str) -> bool:
        """Return whether a name comes from the names of its files and says which array they are of, or that it is unknown."""
        folded = name.casefold()
        words = _words_in_files(folded)
        if unknown := _UNKNOWN.match(folded):
            # What distinguishes captures (ports_mon, ports_tue) is in the names of their files; the platform is in any.
            words = _words_in_files(unknown["label"]) - {self.platform} or words
        return any(file.casefold() in folded or words <= _words(file.casefold()) for file in self.by_path.get(name, ()))


def _words_in_files(name: str) -> set[str]:
    """Return the words of a name without its folder (siteA/san1) and its label (san1 (siteA)); a command may be between them."""
    return _words(_LABEL.sub("", name).rpartition("/")[2])


def _words(text: str) -> set[str]:
    # The 02 of 2026-01-02 is not that of san-02.
    return set(re.findall(r"[^\W_]+", _DATE.sub(" ", text)))


def join_parts(store: Store, names: Names) -> None:
    """Join each array that only a path or an address names with the one array that other exports of the folder name."""
    contents = ArrayContents(store, names)

    def are_two_arrays(one: str, other: str) -> bool:
        return _are_two(contents, one, other)

    join_full_names(names, are_two_arrays)
    places, stated = _places(store, names)
    _join_addresses(store, names, contents, places)
    by_path = [(platform, name) for (_, platform), place in places.items() for name in place.by_path]
    places_of: dict[str, list[_Place]] = defaultdict(list)
    for place in places.values():
        for name in place.by_path:
            places_of[name].append(place)

    def named(path_name: str) -> set[str]:
        """Return the arrays that exports of this name, or next to them, state."""
        found = stated.get(path_name) or {name for place in places_of[path_name] for name in _near(place, path_name)}
        return {names.find(name) for name in found}

    def are_two(one: str, other: str) -> bool:
        mine, theirs = named(one), named(other)
        if (mine and theirs and mine.isdisjoint(theirs)) or contents.print_two(one, other):
            return True
        # Each controller may list its own ports only.
        return not have_one_node(contents, one, other) and are_two_arrays(one, other)

    # What the names of files have in common is the array, wherever they are.
    for by_platform in contents.printed.values():
        for by_format in by_platform.values():
            _join_bare_names(contents, names, chain.from_iterable(by_format.values()))
    apart = join_sides(contents, names, by_path, are_two)
    for place in places.values():
        _join_bare_names(contents, names, place.named)
    for _, place in sorted(places.items()):
        by_folder = {name for name in place.by_path.keys() - apart if not _QUERIED.search(name)}
        unnamed = sorted({names.find(name) for name in by_folder if not place.in_files(name)})
        # An array is collected as many small files: without a name, they are of one array.
        for other in unnamed[1:]:
            if not are_two_arrays(unnamed[0], other):
                names.join(unnamed[0], other, "same-folder")
    stated_by = stated_by_path(store, names, {name for _, name in by_path})
    join_by_path(names, stated_by, are_two_arrays)
    for path_name in sorted({name for _, name in by_path}):
        if path_name in apart and path_name not in stated:
            continue
        groups = named(path_name) - {names.find(path_name)}
        if len(groups) == 1 and not are_two_arrays(path_name, array := groups.pop()):
            names.rank[array] = max(names.rank.get(array, 0), STRONG_NAME)
            names.join(array, path_name, "same-folder")


def _places(store: Store, names: Names) -> tuple[dict[tuple[str, str], _Place], dict[str, set[str]]]:
    """Return the exports by folder and platform, and which arrays the exports under each path name state."""
    places: dict[tuple[str, str], _Place] = defaultdict(_Place)
    stated: dict[str, set[str]] = defaultdict(set)
    where: dict[int, tuple[str, str, str, bool]] = {}
    for export_id, file, platform, owner, basis in store.rows(
        f"SELECT export_id, {PATH}, platform, owner, owner_basis FROM export "
        "WHERE owner IS NOT NULL AND platform IS NOT NULL AND NOT coalesce(intent, FALSE) ORDER BY export_id"
    ):
        if noun_of(platform) != "array" or owner not in names.rank:
            continue
        folder, _, file_name = file.rpartition("/")
        place = places[folder, platform]
        place.platform = platform
        (place.by_path if basis == "path" else place.named)[owner].add(file_name)
        where[export_id] = owner, folder, file_name, basis == "path"
    if not store.has_rows("storage_array") or not {"storage_array", "family"} <= store.stated["storage_array"]:
        return places, stated
    # Arrays that a VPLEX or a management station lists are of other families.
    for export_id, array, platform in store.rows(
        "SELECT DISTINCT o.export_id, o.storage_array, e.platform FROM obs_storage_array o JOIN export e ON e.export_id = o.export_id "
        "WHERE o.storage_array IS NOT NULL AND o.storage_array <> e.owner AND (o.family = e.platform OR (o.family = 'other' "
        "AND e.platform NOT IN ('vplex', 'symmetrix'))) ORDER BY ALL"
    ):
        if export_id in where:
            owner, folder, file_name, by_path = where[export_id]
            if by_path:
                stated[owner].add(array)
            places[folder, platform].named[array].add(file_name)
    return places, stated


def _join_addresses(
    store: Store, names: Names, contents: ArrayContents, places: Mapping[tuple[str, str], _Place]
) -> None:
    """Join each address of a command with the array that answered: both controllers of an array have an address.

    The names that one address answers with in one folder, such as its serial number and its name, are of one array.
    """
    answers: dict[str, set[str]] = defaultdict(set)
    near: dict[tuple[str, str], list[tuple[str, set[str], str, str | None]]] = defaultdict(list)
    rows = store.rows(
        f"SELECT DISTINCT {PATH}, address, owner, CAST(CAST(captured_at AS DATE) AS VARCHAR), path_owner FROM export "
        "WHERE address IS NOT NULL AND owner IS NOT NULL ORDER BY ALL"
    )
    # Several arrays that had an address are known by day, or by the names of their files.
    shared = {address for _, address, owner, *_ in rows if owner.startswith(f"{address} (")}
    for file, address, owner, day, path_owner in rows:
        if owner in names.rank:
            near[file.rpartition("/")[0], address].append((owner, _words(path_owner or ""), file, day))
            answers[address].add(owner)
    for (_, address), found in near.items():
        for one, other in _of_one_address(found, f"{address} (" if address in shared else ""):
            if not _are_two(contents, one, other):
                for name in (one, other):
                    if name == address or name.startswith(f"{address} ("):
                        # The name that the array prints is the better one.
                        names.rank[name] = min(names.rank[name], STRONG_NAME - 1)
                names.join(one, other, "address")
    for address, arrays in sorted(answers.items()):
        groups = {names.find(array) for array in arrays}
        if len(groups) == 1 and address in names.rank:
            names.rank[address] = min(names.rank[address], STRONG_NAME - 1)
            names.join(groups.pop(), address, "address")
    # Several addresses in a folder may be several arrays; one address is that of the array which its exports describe.
    for place in places.values():
        addresses = [name for name in place.named if is_address(name)]
        others = {names.find(name) for name in place.named if name not in addresses}
        if len(addresses) == 1 and len(others) == 1 and not _are_two(contents, addresses[0], other := others.pop()):
            names.rank[addresses[0]] = min(names.rank[addresses[0]], STRONG_NAME - 1)
            names.join(other, addresses[0], "same-folder")


def _of_one_address(found: Sequence[tuple[str, set[str], str, str | None]], prefix: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that one address answers with: all of them, or those of one of the arrays that had it.

    Args:
        found: the names, each with the words of the name that its file suggests, the file and the day.
        prefix: how the names of the arrays begin that are known by the address alone, if it had several.
    """
    if not prefix:
        yield from ((found[0][0], owner) for owner, *_ in found[1:])
        return
    divided = [one for one in found if one[0].startswith(prefix)]
    for owner, words, file, day in found:
        if not owner.startswith(prefix):
            near = [one for one in divided if one[1] <= words or words <= one[1]]
            same_day = {other for other, _, _, when in near if when == day} if day else set()
            fits = {other for other, _, place, _ in divided if place == file} or {other for other, *_ in near}
            fits = same_day if len(fits) > 1 else fits
            if len(fits) == 1:
                yield fits.pop(), owner


def _join_bare_names(contents: ArrayContents, names: Names, named: Iterable[str]) -> None:
    """Join names about which nothing else is known, such as the answer to ``arrayname``, with the only other array of ``named``.

    Two names that exports of one format print are those of two arrays.
    """
    groups = {names.find(name) for name in named}
    bare = {group for group in groups if len(groups) > 1 and _is_bare(contents, group)}
    if len(groups - bare) == 1 and len(bare) == 1:
        array, other = (groups - bare).pop(), bare.pop()
        # Two addresses may be of two arrays, even if one of them answered nothing that identifies it.
        are_addresses = all(any(map(is_address, names.members(group))) for group in (array, other))
        # So may two names in titles or at prompts.
        are_titles = all(contents.is_titled(group) for group in (array, other))
        are_two = are_addresses or are_titles
        if not (are_two or _in_one_format(contents, array, other) or _are_two(contents, array, other)):
            names.join(array, other, "same-folder")


def _in_one_format(contents: ArrayContents, one: str, other: str) -> bool:
    """Whether exports of one format state the names of both."""
    return not contents.stated_formats(one).isdisjoint(contents.stated_formats(other))


def _is_bare(contents: ArrayContents, group: str) -> bool:
    """Whether no serial number, port, volume or host of an array is known."""
    return not any(contents.things(group, *thing).identities for thing in _THINGS)


def _near(place: _Place, path_name: str) -> set[str]:
    """Return the arrays that exports next to those of this name state; where file names contain it, only such files count."""
    in_files, words = place.in_files(path_name), _words_in_files(path_name.casefold())
    return {
        array
        for array, files in place.words_by_name.items()
        if array != path_name and (not in_files or any(words <= found for found in files))
    }


def _are_two(contents: ArrayContents, one: str, other: str) -> bool:
    """Whether two names have lists of the same things with nothing in common, one thing with two identities, or one list."""
    if (
        not contents.listings(one).isdisjoint(contents.listings(other))
        or _have_other_initiators(contents, one, other)
        or contents.are_other_systems(one, other)
    ):
        return True
    for thing in _THINGS:
        mine, theirs = (contents.things(name, *thing) for name in (one, other))
        common = mine.by_name.keys() & theirs.by_name.keys()
        if any(mine.by_name[label].isdisjoint(theirs.by_name[label]) for label in common):
            return True
        both = mine.identities and theirs.identities
        if thing[0] not in _SHARED_BY_ARRAYS and both and mine.identities.isdisjoint(theirs.identities):
            return True
    return False


def _have_other_initiators(contents: ArrayContents, one: str, other: str) -> bool:
    """Whether no host that both list has an initiator in common; one adapter each may be those of two ports of one array."""
    mine, theirs = (
        contents.things(name, "registered_initiator", "initiator_wwpn", "host").by_name for name in (one, other)
    )
    common = mine.keys() & theirs.keys()
    return all(mine[host].isdisjoint(theirs[host]) for host in common) and any(
        min(len(mine[host]), len(theirs[host])) > 1 for host in common
    )
