"""The baseline as the command line keeps it: ``--write-baseline`` and ``--prune-baseline``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.cli.terminal import write_file
from checker.engine.finding import Report
from checker.engine.hidden import KnownFinding, Suppression
from checker.errors import UsageError
from checker.report.words import plural

if TYPE_CHECKING:
    from checker.cli.audit_run import Library, Request
    from checker.engine.config import Config

_SUFFIXES = (".json", ".yaml", ".yml")


class Ledger:
    """Which baseline an audit goes by, and what is written to it afterwards.

    ``request`` is what to audit with: without the configuration's baseline if that is about to be written first.
    """

    def __init__(self, request: Request, config: Config, write: str | None, *, prune: bool) -> None:
        """Look at the files before the audit, which may take long.

        Raises:
            UsageError: there is nothing to prune, or the file to write is no baseline or has another kind of name.
        """
        configured = None if request.ignore_suppressions else config.baseline
        used = request.baseline if request.baseline is not None else configured
        if prune and write is not None:
            raise UsageError("--write-baseline writes all findings of today, so there is nothing left to prune")
        if prune and not used:
            raise UsageError("--prune-baseline needs a baseline: --baseline FILE, or baseline: in the configuration")
        self.request = request
        self._write = Path(write) if write is not None else None
        self._prune = Path(used) if prune and used else None
        self._before: tuple[KnownFinding, ...] = ()
        if self._write is not None:
            self._before = _to_be_written(self._write)
            if used and not self._write.exists() and Path(used).resolve() == self._write.resolve():
                self.request = replace(request, baseline="")

    def settled(self, report: Report, library: Library, tell: Callable[[str], None] | None = None) -> Report:
        """Write what is to be written, and return the report as it decides: what was just written is known.

        Raises:
            UsageError: the file can't be written.
        """
        say = tell or (lambda _text: None)
        if self._prune is not None:
            self._prune_it(report, say)
        if self._write is None:
            return report
        from checker.engine.baseline import baseline_text, known_of
        from checker.engine.suppressions import hide

        rules = library.rules()
        fit = [one for one in report.findings if one.rule not in rules or rules[one.rule].suppressible]
        entries = known_of(fit, self._before)
        write_file(str(self._write), baseline_text(entries, yaml=self._write.suffix != ".json"))
        now, before = ({one.fingerprint for one in some} for some in (entries, self._before))
        told = f"{len(now - before):,} new, {len(before - now):,} taken out" if self._before else "all new"
        say(
            f"{self._write}: {plural(len(entries), 'known finding')} written ({told}); with --baseline only others count"
        )
        if left := len(report.findings) - len(fit):
            say(f"{self._write}: {plural(left, 'finding')} of rules that can't be suppressed left out")
        by = Suppression("baseline", str(self._write))
        return replace(
            report,
            findings=tuple(
                hide(one, by) if one.fingerprint in now and one.state == "fail" else one for one in report.findings
            ),
        )

    def _prune_it(self, report: Report, say: Callable[[str], None]) -> None:
        use = report.baseline
        if use is None or self._prune is None:
            return
        if not use.mended:
            say(f"{self._prune}: nothing to prune")
            return
        from checker.engine.baseline import baseline_text

        text = baseline_text((*use.known, *use.unseen), yaml=self._prune.suffix != ".json")
        write_file(str(self._prune), text)
        say(f"{self._prune}: {plural(len(use.mended), 'mended finding')} taken out")


def _to_be_written(path: Path) -> tuple[KnownFinding, ...]:
    """Return what a file holds that is about to be written; nothing but a baseline is ever written over.

    Raises:
        UsageError: it holds something else, or its name says neither JSON nor YAML.
    """
    from checker.engine.baseline import read_baseline

    if path.suffix not in _SUFFIXES:
        raise UsageError(f"--write-baseline {path}: name it .json or .yaml")
    if not path.exists():
        return ()
    try:
        return read_baseline(path)
    except UsageError as error:
        raise UsageError(f"{error} (--write-baseline replaces a baseline only, never another file)") from None
