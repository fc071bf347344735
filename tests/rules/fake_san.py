"""A small store and hand-made rules for tests of the evaluation: views are plain tables of a DuckDB connection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import duckdb

from checker.rules.book.rule import Expression, Parameter, Rule
from checker.rules.config.parameters import Settings
from checker.rules.evaluate.coverage.missing_exports import Supplier
from checker.rules.evaluate.evaluate import Evaluation, evaluate
from checker.rules.language.functions import create_macros
from checker.views.catalog import View, parse_view

AS_OF = datetime(2026, 3, 1, tzinfo=UTC)

HOST_VOLUME = """
-- view: host_volume
-- meaning: One row per host and volume.
-- grain: host, volume
-- owner: host
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array [device.array_serial]
-- column live_paths span: live paths [path.state, path.target_wwpn]
-- column fabric_count int: fabrics in use [path.initiator_wwpn]
-- column policy text: path selection policy [device.psp]
-- column missing list: directors without a path [path.target_wwpn]
-- column volumes_seen int: volumes of the host
-- column seen_at time: time of the newest capture
"""
HOST = """
-- view: host
-- meaning: One row per host.
-- grain: host
-- owner: host
-- column host text: name of the host
-- column initiators int: initiator ports [initiator.initiator_wwpn]
"""
VIEWS = {
    view.name: view
    for view in (parse_view("hv.sql", HOST_VOLUME), parse_view("h.sql", HOST.replace("view: host", "view: host_ports")))
}


def span(low: int | None, high: int | None = None) -> dict[str, int | None]:
    return {"lo": low, "hi": low if high is None else high}


class FakeSan:
    """Tables to fill and rules to run over them."""

    def __init__(self, threads: int = 2) -> None:
        self.connection = duckdb.connect(":memory:", config={"threads": threads})
        self.views = dict(VIEWS)
        create_macros(self.connection, datetime(2000, 1, 1))
        for view in VIEWS.values():
            self.make_view(view)

    def make_view(self, view: View) -> None:
        columns = view.sql_columns
        self.connection.execute(f"CREATE TABLE {view.name} ({columns})")

    def add(self, table: str, *rows: Mapping[str, Any]) -> None:
        for row in rows:
            names = ", ".join(row)
            self.connection.execute(
                f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' for _ in row)})", list(row.values())
            )

    def table(self, name: str, **columns: str) -> None:
        self.connection.execute(f"CREATE TABLE {name} ({', '.join(f'{key} {kind}' for key, kind in columns.items())})")

    def run(
        self,
        *rules: Rule,
        settings: Settings | None = None,
        suppliers: Sequence[Supplier] = (),
        as_of: datetime = AS_OF,
    ) -> Evaluation:
        return evaluate(self.connection, rules, self.views, settings or Settings(), as_of=as_of, suppliers=suppliers)


@contextmanager
def fake_san(threads: int = 2) -> Iterator[FakeSan]:
    san = FakeSan(threads)
    try:
        yield san
    finally:
        san.connection.close()


def expression(text: str, columns: Sequence[str] | None = None) -> Expression:
    """An expression as the loader would make it: its columns are the words that are columns of some view."""
    known = [column.name for view in VIEWS.values() for column in view.columns]
    words = dict.fromkeys(re.findall(r"[a-z_]+", text))
    used = tuple(word for word in words if word in known) if columns is None else tuple(columns)
    return Expression(text, used, tuple(dict.fromkeys(re.findall(r"\$(\w+)", text))))


def rule(rule_id: str, violated: str, **more: Any) -> Rule:
    """A rule over ``host_volume`` unless stated otherwise."""
    for name in ("when", "severity_by", "basis"):
        if isinstance(more.get(name), str):
            more[name] = expression(more[name])
    parameters = {
        name: Parameter(name, value, "integer" if isinstance(value, int) else "text")
        for name, value in more.pop("params", {}).items()
    }
    defaults: dict[str, Any] = {
        "name": "a-fault",
        "category": "paths",
        "severity": "warning",
        "summary": "A fault.",
        "view": "host_volume",
        "message": "{host} has a fault",
    }
    return Rule(id=rule_id, violated=expression(violated), parameters=parameters, **{**defaults, **more})
