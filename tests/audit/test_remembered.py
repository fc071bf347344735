"""Answers of earlier runs: used only if nothing changed that they depend on, and never different from a new audit."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from checker import cache
from checker.audit import Options, Session, check, failure, opened
from checker.cli.support.run import run
from checker.rules.book.book import built_in_book
from fixtures.generate.sans.inventories import small_san
from tests.answers import without_answers
from tests.folders import FIXTURES, ROOT, SAMPLES
from tests.thorough import sample

SCENARIOS = sorted(path.parent for path in FIXTURES.glob("*/exports"))
EXPORT = SAMPLES / "esxi-core-path-list.txt"
EXPORTS = str(EXPORT)
DAY = datetime(2026, 11, 2, 8, tzinfo=UTC)
# Some rules with findings about this export: what is kept does not depend on how many there are.
OPTIONS = Options(isolated=True, as_of=DAY, jobs=1, remember=True, select=("PTH002", "PTH014", "DOC"))


class Answers:
    """The answers of one test, and how often exports were read."""

    def __init__(self, prefix: str) -> None:
        self.prefix, self.read = prefix, 0

    @property
    def files(self) -> list[Path]:
        folder = cache.folder()
        assert folder is not None
        return sorted(folder.glob(f"{self.prefix}*"))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Answers]:
    """Use the cache with its compiled rules, but no answers of other tests and runs."""
    found = Answers(f"answer-test-{os.urandom(8).hex()}-")
    monkeypatch.setattr(cache, "ANSWERS", found.prefix)
    read = opened.read_exports

    def counted(*arguments: Any, **options: Any) -> Any:
        found.read += 1
        return read(*arguments, **options)

    monkeypatch.setattr(opened, "read_exports", counted)
    yield found
    for path in found.files:
        path.unlink()


@pytest.fixture(autouse=True)
def _remembered_in_tests(_nothing_is_remembered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()


def fingerprints(options: Options = OPTIONS, *paths: str) -> list[str]:
    with Session.open(paths or (EXPORTS,), options) as san:
        return [finding.fingerprint for finding in san.check().findings]


@pytest.mark.parametrize("scenario", sample([*SCENARIOS[1:], SCENARIOS[0]], 20), ids=lambda path: path.name)
def test_json_is_the_same_without_with_a_new_and_with_a_used_cache(
    scenario: Path, answers: Answers, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [
        "check",
        str(scenario / "exports"),
        "--format",
        "json",
        "--exit-zero",
        "--as-of",
        "2026-11-02",
        "-j",
        "1",
    ]
    command += ["--config", str(scenario / "sanlint.yaml")] if (scenario / "sanlint.yaml").exists() else ["--isolated"]
    printed = []
    for cached in (False, True, True):
        with nullcontext() if cached else without_answers():
            run(command)
        printed.append(capfd.readouterr().out)
    assert answers.read == 2
    assert json.loads(printed[0])["findings"] is not None
    assert printed[0] == printed[1] == printed[2]


def test_other_questions_about_the_same_exports_read_nothing(answers: Answers) -> None:
    fingerprints()
    with Session.open([EXPORTS], OPTIONS) as san:
        report, graph, machines, records = san.check(), san.graph(), san.machines(), san.records
    assert answers.read == 1
    with Session.open([EXPORTS], replace(OPTIONS, remember=False, passes=True)) as san:
        graph_again, machines_again, complete = san.graph(), san.machines(), san.check()
        assert (graph, machines, records) == (graph_again, machines_again, san.records)
    assert report == replace(complete, passes=())
    with Session.open([EXPORTS], replace(OPTIONS, passes=True)) as san:
        assert san.check() == complete
    assert answers.read == 2


def test_whatever_a_report_depends_on_makes_it_new(answers: Answers, tmp_path: Path) -> None:
    file = tmp_path / "exports" / EXPORT.name
    file.parent.mkdir()
    shutil.copy(EXPORT, file)
    baseline, config = tmp_path / "baseline.json", tmp_path / "sanlint.yaml"
    config.write_text("fail_on: never\n")
    assert (
        run(
            [
                "check",
                EXPORTS,
                "--isolated",
                "-q",
                "-o",
                str(tmp_path / "first.json"),
                "--write-baseline",
                str(baseline),
            ]
        )
        == 0
    )
    options, begin = replace(OPTIONS, isolated=False, config=str(config)), answers.read
    variants = [
        options,
        replace(options, config_values={"PTH002.min": 3}),
        replace(options, profile="all"),
        replace(options, as_of=datetime(2026, 11, 3, 8, tzinfo=UTC)),
        replace(options, ignore=("PTH",)),
        replace(options, baseline=str(baseline)),
        replace(options, config=None, isolated=True),
        replace(options, previous=(EXPORTS,)),
    ]
    for number, one in enumerate(variants, 1):
        fingerprints(one, str(file.parent))
        assert answers.read == begin + number, one
    config.write_text("profile: all\n")
    fingerprints(options, str(file.parent))
    file.write_bytes(file.read_bytes() + b"\n")
    fingerprints(options, str(file.parent))
    assert answers.read == begin + len(variants) + 2
    fingerprints(options, str(file.parent))
    assert answers.read == begin + len(variants) + 2


def test_the_time_is_that_of_the_run_even_if_the_report_is_kept(answers: Answers) -> None:
    fingerprints()
    later = datetime(2026, 11, 2, 20, tzinfo=UTC)
    with Session.open([EXPORTS], replace(OPTIONS, as_of=later)) as san:
        assert san.check().as_of == later.isoformat()
    assert answers.read == 1


def test_the_day_counts_in_both_time_zones(answers: Answers) -> None:
    late = datetime(2026, 11, 2, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    for number, moment in enumerate((late, late.astimezone(UTC), late + timedelta(days=1)), 1):
        fingerprints(replace(OPTIONS, as_of=moment))
        assert answers.read == number, moment


def test_built_in_rules_know_the_day_of_the_audit_only() -> None:
    # The day is all that the hash of a report has of the time.
    texts = [
        path.read_text(encoding="utf-8")
        for path in (*(ROOT / "rules").rglob("*.yaml"), *(ROOT / "checker").rglob("*.sql"))
    ]
    uses = [use for text in texts for use in re.findall(r".{0,40}as_of\(\)", text)]
    assert uses
    assert [use for use in uses if not re.search(r"date_diff\('day', \w+, as_of\(\)$", use)] == []


def test_an_estimate_is_the_same_without_with_a_new_and_with_a_used_cache(
    answers: Answers, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    san, load = str(FIXTURES / "bases" / "xtremio-bare.yaml"), tmp_path / "load.yaml"
    load.write_text("sanlint_workload: 1\nloads:\n  - {volume: '*', profile: oltp2, iops: 4000}\n")
    command = ["estimate", san, "--isolated", "--format", "json", "-j", "1"]
    for more, times in ([], 2), (["--what-if", "x_bricks=2"], 2), (["-W", str(load)], 3):
        printed, before = [], answers.read
        for cached in (False, True, True):
            with nullcontext() if cached else without_answers():
                assert run([*command, *more]) == 0
            printed.append(capfd.readouterr().out)
        assert json.loads(printed[0])["volumes"]
        assert printed[0] == printed[1] == printed[2]
        assert answers.read == before + times


def test_archives_and_standard_input_count_by_their_content(
    answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "exports.zip"

    def pack(text: bytes) -> None:
        with zipfile.ZipFile(archive, "w") as packed:
            packed.writestr(f"host/{EXPORT.name}", text)

    def given(text: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))

    for put, path in ((pack, str(archive)), (given, "-")):
        before = answers.read
        put(EXPORT.read_bytes())
        first = fingerprints(OPTIONS, path)
        put(EXPORT.read_bytes())
        assert fingerprints(OPTIONS, path) == first
        assert answers.read == before + 1
        put(EXPORT.read_bytes() + b"\n")
        fingerprints(OPTIONS, path)
        assert answers.read == before + 2


def _with_hash(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest().encode() + b"\n" + content


@pytest.mark.parametrize(
    "damaged",
    sample(
        [
            lambda _name, data: data[: len(data) // 2],
            lambda _name, data: data.replace(b"Finding", b"Fanding", 1),
            lambda _name, _data: b"",
            lambda name, _data: _with_hash(name, b'["(","no report"]'),
            lambda name, _data: _with_hash(name, b'["os.system","true"]'),
            lambda name, _data: _with_hash(name, b'["Report"]'),
            lambda name, _data: _with_hash(name, b"[" * 100_000),
            lambda name, _data: _with_hash(name, b"{}"),
        ],
        4,
    ),
)
def test_damaged_and_foreign_answers_are_ignored(damaged: Any, answers: Answers, tmp_path: Path) -> None:
    config = tmp_path / "sanlint.yaml"
    config.write_text("parameters: {PTH002.min: 3}\nsuppressions: [{rule: PTH001, reason: known}]\n")
    options = replace(OPTIONS, isolated=False, config=str(config))
    expected = fingerprints(options)
    # The report, the records, the picture, the machines and the configuration.
    assert len(answers.files) == 5
    for path in answers.files:
        path.write_bytes(damaged(path.name, path.read_bytes()))
    assert fingerprints(options) == expected
    assert answers.read == 2


def test_answers_that_others_can_write_are_ignored(answers: Answers) -> None:
    expected = fingerprints()
    for path in answers.files:
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o620)
    assert fingerprints() == expected
    assert answers.read == 2


def test_without_the_cache_nothing_is_kept(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the cache the rules would be compiled as well, which takes longer than all audits of this file.
    monkeypatch.setattr("checker.rules.book.book.built_in_book", lambda built_in=built_in_book, **_: built_in())
    fingerprints(replace(OPTIONS, cache=False))
    assert answers.files == []


def test_what_a_changed_file_would_answer_is_not_kept(
    answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / EXPORT.name
    shutil.copy(EXPORT, file)
    read = opened.read_exports

    def changed(*arguments: Any, **options: Any) -> Any:
        found = read(*arguments, **options)
        file.write_bytes(file.read_bytes() + b"\n")
        return found

    monkeypatch.setattr(opened, "read_exports", changed)
    fingerprints(OPTIONS, str(file))
    assert answers.files == []


def test_answers_are_bounded_and_leave_other_content(
    answers: Answers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # What other processes keep in the shared folder counts, too.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.write("book-test.json", b"rules")
    monkeypatch.setattr(cache, "_MAX_BYTES", 3000)
    for number in range(9):
        cache.write(f"{cache.ANSWERS}{number}.json", b"x" * 1000)
    assert len(answers.files) == 2
    assert cache.read("book-test.json") == b"rules"


def test_the_audit_before_a_failure_is_the_same_whatever_fails(
    answers: Answers, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    evaluated = []
    evaluate = failure.evaluate_rules

    def counted(*arguments: Any) -> Any:
        evaluated.append(arguments)
        return evaluate(*arguments)

    # The audit after the failure, and that of the SAN as it is.
    monkeypatch.setattr(failure, "evaluate_rules", counted)
    monkeypatch.setattr(check, "evaluate_rules", counted)
    (san := tmp_path / "san.yaml").write_text(small_san())
    given = ["fail", str(san), "--isolated", "--select", "PTH005", "--exit-zero", "--format", "json", "--component"]
    printed: dict[str, list[str]] = {}
    for cached in (False, True, True):
        for name in ("fabric:fabric-b", "director:FA-1D"):
            with nullcontext() if cached else without_answers():
                assert run([*given, name]) == 0
            printed.setdefault(name, []).append(capfd.readouterr().out)
    # Two times two without answers; then once for the SAN, and once for each failure.
    assert len(evaluated) == 2 * 2 + 1 + 4
    assert json.loads(printed["fabric:fabric-b"][0])["findings"]
    for first, *others in printed.values():
        assert others == [first, first]
