"""``sanlint rules test --record``: a proof that was interrupted goes on where it stopped, and never with stale outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from checker.prove import run
from checker.prove.examples import Outcome as Proved
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
RECORD = Path("proof.jsonl")


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sanlint: Run) -> list[str]:
    """Two rules in the folder ``own``; gives the list of those that were proved, which takes no time here."""
    monkeypatch.chdir(tmp_path)
    for rule_id in ("XAB001", "XAB002"):
        assert sanlint("rules", "new", rule_id, f"fault-{rule_id[-1]}", "--rules", "own").code == 0
    found: list[str] = []

    def outcomes(_folder: Path, _bases: Path, rule_ids: Sequence[str], _jobs: int, _ways: object) -> Iterator[Proved]:
        for rule_id in rule_ids:
            found.append(rule_id)
            problems = ["fires – too"] if rule_id == "XAB002" else []
            yield Proved(rule_id, examples=3, problems=problems, hidden=5, mutants=7)

    monkeypatch.setattr(run, "_outcomes", outcomes)
    return found


def prove(sanlint: Run, *more: str) -> str:
    done = sanlint("rules", "test", "--rules", "own", "--jobs", "1", "--record", str(RECORD), *more)
    assert done.code == 1
    return done.out


def test_rules_of_the_record_are_not_proved_again(proved: list[str], sanlint: Run) -> None:
    first = prove(sanlint)
    assert first == "XAB002: fires – too\n2 rules, 6 examples, 10 facts hidden, 14 mutants: 1 rule with problems.\n"
    assert prove(sanlint) == first
    assert proved == ["XAB001", "XAB002"]


def test_an_interrupted_run_resumes(proved: list[str], sanlint: Run) -> None:
    first = prove(sanlint)
    RECORD.write_bytes(RECORD.read_bytes()[:-20])
    assert prove(sanlint) == first
    assert proved == ["XAB001", "XAB002", "XAB002"]
    assert prove(sanlint) == first
    assert len(proved) == 3


@pytest.mark.parametrize("change", ["a rule", "the way"])
def test_outcomes_of_other_rules_or_modes_are_not_reused(proved: list[str], sanlint: Run, change: str) -> None:
    prove(sanlint)
    if change == "a rule":
        rule = next(Path("own").glob("XAB001-*.yaml"))
        rule.write_text(rule.read_text() + "# changed\n")
    prove(sanlint, *(["--alone"] if change == "the way" else []))
    assert proved == ["XAB001", "XAB002"] * 2


@pytest.mark.parametrize("text", ["dear diary\nnothing happened\n", "dear diary"])
def test_a_file_of_something_else_is_not_written_to(proved: list[str], sanlint: Run, text: str) -> None:
    RECORD.write_text(text)
    done = sanlint("rules", "test", "--rules", "own", "--jobs", "1", "--record", str(RECORD))
    assert (done.code, "proof.jsonl:1: not a record of `sanlint rules test`" in done.err) == (2, True), done.err
    assert RECORD.read_text() == text
    assert proved == []
