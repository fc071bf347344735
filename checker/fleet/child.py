"""The process that audits one bundle within limits, and writes its rows; see :func:`checker.system.children.run_limited`."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.fleet.tables import BUNDLES, TABLES, Row, write_parquet

if TYPE_CHECKING:
    from checker.audit.options import Options
    from checker.audit.session import Session
    from checker.estimate.quantity import Range
    from checker.rules.evaluate.finding import FileCoverage, Finding, Report, RuleCoverage

REQUEST = "request.json"
ANSWER = "answer.json"
INPUT = "input"
OUTPUT = "output"
_MONTH_CHARACTERS = 7


def main(arguments: Sequence[str]) -> int:
    """Audit the bundle of a folder: ``request.json`` and ``input/``; writes ``output/`` and ``answer.json``."""
    from checker.errors import NothingReadError, SanlintError

    folder = Path(arguments[0])
    request = json.loads((folder / REQUEST).read_text(encoding="utf-8"))
    temporary = folder / "temporary"
    temporary.mkdir()
    # What a killed process leaves behind is in the folder of the task, which is removed.
    tempfile.tempdir = str(temporary)
    (folder / OUTPUT).mkdir()
    os.chdir(folder / INPUT)
    answer: dict[str, Any] = {}
    try:
        answer = _audit(request, folder)
    except NothingReadError as error:
        answer = {"state": "nothing read", "reason": str(error)}
    except SanlintError as error:
        answer = {"state": "error", "reason": " ".join(str(error).split())[:1000]}
    (folder / ANSWER).write_text(json.dumps(answer), encoding="utf-8")
    return 0


def write_tables(folder: Path, rows: Mapping[str, Sequence[Row]]) -> None:
    """Write the Parquet file of every table to a folder; a table without rows gets a file, too."""
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        for table in TABLES:
            write_parquet(connection, table, rows.get(table.name, ()), folder / f"{table.name}.parquet")


def month_of(captured_at: str) -> str:
    """Return the month of a time in ISO 8601."""
    return captured_at[:_MONTH_CHARACTERS]


def _audit(request: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    from checker.audit.session import Session

    began = time.monotonic()
    with Session.open(request["paths"], _options(request, folder)) as san:
        san.prepare()
        san.demand_read(declared=False)
        versions = san.rows(["version_use"])["version_use"]
        report = san.check()
        rows = {
            "findings": [_finding(request, one) for one in report.findings],
            "rules": _rules(request, san, report),
            "coverage": [_coverage(request, one) for one in report.files],
            "parts": [_part(request, one) for one in versions],
        }
    at, source = _captured(request, report.files)
    summary = {**_summary(report), **request["row"], "captured_at": at if len(at) > _MONTH_CHARACTERS else None}
    summary |= {"captured_from": source, "state": "audited", "seconds": round(time.monotonic() - began, 3), **_used()}
    write_tables(folder / OUTPUT, {**rows, BUNDLES.name: [summary]})
    return {"state": "audited", "month": month_of(at), "errors": summary["errors"], "seconds": summary["seconds"]}


def _options(request: Mapping[str, Any], folder: Path) -> Options:
    from checker.audit.options import Options

    config, rules = folder / "sanlint.yaml", folder / "rules"
    return Options(
        config=str(config) if config.exists() else None,
        isolated=not config.exists(),
        rules=tuple(str(one) for one in sorted(rules.iterdir())) if rules.is_dir() else (),
        profile=request["profile"],
        select=tuple(request["select"]),
        ignore=tuple(request["ignore"]),
        extend_select=tuple(request["extend_select"]),
        as_of=_as_of(request["captured_at"]),
        jobs=1,
        threads=1,
        cache=True,
    )


def _as_of(captured_at: str) -> datetime | None:
    """Return the end of the day or month of a bundle: ages in it count from then, whenever it is audited."""
    if not captured_at:
        return None
    if len(captured_at) == _MONTH_CHARACTERS:
        begin = datetime.fromisoformat(f"{captured_at}-01").replace(tzinfo=UTC)
        end = (begin + timedelta(days=31)).replace(day=1)
    else:
        end = datetime.fromisoformat(captured_at).replace(tzinfo=UTC)
        if len(captured_at) == len("2026-03-04"):
            end += timedelta(days=1)
    return min(end, datetime.now(UTC).replace(microsecond=0))


def _captured(request: Mapping[str, Any], files: Sequence[FileCoverage]) -> tuple[str, str]:
    """Return the time of a bundle and what it is from: manifest or name, else its newest export, else its file."""
    if request["captured_at"]:
        return request["captured_at"], request["row"]["captured_from"]
    stated = [one.captured_at for one in files if one.captured_at]
    if stated:
        at = max(datetime.fromisoformat(one) for one in stated)
        return (at.astimezone(UTC) if at.tzinfo else at).replace(tzinfo=None).isoformat(), "exports"
    return request["modified_at"], "file"


def _used() -> dict[str, Any]:
    try:
        import resource
    except ImportError:
        return {}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {"cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3), "memory_bytes": usage.ru_maxrss * 1024}


def _summary(report: Report) -> dict[str, Any]:
    from checker.report.digest import digest, hidden_findings, shown_findings

    found, shown = digest(report), shown_findings(report)
    return {
        "verdict": found.verdict,
        "errors": sum(one.severity == "error" for one in shown),
        "warnings": sum(one.severity == "warning" for one in shown),
        "infos": sum(one.severity == "info" for one in shown),
        "suppressed": len(hidden_findings(report)),
        "rules_selected": report.selected_rules,
        "rules_evaluated": len(found.outcomes["evaluated"]),
        "rules_not_evaluated": len(found.unevaluated_rules),
        "rules_without_objects": len(found.outcomes["not applicable"]),
        "files": found.files,
        "unrecognised_files": len(found.unrecognised),
        "unread_lines": sum(one.unread_lines for one in report.files if one.format is not None),
        "objects": dict(report.counts),
        "notes": [*report.notices, *report.errors],
    }


def _of(request: Mapping[str, Any]) -> Row:
    return {"site": request["row"]["site"], "bundle": request["row"]["bundle"]}


def _finding(request: Mapping[str, Any], one: Finding) -> Row:
    delta = one.cost.delta_ms if one.cost is not None else None
    return {
        **_of(request),
        "rule": one.rule,
        "severity": one.severity,
        "state": one.state,
        "object": json.dumps(dict(one.object), ensure_ascii=False),
        "objects": len(one.objects),
        "message": one.message,
        "fingerprint": one.fingerprint,
        "basis": one.basis,
        "file": one.location.file if one.location else None,
        "member": one.location.member if one.location else None,
        "line": one.location.line if one.location else None,
        "caused_by": list(one.caused_by),
        "fix": one.fix_summary or None,
        "cost": one.cost.text if one.cost is not None else None,
        **_range(delta),
    }


def _range(delta: Range | None) -> Row:
    if delta is None:
        return {}
    return {"cost_low_ms": delta.low, "cost_ms": delta.typical, "cost_high_ms": delta.high}


def _rules(request: Mapping[str, Any], san: Session, report: Report) -> list[Row]:
    from checker.report.digest import rule_outcome

    known = {rule.id: rule for rule in san.rules}
    exports: dict[str, list[str]] = {}
    for missing in report.missing_exports:
        for rule in missing.rules:
            exports.setdefault(rule, []).append(missing.command)

    def row(one: RuleCoverage) -> Row:
        rule = known.get(one.rule)
        return {
            **_of(request),
            "rule": one.rule,
            "name": rule.name if rule else None,
            "tags": sorted(rule.tags) if rule else [],
            "outcome": rule_outcome(one),
            "passed": one.passed,
            "failed": one.failed,
            "not_evaluated": one.not_evaluated,
            "silenced": one.silenced,
            "missing": [fact.fact for fact in one.missing],
            "exports": list(dict.fromkeys(exports.get(one.rule, ()))),
            "error": one.error,
        }

    return [row(one) for one in report.rules]


def _coverage(request: Mapping[str, Any], one: FileCoverage) -> Row:
    return {
        **_of(request),
        "file": one.path,
        "member": one.member,
        "format": one.format,
        "owner": one.owner,
        "owner_basis": one.owner_basis,
        "captured_at": one.captured_at,
        "lines": one.lines,
        "records": one.records,
        "unread_lines": one.unread_lines,
        "incomplete": one.incomplete,
        "notes": [f"line {line}: {text}" if line else text for line, text in one.notes],
    }


def _part(request: Mapping[str, Any], row: Mapping[str, Any]) -> Row:
    return {
        **_of(request),
        "device": row["device_kind"],
        "product": row["product"],
        "item": row["item"],
        "version": row["version"],
        "devices": row["devices"],
        "names": list(row["names"] or ()),
        "minimum": row["minimum"],
        "below_minimum": row["below_minimum"],
    }
