"""Contradictions between what exports say about one thing, and between intent and observation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from checker.facts.declare import Column, Kind
from checker.facts.kinds import kinds
from checker.facts.resolve.keys import Identified, key_value
from checker.facts.resolve.superseded import SAMPLES, WHOLE
from checker.facts.store.store import Store

COMPARABLE_AGE_HOURS = 24
"""Maximum time between two captures of comparable age; a difference between such captures is a contradiction."""

_PAIRS = {
    "same": (
        "w.export_time IS NULL OR l.export_time IS NULL "
        f"OR abs(epoch(w.export_time) - epoch(l.export_time)) <= {COMPARABLE_AGE_HOURS * 3600}"
    ),
    # Neither is known to be the newer one.
    "state": (
        "w.val <> 'unknown' AND l.val <> 'unknown' "
        "AND (w.export_time IS NULL OR l.export_time IS NULL OR w.export_time = l.export_time)"
    ),
    # Nor here; other commands may print a setting differently, and within a file the later one is the newer one.
    "newest": (
        "w.export_format = l.export_format AND w.export_owner = l.export_owner AND w.export_place <> l.export_place "
        "AND (w.export_time IS NULL OR l.export_time IS NULL)"
    ),
}
"""SQL condition on two observations that contradict each other if they differ, by how they combine; of others, none do."""

LISTED = "listed"
"""The fact of a contradiction between outputs of one command, of which one lists an object and the other does not."""
_LISTS: Mapping[str, tuple[str, ...]] = {
    "initiator": ("host",),
    "device": ("host",),
    "path": ("host", "device"),
    "partition": ("host", "device"),
    "datastore": ("host",),
    "alias": ("switch", "vsan"),
    "zone": ("switch", "vsan", "active"),
    "zone_member": ("switch", "vsan", "active", "zone"),
    "login": ("switch", "vsan"),
    "isl": ("switch",),
    "target_port": ("storage_array", "cluster", "director"),
    "registered_initiator": ("storage_array", "cluster"),
    "storage_volume": ("storage_array", "used_by_cluster"),
    "virtual_volume": ("storage_array", "cluster"),
    "mask_view": ("storage_array", "cluster"),
    "mask_initiator": ("storage_array", "cluster", "view"),
    "mask_port": ("storage_array", "cluster", "view"),
    "mask_volume": ("storage_array", "cluster", "view"),
    "storage_group": ("storage_array", "storage_group"),
    "backend_path": ("storage_array", "device", "director"),
}
"""Kinds of objects that are deleted, with the columns of what they are in; settings and parts are only missing from an output that omits them."""


def repeats_without_times(store: Store) -> bool:
    """Return whether files have the same output of one machine and not all of them a time, so that none is the newer one."""
    twins = (
        "SELECT 1 FROM export_order WHERE NOT intent AND owner IS NOT NULL GROUP BY owner, format "
        "HAVING min(place) <> max(place) AND bool_or(captured_at IS NULL) LIMIT 1"
    )
    return bool(store.rows(twins))


def record_contradictions(
    store: Store, kind: Kind, identified: Sequence[Identified], *, several: bool, repeated: bool
) -> None:
    """Record contradictions between sources: in columns that must agree, and between intent and observation.

    ``identified`` has the kind's rows by the best key they have, as they are merged. ``repeated`` says that files without
    times have the same output of one machine; then its settings must agree, too.

    An object that can only be in one place must not be in two within one export, either. Without ``several`` exports
    there is nothing else to compare.
    """
    if not identified:
        return
    compared = [c for c in kind.columns if c.name in store.stated[kind.name]]
    once = [c.name for c in compared if c.combine == "once"]
    has_intent, alone = False, not several
    if several:
        alone, has_intent = store.rows(
            f"SELECT min(o.export_id) = max(o.export_id), bool_or(x.intent) "
            f"FROM obs_{kind.name} o JOIN export_order x USING (export_id)"
        )[0]
    if alone:
        compared = []
    observed = {c.name for c in compared if c.combine in ("same", "state") or (repeated and _is_setting(kind, c))}
    declared = {c.name for c in compared if has_intent and c.combine not in ("measured", "sum", "union")}
    for rows in identified:
        columns = {*once, *observed, *declared}.difference(rows.key)
        for name in _conflicting(store, kind, rows, [c.name for c in kind.columns if c.name in columns]):
            if name in once:
                _record(store, kind, rows, name, "l.export_id = w.export_id", each="export_id")
            if name in observed or name in declared:
                # Declarations have no age: two different ones contradict each other, as does one that differs from an observation.
                pair = f"w.intent OR l.intent OR {_PAIRS[kind.column(name).combine] if name in observed else 'FALSE'}"
                _record(store, kind, rows, name, f"l.export_id <> w.export_id AND ({pair})")


def record_unlisted(store: Store, identified: Mapping[str, Sequence[Identified]]) -> None:
    """Record objects that one output of a command lists and another, of the same machine, does not: they may have been deleted.

    Only outputs that list everything count, and only if most of what others list is in
    them, too; others are about another disk, another VSAN or another cluster. ``identified`` has the rows of each kind by the
    best key they have.
    """
    if not store.rows(f"SELECT 1 FROM ({_twins()}) LIMIT 1"):
        return
    store.ensure_entities(["contradiction"])
    for name in _LISTS:
        for rows in identified.get(name, ()):
            _record_unlisted(store, kinds()[name], rows)
    _keep_captures_of_one_list(store, identified)
    if store.rows("SELECT 1 FROM contradiction LIMIT 1"):
        store.stated.setdefault("contradiction", set()).add("about_kind")


def _keep_captures_of_one_list(store: Store, identified: Mapping[str, Sequence[Identified]]) -> None:
    """Delete what is about two parts of one long output, which have no object of some kind in common."""
    store.execute(
        f"CREATE OR REPLACE TEMP TABLE pair AS SELECT DISTINCT export_a, export_b FROM contradiction WHERE fact = '{LISTED}'"
    )
    pairs = store.rows("SELECT export_a, export_b FROM pair")
    if not pairs:
        return
    stated: defaultdict[int, set[str]] = defaultdict(set)
    common: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for name in _LISTS.keys() & identified.keys():
        for (export_id,) in store.rows(
            f"SELECT DISTINCT export_id FROM obs_{name} WHERE export_id IN (SELECT unnest([export_a, export_b]) FROM pair)"
        ):
            stated[export_id].add(name)
        for rows in identified[name]:
            keys = ", ".join(f"{key_value(kinds()[name], column)} AS {column}" for column in rows.key)
            listed = f"(SELECT DISTINCT export_id, {keys} FROM obs_{name} WHERE {rows.condition})"
            for one, other in store.rows(
                f"SELECT DISTINCT export_a, export_b FROM pair JOIN {listed} a ON a.export_id = export_a "
                f"JOIN {listed} b ON b.export_id = export_b AND {' AND '.join(f'a.{column} = b.{column}' for column in rows.key)}"
            ):
                common[one, other].add(name)
    for one, other in pairs:
        if not stated[one] & stated[other] <= common[one, other]:
            store.execute(
                f"DELETE FROM contradiction WHERE fact = '{LISTED}' AND export_a = {one} AND export_b = {other}"
            )


def _twins(condition: str = "") -> str:
    """SQL of the outputs of which others are of the same command and machine; all list everything."""
    return (
        "SELECT export_id, owner, format || ' ' || question AS format, position FROM export_order x JOIN export e USING (export_id, owner, format) "
        f"WHERE owner IS NOT NULL AND question IS NOT NULL AND NOT x.intent AND NOT coalesce(e.superseded, FALSE) AND {WHOLE} {condition} "
        "QUALIFY count(*) OVER (PARTITION BY owner, format, question) > 1"
    )


def _record_unlisted(store: Store, kind: Kind, rows: Identified) -> None:
    store.execute(
        f"CREATE OR REPLACE TEMP TABLE twin AS {_twins(f'AND export_id IN (SELECT export_id FROM obs_{kind.name})')}"
    )
    if not store.rows("SELECT 1 FROM twin LIMIT 1"):
        return
    names = ", ".join(f"{key_value(kind, name)} AS {name}" for name in rows.key)
    inside = ", ".join(key_value(kind, name) for name in _LISTS[kind.name])
    store.execute(
        "INSERT INTO contradiction (about_kind, about_key, fact, value_a, value_b, export_a, line_a, export_b, line_b, declared) "
        f"WITH o AS (SELECT export_id, line, {names}, hash({inside}) AS place FROM obs_{kind.name} WHERE {rows.condition}), "
        f"named AS (SELECT o.export_id, t.owner, t.format, t.position, o.place, {_shown(rows.key, 'o')} AS shown, min(o.line) AS line "
        f"FROM o JOIN twin t USING (export_id) GROUP BY ALL), "
        "object AS (SELECT owner, format, place, shown, count(*) AS exports, arg_max(export_id, position) AS export_id, "
        "arg_max(line, position) AS line FROM named GROUP BY ALL), "
        "output AS (SELECT n.export_id, n.position, owner, format, place, count(*) AS has, count(*) FILTER (WHERE exports > 1) AS common "
        "FROM named n JOIN object USING (owner, format, place, shown) GROUP BY ALL), "
        "total AS (SELECT owner, format, place, count(*) AS objects FROM object GROUP BY ALL), "
        "lacking AS (SELECT * FROM output JOIN total USING (owner, format, place) "
        "QUALIFY sum(objects - has) OVER (PARTITION BY export_id) BETWEEN 1 AND sum(common) OVER (PARTITION BY export_id)) "
        f"SELECT '{kind.name}', b.shown, '{LISTED}', 'yes', 'no', b.export_id, b.line, l.export_id, e.first_line, FALSE "
        "FROM object b JOIN lacking l USING (owner, format, place) JOIN export e ON e.export_id = l.export_id "
        "WHERE NOT EXISTS (SELECT 1 FROM named n WHERE n.export_id = l.export_id AND n.place = b.place AND n.shown = b.shown) "
        "QUALIFY row_number() OVER (PARTITION BY b.shown ORDER BY l.position DESC) = 1"
    )


def _is_setting(kind: Kind, column: Column) -> bool:
    """Whether a column changes only if somebody changes it or something fails, unlike readings and used capacity."""
    numbers = ("float", "time") if column.unit != "bytes" else ("int", "float", "time")
    return column.combine == "newest" and column.type not in numbers and kind.name not in SAMPLES


def _conflicting(store: Store, kind: Kind, rows: Identified, columns: Collection[str]) -> list[str]:
    """Return the columns with different values for one object; most kinds have none, and all are found in one pass."""
    if not columns:
        return []
    grouped = ", ".join(key_value(kind, name) for name in rows.key)
    differ = ", ".join(
        f"min({_folded(kind, name)}) <> max({_folded(kind, name)}) AS c{number}" for number, name in enumerate(columns)
    )
    found = store.rows(
        f"SELECT {', '.join(f'bool_or(c{number})' for number in range(len(columns)))} FROM "
        f"(SELECT {differ} FROM obs_{kind.name} WHERE {rows.condition} GROUP BY {grouped})"
    )[0]
    return [name for name, differs in zip(columns, found, strict=True) if differs]


def _folded(kind: Kind, column: str) -> str:
    """SQL of a value to compare: padding and case depend on the command; SCSI vendors are padded to eight characters."""
    return f"lower(trim({column}::VARCHAR))" if kind.column(column).type == "text" else f"{column}::VARCHAR"


def _record(store: Store, kind: Kind, rows: Identified, column: str, pair: str, each: str = "") -> None:
    """Record pairs of different values of a column for one object.

    ``w`` is the chosen value, of all sources or of ``each`` source; ``pair`` is the condition that selects the other
    values, ``l``, to compare it with.
    """
    store.ensure_entities(["contradiction"])
    key = rows.key
    names = ", ".join(key)
    joined = " AND ".join(f"w.{name} = l.{name}" for name in key)
    folded = _folded(kind, column)
    order = "(x.position::BIGINT << 32) + o.seq"
    groups = ", ".join(str(index + 1) for index in range(len(key) + 6))
    after = f"(SELECT min(n.line) FROM obs_{kind.name} n WHERE n.export_id = {{0}}.export_id AND n.line > {{0}}.line)"
    store.execute(
        f"INSERT INTO contradiction (about_kind, about_key, fact, value_a, value_b, export_a, line_a, next_a, export_b, line_b, next_b, declared) "
        f"WITH stated AS (SELECT {', '.join(f'{key_value(kind, n)} AS {n}' for n in key)}, {folded} AS val, "
        f"x.intent, x.owner AS export_owner, x.format AS export_format, x.place AS export_place, o.export_id, max({order}) AS ord, arg_max(trim({column}::VARCHAR), {order}) AS shown, "
        f"arg_max(o.line, {order}) AS line, max(x.captured_at) AS export_time "
        f"FROM (SELECT * FROM obs_{kind.name} WHERE {rows.condition} AND {column} IS NOT NULL) o "
        f"JOIN export_order x ON x.export_id = o.export_id GROUP BY {groups}), "
        f"w AS (SELECT * FROM stated QUALIFY row_number() OVER (PARTITION BY {names}{each and f', {each}'} ORDER BY ord DESC) = 1) "
        f"SELECT '{kind.name}', {_shown(key)}, '{column}', w.shown, l.shown, w.export_id, w.line, {after.format('w')}, "
        f"l.export_id, l.line, {after.format('l')}, "
        f"w.intent <> l.intent FROM w JOIN stated l ON {joined} AND l.val <> w.val WHERE {pair} "
        f"QUALIFY row_number() OVER (PARTITION BY {', '.join(f'w.{n}' for n in key)}, l.val ORDER BY l.ord DESC) = 1"
    )
    if store.rows("SELECT 1 FROM contradiction LIMIT 1"):
        store.stated.setdefault("contradiction", set()).add("about_kind")


def _shown(key: tuple[str, ...], table: str = "w") -> str:
    """SQL of an object as text: its keys that have a value, each with its name."""
    words = {name: "path" if name == "hctl" else name.replace("_", " ") for name in key}
    parts = ", ".join(f"'{word} ' || nullif({table}.{name}::VARCHAR, '')" for name, word in words.items())
    return f"concat_ws(', ', {parts})"
