"""The tables of a fleet's results: the only description of their columns, which the documentation is made from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PAGES = "pages"
"""Folder of the HTML reports within the results."""

VERSION = 1
"""Version of the tables; another column is another version."""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """A column: its name, its type in DuckDB, and its meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """A table, with a row for each of what ``rows`` names."""

    name: str
    rows: str
    columns: tuple[Column, ...]


_SITE = Column("site", "VARCHAR", "the site")
_BUNDLE = Column("bundle", "VARCHAR", "the bundle: the first 16 digits of the SHA-256 of its content")
MONTH = Column("month", "VARCHAR", "the month of the exports, as in 2026-03 (from the folder name)")

BUNDLES = Table(
    "bundles",
    "bundle",
    (
        _SITE,
        _BUNDLE,
        Column("source", "VARCHAR", "where it was read from, without credentials"),
        Column("state", "VARCHAR", "audited, nothing read (no known export in it) or error (it could not be audited)"),
        Column("reason", "VARCHAR", "why it could not be audited"),
        Column("captured_at", "TIMESTAMP", "when the exports were made, in UTC; NULL if only the month is known"),
        Column("captured_from", "VARCHAR", "where the time is from: manifest, name, exports or file"),
        Column("tags", "VARCHAR[]", "the tags of the manifest"),
        Column("bytes", "BIGINT", "size of the bundle"),
        Column("change_mark", "VARCHAR", "what its storage says to recognise a change: ETag, or size and time"),
        Column("sha256", "VARCHAR", "SHA-256 of the content"),
        Column("settings", "VARCHAR", "SHA-256 of the configuration, the options and the rules"),
        Column("version", "VARCHAR", "version of sanlint"),
        Column("audited_at", "TIMESTAMP", "when it was audited, in UTC"),
        Column("seconds", "DOUBLE", "time that the audit took, in s"),
        Column("cpu_seconds", "DOUBLE", "processor time of the audit, in s"),
        Column("memory_bytes", "BIGINT", "most memory that the audit used"),
        Column(
            "verdict", "VARCHAR", "findings, clean, incomplete (no finding, but not everything was checked) or nothing"
        ),
        Column("errors", "INTEGER", "findings of severity error that are not suppressed"),
        Column("warnings", "INTEGER", "findings of severity warning that are not suppressed"),
        Column("infos", "INTEGER", "findings of severity info that are not suppressed"),
        Column("suppressed", "INTEGER", "suppressed findings"),
        Column("rules_selected", "INTEGER", "rules that were selected"),
        Column("rules_evaluated", "INTEGER", "rules that were evaluated on all of their objects"),
        Column("rules_not_evaluated", "INTEGER", "rules that could not be evaluated on some or all of their objects"),
        Column("rules_without_objects", "INTEGER", "rules that do not apply to anything in the bundle"),
        Column("files", "INTEGER", "files with known exports"),
        Column("unrecognised_files", "INTEGER", "files in no known format"),
        Column("unread_lines", "BIGINT", "lines of known exports that were not understood"),
        Column("objects", "MAP(VARCHAR, BIGINT)", "how many hosts, switches, volumes, paths and so on it contains"),
        Column("notes", "VARCHAR[]", "what the audit noted about the run"),
        Column("page", "VARCHAR", "the HTML report, relative to the folder of results, if one was written"),
    ),
)

FINDINGS = Table(
    "findings",
    "finding, suppressed ones included",
    (
        _SITE,
        _BUNDLE,
        Column("rule", "VARCHAR", "id of the rule"),
        Column("severity", "VARCHAR", "error, warning or info"),
        Column("state", "VARCHAR", "fail, suppressed or explained (caused by another finding)"),
        Column("object", "VARCHAR", "the object, as JSON"),
        Column("objects", "INTEGER", "how many objects the finding is about"),
        Column("message", "VARCHAR", "the finding in one sentence"),
        Column("fingerprint", "VARCHAR", "the same for the same fault in later bundles of the site"),
        Column("basis", "VARCHAR", "observed, planned, inferred or estimated"),
        Column("file", "VARCHAR", "file of the line that proves it"),
        Column("member", "VARCHAR", "path inside an archive"),
        Column("line", "INTEGER", "line in it"),
        Column("caused_by", "VARCHAR[]", "fingerprints of the findings that cause it"),
        Column("fix", "VARCHAR", "how to fix it"),
        Column("cost", "VARCHAR", "what it costs, in one sentence"),
        Column("cost_low_ms", "DOUBLE", "what it adds to the mean response time, in ms, at least"),
        Column("cost_ms", "DOUBLE", "what it typically adds"),
        Column("cost_high_ms", "DOUBLE", "what it adds at most"),
    ),
)

RULES = Table(
    "rules",
    "rule that was selected",
    (
        _SITE,
        _BUNDLE,
        Column("rule", "VARCHAR", "id of the rule"),
        Column("name", "VARCHAR", "its name"),
        Column("tags", "VARCHAR[]", "its tags"),
        Column("outcome", "VARCHAR", "evaluated, partly evaluated, not evaluated, not applicable or error"),
        Column("passed", "BIGINT", "objects that pass"),
        Column("failed", "BIGINT", "objects that fail"),
        Column("not_evaluated", "BIGINT", "objects that could not be judged because a fact is missing"),
        Column("silenced", "BIGINT", "objects that another rule judges already"),
        Column("missing", "VARCHAR[]", "the facts that are missing"),
        Column("exports", "VARCHAR[]", "commands whose output would supply them"),
        Column("error", "VARCHAR", "why the rule failed"),
    ),
)

COVERAGE = Table(
    "coverage",
    "export, or file in no known format",
    (
        _SITE,
        _BUNDLE,
        Column("file", "VARCHAR", "the file"),
        Column("member", "VARCHAR", "path inside an archive"),
        Column("format", "VARCHAR", "format; NULL if it is not known"),
        Column("owner", "VARCHAR", "the machine that the export was assigned to"),
        Column("owner_basis", "VARCHAR", "what the assignment is based on"),
        Column("captured_at", "VARCHAR", "when it was made, if it says so"),
        Column("lines", "BIGINT", "lines"),
        Column("records", "BIGINT", "facts that were read"),
        Column("unread_lines", "BIGINT", "lines that were not understood"),
        Column("incomplete", "BOOLEAN", "whether it ends inside a record, or states more records than it contains"),
        Column("notes", "VARCHAR[]", "notes, each with its line"),
    ),
)

PARTS = Table(
    "parts",
    "product and version in use",
    (
        _SITE,
        _BUNDLE,
        Column("device", "VARCHAR", "switch, storage_array, host or adapter"),
        Column("product", "VARCHAR", "the product; NULL if it is not known"),
        Column("item", "VARCHAR", "what the version is of: firmware, driver, operating system and so on"),
        Column("version", "VARCHAR", "the version; NULL if it is not known"),
        Column("devices", "BIGINT", "how many devices have it"),
        Column("names", "VARCHAR[]", "their names"),
        Column("minimum", "VARCHAR", "the least version that the site has recorded"),
        Column("below_minimum", "BOOLEAN", "whether the version is lower; NULL if that is not known"),
    ),
)

TABLES = (FINDINGS, RULES, COVERAGE, PARTS, BUNDLES)
"""All tables. The row in ``bundles`` is written last: without it, the others do not count."""


def write_parquet(connection: DuckDBPyConnection, table: Table, rows: Sequence[Row], path: Path) -> None:
    """Write rows to a Parquet file with exactly the columns of the table; a key that is missing in a row is NULL."""
    lines = path.with_suffix(".ndjson")
    with lines.open("w", encoding="utf-8", errors="replace") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
    types = ", ".join(f"'{column.name}': '{column.type}'" for column in table.columns)
    # Not auto-detected: an empty file, and a column with no value, must have the same types.
    connection.execute(
        f"COPY (SELECT * FROM read_json($lines, format = 'newline_delimited', columns = {{{types}}}, "
        f"maximum_object_size = {2**28})) TO {literal(path)} (FORMAT parquet, COMPRESSION zstd)",
        {"lines": str(lines)},
    )
    lines.unlink()


def write_tables(folder: Path, rows: Mapping[str, Sequence[Row]]) -> None:
    """Write the Parquet file of every table to a folder; a table without rows gets a file, too."""
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        for table in TABLES:
            write_parquet(connection, table, rows.get(table.name, ()), folder / f"{table.name}.parquet")


def literal(text: str | Path) -> str:
    """Return a text as SQL."""
    return "'" + str(text).replace("'", "''") + "'"
