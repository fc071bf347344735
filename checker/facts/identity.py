"""Names become identities: which names are one host, one switch, one array, and which block device is which LUN.

Two names are joined only on evidence (architecture.md, "Facts"): declared, equal but for case, FQDN and short name
without ambiguity, or a shared world wide name that no two captured machines claim. Otherwise they stay apart, and a
DOC rule speaks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from checker.facts.model import kinds
from checker.facts.observations import Value
from checker.facts.store import Store

_BASIS_RANK = {"config": 4, "content": 3, "prompt": 3, "header": 3, "path": 2}


@dataclass(frozen=True)
class Hints:
    """What the configuration says about names: other name → name, for each kind of owner."""

    aliases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass
class _Names:
    """A union of names with a rank each: the best-ranked name of a group stands for it."""

    rank: dict[str, int]
    parent: dict[str, str] = field(default_factory=dict)
    basis: dict[str, str] = field(default_factory=dict)

    def find(self, name: str) -> str:
        while self.parent.get(name, name) != name:
            name = self.parent[name]
        return name

    def join(self, one: str, other: str, basis: str) -> None:
        a, b = self.find(one), self.find(other)
        if a == b:
            return
        best, lesser = sorted((a, b), key=lambda name: (-self.rank.get(name, 0), name))
        self.parent[lesser] = best
        self.basis[lesser] = basis

    def changed(self) -> dict[str, str]:
        return {name: self.find(name) for name in self.rank if self.find(name) != name}


def unify_names(store: Store, hints: Hints) -> None:
    """Replace, in all observations, every name by the one that stands for its host, switch or array.

    Writes ``host_alias`` for joined host names. Afterwards equal names mean equal things.
    """
    owners = _captured_owners(store)
    for column, join in (("host", _join_hosts), ("switch", _join_switches), ("storage_array", _join_arrays)):
        names = _Names(_names_in_use(store, column, owners))
        for alias, name in hints.aliases.get(column, {}).items():
            if alias in names.rank:
                names.rank.setdefault(name, 9)
                names.rank[name] = 9
                names.join(name, alias, "declared")
        _join_by_case(names)
        join(store, names, owners)
        if column != "host":
            _join_in_folders(store, names, owners)
        changed = names.changed()
        if changed:
            _rename(store, column, changed)
        if column == "host":
            _write_aliases(store, names, changed)
    _identify_block_devices(store)


@dataclass
class _Owner:
    rank: int
    formats: set[str]


def _captured_owners(store: Store) -> dict[str, _Owner]:
    found: dict[str, _Owner] = {}
    for owner, basis, name in store.rows(
        "SELECT owner, owner_basis, format FROM export WHERE owner IS NOT NULL AND NOT coalesce(intent, FALSE)"
    ):
        entry = found.setdefault(owner, _Owner(0, set()))
        entry.rank = max(entry.rank, _BASIS_RANK.get(basis, 1))
        entry.formats.add(name)
    return found


def _tables_with(store: Store, column: str) -> list[str]:
    return [
        kind.name
        for kind in kinds().values()
        if kind.name != "export"
        and column in kind.column_names
        and store.has_rows(kind.name)
        and column in store.stated[kind.name]
    ]


def _names_in_use(store: Store, column: str, owners: Mapping[str, _Owner]) -> dict[str, int]:
    ranks: dict[str, int] = {}
    for table in _tables_with(store, column):
        for (name,) in store.rows(f"SELECT DISTINCT {column} FROM obs_{table} WHERE {column} IS NOT NULL"):
            captured = owners.get(name)
            ranks[name] = captured.rank if captured else ranks.get(name, 1)
    return ranks


def _join_by_case(names: _Names) -> None:
    folded: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names.rank):
        folded[name.casefold()].append(name)
    for group in folded.values():
        for other in group[1:]:
            names.join(group[0], other, "case")


def _join_hosts(store: Store, names: _Names, owners: Mapping[str, _Owner]) -> None:
    by_short: dict[str, set[str]] = defaultdict(set)
    for name in names.rank:
        head, dot, rest = name.partition(".")
        if dot and not name.replace(".", "").isdigit() and rest:
            by_short[head.casefold()].add(names.find(name))
    for name in sorted(names.rank):
        full = by_short.get(name.casefold(), set()) if "." not in name else set()
        if len(full) == 1:
            names.join(name, next(iter(full)), "fqdn")
    claims = _claims(
        store,
        names,
        (
            ("initiator", "host", "initiator_wwpn"),
            ("path", "host", "initiator_wwpn"),
            ("registered_initiator", "host", "initiator_wwpn"),
        ),
    )
    _join_by_tokens(names, claims, owners, "shared-wwpn")


def _join_switches(store: Store, names: _Names, owners: Mapping[str, _Owner]) -> None:
    _join_by_tokens(names, _claims(store, names, (("switch", "switch", "switch_wwn"),)), owners, "shared-wwn")


def _join_arrays(store: Store, names: _Names, owners: Mapping[str, _Owner]) -> None:
    tokens = (
        ("storage_array", "storage_array", "serial"),
        ("target_port", "storage_array", "target_wwpn"),
        ("director", "storage_array", "director_id"),
    )
    _join_by_tokens(names, _claims(store, names, tokens), owners, "shared-identity")


def _join_in_folders(store: Store, names: _Names, owners: Mapping[str, _Owner]) -> None:
    """In a folder where one machine of a platform names itself and the other files name one by path, the two are one.

    Only where the two have no format in common: the same command captured twice means two machines.
    """
    found: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: {"path": set(), "content": set()})
    for file, platform, owner, basis in store.rows(
        "SELECT DISTINCT file, platform, owner, owner_basis FROM export WHERE owner IS NOT NULL AND platform IS NOT NULL ORDER BY ALL"
    ):
        folder = file.rpartition("/")[0]
        if owner in names.rank:
            found[(folder, platform)]["path" if basis == "path" else "content"].add(names.find(owner))
    for groups in found.values():
        by_path = groups["path"] - groups["content"]
        if len(by_path) != 1 or len(groups["content"]) != 1:
            continue
        one, other = next(iter(groups["content"])), next(iter(by_path))
        formats = [{f for n in _members(names, g) if n in owners for f in owners[n].formats} for g in (one, other)]
        if not formats[0] & formats[1]:
            names.join(one, other, "same-folder")


def _claims(store: Store, names: _Names, sources: Iterable[tuple[str, str, str]]) -> dict[str, set[str]]:
    """For each token (a WWN, a serial) the names that claim it."""
    claims: dict[str, set[str]] = defaultdict(set)
    for table, owner_column, token_column in sources:
        if not store.has_rows(table) or not {owner_column, token_column} <= store.stated[table]:
            continue
        for name, token in store.rows(
            f"SELECT DISTINCT {owner_column}, {token_column} FROM obs_{table} "
            f"WHERE {owner_column} IS NOT NULL AND {token_column} IS NOT NULL ORDER BY ALL"
        ):
            names.rank.setdefault(name, 1)
            claims[token].add(name)
    return claims


def _join_by_tokens(names: _Names, claims: Mapping[str, set[str]], owners: Mapping[str, _Owner], basis: str) -> None:
    """Join names that share a token, unless two captured machines claim one of their tokens."""
    disputed: set[str] = set()
    shared: list[set[str]] = []
    for token in sorted(claims):
        groups = {names.find(name) for name in claims[token]}
        if len(groups) < 2:
            continue
        captured = [group for group in groups if _is_captured(names, group, owners)]
        if _are_two_machines(names, captured, owners):
            disputed.update(groups)
        else:
            shared.append(groups)
    for groups in shared:
        free = sorted(group for group in groups if group not in disputed)
        for other in free[1:]:
            names.join(free[0], other, basis)


def _members(names: _Names, group: str) -> list[str]:
    return [name for name in names.rank if names.find(name) == group] if names.parent else [group]


def _is_captured(names: _Names, group: str, owners: Mapping[str, _Owner]) -> bool:
    return any(name in owners for name in _members(names, group))


def _are_two_machines(names: _Names, groups: list[str], owners: Mapping[str, _Owner]) -> bool:
    """Two captured groups are two machines if one of their formats was captured of both, or content names both.

    A name taken from a file name is weak: two files of one machine may be called differently.
    """
    for index, one in enumerate(groups):
        for other in groups[index + 1 :]:
            first = [owners[name] for name in _members(names, one) if name in owners]
            second = [owners[name] for name in _members(names, other) if name in owners]
            strong = max(o.rank for o in first) >= 3 and max(o.rank for o in second) >= 3
            common = {f for o in first for f in o.formats} & {f for o in second for f in o.formats}
            if strong or common:
                return True
    return False


def _rename(store: Store, column: str, changed: Mapping[str, str]) -> None:
    store.execute("CREATE OR REPLACE TEMP TABLE new_name (old VARCHAR, new VARCHAR)")
    for old, new in sorted(changed.items()):
        store.execute("INSERT INTO new_name VALUES (?, ?)", (old, new))
    for table in _tables_with(store, column):
        store.execute(f"UPDATE obs_{table} AS o SET {column} = n.new FROM new_name n WHERE o.{column} = n.old")
    if column == "storage_array" and store.has_rows("storage_volume"):
        store.execute(
            "UPDATE obs_storage_volume AS o SET used_by_array = n.new FROM new_name n WHERE o.used_by_array = n.old"
        )
    store.execute("UPDATE export AS e SET owner = n.new FROM new_name n WHERE e.owner = n.old")
    store.execute("DROP TABLE new_name")


def _write_aliases(store: Store, names: _Names, changed: Mapping[str, str]) -> None:
    # Bases of intermediate names are kept on the lesser name, which is the alias itself.
    rows: list[dict[str, Value]] = [
        {"host": new, "alias": old, "basis": names.basis.get(old, "joined")} for old, new in sorted(changed.items())
    ]
    if rows:
        store.load_rows("host_alias", rows)


def _identify_block_devices(store: Store) -> None:
    """Replace ``block:sdb`` by the LUN behind it, where the same host's multipath maps or paths tell."""
    tables = [t for t in _tables_with(store, "device") if "host" in store.stated[t]]
    if not any(store.rows(f"SELECT 1 FROM obs_{t} WHERE device LIKE 'block:%' LIMIT 1") for t in tables):
        return
    known = []
    if store.has_rows("device"):
        for column, prefix in (("kernel_name", ""), ("alias", "mapper/")):
            if column in store.stated["device"]:
                known.append(f"SELECT host, '{prefix}' || {column} AS block, device FROM obs_device")
    if store.has_rows("path") and "path_name" in store.stated["path"]:
        known.append("SELECT host, path_name AS block, device FROM obs_path")
    if not known:
        return
    store.execute(
        "CREATE OR REPLACE TEMP TABLE block_device AS SELECT host, 'block:' || block AS block, min(device) AS device FROM ("
        + " UNION ALL ".join(known)
        + ") WHERE block IS NOT NULL AND device NOT LIKE 'block:%' GROUP BY ALL HAVING count(DISTINCT device) = 1"
    )
    for table in tables:
        store.execute(
            f"UPDATE obs_{table} AS o SET device = b.device FROM block_device b WHERE o.host = b.host AND o.device = b.block"
        )
    store.execute("DROP TABLE block_device")
