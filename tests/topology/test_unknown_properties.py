"""Whatever is unknown, topology is built, and in the same way each time: rules may be tried on facts with gaps."""

from __future__ import annotations

from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from checker.facts.declare import Column, Kind
from checker.facts.kinds import kinds
from checker.facts.store.store import Store
from checker.topology.derive.single_points import build_single_points
from checker.topology.derive.topology import ENTITIES, STEPS, build_topology
from tests.thorough import THOROUGH

WWPNS = ["10000000c9aa0001", "10000000c9aa0002", "50000972081234a1", "5000144260124b00", "5001248000000102"]
NAMES = ["s1", "s2", "", "10", "director-1-1-A", "A very long switch name"]


def _value(column: Column) -> st.SearchStrategy[Any]:
    if column.type == "bool":
        known: st.SearchStrategy[Any] = st.booleans()
    elif column.type == "int":
        known = st.integers(0, 3)
    elif column.type == "float":
        known = st.sampled_from([1.0, 8.0])
    elif column.values:
        known = st.sampled_from(column.values)
    elif "wwn" in column.name or "wwpn" in column.name:
        known = st.sampled_from(WWPNS)
    elif column.name == "member":
        known = st.sampled_from([*WWPNS, "1,5", "s1"])
    else:
        known = st.sampled_from(NAMES)
    return st.none() | known


def _rows(kind: Kind) -> st.SearchStrategy[list[dict[str, Any]]]:
    columns = [column for column in kind.columns if column.type != "time"]
    return st.lists(st.fixed_dictionaries({column.name: _value(column) for column in columns}), max_size=4)


TABLES = st.fixed_dictionaries({name: _rows(kinds()[name]) for name in ENTITIES.split()})


def _built(rows_by_table: dict[str, list[dict[str, Any]]], threads: int) -> dict[str, list[tuple[Any, ...]]]:
    store = Store(threads)
    try:
        for name, rows in rows_by_table.items():
            store.load_rows(name, rows)
            if rows:
                store.stated[name] = set(rows[0])
        build_topology(store)
        build_single_points(store)
        tables = [table for _, written in STEPS for table in written] + ["single_point"]
        return {table: sorted(store.rows(f"SELECT * FROM {table}"), key=repr) for table in tables}
    finally:
        store.close()


# SANs are large, and shrinking one takes minutes.
@settings(max_examples=15 if THOROUGH else 6, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(TABLES)
def test_gaps_never_stop_topology_and_order_and_threads_do_not_matter(
    rows_by_table: dict[str, list[dict[str, Any]]],
) -> None:
    first = _built(rows_by_table, 1)
    again = _built({name: rows[::-1] for name, rows in rows_by_table.items()}, 2)
    assert [table for table in first if again[table] != first[table]] == []


def test_a_switch_without_a_name_is_in_no_fabric() -> None:
    built = _built(
        {
            "switch": [{"switch": None, "switch_wwn": WWPNS[0]}, {"switch": "s1", "switch_wwn": WWPNS[1]}],
            "switch_port": [{"switch": None, "port": "1"}],
            "isl": [{"switch": "s1", "port": "1", "peer_switch": "elsewhere"}, {"switch": None, "port": "2"}],
        },
        1,
    )
    assert built["switch_fabric"] == [("s1", "", "s1", "observed")]
