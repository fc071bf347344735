"""The declaration and everything that is made from it."""

from __future__ import annotations

import duckdb
import jsonschema

from checker.facts.generate import generated_files
from checker.facts.inventory.shape import inventory_schema
from checker.facts.kinds import kinds
from checker.topology.tables import TABLES
from checker.views.catalog import views


def test_generated_files_are_fresh() -> None:
    stale = [str(path) for path, text in generated_files().items() if path.read_text("utf-8") != text]
    assert stale == [], "run python -m checker.facts.generate"


def test_no_name_is_a_reserved_word() -> None:
    connection = duckdb.connect()
    reserved = {
        word
        for (word,) in connection.execute(
            "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'"
        ).fetchall()
    }
    names = {name for kind in kinds().values() for name in (kind.name, *kind.column_names)}
    names |= {name for table in TABLES for name in (table.name, *table.column_names)}
    names |= {name for view in views().values() for name in (view.name, *(column.name for column in view.columns))}
    assert names & reserved == set()


def test_no_view_or_topology_table_hides_a_kind() -> None:
    assert not set(kinds()) & (set(views()) | {table.name for table in TABLES})


def test_every_input_of_every_view_column_exists() -> None:
    wrong = [
        f"{view.name}.{column.name}: {fact}"
        for view in views().values()
        for column in view.columns
        for fact in column.inputs
        if fact.partition(".")[0] not in kinds()
        or fact.partition(".")[2] not in kinds()[fact.partition(".")[0]].column_names
    ]
    assert wrong == []


def test_the_inventory_schema_is_a_valid_schema_and_accepts_an_inventory() -> None:
    schema = inventory_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    good = {
        "sanlint": 1,
        "hosts": {"h1": {"initiators": {"vmhba2": {"initiator_wwpn": "10:00:00:00:c9:aa:00:01"}}, "tags": ["lab"]}},
        "fabrics": {
            "a": {
                "zones": {"z": ["10:00:00:00:c9:aa:00:01"]},
                "switches": {"s": {"ports": {"1": {"port_state": "online"}}}},
            }
        },
    }
    validator = jsonschema.Draft202012Validator(schema)
    assert list(validator.iter_errors(good)) == []
    assert list(validator.iter_errors({"sanlint": 1, "hots": {}}))
    assert list(validator.iter_errors({"sanlint": 1, "hosts": {"h1": {"platfrom": "esxi"}}}))
