"""A view whose spine is another view is not computed if that one is empty: its SQL could not find any row then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from checker.views.catalog import views

# Functions that return a value for no rows at all; without GROUP BY, what uses them has a row in any case.
_SUMS = {
    *("count", "count_star", "sum", "max", "min", "list", "any_value", "bool_or", "bool_and", "arg_max", "arg_min"),
    *("count_span", "distinct_span", "names_of"),
}
Ctes = Mapping[str, tuple[Any, Any]]


@cache
def _parsed(name: str) -> Any:
    import duckdb

    lines = [line for line in views()[name].sql.splitlines() if not line.strip().startswith("--")]
    with duckdb.connect() as connection:
        (answer,) = connection.execute("SELECT json_serialize_sql(?)", ["\n".join(lines)]).fetchall()[0]
    return json.loads(answer)["statements"][0]["node"]


def _empty(query: Any, outer: Ctes, spine: frozenset[str]) -> bool:
    """Whether a query certainly has no rows if the tables of the spine have none."""
    ctes = dict(outer)
    for entry in query["cte_map"]["map"]:
        ctes[entry["key"].lower()] = (entry["value"]["query_node"], dict(ctes))
    if query["type"] == "SET_OPERATION_NODE":
        parts = [_empty(one, ctes, spine) for one in query["children"] or (query["left"], query["right"])]
        return all(parts) if query["setop_type"] == "UNION" else parts[0]
    assert query["type"] == "SELECT_NODE"
    grouped = query["group_expressions"] or query["aggregate_handling"] == "FORCE_AGGREGATES"
    if not grouped and _sums([query["select_list"], query["having"]]):
        return False
    return _no_rows(query["from_table"], ctes, spine)


def _sums(part: Any) -> bool:
    if isinstance(part, list):
        return any(map(_sums, part))
    if not isinstance(part, dict) or part.get("class") in ("SUBQUERY", "WINDOW"):
        return False
    return part.get("function_name") in _SUMS or any(map(_sums, part.values()))


def _no_rows(table: Any, ctes: Ctes, spine: frozenset[str]) -> bool:
    if table["type"] == "BASE_TABLE":
        name = table["table_name"].lower()
        return _empty(*ctes[name], spine) if name in ctes else name in spine
    if table["type"] == "SUBQUERY":
        return _empty(table["subquery"]["node"], ctes, spine)
    if table["type"] != "JOIN":
        return False
    left, right = (_no_rows(table[side], ctes, spine) for side in ("left", "right"))
    return {"INNER": left or right, "LEFT": left, "SEMI": left or right, "ANTI": left}.get(table["join_type"], False)


BY_VIEWS = sorted(view.name for view in views().values() if views().keys() & {*view.spine})


@pytest.mark.parametrize("name", BY_VIEWS)
def test_a_view_has_no_rows_without_the_views_of_its_spine(name: str) -> None:
    assert _empty(_parsed(name), {}, frozenset(views()[name].spine))


def test_what_is_not_needed_is_no_spine() -> None:
    assert len(BY_VIEWS) > 10
    assert not _empty(_parsed("metro_system"), {}, frozenset(["metro_host"])), "joined from the left only"
    assert not _empty(_parsed("vplex_system"), {}, frozenset(["storage_array"])), "a union with the clusters"
