"""Merge observations into entities, one row per object, with SQL generated from the declarations.

A host captured by three commands has six path rows for two real paths; all layers above use entities only.
Order: names become identities, links fill columns from another kind of the same owner, lower keys are bridged to higher
ones, each kind is merged by its best key, and contradictions are recorded.
"""

from __future__ import annotations

from checker.facts.declare import Kind
from checker.facts.kinds import kinds
from checker.facts.resolve.adapter_names import hide_nvme_duplicates, keep_one_name, name_protocol_devices
from checker.facts.resolve.adopted import register_inventory_exports
from checker.facts.resolve.contradictions import record_contradictions, record_unlisted, repeats_without_times
from checker.facts.resolve.declared_paths import record_declared_paths, set_aside_declared_paths
from checker.facts.resolve.keys import Identified, identified, key_value, known, usable_keys
from checker.facts.resolve.links import apply_links
from checker.facts.resolve.logical_ports import take_protocols_of_adapters
from checker.facts.resolve.mirrored import keep_copies_apart
from checker.facts.resolve.names.identity import Hints, unify_names
from checker.facts.resolve.names.shared_names import separate_machines
from checker.facts.resolve.names.within_exports import divide_exports
from checker.facts.resolve.network_tests import assign_network_tests
from checker.facts.resolve.numbered_paths import set_aside_numbered_paths
from checker.facts.resolve.samples import separate_samples
from checker.facts.resolve.storage_groups import expand_storage_groups
from checker.facts.resolve.superseded import delete_superseded
from checker.facts.store.store import Store

_NOT_MERGED = ("bad_value", "load_sample", "load_counter", "port_sample")
"""Bad values are merged last. Samples over time are too many, and their readers need no entities."""


def resolve(store: Store, hints: Hints | None = None) -> None:
    """Create the entity table of every observed kind. Rows without a complete key become ``bad_value``."""
    register_inventory_exports(store)
    divide_exports(store)
    # A single export supersedes nothing.
    several = len(store.rows("SELECT 1 FROM export LIMIT 2")) > 1
    if several:
        # A capture of another machine of the same name supersedes nothing.
        for column in ("host", "switch", "storage_array"):
            separate_machines(store, column)
        delete_superseded(store)
    unify_names(store, hints or Hints())
    if several:
        # Which of them are of one machine is known only now.
        delete_superseded(store, undated=True)
    order_exports(store)
    assign_network_tests(store)
    expand_storage_groups(store)
    take_protocols_of_adapters(store)
    name_protocol_devices(store)
    apply_links(store)
    separate_samples(store)
    observed = [kind for kind in kinds().values() if kind.name != "export" and store.has_rows(kind.name)]
    # A bridge may complete a row that a link could not, and vice versa.
    bridged = [kind for kind in observed if bridge_keys(store, kind)]
    if bridged:
        apply_links(store)
    hide_nvme_duplicates(store)
    keep_one_name(store)
    if several:
        set_aside_numbered_paths(store)
        keep_copies_apart(store)
    set_aside = set_aside_declared_paths(store)
    for kind in observed:
        report_unkeyed(store, kind)
    store.ensure_entities([kind.name for kind in observed])
    repeated = several and repeats_without_times(store)
    merged: dict[str, list[Identified]] = {}
    for kind in observed:
        if kind.name not in _NOT_MERGED:
            merged[kind.name] = merge(store, kind)
            record_contradictions(store, kind, merged[kind.name], several=several, repeated=repeated)
            store.compress_if_grown()
    if several:
        record_unlisted(store, merged)
    if set_aside:
        record_declared_paths(store)
    if store.has_rows("bad_value"):
        merge(store, kinds()["bad_value"])
    complete_owners(store)


def order_exports(store: Store) -> None:
    """Rank exports: observed over declared, newer over older, trusted over summary, then by path, so that runs agree.

    Of the outputs of one command in one log, the last one is the newest.
    """
    store.ensure_entities(["export"])
    store.execute(
        "CREATE OR REPLACE TABLE export_order AS SELECT export_id, coalesce(intent, FALSE) AS intent, captured_at, "
        "owner, format, file || coalesce('!' || member, '') AS place, "
        "row_number() OVER (ORDER BY NOT coalesce(intent, FALSE), captured_at NULLS FIRST, coalesce(trust, 0), "
        "file DESC, member DESC, first_line, export_id) AS position FROM export"
    )


def bridge_keys(store: Store, kind: Kind) -> bool:
    """Add the higher key to rows with only a lower key if it is unambiguous; TRUE if there were such rows."""
    keys = usable_keys(store, kind)
    bridged = False
    for better_index, better in enumerate(keys):
        for lower in keys[better_index + 1 :]:
            bridged |= _bridge(store, kind, better, lower)
    return bridged


def _bridge(store: Store, kind: Kind, better: tuple[str, ...], lower: tuple[str, ...]) -> bool:
    new_columns = [name for name in better if name not in lower]
    table = f"obs_{kind.name}"
    if not new_columns or not store.rows(f"SELECT 1 FROM {table} WHERE NOT ({known(kind, better)}) LIMIT 1"):
        return False
    columns = ", ".join(f"{key_value(kind, name)} AS {name}" for name in lower)
    groups = ", ".join(str(index + 1) for index in range(len(lower)))
    takes = ", ".join(f"min({name}) AS {name}" for name in new_columns)
    distinct = " AND ".join(f"count(DISTINCT {name}) <= 1" for name in new_columns)
    assignments = ", ".join(f"{name} = coalesce(o.{name}, m.{name})" for name in new_columns)
    same_lower = " AND ".join(_equal(kind, f"o.{name}", f"m.{name}", name) for name in lower)
    compatible = " AND ".join(f"(o.{name} IS NULL OR m.{name} IS NULL OR o.{name} = m.{name})" for name in new_columns)
    store.execute(
        f"UPDATE {table} AS o SET {assignments} FROM (SELECT {columns}, {takes} FROM {table} "
        f"WHERE {known(kind, better)} AND {known(kind, lower)} GROUP BY {groups} HAVING {distinct}) AS m "
        f"WHERE NOT ({known(kind, better, 'o.')}) AND {same_lower} AND {compatible}"
    )
    return True


def _equal(kind: Kind, left: str, right: str, name: str) -> str:
    default = kind.key_defaults.get(name)
    if default is None:
        return f"{left} = {right}"
    return f"coalesce({left}, '{default}') = coalesce({right}, '{default}')"


def merge(store: Store, kind: Kind) -> list[Identified]:
    """Create the entity table of one kind: its rows grouped by the best key they have. Returns those groups."""
    store.ensure_entities([kind.name])
    found = identified(store, kind, usable_keys(store, kind))
    for rows in found:
        store.execute(_merge_sql(store, kind, rows))
    return found


def _merge_sql(store: Store, kind: Kind, rows: Identified) -> str:
    key = rows.key
    stated = store.stated[kind.name]
    # The column export_id of a kind would clash with the layout column; only the export kind has it, and it is not merged.
    others = [column for column in kind.columns if column.name in stated and column.name not in key]
    selects = [f"{key_value(kind, name)} AS {name}" for name in key]
    for column in others:
        if column.combine == "sum":
            selects.append(f"sum({column.name}) AS {column.name}")
        elif column.combine == "union":
            selects.append(
                f"array_to_string(list_sort(list_distinct(list({column.name}) "
                f"FILTER ({column.name} IS NOT NULL))), ' ') AS {column.name}"
            )
        else:
            selects.append(f"arg_max({column.name}, ord) AS {column.name}")
    names = ", ".join([*key, *(column.name for column in others)])
    groups = ", ".join(str(index + 1) for index in range(len(key)))
    return (
        f"INSERT INTO {kind.name} ({names}) SELECT {', '.join(selects)} FROM ("
        f"SELECT o.*, (x.position::BIGINT << 32) + o.seq AS ord "
        f"FROM obs_{kind.name} o JOIN export_order x ON x.export_id = o.export_id) "
        f"WHERE {rows.condition} GROUP BY {groups}"
    )


def report_unkeyed(store: Store, kind: Kind) -> None:
    """Record rows without a complete key as ``bad_value``: they have no identity but are not dropped silently."""
    if kind.name == "bad_value":
        return
    keys = usable_keys(store, kind)
    unkeyed = " AND ".join(f"NOT ({known(kind, key)})" for key in keys) or "TRUE"
    if not store.rows(f"SELECT 1 FROM obs_{kind.name} WHERE {unkeyed} LIMIT 1"):
        return
    store.ensure_observations(["bad_value"])
    stated = [name for name in kind.key_columns if name in store.stated[kind.name]]
    texts = ", ".join(f"'{name}=' || o.{name}::VARCHAR" for name in stated) or "''"
    fact = _missing_fact(kind, set(stated))
    store.execute(
        f"INSERT INTO obs_bad_value (about_kind, fact, value, place, problem, owner, export_id, line, seq) "
        f"SELECT '{kind.name}', {fact}, concat_ws(', ', {texts}), "
        f"e.file || coalesce('!' || e.member, '') || ':' || o.line, 'unidentified', e.owner, o.export_id, o.line, o.seq "
        # In a sub-query, separate from the exports, which have columns of the same names.
        f"FROM (SELECT * FROM obs_{kind.name} WHERE {unkeyed}) o JOIN export e ON e.export_id = o.export_id"
    )
    store.stated.setdefault("bad_value", set()).update(("about_kind", "fact", "value", "place", "problem", "owner"))


def _missing_fact(kind: Kind, stated: set[str]) -> str:
    """SQL for the column to name for a row without a key: a missing one that all keys need, else the last of the best key."""
    needed = [n for n in kind.keys[-1] if n not in kind.key_defaults and all(n in key for key in kind.keys)]
    cases = " ".join(f"WHEN {f'o.{n} IS NULL' if n in stated else 'TRUE'} THEN '{n}'" for n in needed)
    other = f"'{kind.keys[0][-1]}'"
    return f"CASE {cases} ELSE {other} END" if cases else other


def complete_owners(store: Store) -> None:
    """Add a row for every host, switch and array that a fact names, and set the platform of hosts from their captures."""
    for owner_kind in ("host", "switch", "storage_array"):
        store.ensure_entities([owner_kind])
        sources = [
            f"SELECT DISTINCT {owner_kind} AS name FROM {kind.name} WHERE {owner_kind} IS NOT NULL"
            for kind in kinds().values()
            # A benchmark plan may name several machines in one text and is not an export of any of them.
            if kind.name not in (owner_kind, "export", "registered_initiator", "test_plan", "test_run")
            and owner_kind in kind.column_names
            and store.has_rows(kind.name)
            and owner_kind in store.stated[kind.name]
        ]
        if sources:
            store.execute(
                f"INSERT INTO {owner_kind} ({owner_kind}) SELECT DISTINCT name FROM ({' UNION ALL '.join(sources)}) "
                # Loads of hosts have an empty array in their key.
                f"WHERE name <> '' AND name NOT IN (SELECT {owner_kind} FROM {owner_kind}){_declared_fabrics(store, owner_kind)}"
            )
    store.execute(
        "UPDATE host SET platform = e.platform FROM (SELECT owner, min(platform) AS platform FROM export "
        "WHERE platform IN ('esxi', 'linux', 'windows', 'aix', 'solaris', 'hpux') GROUP BY owner "
        "HAVING count(DISTINCT platform) = 1) e WHERE host.platform IS NULL AND host.host = e.owner"
    )


def _declared_fabrics(store: Store, owner_kind: str) -> str:
    """Names of declared fabrics: zones declared for a fabric have its name in the switch column, but it is not a switch."""
    if owner_kind != "switch" or not store.has_rows("fabric"):
        return ""
    return " AND name NOT IN (SELECT fabric FROM fabric)"
