"""Resolve names to identities: which names are the same host, switch or array, and which block device is which LUN.

Two names are joined only on evidence (architecture.md, "Facts"): a declaration, equality except for case, an unambiguous
pair of FQDN and short name, or a shared WWN that only one captured machine claims. Otherwise they stay separate and a
DOC rule reports them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.facts.platforms import HOSTS, SWITCHES
from checker.facts.resolve.names.array_parts import join_parts
from checker.facts.resolve.names.block_devices import identify_block_devices
from checker.facts.resolve.names.by_path import join_in_folders
from checker.facts.resolve.names.captures import name_captures
from checker.facts.resolve.names.cluster_names import unify_cluster_names
from checker.facts.resolve.names.evidence import join_arrays, join_by_case, join_hosts, join_switches
from checker.facts.resolve.names.groups import Names, Owner
from checker.facts.resolve.names.numbered_volumes import identify_numbered_volumes
from checker.facts.resolve.names.shared_names import tables_with
from checker.facts.store.store import Store
from checker.facts.values import Value

_BASIS_RANK = {"config": 4, "content": 3, "prompt": 3, "header": 3, "path": 2}

_DOCUMENT_PLATFORM = "sanlint"

# Columns, in addition to the owner columns, that contain names of hosts, switches and arrays: column → (kind, column).
_FURTHER_NAMES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "switch": (("isl", "peer_switch"), ("fabric_member", "member_name")),
    "storage_array": (
        ("storage_volume", "used_by_array"),
        ("replication_link", "source_array"),
        ("replication_link", "target_array"),
    ),
}


@dataclass(frozen=True)
class Hints:
    """Aliases from the configuration: other name → name, for each kind of owner."""

    aliases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def unify_names(store: Store, hints: Hints) -> None:
    """Replace every name in all observations with the one that represents its host, switch or array.

    Writes ``host_alias`` for joined host names. Afterwards equal names mean the same object.
    """
    for column in ("host", "switch", "storage_array"):
        if not tables_with(store, column):
            continue
        owners = _captured_owners(store, column)
        names = Names(_names_in_use(store, column, owners))
        for alias, name in hints.aliases.get(column, {}).items():
            if alias in names.rank:
                names.rank[name] = 9
                names.join(name, alias, "declared")
        if column == "host":
            _join_stated_aliases(store, names)
        join_by_case(names)
        if column == "host":
            join_hosts(store, names, owners)
        elif column == "switch":
            join_switches(store, names, owners)
            join_in_folders(store, names, owners)
        else:
            join_arrays(store, names)
            join_parts(store, names)
            join_in_folders(store, names, owners)
        name_captures(names)
        changed = names.changed()
        if changed:
            _rename(store, column, changed)
        if column == "host":
            _write_aliases(store, names, changed)
    unify_cluster_names(store)
    identify_numbered_volumes(store)
    identify_block_devices(store)


def _join_stated_aliases(store: Store, names: Names) -> None:
    """Join the aliases that an inventory or the host itself states, if only one host claims them."""
    if not store.has_rows("host_alias"):
        return
    for name, alias in store.rows(
        "SELECT min(host), alias FROM obs_host_alias WHERE host IS NOT NULL AND alias IS NOT NULL "
        "GROUP BY alias HAVING count(DISTINCT host) = 1 ORDER BY ALL"
    ):
        if alias in names.rank and alias != name:
            names.rank[name] = max(names.rank.get(name, 0), names.rank[alias])
            names.join(name, alias, "declared")


def _exports_about(column: str) -> str:
    """A condition that selects exports of platforms whose owners this column names, and documents, which name anything."""
    listed = {"host": HOSTS, "switch": SWITCHES}.get(column)
    if listed is not None:
        return f"platform IN {(*listed, _DOCUMENT_PLATFORM)}"
    return f"coalesce(platform, '') NOT IN {(*HOSTS, *SWITCHES)}"


def _captured_owners(store: Store, column: str) -> dict[str, Owner]:
    found: dict[str, Owner] = {}
    for owner, basis, name, platform in store.rows(
        "SELECT owner, owner_basis, format, platform FROM export WHERE owner IS NOT NULL AND NOT coalesce(intent, FALSE) "
        f"AND {_exports_about(column)}"
    ):
        entry = found.setdefault(owner, Owner())
        entry.rank = max(entry.rank, _BASIS_RANK.get(basis, 1))
        entry.formats.add(name)
        entry.platforms.add(platform)
    return found


def _names_in_use(store: Store, column: str, owners: Mapping[str, Owner]) -> dict[str, int]:
    ranks: dict[str, int] = {}
    tables = " UNION ALL ".join(f"SELECT {column} FROM obs_{table}" for table in tables_with(store, column))
    for (name,) in store.rows(f"SELECT DISTINCT {column} FROM ({tables}) WHERE {column} IS NOT NULL"):
        captured = owners.get(name)
        ranks[name] = captured.rank if captured else 1
    return ranks


def _rename(store: Store, column: str, changed: Mapping[str, str]) -> None:
    store.execute("CREATE OR REPLACE TEMP TABLE new_name (old VARCHAR, new VARCHAR)")
    store.insert("new_name", [list(pair) for pair in sorted(changed.items())])
    places = [(table, column, "") for table in tables_with(store, column)]
    places += [
        (table, further, "")
        for table, further in _FURTHER_NAMES.get(column, ())
        if store.has_rows(table) and further in store.stated[table]
    ]
    if store.has_rows("tag"):
        places.append(("tag", "about_key", f" AND o.about_kind = '{column}'"))
    if store.has_rows("completeness"):
        places.append(("completeness", "name", f" AND o.scope = '{column}'"))
    for table, place, condition in places:
        store.execute(f"UPDATE obs_{table} AS o SET {place} = n.new FROM new_name n WHERE o.{place} = n.old{condition}")
    store.execute(
        f"UPDATE export AS e SET owner = n.new FROM new_name n WHERE e.owner = n.old AND {_exports_about(column)}"
    )
    store.execute("DROP TABLE new_name")


def _write_aliases(store: Store, names: Names, changed: Mapping[str, str]) -> None:
    # The basis of an intermediate name is recorded on the lower-ranked name, which is the alias itself.
    rows: list[dict[str, Value]] = [
        {"host": new, "alias": old, "basis": names.basis.get(old, "joined")} for old, new in sorted(changed.items())
    ]
    if rows:
        store.load_rows("host_alias", rows)
