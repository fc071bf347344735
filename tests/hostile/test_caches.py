"""Cache files that are complete and wrong: they are rebuilt, and the run gives the same answer."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from checker import cache
from tests import rule_cache
from tests.hostile.command import ZONES, run
from tests.thorough import sample

WRONG = {
    "null": b"null\n",
    "an empty list": b"[]\n",
    "an empty mapping": b"{}\n",
    "a list of lists": b"[[], []]\n",
    "not JSON": b"\x00\xff{",
    "a number": b"1\n",
    "the start of a book": b'{"form": 1, "digest": "x", "views": {}, "rules": {}}\n',
}


CHECK = ("check", "zones.txt", "--isolated", "--select", "ZON,DOC")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A folder with a full cache, and what a check and an explanation say."""
    folder = tmp_path_factory.mktemp("cache")
    (folder / "zones.txt").write_text(ZONES)
    rule_cache.fill(folder)
    return folder, *answers(folder)


def answers(folder: Path) -> tuple[str, str]:
    variables = {"XDG_CACHE_HOME": str(folder)}
    check = run(folder, *CHECK, "--as-of", "2026-01-01", "-o", "full", variables=variables)
    explain = run(folder, "explain", "ZON001", variables=variables)
    assert (check.returncode in {0, 1}, explain.returncode) == (True, 0), check.stderr + explain.stderr
    return check.stdout, explain.stdout


def stored(name: str, content: bytes) -> bytes:
    """A file of the cache with the right hash."""
    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest().encode() + b"\n" + content


@pytest.mark.parametrize("wrong", sample(WRONG, 7))
def test_a_wrong_cache_is_rebuilt(filled: tuple[Path, str, str], wrong: str, tmp_path: Path) -> None:
    folder, *before = filled
    shutil.copytree(folder / "sanlint", tmp_path / "sanlint")
    (tmp_path / "zones.txt").write_text(ZONES)
    # The rule book is compiled in a minute on a slow machine; the case of its own is below.
    files = [path for path in (tmp_path / "sanlint").iterdir() if not path.name.startswith("book-")]
    assert {path.name.partition("-")[0] for path in files} >= {"readers", "reference"}
    for path in files:
        path.write_bytes(stored(path.name, WRONG[wrong]))
    assert answers(tmp_path) == tuple(before)
    assert all(
        stored(path.name, WRONG[wrong]) != path.read_bytes() for path in files if path.name.startswith("readers")
    )


@pytest.mark.parametrize(
    "wrong",
    sample(
        [
            [(b'"message": ?"(?:[^"\\\\]|\\\\.)*"', b'"message": 7')],
            [(b'"violated":', b'"violatedd":'), (b'"why":', b'"whyy":')],
            [(b'"view": ?"[^"]*"', b'"view": 7')],
        ],
        3,
    ),
)
def test_a_book_with_a_wrong_rule_is_rebuilt(
    filled: tuple[Path, str, str], tmp_path: Path, wrong: list[tuple[bytes, bytes]]
) -> None:
    folder, *before = filled
    shutil.copytree(folder / "sanlint", tmp_path / "sanlint")
    (tmp_path / "zones.txt").write_text(ZONES)
    changed = 0
    for path in (tmp_path / "sanlint").glob("book-*.json"):
        content = path.read_bytes().partition(b"\n")[2]
        broken = content
        for old, new in wrong:
            broken = re.sub(old, new, broken)
        # The usual cache may hold books of folders without rules, too.
        changed += broken != content
        path.write_bytes(stored(path.name, broken))
    assert changed
    assert answers(tmp_path) == tuple(before)


@pytest.mark.parametrize(
    ("beginning", "old", "new"),
    sample(
        [
            # Of the right form, and of a type that fails where it is used.
            ("answer-", b'["Report",', b'["Report",7,'),
            ("reference-", b'"prefix":', b'"prefixed":'),
            ("readers-", b'"score":', b'"scored":'),
        ],
        3,
    ),
)
def test_what_a_run_fails_on_is_forgotten(
    filled: tuple[Path, str, str], tmp_path: Path, beginning: str, old: bytes, new: bytes
) -> None:
    folder, *before = filled
    shutil.copytree(folder / "sanlint", tmp_path / "sanlint")
    (tmp_path / "zones.txt").write_text(ZONES)
    answers(tmp_path)
    for path in (tmp_path / "sanlint").glob(f"{beginning}*.json"):
        content = path.read_bytes().partition(b"\n")[2]
        path.write_bytes(stored(path.name, content.replace(old, new)))
    variables = {"XDG_CACHE_HOME": str(tmp_path)}
    first = run(tmp_path, *CHECK, "--as-of", "2026-01-01", "-o", "full", variables=variables)
    assert first.returncode in {0, 1, 4} and "Traceback" not in first.stderr
    if first.returncode == 4:
        assert "run the command again" in first.stderr
    assert answers(tmp_path) == tuple(before)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _linked_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.symlink_to(path.parent.with_name("elsewhere"))


def _file_as_folder(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_bytes(b"")


def _others(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only the superuser can give files away")
    os.chown(path, 65_534, 65_534)


ATTACKS = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "only the hash": lambda path: path.write_bytes(path.read_bytes()[:65]),
    "empty": lambda path: path.write_bytes(b""),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b" "),
    "hash of the content alone": lambda path: path.write_bytes(
        hashlib.sha256(b"kept").hexdigest().encode() + b"\nkept"
    ),
    "answer to another question": lambda path: path.write_bytes(stored("other.json", b"kept")),
    "pipe": _pipe,
    "link to a file": _link,
    "folder": _folder,
    "link to a folder": _linked_folder,
    "file instead of the folder": _file_as_folder,
    "group can write the file": lambda path: path.chmod(0o620),
    "others can read the file": lambda path: path.chmod(0o604),
    "others can write the folder": lambda path: path.parent.chmod(0o702),
    "owned by another user": _others,
    "in a folder of another user": lambda path: _others(path.parent),
}


@pytest.mark.skipif(os.name != "posix", reason="owners and links of POSIX")
@pytest.mark.parametrize("attack", ATTACKS)
def test_what_others_may_have_written_is_not_read(attack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.write("one.json", b"kept")
    assert cache.read("one.json") == b"kept"
    ATTACKS[attack](tmp_path / "sanlint" / "one.json")
    assert cache.read("one.json") is None
    # Writing is attempted, and ends without an error whatever is in the way.
    cache.write("one.json", b"new")
    assert cache.read("one.json") in {None, b"new"}
    assert not list(tmp_path.rglob("*sanlint-part"))


def test_many_small_files_stay_and_the_oldest_beyond_the_limit_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "many"))
    for number in range(40):
        cache.write(f"small-{number}.json", b"{}")
    assert [number for number in range(40) if cache.read(f"small-{number}.json") != b"{}"] == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "large"))
    monkeypatch.setattr(cache, "_MAX_BYTES", 3_000)
    for number in range(5):
        cache.write(f"large-{number}.json", b" " * 900)
        os.utime(tmp_path / "large" / "sanlint" / f"large-{number}.json", (1_000_000_000 + number,) * 2)
    assert [number for number in range(5) if cache.read(f"large-{number}.json")] == [2, 3, 4]


def test_runs_at_once_see_whole_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    contents = [b"a" * 100_000, b"b" * 100_000]
    cache.write("one.json", contents[0])
    with ThreadPoolExecutor(4) as threads:
        written = [threads.submit(cache.write, "one.json", content) for content in contents * 20]
        seen = {read.result() for read in [threads.submit(cache.read, "one.json") for _ in range(50)]}
    assert [each.result() for each in written] == [None] * 40
    assert seen <= set(contents)
