"""Questions about a fleet: each is a query over the tables, and how its columns are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from checker.errors import UsageError
from checker.report.lists.base import NONE, NOT_APPLICABLE, UNKNOWN, Cell, Column, Listing, Row
from checker.report.text.columns import fact_name
from checker.rules.language.column_names import key_name

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from checker.fleet.store.results import Results

LATEST = """
    SELECT site, month, bundle FROM bundles WHERE state = 'audited'
    QUALIFY row_number() OVER (PARTITION BY site, month ORDER BY captured_at DESC NULLS LAST, audited_at DESC, bundle) = 1
"""
"""The bundle of a site and month that counts: the newest, if there are several."""


@dataclass(frozen=True)
class Question:
    """A query and the lists that it gives.

    Attributes:
        name: name of the list.
        title: its heading.
        note: how to read it.
        sql: the query; it may use ``latest`` (the newest bundle of each site and month), ``now`` and ``before`` (the
            same of the newest month of each site, and of the month before that it has) and parameters.
        headings: heading of each column of the query.
        cells: how people read the values of a column, if not as they are.
        brief: the same for a terminal, where it is shorter there.
        wide: columns for which a terminal has no room.
    """

    name: str
    title: str
    note: str
    sql: str
    headings: Mapping[str, str]
    cells: Mapping[str, Callable[[Any], Cell]] = field(default_factory=dict)
    brief: Mapping[str, Callable[[Any], Cell]] = field(default_factory=dict)
    wide: tuple[str, ...] = ()


def _facts(values: Sequence[str]) -> Cell:
    return ", ".join(map(fact_name, values)) or NONE


TOP = Question(
    "top",
    "Rules by sites affected",
    "Of the newest bundle of each site. New: sites without this finding in their bundle before. Not evaluated: sites where "
    "the rule could not be judged on any object.",
    """
    WITH hit AS (SELECT DISTINCT f.site, f.rule, f.severity FROM findings f JOIN now n USING (site, month, bundle)
                 WHERE f.state <> 'suppressed'),
    earlier AS (SELECT DISTINCT f.site, f.rule FROM findings f JOIN before b USING (site, month, bundle) WHERE f.state <> 'suppressed'),
    known AS (SELECT r.rule, any_value(r.name) AS name, count(*) FILTER (outcome = 'not evaluated') AS without
              FROM rules r JOIN now n USING (site, month, bundle) GROUP BY r.rule)
    SELECT h.rule, k.name, min_by(h.severity, list_position(['error', 'warning', 'info'], h.severity)) AS worst,
        count(DISTINCT h.site) AS sites,
        count(DISTINCT h.site) FILTER (e.rule IS NULL AND h.site IN (SELECT site FROM before)) AS new, k.without AS not_evaluated
    FROM hit h LEFT JOIN earlier e USING (site, rule) LEFT JOIN known k ON k.rule = h.rule
    GROUP BY h.rule, k.name, k.without ORDER BY sites DESC, list_position(['error', 'warning', 'info'], worst), h.rule
    """,
    {
        "rule": "Rule",
        "name": "Name",
        "worst": "Severity",
        "sites": "Sites",
        "new": "New",
        "not_evaluated": "Not evaluated",
    },
)

UNEVALUATED = Question(
    "not-evaluated",
    "Rules that were never evaluated",
    "On no object of any site, although objects exist that they apply to; and the exports that would change that.",
    """
    SELECT rule, any_value(name) AS name, count(DISTINCT site) AS sites,
        list_sort(list_distinct(flatten(list(missing)))) AS missing, list_sort(list_distinct(flatten(list(exports)))) AS exports
    FROM rules JOIN now USING (site, month, bundle) GROUP BY rule
    HAVING count(*) FILTER (outcome IN ('evaluated', 'partly evaluated')) = 0 AND count(*) FILTER (outcome = 'not evaluated') > 0
    ORDER BY sites DESC, rule
    """,
    {"rule": "Rule", "name": "Name", "sites": "Sites", "missing": "Missing", "exports": "Exports that would supply it"},
    cells={"missing": _facts},
)

SITE = (
    Question(
        "bundles",
        "Bundles",
        "All bundles of the site, newest first.",
        """
        SELECT month, CASE WHEN state = 'audited' THEN verdict ELSE state END AS result, state, coalesce(verdict, '') AS verdict, errors, warnings, infos, rules_evaluated, rules_not_evaluated,
            unread_lines, source, coalesce(reason, '') AS reason
        FROM bundles WHERE site = $site ORDER BY month DESC, captured_at DESC, bundle
        """,
        {
            "month": "Month", "result": "Result", "state": "State", "verdict": "Verdict", "errors": "Errors", "warnings": "Warnings", "infos": "Infos",
            "rules_evaluated": "Rules evaluated", "rules_not_evaluated": "Not fully evaluated", "unread_lines": "Lines not read",
            "source": "Bundle", "reason": "Reason",
        },
        brief={"source": lambda url: PurePosixPath(url).name},
        wide=("state", "verdict", "rules_evaluated"),
    ),
    Question(
        "findings",
        "Findings",
        "Of the newest bundle. Since: the first month of all bundles in which the finding was there.",
        """
        WITH first AS (SELECT fingerprint, min(month) AS since FROM findings JOIN latest USING (site, month, bundle)
                       WHERE site = $site GROUP BY fingerprint)
        SELECT f.severity, f.rule, f.message, since, f.file, f.line, f.fingerprint
        FROM findings f JOIN now USING (site, month, bundle) JOIN first USING (fingerprint)
        WHERE f.site = $site AND f.state <> 'suppressed'
        ORDER BY list_position(['error', 'warning', 'info'], f.severity), f.rule, f.message
        """,
        {
            "severity": "Severity", "rule": "Rule", "message": "Finding", "since": "Since", "file": "File", "line": "Line",
            "fingerprint": "Fingerprint",
        },
    ),
)  # fmt: skip

TREND = Question(
    "trend",
    "Trend",
    "Sites with a finding of the rule, of those where it was evaluated on at least one object.",
    """
    WITH judged AS (SELECT month, count(DISTINCT site) AS evaluated FROM rules JOIN latest USING (site, month, bundle)
                    WHERE rule = $rule AND outcome IN ('evaluated', 'partly evaluated') GROUP BY month),
    hit AS (SELECT month, count(DISTINCT site) AS sites, count(*) AS findings FROM findings JOIN latest USING (site, month, bundle)
            WHERE rule = $rule AND findings.state <> 'suppressed' GROUP BY month)
    SELECT month, coalesce(sites, 0) AS sites, coalesce(findings, 0) AS findings, coalesce(evaluated, 0) AS evaluated, audited
    FROM (SELECT month, count(DISTINCT site) AS audited FROM latest GROUP BY month)
    LEFT JOIN judged USING (month) LEFT JOIN hit USING (month) ORDER BY month
    """,
    {
        "month": "Month", "sites": "Sites affected", "findings": "Findings", "evaluated": "Sites evaluated", "audited": "Sites audited",
    },
)  # fmt: skip

DIFF = Question(
    "diff",
    "Findings that differ",
    "Only sites with a bundle in both months. Fixed or not seen: gone, but only fixed if the rule could judge all of its objects.",
    """
    WITH old AS (SELECT site, rule, severity, message, fingerprint FROM findings JOIN latest USING (site, month, bundle)
                 WHERE month = $old AND findings.state <> 'suppressed'),
    new AS (SELECT site, rule, severity, message, fingerprint FROM findings JOIN latest USING (site, month, bundle)
            WHERE month = $new AND findings.state <> 'suppressed'),
    both_months AS (SELECT site FROM latest WHERE month = $old INTERSECT SELECT site FROM latest WHERE month = $new),
    judged AS (SELECT site, rule, outcome FROM rules JOIN latest USING (site, month, bundle) WHERE month = $new)
    SELECT CASE WHEN o.fingerprint IS NULL THEN 'new'
                WHEN j.outcome IN ('evaluated', 'not applicable') THEN 'fixed' ELSE 'not seen' END AS change,
        coalesce(n.site, o.site) AS site, coalesce(n.severity, o.severity) AS severity, coalesce(n.rule, o.rule) AS rule,
        coalesce(n.message, o.message) AS message
    FROM old o FULL JOIN new n USING (site, fingerprint)
    LEFT JOIN judged j ON j.site = o.site AND j.rule = o.rule
    WHERE (o.fingerprint IS NULL OR n.fingerprint IS NULL) AND coalesce(n.site, o.site) IN (SELECT site FROM both_months)
    ORDER BY ALL
    """,
    {"change": "Change", "site": "Site", "severity": "Severity", "rule": "Rule", "message": "Finding"},
)

VERSIONS = (
    Question(
        "versions",
        "Versions in use",
        "Of the newest bundle of each site. Too low: sites that have recorded a higher minimum.",
        """
        SELECT device, product, item, version, count(DISTINCT site) AS sites, CAST(sum(devices) AS BIGINT) AS devices,
            count(DISTINCT site) FILTER (below_minimum) AS too_low, list_sort(list(DISTINCT site))[1:3] AS places
        FROM parts JOIN now USING (site, month, bundle) GROUP BY ALL ORDER BY device, product, item, sites DESC, version
        """,
        {
            "device": "Device", "product": "Product", "item": "Of", "version": "Version", "sites": "Sites", "devices": "Devices",
            "too_low": "Too low", "places": "For example at",
        },
        cells={"device": key_name, "product": lambda product: key_name(product or UNKNOWN)},
    ),
    Question(
        "version-rules",
        "Rules about versions",
        "Sites with a finding, and sites where the rule could not be evaluated on some object.",
        """
        SELECT r.rule, any_value(r.name) AS name, count(DISTINCT r.site) FILTER (r.failed > 0) AS sites,
            count(DISTINCT r.site) FILTER (r.not_evaluated > 0) AS not_evaluated, count(DISTINCT r.site) AS audited,
            list_sort(list(DISTINCT r.site) FILTER (r.failed > 0))[1:3] AS places
        FROM rules r JOIN now USING (site, month, bundle) WHERE list_contains(r.tags, 'versions') GROUP BY r.rule ORDER BY r.rule
        """,
        {"rule": "Rule", "name": "Name", "sites": "Sites", "not_evaluated": "Not evaluated", "audited": "Audited", "places": "For example at"},
    ),
)  # fmt: skip


def ask(results: Results, questions: Sequence[Question], **parameters: str) -> list[Listing]:
    """Return the list of each question.

    Args:
        results: the results.
        questions: what to ask.
        parameters: values of ``$NAME`` in the queries.

    Raises:
        UsageError: there are no results.
    """
    return results.read(lambda connection: _answers(connection, questions, parameters), locked=True)


def _answers(
    connection: DuckDBPyConnection, questions: Sequence[Question], parameters: Mapping[str, str]
) -> list[Listing]:
    found = []
    # Tables, because each use of a view reads every file of bundles again.
    connection.execute(f"CREATE TEMP TABLE latest AS {LATEST}")
    for name, place in (("now", 1), ("before", 2)):
        connection.execute(
            f"CREATE TEMP TABLE {name} AS SELECT * FROM latest "
            f"QUALIFY row_number() OVER (PARTITION BY site ORDER BY month DESC) = {place}"
        )
    for one in questions:
        asked = {key: value for key, value in parameters.items() if f"${key}" in one.sql}
        rows = _rows(connection.execute(one.sql, asked or None))
        found.append(Listing(one.name, one.title, one.note, _columns(one), rows))
    return found


def select(results: Results, statement: str) -> Listing:
    """Return the rows of a SELECT statement over the tables.

    Raises:
        UsageError: it is not one SELECT statement, is wrong, or there are no results.
    """
    import duckdb

    def answer(connection: DuckDBPyConnection) -> Listing:
        statements = connection.extract_statements(statement)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise UsageError("give one SELECT statement; the results cannot be changed")
        rows = connection.execute(statements[0])
        names = [str(column[0]) for column in rows.description or ()]
        return Listing(
            "rows", "Rows", statement, tuple(_column(name, name, _database_cell) for name in names), _rows(rows)
        )

    try:
        return results.read(answer, locked=True)
    except duckdb.Error as error:
        raise UsageError(f"the statement is wrong: {' '.join(str(error).split())}") from None


def _rows(cursor: Any) -> list[Row]:
    names = [column[0] for column in cursor.description]
    return [{name: _plain(value) for name, value in zip(names, row, strict=True)} for row in cursor.fetchall()]


def _plain(value: Any) -> Any:
    """Return a value of the database as one that JSON has."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _columns(question: Question) -> tuple[Column, ...]:
    return tuple(
        _column(key, heading, question.cells.get(key, _cell), brief=question.brief.get(key), wide=key in question.wide)
        for key, heading in question.headings.items()
    )


def _column(
    key: str,
    heading: str,
    cell: Callable[[Any], Cell],
    *,
    brief: Callable[[Any], Cell] | None = None,
    wide: bool = False,
) -> Column:
    def shorter(row: Row) -> Cell:
        assert brief is not None
        return brief(row[key])

    return Column(key, heading, lambda row: cell(row[key]), wide=wide, brief=shorter if brief else None)


def _database_cell(value: Any) -> Cell:
    """Return what a database prints: the columns of a statement may mean anything."""
    return "NULL" if value is None else _cell(value)


def _cell(value: Any) -> Cell:
    if value is None or value == "":
        return UNKNOWN if value is None else NOT_APPLICABLE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NONE
    if isinstance(value, dict):
        return ", ".join(f"{key} {one}" for key, one in value.items()) or NONE
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 3)
    return value if isinstance(value, int) else str(value)
