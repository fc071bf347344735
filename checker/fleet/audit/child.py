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

from checker.fleet.audit.rows import MONTH_CHARACTERS, captured, month_of, rows_of, summary_of
from checker.fleet.sources import endings_of
from checker.fleet.store.tables import BUNDLES, PAGES, Row, write_tables

if TYPE_CHECKING:
    from checker.audit.options import Options
    from checker.audit.session import Session
    from checker.intake.record import ExportRecord
    from checker.rules.evaluate.finding import Report

REQUEST = "request.json"
ANSWER = "answer.json"
INPUT = "input"
OUTPUT = "output"
PAGE = "page.html"
PSEUDONYMS = "pseudonyms.json"
"""Pseudonyms by table and original, from the client; without it, the rows keep all names."""
NAMES = "names.json"
"""What the client has to know: which originals need a pseudonym, or names and files by pseudonym."""
_COPIES = "anonymised"
_UNNAMED = "{} in no known format: their names are not in anonymised results"
_TROUBLES = 3
_LEFT_OUT = "{} not audited, because anonymising would change what is read"


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
    answer: dict[str, Any] = {}
    try:
        answer = _disguised(request, folder) if (folder / PSEUDONYMS).exists() else _plain(request, folder)
    except NothingReadError as error:
        answer = {"state": "nothing read", "reason": str(error)}
    except SanlintError as error:
        answer = {"state": "error", "reason": " ".join(str(error).split())[:1000]}
    (folder / ANSWER).write_text(json.dumps(answer), encoding="utf-8")
    return 0


def _plain(request: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    # File names in findings are relative to the bundle.
    os.chdir(folder / INPUT)
    audit = _Audit(request, folder)
    audit(request["paths"], _options(request, folder))
    return audit.written()


def _disguised(request: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Anonymise the bundle with the pseudonyms of the fleet, and audit the copies: no row can have a real name."""
    from checker.anonymize.assigned import UnassignedError, anonymise_assigned
    from checker.report.text.words import plural

    tables = json.loads((folder / PSEUDONYMS).read_text(encoding="utf-8"))
    os.chdir(folder / INPUT)
    audit = _Audit(request, folder)
    # The name of the bundle, and so of the site, would be in the name of every file.
    paths = [f"bundle{number or ''}{endings_of(name)}" for number, name in enumerate(request["paths"])]
    for name, path in zip(request["paths"], paths, strict=True):
        Path(name).rename(path)
    try:
        outcome = anonymise_assigned(paths, _COPIES, _options(request, folder), tables, request["names"], audit)
    except UnassignedError as missing:
        _write_names(folder, {"wanted": missing.wanted, "reserved": missing.reserved, "occurring": missing.occurring})
        return {"state": "unassigned"}
    if outcome.differences or outcome.leftovers:
        differ, left = plural(len(outcome.differences), "finding"), plural(len(outcome.leftovers), "name")
        return {"state": "error", "reason": f"it cannot be anonymised: {differ} would differ, {left} would remain"}
    _write_names(folder, {"names": outcome.shown})
    audit.summary["unrecognised_files"] = len(outcome.skipped)
    missing_files = ((_UNNAMED, outcome.skipped), (_LEFT_OUT, outcome.left_out))
    audit.summary["notes"] += [text.format(plural(len(files), "file")) for text, files in missing_files if files]
    if outcome.left_out and audit.summary["verdict"] == "clean":
        audit.summary["verdict"] = "incomplete"
    return audit.written()


def _write_names(folder: Path, names: Mapping[str, Any]) -> None:
    (folder / NAMES).write_text(json.dumps(names, default=sorted), encoding="utf-8", errors="surrogatepass")


class _Audit:
    """An audit of a bundle, and its rows.

    Attributes:
        summary: the row of the table ``bundles``.
    """

    def __init__(self, request: Mapping[str, Any], folder: Path) -> None:
        self.summary: dict[str, Any] = {}
        self._request = request
        self._folder = folder
        self._rows: Mapping[str, Sequence[Row]] = {}
        self._began = time.monotonic()
        self._month = ""

    def __call__(self, paths: Sequence[str], options: Options) -> Report:
        """Audit these paths, and keep the rows of the last audit."""
        from checker.audit.session import Session
        from checker.errors import NothingReadError

        with Session.open(paths, options) as san:
            san.prepare()
            try:
                san.demand_read(declared=False)
            except NothingReadError as error:
                raise NothingReadError(f"{error}{_troubles(san.records)}") from None
            versions = san.rows(["version_use"])["version_use"]
            graph = san.graph() if self._request["page"] else None
            report = san.check()
            self._rows = rows_of(self._request, san, report, versions)
            if self._request["page"]:
                _write_page(san, report, graph, self._request["row"], self._folder)
        at, source = captured(self._request, report.files)
        self._month = month_of(at)
        self.summary = {
            **summary_of(report),
            **self._request["row"],
            "captured_at": at if len(at) > MONTH_CHARACTERS else None,
            "captured_from": source,
            "state": "audited",
        }
        return report

    def written(self) -> dict[str, Any]:
        """Write the rows, and return the answer of the task."""
        page = self._request["page"]
        self.summary |= {"page": f"{PAGES}/month={self._month}/{page}" if page else None}
        self.summary |= {"seconds": round(time.monotonic() - self._began, 3), **_used()}
        write_tables(self._folder / OUTPUT, {**self._rows, BUNDLES.name: [self.summary]})
        found = {"page": self.summary["page"] or "", "errors": self.summary["errors"]}
        return {"state": "audited", "month": self._month, "seconds": self.summary["seconds"], **found}


def _troubles(records: Sequence[ExportRecord]) -> str:
    """Return what is wrong with the files, in parentheses; empty if they are in no known format."""
    from checker.report.text.words import shortened

    texts = [
        f"{record.file}{f'!{record.member}' if record.member else ''}: {text}"
        for record in records
        for _, text in record.notes
    ]
    return f" ({shortened(texts, _TROUBLES)})" if texts else ""


def _write_page(san: Session, report: Report, graph: Any, row: Mapping[str, Any], folder: Path) -> None:
    from checker.report.base import Presentation
    from checker.report.page.document import page

    rules = {rule.id: rule for rule in san.rules}
    books = san.books
    presentation = Presentation(
        rule=rules.get,
        text=lambda rule: next((book.text(rule) for book in books if rule in book.rules), None),
        profile=san.options.profile or san.config.profile or "default",
        graph=graph,
        run=(("Site", row["site"]), ("Bundle", row["source"])),
    )
    (folder / OUTPUT / PAGE).write_text(page(report, presentation), encoding="utf-8", errors="replace")


def _options(request: Mapping[str, Any], folder: Path) -> Options:
    from checker.audit.options import Options

    config, rules = folder / "sanlint.yaml", folder / "rules"
    return Options(
        config=str(config) if config.exists() else None,
        isolated=not config.exists(),
        rules=tuple(str(one) for one in sorted(rules.iterdir())) if rules.is_dir() else (),
        config_values=request["config_values"],
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
    if len(captured_at) == MONTH_CHARACTERS:
        begin = datetime.fromisoformat(f"{captured_at}-01").replace(tzinfo=UTC)
        end = (begin + timedelta(days=31)).replace(day=1)
    else:
        end = datetime.fromisoformat(captured_at).replace(tzinfo=UTC)
        if len(captured_at) == len("2026-03-04"):
            end += timedelta(days=1)
    return min(end, datetime.now(UTC).replace(microsecond=0))


def _used() -> dict[str, Any]:
    try:
        import resource
    except ImportError:
        return {}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {"cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3), "memory_bytes": usage.ru_maxrss * 1024}
