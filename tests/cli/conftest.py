"""Runs command lines in this process, over a report and a rule book made by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from checker.audit.session import Session
from checker.rules.evaluate.finding import Report
from tests.report import samples


@dataclass
class Stub:
    """Stands for the audit: remembers what it was asked, and answers with ``report`` or raises it."""

    report: Report | BaseException = samples.FAULTY
    paths: Sequence[str] = ()
    options: Any = None
    during: Callable[[Any], None] | None = None
    calls: int = field(default=0)
    use_baseline: bool = True

    def __call__(self, san: Session, *, use_baseline: bool = True) -> Report:
        self.paths, self.options, self.calls = san.paths, san.options, self.calls + 1
        self.use_baseline = use_baseline
        if self.during is not None:
            self.during(san.options)
        if isinstance(self.report, BaseException):
            raise self.report
        return self.report


class StubBook:
    """A book of one rule."""

    rules = {samples.RULE.id: samples.RULE}  # noqa: RUF012
    retired: dict[str, Any] = {}  # noqa: RUF012

    def text(self, _rule_id: str) -> Any:
        return samples.TEXT


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Stub:
    """Put the stub in the audit's place, in an empty working directory with one file ``capture.txt``."""
    from checker.cli.support.library import Library

    stub = Stub()
    monkeypatch.setattr(Session, "check", lambda san, *, use_baseline=True: stub(san, use_baseline=use_baseline))
    monkeypatch.setattr(Library, "books", lambda _self: [StubBook()])
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "capture.txt").write_text("x\n")
    return stub


@dataclass
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def sanlint(capfd: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run ``sanlint`` with arguments; returns exit code and both streams."""

    def call(*arguments: str) -> Outcome:
        from checker.cli.support.run import run

        capfd.readouterr()
        code = run(arguments)
        out, err = capfd.readouterr()
        return Outcome(code, out, err)

    return call
