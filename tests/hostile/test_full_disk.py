"""A disk that fills up while a document is written: the old one survives, and nothing is left over."""

from __future__ import annotations

import json
import os
import resource
import time
import zipfile
from pathlib import Path

import duckdb
import pytest

from checker.facts.store.store import Store
from checker.intake import pool
from checker.intake.walk import find_files
from checker.system.files import replacing_folder, write_text
from tests.hostile.command import ZONES, run
from tests.hostile.site_rule import write_rule
from tests.thorough import sample

LIMIT = {resource.RLIMIT_FSIZE: 400}
"""Writing more to a file fails as on a full disk: the first part is written, the rest is refused."""

BASELINE = '{"sanlint_baseline": 1, "findings": []}\n'
LONG = "# " + "x" * 400 + "\n"
CHECK = ("check", "zones.txt", "--isolated", "--select", "ZON,DOC", "--exit-zero")


def tree(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")
    }


@pytest.mark.parametrize(
    ("arguments", "old"),
    sample(
        [
            ([*CHECK, "-o", "out.json"], "out.json"),
            ([*CHECK, "-o", "out.html"], "out.html"),
            (
                [*CHECK, "-o", "out.txt", "--coverage"],
                "out.txt",
            ),
            (
                [*CHECK, "--write-baseline", "out.json"],
                "out.json",
            ),
            (["inventory", "zones.txt", "--isolated", "-o", "out.yaml"], "out.yaml"),
            (["inventory", "zones.txt", "--isolated", "-o", "out.json"], "out.json"),
            (["inventory", "zones.txt", "--isolated", "-o", "out.parquet"], "out.parquet"),
            (["topology", "zones.txt", "--isolated", "-o", "out.svg"], "out.svg"),
            (["anonymize", "zones.txt", "--isolated", "-o", "out"], ""),
            (["fix", "zones.txt", "--isolated", "-o", "out"], "out/plan.md"),
            (["fix", "zones.txt", "--isolated", "-o", "out", "--force"], "out/plan.md"),
            (["init", "--force", "-o", "out.yaml"], "out.yaml"),
            (["suppress", "ZON001", "--reason", "known here"], "sanlint.yaml"),
            (["suppress", "ZON001", "--object", "zone=z_1", "--reason", "known here"], "sanlint.yaml"),
            (
                [*CHECK, "-o", "sarif:out.json"],
                "out.json",
            ),
            (["workload", "zones.txt", "--template", "-o", "out.yaml"], "out.yaml"),
            (["plugin", "new", "acme-san"], ""),
            (["--install-completion", "bash"], "home/.bashrc"),
            (["--install-completion", "zsh"], "home/.zshrc"),
            (["rules", "new", "XAB001", "some-fault", "--rules", "out"], "out/sanlint-rule.schema.json"),
        ],
        4,
    ),
    ids=lambda value: " ".join(value[:1] + value[-2:]) if isinstance(value, list) else "",
)
def test_a_full_disk_changes_nothing(tmp_path: Path, arguments: list[str], old: str) -> None:
    (tmp_path / "zones.txt").write_text(ZONES * 3)
    if old:
        (tmp_path / old).parent.mkdir(exist_ok=True, parents=True)
        schema = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "sanlint rule"}\n'
        texts = {"out.json": BASELINE, "sanlint.yaml": LONG, "out/sanlint-rule.schema.json": schema}
        (tmp_path / old).write_text(texts.get(old, LONG if old.startswith("home/") else "old\n"))
    before = tree(tmp_path)
    # The shell is the argument, and not the one that runs the tests.
    usual = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    variables = {
        "HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": usual,
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    done = run(tmp_path, *arguments, limits=LIMIT, variables=variables)
    assert done.returncode == 2, done.stderr
    assert tree(tmp_path) == before
    assert "Traceback" not in done.stderr
    refused = "would be overwritten" if arguments[0] == "fix" and "--force" not in arguments else "File too large"
    assert refused in done.stderr.splitlines()[-1]


def test_what_does_not_fit_into_the_temporary_folder_is_named_and_the_rest_is_checked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "exports.zip", "w") as archive:
        archive.writestr("a/large.txt", "\n".join(f"{number} words that no reader knows" for number in range(100)))
        archive.writestr("b/zones.txt", ZONES)
    limits = {resource.RLIMIT_FSIZE: len(ZONES)}
    done = run(tmp_path, "check", "exports.zip", "--isolated", "--exit-zero", "--coverage", limits=limits)
    assert done.returncode == 2, done.stderr
    assert "z_1" in done.stdout
    assert "empty file" not in done.stdout
    assert done.stdout.count("the temporary folder is full") == 1
    _says_what_to_do(done.stderr)


@pytest.mark.parametrize("form", sample(["table", "json", "junit", "gitlab"], 2))
def test_rules_that_cannot_run_because_the_temporary_folder_is_full_are_named(tmp_path: Path, form: str) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    write_rule(tmp_path / "pack")
    arguments = [
        "check",
        "zones.txt",
        "--isolated",
        "--select",
        "ZON,XAB001",
        "--exit-zero",
        "--rules",
        "pack",
        "--format",
        form,
    ]
    done = run(tmp_path, *arguments, limits={resource.RLIMIT_FSIZE: 2_000_000})
    assert done.returncode == 2, done.stderr
    assert "XAB001: the temporary folder is full" in " ".join(done.stdout.split())
    assert "ZON" in done.stdout
    assert "internal error" not in done.stdout.lower()
    _says_what_to_do(done.stderr)


def test_rules_that_cannot_be_compiled_because_the_temporary_folder_is_full(tmp_path: Path) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    write_rule(tmp_path / "pack")
    done = run(tmp_path, "check", "zones.txt", "--isolated", "--select", "ZON,XAB001", "--rules", "pack", limits=LIMIT)
    assert (done.returncode, done.stdout) == (2, "")
    _says_what_to_do(done.stderr)


def _says_what_to_do(errors: str) -> None:
    last = errors.splitlines()[-1]
    assert "the temporary folder is full: free space in " in last
    assert "set TMPDIR" in last
    assert "internal" not in errors


def test_without_space_for_the_files_of_workers_one_process_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(ZONES)
    sources = find_files([str(tmp_path / "a.txt"), str(tmp_path / "b.txt")])
    expected = pool.read_all(sources, tmp_path, jobs=1)
    monkeypatch.setattr(pool, "PARALLEL_FROM_BYTES", 0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        found = pool.read_all(sources, tmp_path, jobs=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (found.records, found.files) == (expected.records, [])
    assert found.observations.rows("zone_member") == expected.observations.rows("zone_member") != []


def test_what_does_not_fit_into_memory_is_not_written_into_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(threads=1)
    store.execute("SET memory_limit = '60MB'")
    with pytest.raises(duckdb.OutOfMemoryException):
        store.execute("CREATE TABLE many AS SELECT md5(range::VARCHAR) AS text FROM range(3000000) ORDER BY text")
    store.close()
    assert not list(tmp_path.iterdir())


def test_a_folder_is_replaced_completely_or_not_at_all(tmp_path: Path) -> None:
    for folder in (tmp_path / "new", tmp_path / "old"):
        if folder.name == "old":
            folder.mkdir()
            (folder / "a.txt").write_text("first")
            (folder / "kept.txt").write_text("kept")
        before = tree(tmp_path)
        with pytest.raises(ZeroDivisionError), replacing_folder(folder) as temporary:
            write_text(temporary / "a.txt", "second")
            raise ZeroDivisionError
        assert tree(tmp_path) == before
        with replacing_folder(folder) as temporary:
            (temporary / "below").mkdir()
            write_text(temporary / "a.txt", "second")
            write_text(temporary / "below" / "b.txt", "new")
        assert (folder / "a.txt").read_text() == "second"
        assert (folder / "below" / "b.txt").read_text() == "new"
    assert (tmp_path / "old" / "kept.txt").read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


def test_links_and_permissions_of_the_old_file_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("new", 0o640)
    with pytest.raises(FileExistsError):
        write_text(target, "other", new=True)
    write_text(Path("/dev/null"), "devices are written to, not replaced")
    assert Path("/dev/null").is_char_device()
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text(tmp_path / "pipe", "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)


def test_what_a_killed_run_left_is_removed_a_day_later(tmp_path: Path) -> None:
    system = tmp_path / "tmp"
    yesterday = time.time() - 25 * 60 * 60
    for name, marked, age in (
        ("sanlint-run-old", True, yesterday),
        ("sanlint-run-now", True, time.time()),
        ("sanlint-run-mine", False, yesterday),
    ):
        folder = system / name
        folder.mkdir(parents=True)
        folder.chmod(0o700)
        (folder / "facts").write_text("x")
        if marked:
            (folder / ".sanlint").touch()
        os.utime(folder, (age, age))
    for name, age in ((".out.json.0123abcd.sanlint-part", yesterday), (".out.json.4567abcd.sanlint-part", time.time())):
        (tmp_path / name).write_text("half")
        os.utime(tmp_path / name, (age, age))
    (tmp_path / "zones.txt").write_text(ZONES)
    done = run(
        tmp_path,
        "check",
        "zones.txt",
        "--isolated",
        "--exit-zero",
        "-o",
        "json:out.json",
        variables={"TMPDIR": str(system)},
    )
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in system.iterdir()) == ["sanlint-run-mine", "sanlint-run-now"]
    assert sorted(path.name for path in tmp_path.glob(".*")) == [".out.json.4567abcd.sanlint-part"]
    assert json.loads((tmp_path / "out.json").read_text())


def test_no_compiled_module_is_left_in_part(tmp_path: Path) -> None:
    compiled = tmp_path / "compiled"
    variables = {"PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}
    run(tmp_path, "--version", variables=variables)
    before = {*compiled.rglob("*.pyc")}
    assert before
    run(tmp_path, "suppress", "--help", limits=LIMIT, variables=variables)
    assert {*compiled.rglob("*.pyc")} == before
    assert run(tmp_path, "suppress", "--help", variables=variables).returncode == 0
    assert {*compiled.rglob("*.pyc")} > before
