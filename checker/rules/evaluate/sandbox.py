"""A sandbox for custom rules: a child process with limits on memory and time that works on a copy of the facts.

Every expression was already checked against the list of functions, and the child's database is locked like ours.
Neither limits the memory and time of an expression (architecture.md, "Store and safety"), so the operating system does.
The child answers in JSON: nothing it returns is executed or unpickled.
"""

from __future__ import annotations

import contextlib
import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.rules.book.rule import Rule
from checker.rules.config.parameters import Settings
from checker.rules.evaluate.coverage.missing_exports import Supplier
from checker.rules.evaluate.evaluate import Evaluation, evaluate
from checker.rules.evaluate.finding import Finding, FixStep, MissingExport, MissingFact, Place, RuleCoverage
from checker.rules.suppress.model import Suppression
from checker.system.children import run_limited
from checker.system.space import full, is_full

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SECONDS = 120
"""Processor time after which the child is killed."""

MEMORY_BYTES = 4 << 30
"""Address space of the child, in addition to four times the size of the facts."""

_FACTS, _REQUEST, _ANSWER = "facts.duckdb", "request.pickle", "answer.json"


def copy_facts(connection: DuckDBPyConnection, folder: Path) -> str | None:
    """Write every table to a database file in a private folder; call this before the connection is locked.

    Returns:
        None, or a phrase that says why it failed.
    """
    import duckdb

    path = str(folder / _FACTS).replace("'", "''")
    try:
        connection.execute(f"ATTACH '{path}' AS apart")
        connection.execute("COPY FROM DATABASE memory TO apart")
        # DETACH does the same, but does not say why it fails.
        connection.execute("CHECKPOINT apart")
        connection.execute("DETACH apart")
    except duckdb.Error as error:
        with contextlib.suppress(duckdb.Error):
            connection.execute("DETACH apart")
        return full() if is_full(error) else f"the facts cannot be copied to the temporary folder: {_first_line(error)}"
    return None


def evaluate_in_sandbox(
    folder: Path,
    rules: Sequence[Rule],
    foreign: Sequence[str],
    settings: Settings,
    *,
    as_of: datetime,
    suppliers: Sequence[Supplier] = (),
    seconds: float = SECONDS,
) -> Evaluation:
    """Evaluate rules in a child process over the facts that :func:`copy_facts` wrote; return results for ``foreign`` ids only.

    ``rules`` are the foreign rules and those that they refer to. If the child crashes or takes too long, each foreign rule
    becomes an error and the audit continues.
    """
    try:
        # This file is written only by us and read only by the child that we start.
        (folder / _REQUEST).write_bytes(pickle.dumps((tuple(rules), settings, as_of, tuple(suppliers))))
        memory = MEMORY_BYTES + 4 * (folder / _FACTS).stat().st_size
        problem = run_limited(__name__, folder, seconds=seconds, memory=memory)
    except OSError as error:
        problem = full() if is_full(error) else f"the temporary folder cannot be written: {error.strerror or error}"
    if problem is None:
        try:
            return _decoded(json.loads((folder / _ANSWER).read_text("utf-8")), frozenset(foreign))
        except (OSError, ValueError, KeyError, TypeError) as error:
            problem = f"its result cannot be read ({type(error).__name__})"
    return not_evaluated(foreign, problem)


def not_evaluated(foreign: Sequence[str], problem: str) -> Evaluation:
    """Return a result in which each of these rules is an error."""
    return Evaluation(
        (),
        tuple(RuleCoverage(rule, error=problem) for rule in sorted(foreign)),
        (),
        tuple(f"{rule}: {problem}" for rule in sorted(foreign)),
    )


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def merged_evaluations(one: Evaluation, other: Evaluation) -> Evaluation:
    """Merge two evaluations, in the order of a single one."""

    def order(finding: Finding) -> tuple[Any, ...]:
        place = finding.location
        where = (place.file, place.member or "", place.line) if place else ("\U0010ffff", "", 0)
        return (*where, finding.rule, json.dumps(dict(finding.object), sort_keys=True, default=str))

    return Evaluation(
        tuple(sorted((*one.findings, *other.findings), key=order)),
        tuple(sorted((*one.rules, *other.rules), key=lambda coverage: coverage.rule)),
        (*one.missing_exports, *(export for export in other.missing_exports if export not in one.missing_exports)),
        (*one.errors, *other.errors),
        (*one.passes, *other.passes),
    )


def _decoded(answer: Mapping[str, Any], foreign: frozenset[str]) -> Evaluation:
    return Evaluation(
        tuple(_finding(raw) for raw in answer["findings"] if raw["rule"] in foreign),
        tuple(
            RuleCoverage(**{**raw, "missing": tuple(MissingFact(**fact) for fact in raw["missing"])})
            for raw in answer["rules"]
            if raw["rule"] in foreign
        ),
        tuple(
            MissingExport(raw["owner"], raw["command"], rules, raw["objects"])
            for raw in answer["missing_exports"]
            if (rules := tuple(rule for rule in raw["rules"] if rule in foreign))
        ),
        tuple(error for error in answer["errors"] if error.partition(":")[0] in foreign),
    )


def _finding(raw: Mapping[str, Any]) -> Finding:
    return Finding(
        **{
            **raw,
            "objects": tuple(raw["objects"]),
            "location": Place(**raw["location"]) if raw["location"] else None,
            "related": tuple(Place(**place) for place in raw["related"]),
            "caused_by": tuple(raw["caused_by"]),
            "references": tuple(raw["references"]),
            "fix": tuple(FixStep(**{**step, "effect": tuple(step["effect"])}) for step in raw["fix"]),
            "suppression": _suppression(raw["suppression"]),
        }
    )


def _suppression(raw: Mapping[str, Any] | None) -> Suppression | None:
    if raw is None:
        return None
    lists = {name: tuple(raw[name]) for name in ("rules", "objects")}
    return Suppression(**{**raw, **lists})


def main(arguments: Sequence[str]) -> int:
    """Evaluate the request in the folder and write the answer into it; runs in the child."""
    import duckdb

    from checker.views.catalog import views

    folder = Path(arguments[0])
    rules, settings, as_of, suppliers = pickle.loads((folder / _REQUEST).read_bytes())  # noqa: S301 - our parent wrote it
    connection = duckdb.connect(str(folder / _FACTS), config={"threads": 1})
    for setting in ("temp_directory = ''", "enable_external_access = false", "python_enable_replacements = false"):
        connection.execute(f"SET {setting}")
    connection.execute("SET lock_configuration = true")
    evaluation = evaluate(connection, rules, views(), settings, as_of=as_of, suppliers=suppliers)
    (folder / _ANSWER).write_text(json.dumps(asdict(evaluation), default=str), "utf-8")
    return 0
