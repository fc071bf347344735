"""Evidence that two names refer to one machine: a shared WWN or serial number, a folder, a fully qualified name.

A wrong join is worse than a missing one, because it assigns the paths of one machine to another. A name that matches two
machines, such as an initiator group for a whole cluster, is therefore joined to neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from checker.facts.platforms import OPERATING_SYSTEMS, is_unnamed
from checker.facts.products import device_family
from checker.facts.resolve.names.array_contents import ArrayContents
from checker.facts.resolve.names.by_path import STRONG_NAME, join_with_path
from checker.facts.resolve.names.captures import Captures
from checker.facts.resolve.names.groups import Claims, Names, Owner, read_claims
from checker.facts.store.store import Store

_CLUSTERS = ("vplex_cluster", "assembly", "cluster")
"""The clusters of a VPLEX, each with its top-level assembly."""


def join_by_case(names: Names) -> None:
    """Join names that differ only in case, except those of unknown machines, which are names of files."""
    folded: dict[str, list[str]] = defaultdict(list)
    for name in sorted(name for name in names.rank if not is_unnamed(name)):
        folded[name.casefold()].append(name)
    for group in folded.values():
        for other in group[1:]:
            names.join(group[0], other, "case")


def join_hosts(store: Store, names: Names, owners: Mapping[str, Owner]) -> None:
    """Join host names: short with fully qualified ones, then by their own ports, then by array labels for those ports."""
    own = read_claims(store, names, "host", (("initiator", "initiator_wwpn"), ("path", "initiator_wwpn")))
    labels = read_claims(store, names, "host", (("registered_initiator", "initiator_wwpn"),))
    for name in labels.exports:
        if name not in own.exports and names.rank[name] == 1:
            # An array's label for a host represents the host only if no other source names it.
            names.rank[name] = 0
    are_two = _have_disjoint_ports(names, owners, own)
    join_full_names(names, are_two)
    captures = Captures(store, "host", names, owners)
    _join_captures(names, owners, own, captures)
    anchors = {names.find(name) for name in own.exports if _is_captured(names, name, owners)}
    _attach(names, own, anchors, own)
    anchors |= {names.find(name) for name in own.exports}
    _attach(names, _merged(own, labels), anchors, labels)
    join_with_path(store, names, owners, are_two, captures, of_content=True)


def join_full_names(names: Names, are_two: Callable[[str, str], bool]) -> None:
    """Join ``esx01`` with ``esx01.lab.example`` if only one full name fits and the two are not known to be two machines."""
    by_short: dict[str, set[str]] = defaultdict(set)
    for name in names.rank:
        head, dot, rest = name.partition(".")
        if dot and not name.replace(".", "").isdigit() and rest:
            by_short[head.casefold()].add(names.find(name))
    for name in sorted(names.rank):
        full = by_short.get(name.casefold(), set()) if "." not in name else set()
        if len(full) == 1 and not are_two(one := names.find(name), other := names.find(next(iter(full)))):
            names.join(one, other, "fqdn")


def _have_disjoint_ports(names: Names, owners: Mapping[str, Owner], own: Claims) -> Callable[[str, str], bool]:
    """Return whether captures of two groups show ports of which none is the same."""
    tokens = own.tokens()

    def are_two(one: str, other: str) -> bool:
        ports = [{token for name in names.members(group) for token in tokens.get(name, ())} for group in (one, other)]
        captured = _is_captured(names, one, owners) and _is_captured(names, other, owners)
        return captured and all(ports) and not ports[0] & ports[1]

    return are_two


def _join_captures(names: Names, owners: Mapping[str, Owner], own: Claims, captures: Captures) -> None:
    """Join captured names that share a port, unless they are two machines that both claim it."""
    tokens = own.tokens()

    def have_the_same_ports(one: str, other: str) -> bool:
        mine, theirs = (
            {token for name in names.members(group) for token in tokens.get(name, ())} for group in (one, other)
        )
        # One port may have been given to another machine, or be claimed by two, if the names say that there are two.
        return mine == theirs and (len(mine) > 1 or (is_unnamed(one) and is_unnamed(other)))

    for token in sorted(own.names):
        groups = sorted({names.find(name) for name in own.names[token]})
        captured = [group for group in groups if _is_captured(names, group, owners)]
        for other in captured[1:]:
            one = names.find(captured[0])
            two = names.find(other)
            if one == two:
                continue
            if not _are_two_machines(names, one, two, owners, own) or (
                _are_by_path(names, one, two, owners)
                and have_the_same_ports(one, two)
                and captures.may_be_one(one, two)
            ):
                names.join(one, other, "shared-wwpn")


def _attach(names: Names, claims: Claims, anchors: set[str], movable: Claims) -> None:
    """Join each movable name to the one anchor that it shares a token with; join movable names without an anchor together.

    A name that matches two anchors stays separate, as does one that matches two names that one export distinguishes.
    """
    tokens = movable.tokens()
    loose: list[str] = []
    for name in sorted({names.find(name) for name in tokens} - anchors):
        touched = {
            names.find(other)
            for member in names.members(name)
            for token in tokens.get(member, ())
            for other in claims.names[token]
        }
        near = sorted(touched & anchors)
        if len(near) == 1 and not _stated_as_distinct(names, claims, [name, near[0]]):
            names.join(near[0], name, "shared-wwpn")
            anchors.add(names.find(name))
        elif not near:
            others = sorted(touched - {name})
            if not _stated_as_distinct(names, claims, others):
                loose.append(name)
    _join_loose(names, claims, tokens, loose)


def _join_loose(names: Names, claims: Claims, tokens: Mapping[str, set[str]], loose: list[str]) -> None:
    """Join names that share tokens with each other: the whole chain or nothing."""
    found = Names(dict.fromkeys(loose, 0))
    for name in loose:
        for member in names.members(name):
            for token in sorted(tokens.get(member, ())):
                for other in sorted(claims.names[token]):
                    if names.find(other) in found.rank:
                        found.join(name, names.find(other), "")
    for group in sorted({found.find(name) for name in loose}):
        chain = sorted(found.members(group))
        if len(chain) > 1 and not _stated_as_distinct(names, claims, chain):
            for other in chain[1:]:
                names.join(chain[0], other, "shared-wwpn")


def _stated_as_distinct(names: Names, claims: Claims, groups: list[str]) -> bool:
    """Whether one export states two of these names as different machines."""
    seen: dict[int, str] = {}
    for group in groups:
        for member in names.members(names.find(group)):
            for export_id in claims.exports.get(member, ()):
                if seen.setdefault(export_id, group) != group:
                    return True
    return False


def _merged(one: Claims, other: Claims) -> Claims:
    both = Claims()
    for claims in (one, other):
        for token, named in claims.names.items():
            both.names[token] |= named
        for name, exports in claims.exports.items():
            both.exports[name] |= exports
    return both


def _is_captured(names: Names, group: str, owners: Mapping[str, Owner]) -> bool:
    return any(name in owners for name in names.members(names.find(group)))


def _are_two_machines(names: Names, one: str, other: str, owners: Mapping[str, Owner], claims: Claims) -> bool:
    """Whether two captured groups are two machines: they have a capture of the same format or two operating systems, or content names both.

    A name from a file name is weak evidence: two files of one machine may be named differently.
    """
    first = [owners[name] for name in names.members(one) if name in owners]
    second = [owners[name] for name in names.members(other) if name in owners]
    strong = max(o.rank for o in first) >= STRONG_NAME and max(o.rank for o in second) >= STRONG_NAME
    common = {f for o in first for f in o.formats} & {f for o in second for f in o.formats}
    # A port that AIX and Linux show is that of a machine which was installed again.
    systems = [{p for o in owned for p in o.platforms if p in OPERATING_SYSTEMS} for owned in (first, second)]
    are_other = all(systems) and systems[0].isdisjoint(systems[1])
    return strong or bool(common) or are_other or _stated_as_distinct(names, claims, [one, other])


def _are_by_path(names: Names, one: str, other: str, owners: Mapping[str, Owner]) -> bool:
    """Whether only paths name these two groups."""
    return all(
        owners[name].rank < STRONG_NAME for group in (one, other) for name in names.members(group) if name in owners
    )


def join_switches(store: Store, names: Names, owners: Mapping[str, Owner]) -> None:
    """Join switch names by WWN, which is unique to a switch, unless one export states both names."""
    claims = read_claims(store, names, "switch", (("switch", "switch_wwn"),))
    tokens = claims.tokens()

    def are_two(one: str, other: str) -> bool:
        wwns = [{token for name in names.members(group) for token in tokens.get(name, ())} for group in (one, other)]
        return all(wwns) and not wwns[0] & wwns[1]

    join_full_names(names, are_two)
    for token in sorted(claims.names):
        groups = sorted({names.find(name) for name in claims.names[token]})
        for other in groups[1:]:
            if not _stated_as_distinct(names, claims, [groups[0], other]):
                names.join(groups[0], other, "shared-wwn")
    join_with_path(store, names, owners, are_two, Captures(store, "switch", names, owners))


def join_arrays(store: Store, names: Names) -> None:
    """Join array names by serial number, target port, director, cluster TLA or VPLEX volume; unlike a host port, a target port identifies its array.

    Arrays with different serial numbers are never joined, even if they share a port.
    """
    sources = (
        ("storage_array", "serial"), ("target_port", "target_wwpn"), ("director", "director_id"), ("vplex_cluster", "assembly"),
    )  # fmt: skip
    claims = read_claims(store, names, "storage_array", sources)
    serials: dict[str, set[str]] = defaultdict(set)
    for name, tokens in claims.tokens().items():
        serials[names.find(name)] |= {t.removeprefix("serial ") for t in tokens if t.startswith("serial ")}
    for token in sorted(claims.names):
        groups = sorted({names.find(name) for name in claims.names[token]})
        for other in groups[1:]:
            one, two = names.find(groups[0]), names.find(other)
            if one != two and _serials_agree(serials[one], serials[two]):
                names.join(one, two, "shared-identity")
                serials[names.find(one)] = serials[one] | serials[two]
    _join_clusters(store, names)
    _name_by_serial(store, names)


def _join_clusters(store: Store, names: Names) -> None:
    """Join VPLEX clusters that present the same volume: each management server may list its own cluster only.

    Other arrays that mirror a volume present it under one identity, too, but they are two arrays. A volume keeps its
    identity when it moves to another system.
    """
    contents = ArrayContents(store, names)
    claims = read_claims(store, names, "storage_array", (("virtual_volume", "device"), ("mask_volume", "device")))
    for token, claimed in sorted(claims.names.items()):
        if device_family(token.removeprefix("naa.")) != "vplex":
            continue
        first, *others = sorted({names.find(name) for name in claimed})
        for other in others:
            if names.find(first) != names.find(other) and not contents.are_other_systems(first, other):
                names.join(first, other, "shared-identity")


def _name_by_serial(store: Store, names: Names) -> None:
    """Name arrays that nothing else names by their only serial number, or by the first TLA of their clusters.

    Where one lists cluster-1 and another cluster-2, they may be of one system, so that they remain unknown.
    """
    contents = ArrayContents(store, names)
    for table, column, most in (("storage_array", "serial", 1), ("vplex_cluster", "assembly", 2)):
        found: dict[str, set[str]] = defaultdict(set)
        if store.has_rows(table) and {"storage_array", column} <= store.stated[table]:
            for name, serial in store.rows(
                f"SELECT DISTINCT storage_array, {column} FROM obs_{table} WHERE storage_array IS NOT NULL AND {column} IS NOT NULL ORDER BY ALL"
            ):
                if is_unnamed(names.find(name)):
                    found[names.find(name)].add(serial)
        clusters = {group: frozenset(contents.things(group, *_CLUSTERS).by_name) for group in found}
        parts = set(clusters.values())
        for group, serials in sorted(found.items()):
            may_be_half = clusters[group] and any(other and clusters[group].isdisjoint(other) for other in parts)
            if len(serials) <= most and not may_be_half:
                names.rank.setdefault(min(serials), names.rank.get(group, 0))
                names.join(min(serials), group, "shared-identity")


def _serials_agree(one: set[str], other: set[str]) -> bool:
    """Whether two serial numbers are equal; leading digits may be missing (000192600123, 192600123)."""
    return not one or not other or any(a.endswith(b) or b.endswith(a) for a in one for b in other)
