"""``sanlint check``: options reach the audit, reports reach their place, exit codes are those of cli.md."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from checker.errors import ConfigError, InternalError, NothingReadError
from checker.rules.evaluate.finding import FileCoverage, Report, RuleCoverage
from tests.cli.conftest import Outcome, Stub
from tests.report import samples

Run = Callable[..., Outcome]


def test_options_reach_the_audit(audit: Stub, sanlint: Run) -> None:
    sanlint(
        "check", "capture.txt", "--select", "PTH,zoning", "--select", "DIR001", "--ignore", "PTH009",
        "--extend-select", "XFR001", "--rules", "own", "--config", "PTH003.min=3", "--config", "fail_on=info",
        "--as-of", "2026-11-01", "--jobs", "2", "--require", "PTH003", "--no-cache", "--isolated",
    )  # fmt: skip
    assert audit.paths == ("capture.txt",)
    options = audit.options
    assert options.select == ("PTH", "zoning", "DIR001")
    assert (options.ignore, options.extend_select, options.rules) == (("PTH009",), ("XFR001",), ("own",))
    assert options.config_values == {"PTH003.min": 3, "fail_on": "info"}
    assert options.as_of == datetime(2026, 11, 1, tzinfo=UTC)
    assert (options.jobs, options.require, options.cache, options.isolated) == (2, ("PTH003",), False, True)


@pytest.mark.parametrize(
    ("report", "arguments", "code"),
    [
        (samples.FAULTY, [], 1),
        (samples.FAULTY, ["--exit-zero"], 0),
        (samples.FAULTY, ["--fail-on", "never"], 0),
        (samples.FAULTY, ["--config", "fail_on=never"], 0),
        (samples.FAULTY, ["--config", "fail_on=never", "--fail-on", "error"], 1),
        (replace(samples.FAULTY, findings=(samples.OPEN_ZONE,)), ["--fail-on", "error"], 0),
        (replace(samples.FAULTY, findings=(samples.OPEN_ZONE,)), [], 1),
        (replace(samples.FAULTY, findings=(samples.ADVICE,)), [], 0),
        (replace(samples.FAULTY, findings=(samples.ADVICE,)), ["--fail-on", "info"], 1),
        (replace(samples.FAULTY, findings=(replace(samples.OPEN_ZONE, state="suppressed"),)), [], 0),
        (samples.CLEAN, [], 0),
        (samples.CLEAN, ["--strict"], 0),
        (samples.UNSEEN, [], 0),
        (samples.UNSEEN, ["--strict"], 3),
        (samples.FAULTY, ["--strict"], 3),
        (samples.FAULTY, ["--strict", "--exit-zero"], 3),
        (samples.NOTHING, [], 3),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003", not_evaluated=9),)), [], 3),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003"),)), [], 3),
        (replace(samples.CLEAN, rules=()), [], 3),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003", outside=9),)), [], 0),
        (samples.CLEAN, ["--require", "PTH003"], 0),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003", not_evaluated=2),)), ["--require", "PTH003"], 3),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003", passed=9, not_evaluated=2),)), ["--require", "PTH003"], 3),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003"),)), ["--require", "PTH003"], 3),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003", outside=2),)), ["--require", "PTH003"], 0),
        (replace(samples.CLEAN, rules=()), ["--require", "PTH003"], 3),
        (samples.CLEAN, ["--require", "PTH030"], 2),
        (replace(samples.FAULTY, errors=("PTH001: out of memory",)), [], 4),
        (replace(samples.NOTHING, errors=("a reader broke",)), ["--strict"], 4),
        (replace(samples.CLEAN, rules=(RuleCoverage("PTH003", error="x"),)), ["--require", "PTH003"], 4),
        (ConfigError("sanlint.yaml:1:1: unknown key"), [], 2),
        (NothingReadError("nothing"), ["--exit-zero"], 3),
        (InternalError("broke"), [], 4),
        (ZeroDivisionError("division by zero"), [], 4),
        (KeyboardInterrupt(), [], 130),
        (SystemExit(143), [], 143),
        (samples.FAULTY, ["--format", "sarfi"], 2),
        (samples.FAULTY, ["--as-of", "soon"], 2),
        (samples.FAULTY, ["--no-such-option"], 2),
        (samples.FAULTY, ["--fail-on", "fatal"], 2),
        (samples.FAULTY, ["no-such-file.txt"], 2),
        (samples.FAULTY, ["-q", "-v"], 2),
    ],
)  # fmt: skip
def test_exit_codes(audit: Stub, sanlint: Run, report: Report | BaseException, arguments: list[str], code: int) -> None:
    audit.report = report
    outcome = sanlint("check", "capture.txt", *arguments)
    assert outcome.code == code
    assert "Traceback" not in outcome.err
    if code >= 2 and code < 143:
        assert outcome.err, "an exit code that is not about findings says why"


def test_findings_go_to_standard_output_and_the_rest_to_standard_error(audit: Stub, sanlint: Run) -> None:
    audit.report = samples.NOTHING
    outcome = sanlint("check", "capture.txt", "--format", "json")
    assert json.loads(outcome.out)["summary"]["verdict"] == "nothing"
    assert "nothing usable was read" in outcome.err


def test_several_formats_each_in_its_place(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    outcome = sanlint(
        "check", "capture.txt", "--format", "concise", "-o", "out.json",
        "--format", "table:out.txt", "--color", "always",
    )  # fmt: skip
    assert "core-path-list.txt:112: PTH003 \x1b[1;31merror" in outcome.out
    assert len(json.loads((tmp_path / "out.json").read_text())["findings"]) == 4
    assert "\x1b" not in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize(
    ("options", "printed", "files"),
    [
        ("-o a.json -o b.md", "", {"a.json": "{", "b.md": "## sanlint"}),
        ("--format concise -o a.SARIF", "exports/esx07/core-path-list.txt:112", {"a.SARIF": "{"}),
        ("--format gitlab -o a.json", "", {"a.json": "[\n{"}),
        ("--format jsonl -o a.txt", "", {"a.txt": '{"type"'}),
        ("-o a.gitlab.json -o a.json", "", {"a.gitlab.json": "[\n{", "a.json": "{\n  "}),
        ("--format github --format markdown:summary", "::error", {"summary": "## sanlint"}),
        ("-o report", "", {"report": "host esx07"}),
    ],
)
def test_the_suffix_of_a_file_gives_its_format_and_another_format_is_printed(
    audit: Stub, sanlint: Run, tmp_path: Path, options: str, printed: str, files: dict[str, str]
) -> None:
    outcome = sanlint("check", "capture.txt", *options.split())
    assert (outcome.out == "") == (not printed)
    assert outcome.out.startswith(printed)
    assert "note:" not in outcome.err
    for name, begin in files.items():
        assert (tmp_path / name).read_text().startswith(begin), name


@pytest.mark.parametrize(
    ("old", "current"),
    [
        ("--output-format json", "--format json"),
        ("--output-format json:a.json --output-format concise", "-o a.json --format concise"),
        ("--output-format=json --output-file a.txt", "--format json -o a.txt"),
        ("-o json", "--format json"),
        ("-ojson:a.txt", "--format json:a.txt"),
    ],
)
def test_replaced_spellings_of_options_work_and_are_noted_once(
    audit: Stub, sanlint: Run, tmp_path: Path, old: str, current: str
) -> None:
    def written() -> dict[str, str]:
        return {path.name: path.read_text() for path in tmp_path.iterdir() if path.name.startswith("a.")}

    expected = sanlint("check", "capture.txt", *current.split())
    files = written()
    given = sanlint("check", "capture.txt", *old.split())
    assert (given.code, given.out, written()) == (expected.code, expected.out, files)
    notes = [line for line in given.err.splitlines() if "note:" in line]
    assert len(notes) == len(set(notes)) == len({word.partition("=")[0] for word in old.split() if word[0] == "-"})
    assert all(note.endswith("the old spelling still works") for note in notes)


@pytest.mark.parametrize(
    ("name", "notes"), [("tabel", 1), ("Json", 1), ("findings", 0), ("report", 0), ("tabel.txt", 0)]
)
def test_a_file_named_almost_like_a_format_is_written_and_noted(
    audit: Stub, sanlint: Run, tmp_path: Path, name: str, notes: int
) -> None:
    outcome = sanlint("check", "capture.txt", "-o", name)
    assert (tmp_path / name).read_text(encoding="utf-8")
    assert outcome.err.count(f"-o {name} writes a file of this name; for the format ") == notes


def test_the_message_of_an_error_is_the_last_line(audit: Stub, sanlint: Run) -> None:
    note, error = sanlint("check", "capture.txt", "-o", "json:none/a.json").err.splitlines()[-2:]
    assert "note: -o json:none/a.json is now -o none/a.json" in note
    assert "none/a.json cannot be written" in error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "tabel"], "unknown format 'tabel'; did you mean 'table'?"),
        (
            ["--format", "json", "--format", "table"],
            "two documents have the same destination, standard output",
        ),
        (["-o", "a", "-o", "a"], "two documents have the same destination, a"),
        (["--format", "json:"], "missing file name after the colon"),
        (["-o", "a.png"], "-o a.png: unknown suffix; known: .concise.txt, .csv"),
        (["-o", "reports/"], "-o reports/: this is a folder; name a file in it"),
        (["--format", "gitlab", "-o", "a.json", "-o", "b.json"], "--format gitlab fits a.json and b.json"),
        (["--format", "full", "--format", "json", "-o", "a"], "--format full and --format json both fit a"),
        (["-o", "none/a.json"], "none/a.json cannot be written: No such file or directory"),
        (["--config", "a.yaml", "--config", "b.yaml"], "one file only"),
        (["--config", "fail_onn=info"], "did you mean 'fail_on'?"),
        (["--require", "PTH0030"], "unknown rule 'PTH0030'; did you mean 'PTH003'?"),
    ],
)
def test_wrong_options_name_what_is_right(audit: Stub, sanlint: Run, arguments: list[str], said: str) -> None:
    outcome = sanlint("check", "capture.txt", *arguments)
    assert outcome.code == 2
    assert said in outcome.err


def test_colour_follows_the_option_then_the_environment(
    audit: Stub, sanlint: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def colored(*arguments: str) -> bool:
        return "\x1b[" in sanlint("check", "capture.txt", *arguments).out

    assert not colored(), "standard output is no terminal here"
    assert colored("--color", "always")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert colored()
    assert not colored("--color", "never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert colored(), "FORCE_COLOR wins over NO_COLOR"
    monkeypatch.setenv("FORCE_COLOR", "")
    assert not colored(), "an empty variable doesn't count"
    assert "\x1b[" not in sanlint("check", "capture.txt", "--color", "always", "--format", "json").out


def test_width_comes_from_columns_off_the_terminal(audit: Stub, sanlint: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(map(len, sanlint("check", "capture.txt").out.splitlines())) > 80
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, sanlint("check", "capture.txt").out.splitlines())) <= 60


def test_verbose_says_what_takes_time_and_quiet_says_nothing(audit: Stub, sanlint: Run) -> None:
    audit.during = lambda options: [options.progress("reading", 0.5), options.progress("rules", 0.0)]
    assert "sanlint: reading: 0." in sanlint("check", "capture.txt", "-v").err
    assert sanlint("check", "capture.txt").err == ""
    assert sanlint("check", "capture.txt", "-q").err == ""


def test_coverage_and_statistics_are_added(audit: Stub, sanlint: Run) -> None:
    plain = sanlint("check", "capture.txt").out
    more = sanlint("check", "capture.txt", "--coverage", "--statistics").out
    for text in ("Findings by rule", "no data on path state for 120 objects", "Exports that would help"):
        assert text not in plain
        assert text in more


def test_show_settings_says_where_each_value_was_set(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text("ignore: [ZON]\nfail_on: error\n")
    outcome = sanlint("check", "capture.txt", "--show-settings", "--select", "PTH")
    lines = {line.split()[0]: line for line in outcome.out.splitlines()}
    assert audit.calls == 0
    assert "PTH  (--select)" in lines["select"]
    assert "ZON  (sanlint.yaml:1:1)" in lines["ignore"]
    assert "error  (sanlint.yaml:2:1)" in lines["fail_on"]


def test_a_configuration_error_comes_before_any_reading(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text("selct: [ZON]\n")
    outcome = sanlint("check", "capture.txt")
    assert (outcome.code, audit.calls) == (2, 0)
    assert "sanlint.yaml:1:1: unknown key 'selct'; did you mean 'select'?" in outcome.err
    assert sanlint("check", "capture.txt", "--isolated").code == 1


def test_hostile_text_in_an_error_does_not_reach_the_terminal(audit: Stub, sanlint: Run) -> None:
    audit.report = ConfigError("bad \x1b[2J name\nsecond line")
    err = sanlint("check", "capture.txt").err
    assert "\x1b" not in err
    assert err.splitlines() == ["sanlint: error: bad [2J name", "sanlint: second line"]


def test_an_export_without_records_is_not_usable_input(audit: Stub, sanlint: Run) -> None:
    empty = FileCoverage("a.txt", None, "brocade-cfgshow", "sw", "path", None, 1, 3, 0, 0)
    audit.report = replace(samples.CLEAN, files=(empty,), rules=(RuleCoverage("PTH003"),))
    assert sanlint("check", "capture.txt").code == 3
