"""Two runs over the same bundles: what one has audited, the other does not audit again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.fleet import run as runs
from checker.fleet.engine import LOCAL, Engine, Task
from checker.fleet.request import Bundle, Outcome, Settings, Tables
from checker.fleet.store.results import Results
from tests.fleet.test_results import outcome, write


class _Future:
    def __init__(self, found: Outcome) -> None:
        self._found = found

    def result(self) -> Outcome:
        return self._found

    def release(self) -> None:
        pass


class _Futures(list[_Future]):
    def add(self, future: _Future) -> None:
        self.append(future)

    def __next__(self) -> _Future:
        return self.pop(0)


class InTurn(Engine):
    """Audits one bundle after the other, in this process."""

    def __init__(self, audit: Callable[[Bundle], Outcome]) -> None:
        super().__init__(LOCAL, 1)
        self._audit = audit

    @contextmanager
    def running(self) -> Iterator[Engine]:
        yield self

    @property
    def cores(self) -> int:
        return 1

    def submit(  # type: ignore[override]
        self, task: Task, bundle: Bundle, settings: Settings, known: frozenset[str], pseudonyms: Tables
    ) -> _Future:
        return _Future(self._audit(bundle))

    def completed(self) -> Any:
        return _Futures()


def test_a_bundle_that_another_run_audited_meanwhile_is_not_audited_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_AGAIN_S", 0.0)
    results, settings = Results.create(tmp_path / "results"), Settings("digest", "1.0")
    made = [
        outcome(tmp_path / "scratch", f"s{number}", settings=settings.digest, change_mark=f"mark{number}")
        for number in range(8)
    ]
    by_site = {one.bundle.site: one for one in made}
    audited: list[str] = []

    def audit(bundle: Bundle) -> Outcome:
        audited.append(bundle.site)
        if bundle.site == "s1":
            write(Results.open(tmp_path / "results"), by_site["s6"], by_site["s7"])
        return by_site[bundle.site]

    bundles = [replace(one.bundle, change_mark=f"mark{number}") for number, one in enumerate(made)]
    summary = runs.run(bundles, settings, results, InTurn(audit))
    assert audited == [f"s{number}" for number in range(6)]
    assert summary.states == {"audited": 6, "unchanged": 2}
    assert len(results.known()) == 8
