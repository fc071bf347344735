"""Which files are read: globs, what git ignores, and an older capture, of which only counters count."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker.intake.file_filter import Choice, chosen
from checker.intake.walk import find_files
from fixtures.generate.sans.inventories import tiny_san
from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
SFP = folders.FIXTURES / "sfp-dies-in-counters"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def write(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("x\n")


def read(*paths: str, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> dict[str, str]:
    """What becomes of each file: an empty text if it is read, else why not."""
    return {one.name: one.problem or "" for one in chosen(find_files(paths), Choice(include, exclude))}


def test_globs_fit_the_path_below_the_folder_a_name_or_a_folder() -> None:
    write("in/a.txt", "in/b.log", "in/old/c.txt", "in/old/deep/d.txt")
    all_read = dict.fromkeys(["in/a.txt", "in/b.log", "in/old/c.txt", "in/old/deep/d.txt"], "")
    assert read("in") == all_read
    without = {name for name, why in read("in", exclude=("old",)).items() if why == "skipped because of --exclude"}
    assert without == {"in/old/c.txt", "in/old/deep/d.txt"}
    for globs in (("*.txt",), ("a*", "old/*")):
        kept = {name for name, why in read("in", include=globs).items() if not why}
        assert kept == {"in/a.txt", "in/old/c.txt", "in/old/deep/d.txt"}
    kept = {name for name, why in read("in", include=("*.txt",), exclude=("old/deep",)).items() if not why}
    assert kept == {"in/a.txt", "in/old/c.txt"}


def test_named_files_are_read_whatever_globs_and_git_say() -> None:
    write("in/a.log")
    Path(".git").mkdir()
    Path(".gitignore").write_text("*.log\n")
    assert read("in/a.log", include=("*.txt",), exclude=("*",)) == {"in/a.log": ""}
    assert read("in") == {"in/a.log": "skipped because of .gitignore"}


def test_files_ignored_by_git_are_skipped_and_a_folder_counts_once() -> None:
    write("build/x/1", "build/2", "in/a.log", "in/keep.log", "in/sub/tmp/z", "in/sub/a.txt", "in/a.txt", "in/notes~")
    Path(".git/info").mkdir(parents=True)
    Path(".git/info/exclude").write_text("*~\n")
    Path(".gitignore").write_text("# what is built\n/build/\n*.log\n!keep.log\n[\n")
    Path("in/sub/.gitignore").write_text("tmp\n")
    assert read(".") == {
        ".gitignore": "belongs to git",
        "build/": "skipped because of .gitignore",
        "in/a.log": "skipped because of .gitignore",
        "in/a.txt": "",
        "in/keep.log": "",
        "in/notes~": "skipped because of .gitignore",
        "in/sub/.gitignore": "belongs to git",
        "in/sub/a.txt": "",
        "in/sub/tmp/": "skipped because of .gitignore",
    }
    # An ignored folder that is named explicitly is read.
    assert read("build") == {"build/2": "", "build/x/1": ""}
    shutil.rmtree(".git")
    assert read("in")["in/a.log"] == "", "outside of a work tree nothing is ignored"


def test_coverage_lists_what_was_left_out(sanlint: Run) -> None:
    write("in/a.log")
    Path("in/san.yaml").write_text(tiny_san("lab01"))
    done = sanlint("check", "in", "--exclude", "*.log", "--select", "PTH001", "--format", "json", "--isolated")
    files = {one["path"]: one for one in json.loads(done.out)["coverage"]["files"]}
    assert files["in/a.log"]["ignored"]
    assert files["in/a.log"]["notes"] == [{"line": 1, "text": "skipped because of --exclude"}]
    assert files["in/san.yaml"]["records"] > 0


def rates(sanlint: Run, *more: str) -> dict[str, Any]:
    done = sanlint(
        "check", "now", "--config", str(SFP / "sanlint.yaml"), "--select", "PRT001,DOC004", "--format", "json", *more
    )
    assert done.code <= 1, done.err
    document: dict[str, Any] = json.loads(done.out)
    return document


def test_an_earlier_capture_is_used_only_to_turn_counters_into_rates(sanlint: Run) -> None:
    Path("now").mkdir()
    Path("old").mkdir()
    shutil.copy(SFP / "exports" / "fca1-later.log", "now")
    shutil.copy(SFP / "exports" / "fca1.log", "old")
    shutil.copy(SFP / "exports" / "fcb1.log", "old")
    alone, with_previous = rates(sanlint), rates(sanlint, "--previous", "old")
    assert "per minute" not in alone["findings"][0]["message"]
    assert (
        "180 CRC errors that arose on this link, 9 per minute between samples"
        in with_previous["findings"][0]["message"]
    )
    assert with_previous["summary"]["counts"] == alone["summary"]["counts"], (
        "the switch that is only in the old one is not here"
    )
    notes = {
        one["path"]: one["notes"][-1]["text"]
        for one in with_previous["coverage"]["files"]
        if one["path"].startswith("old")
    }
    assert notes == dict.fromkeys(["old/fca1.log", "old/fcb1.log"], "earlier capture: only its counters are used")
    done = sanlint("check", "now", "--previous", "none")
    assert (done.code, "none: no such file or folder" in done.err) == (2, True)


def test_files_that_sanlint_wrote_next_to_the_exports_are_not_unknown_exports(sanlint: Run) -> None:
    Path("san.yaml").write_text(tiny_san("h1"))
    sanlint("init", "-q")
    reports = [f"{name}:report.{name}" for name in ("json", "jsonl", "sarif", "junit", "html", "csv", "markdown")]
    options = [word for one in reports for word in ("--format", one)]
    assert sanlint("check", "san.yaml", "--select", "DOC", "--write-baseline", "known.json", *options).code == 0
    Path("notes.txt").write_text("sanlint said that all is well\n")
    done = sanlint("check", ".", "--isolated", "--select", "DOC", "--format", "json", "--strict")
    files = {one["path"]: one for one in json.loads(done.out)["coverage"]["files"]}
    assert (done.code, done.err.strip().partition(": not recognised or only partly read: ")[2]) == (3, "notes.txt")
    own = {name for name, file in files.items() if any("written by sanlint" in note["text"] for note in file["notes"])}
    written = {f"report.{name.partition(':')[0]}" for name in reports}
    assert own == {"known.json", "sanlint.schema.json", *written}
    Path("notes.txt").unlink()
    assert sanlint("check", ".", "--isolated", "--select", "DOC", "--strict", "--exit-zero").code == 0


def test_an_export_can_not_hide_as_a_report(sanlint: Run) -> None:
    Path("san.yaml").write_text("# Written by sanlint 1.0\n" + tiny_san("h1"))
    document = json.loads(sanlint("check", "san.yaml", "--format", "json").out)
    assert document["coverage"]["files"][0]["format"] == "sanlint-inventory"
    assert document["findings"]


def test_files_that_name_no_machine_are_kept_separate_and_listed(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("multipath.txt", "multipath_-v2.txt"):
        shutil.copy(folders.ROOT / "tests/readers/samples/linux-multipath-topology.txt", tmp_path / "in" / name)
    done = sanlint("check", str(tmp_path / "in"), "--isolated", "--exit-zero", "--format", "concise")
    expected = "2 files name no machine and are kept separate, so that rules that need facts from two of them are not evaluated: "
    assert expected in done.out
    assert 'multipath.txt", owner: NAME}] in sanlint.yaml; divide a file with outputs of several machines' in done.out


def test_files_that_belong_to_the_array_that_another_file_names_are_not_listed_as_separate(
    sanlint: Run, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    for side in ("spa", "spb"):
        for name in ("getagent", "getlun"):
            shutil.copy(folders.ROOT / f"tests/readers/samples/clariion-{name}.txt", tmp_path / f"in/{side}_{name}.txt")
    done = sanlint("check", str(tmp_path / "in"), "--isolated", "--select", "DOC", "--exit-zero", "--format", "json")
    owners = {file["owner"] for file in json.loads(done.out)["coverage"]["files"]}
    assert owners == {"APM00150000001"}
    done = sanlint("check", str(tmp_path / "in"), "--isolated", "--exit-zero", "--format", "concise")
    assert "no machine" not in done.out


def test_a_file_is_listed_with_the_machine_as_which_it_is_checked(sanlint: Run, tmp_path: Path) -> None:
    """Two machines have one name; findings give each its file."""
    (tmp_path / "in").mkdir()
    text = (folders.ROOT / "tests/readers/samples/linux-multipath-topology.txt").read_text()
    for word, digit in (("before", "1"), ("after", "2")):
        of_another = re.sub("36000144([0-9a-f]{24})", rf"3600014{digit}\1", text)
        (tmp_path / f"in/db01_multipath_{word}.txt").write_text(of_another)
    done = sanlint("check", str(tmp_path / "in"), "--isolated", "--exit-zero", "--format", "json")
    owners = {file["owner"] for file in json.loads(done.out)["coverage"]["files"]}
    assert owners == {"db01 (before)", "db01 (after)"}


def test_the_setting_in_the_note_assigns_a_member_of_an_archive(sanlint: Run, tmp_path: Path) -> None:
    text = (folders.ROOT / "tests/readers/samples/linux-multipath-topology.txt").read_text()
    with zipfile.ZipFile(tmp_path / "site.zip", "w") as archive:
        for name in ("multipath [ll].txt", "multipath [v2].txt"):
            archive.writestr(name, text)
    done = sanlint("check", str(tmp_path / "site.zip"), "--isolated", "--exit-zero", "--format", "concise")
    (setting,) = re.findall(r"sources: .*?\}\]", done.out)
    Path("sanlint.yaml").write_text(setting.replace("NAME", "db07"))
    document = json.loads(
        sanlint(
            "check", str(tmp_path / "site.zip"), "--config", "sanlint.yaml", "--select", "DOC", "--format", "json"
        ).out
    )
    owners = {file["member"]: file["owner"] for file in document["coverage"]["files"]}
    assert owners["multipath [ll].txt"] == "db07"
    assert owners["multipath [v2].txt"] != "db07"


def test_hidden_files_are_read_and_not_missed_if_they_are_no_exports(sanlint: Run) -> None:
    write("in/.gitlab-ci.yml", "in/.github/workflows/check.yml", "in/.github/logo")
    Path("in/.pre-commit-config.yaml").write_text("repos:\n  - repo: local\n    hooks: []\n")
    Path("in/.keep").touch()
    Path("in/.san.yaml").write_text(tiny_san("h1"))
    done = sanlint("check", "in", "--isolated", "--select", "DOC", "--strict", "--exit-zero", "--format", "json")
    assert (done.code, done.err) == (0, "")
    files = {one["path"]: one for one in json.loads(done.out)["coverage"]["files"]}
    assert files.pop("in/.san.yaml")["records"] > 0
    assert {one["ignored"] for one in files.values()} == {True}
    assert {note["text"] for one in files.values() for note in one["notes"]} >= {"hidden file; not an export"}
    # A damaged inventory and a file that the user names may be exports.
    Path("in/.other.yaml").write_text("sanlint: 1\nhosts: [\n")
    done = sanlint("check", "in", "in/.github/logo", "--isolated", "--select", "DOC", "--strict", "--exit-zero")
    assert (done.code, done.err.strip().partition("only partly read: ")[2]) == (3, "in/.other.yaml")
    done = sanlint(
        "check", "in/.github/logo", "in/.san.yaml", "--isolated", "--select", "DOC", "--strict", "--exit-zero"
    )
    assert (done.code, done.err.strip().partition("only partly read: ")[2]) == (3, "in/.github/logo")
