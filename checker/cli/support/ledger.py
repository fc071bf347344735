"""Baseline updates: ``--write-baseline`` and ``--prune-baseline``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.cli.support.terminal import write_file
from checker.errors import UsageError
from checker.report.text.words import plural
from checker.rules.evaluate.finding import Report
from checker.rules.suppress.model import KnownFinding, Suppression

if TYPE_CHECKING:
    from checker.audit.session import Session
    from checker.cli.support.library import Library

_SUFFIXES = (".json", ".yaml", ".yml")


class Ledger:
    """The baseline of an audit, and the changes to write to it afterwards.

    ``use_baseline`` is FALSE if the configured baseline does not exist yet because this run writes it.
    """

    def __init__(self, san: Session, write: str | None, *, prune: bool) -> None:
        """Check the files before the audit, which can take long.

        Raises:
            UsageError: there is no baseline to prune, or the file to write is not a baseline.
        """
        options = san.options
        configured = None if options.ignore_suppressions else san.config.baseline
        used = options.baseline if options.baseline is not None else configured
        if prune and write is not None:
            raise UsageError("--prune-baseline: not needed with --write-baseline, which replaces the baseline")
        if prune and not used:
            raise UsageError(
                "--prune-baseline needs a baseline: add --baseline FILE, or baseline: to the configuration"
            )
        self.use_baseline = True
        self._write = Path(write) if write is not None else None
        self._prune = Path(used) if prune and used else None
        self._before: tuple[KnownFinding, ...] = ()
        if self._write is not None:
            self._before = _to_be_written(self._write)
            if used and not self._write.exists() and Path(used).resolve() == self._write.resolve():
                self.use_baseline = False

    def finalized(self, report: Report, library: Library, notify: Callable[[str], None] | None = None) -> Report:
        """Write the baseline and return the report for the exit code, with the written findings suppressed.

        Raises:
            UsageError: the file cannot be written.
        """
        say = notify or (lambda _text: None)
        if self._prune is not None:
            self._prune_it(report, say)
        if self._write is None:
            return report
        from checker.rules.suppress.baseline import baseline_text, known_of
        from checker.rules.suppress.suppressions import hide

        rules = library.rules()
        fit = [one for one in report.findings if one.rule not in rules or rules[one.rule].suppressible]
        entries = known_of(fit, self._before)
        write_file(str(self._write), baseline_text(entries, yaml=self._write.suffix != ".json"))
        now, before = ({one.fingerprint for one in some} for some in (entries, self._before))
        change = f"{len(now - before):,} new, {len(before - now):,} removed" if self._before else "all new"
        say(
            f"{self._write}: {plural(len(entries), 'known finding')} written ({change}); with --baseline only new findings are reported"
        )
        if left := len(report.findings) - len(fit):
            say(f"{self._write}: {plural(left, 'finding')} skipped: their rules cannot be suppressed")
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
        if not use.fixed:
            say(f"{self._prune}: nothing to prune")
            return
        from checker.rules.suppress.baseline import baseline_text

        text = baseline_text((*use.known, *use.unseen), yaml=self._prune.suffix != ".json")
        write_file(str(self._prune), text)
        say(f"{self._prune}: removed {plural(len(use.fixed), 'fixed finding')}")


def _to_be_written(path: Path) -> tuple[KnownFinding, ...]:
    """Return the findings of a baseline that will be overwritten; any other file is refused.

    Raises:
        UsageError: the file is not a baseline, or its suffix is neither JSON nor YAML.
    """
    from checker.rules.suppress.baseline import read_baseline

    if path.suffix not in _SUFFIXES:
        raise UsageError(f"--write-baseline {path}: the name must end in .json, .yaml or .yml")
    if not path.exists():
        return ()
    try:
        return read_baseline(path)
    except UsageError as error:
        raise UsageError(f"{error} (--write-baseline only overwrites baselines)") from None
