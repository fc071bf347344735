"""What was read of single files, kept between runs: one changed file is read again, and no report shows a difference."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from checker import cache
from checker.audit import Options, Session
from checker.cli.support.run import run
from checker.facts.observations import Observations
from checker.intake import pool
from checker.intake.bundles.limits import Limits
from checker.intake.kept import files as kept_files
from checker.intake.owners import heads
from checker.intake.owners.hints import SourceHint
from checker.intake.sources import sources_of
from tests.answers import without_answers
from tests.folders import FIXTURES, SAMPLES
from tests.thorough import THOROUGH, sample

SCENARIOS = sorted(path.parent for path in FIXTURES.glob("*/exports"))
EXPORT = SAMPLES / "esxi-core-path-list.txt"
# What is kept of files does not depend on the rules.
OPTIONS = Options(
    isolated=True,
    as_of=datetime(2026, 11, 2, 8, tzinfo=UTC),
    jobs=1,
    remember=True,
    select=("PTH002", "PTH014", "DOC"),
)


class Reading:
    """Names of the files that were read, and of those whose beginning was recognised."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.heads: list[str] = []

    def take(self) -> tuple[list[str], list[str]]:
        found = sorted(Path(one).parent.name for one in self.read), sorted(Path(one).parent.name for one in self.heads)
        self.read, self.heads = [], []
        return found


@pytest.fixture(autouse=True)
def answers(_nothing_is_remembered: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[Path]]]:
    """Use the cache with its compiled rules, but no answers of other tests and runs."""
    monkeypatch.undo()
    prefix = f"answer-test-{os.urandom(8).hex()}-"
    monkeypatch.setattr(cache, "ANSWERS", prefix)
    folder = cache.folder()
    assert folder is not None

    def files() -> list[Path]:
        return sorted(folder.glob(f"{prefix}*"))

    yield files
    for path in files():
        path.unlink()


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Reading:
    found = Reading()
    read_, head = pool.read_file, heads._head

    def counted_read(source: Any, *rest: Any) -> Any:
        found.read.append(source.name)
        return read_(source, *rest)

    def counted_head(source: Any, *rest: Any) -> Any:
        found.heads.append(source.name)
        return head(source, *rest)

    monkeypatch.setattr(pool, "read_file", counted_read)
    monkeypatch.setattr(heads, "_head", counted_head)
    return found


@pytest.fixture
def hosts(tmp_path: Path) -> Path:
    """A folder with three hosts."""
    folder = tmp_path / "hosts"
    for name in ("esx01", "esx02", "esx03"):
        (folder / name).mkdir(parents=True)
        shutil.copy(EXPORT, folder / name)
    return folder


def rows(observations: Observations) -> Any:
    return [
        (
            chunk.kind,
            chunk.columns,
            list(chunk.export_id),
            list(chunk.line),
            list(chunk.seq),
            list(map(list, chunk.values)),
        )
        for chunk in sorted(observations.chunks(), key=lambda chunk: chunk.kind)
    ]


def read(
    folder: Path, hints: Sequence[SourceHint] = (), limits: Limits | None = None, *, keep: bool = True, **options: Any
) -> Any:
    """Read a folder; return the rows and the records."""
    private = folder.parent / "private"
    private.mkdir(exist_ok=True)
    sources = sources_of([str(folder)], private, limits)
    found = pool.read_all(sources, private, hints, 1, None, limits, keep=keep, **options)
    return rows(found.observations), found.records


def change(file: Path) -> None:
    file.write_text(file.read_text().replace("State: dead", "State: active"))


@pytest.mark.parametrize("scenario", sample([*SCENARIOS[1:], SCENARIOS[0]], 20), ids=lambda path: path.name)
def test_json_is_the_same_whichever_file_changed(
    scenario: Path, tmp_path: Path, reading: Reading, capfd: pytest.CaptureFixture[str]
) -> None:
    exports = tmp_path / "exports"
    shutil.copytree(scenario / "exports", exports)
    command = ["check", str(exports), "--format", "json", "--exit-zero", "--as-of", "2026-11-02", "-j", "1"]
    command += ["--config", str(scenario / "sanlint.yaml")] if (scenario / "sanlint.yaml").exists() else ["--isolated"]

    # Make prove runs all rules; the report lists what was read of each file, whatever the rules are.
    command += [] if THOROUGH else ["--select", "ALN,PTH,DOC"]

    def printed() -> Any:
        run(command)
        return json.loads(capfd.readouterr().out)

    printed()
    files = sorted(path for path in exports.rglob("*") if path.is_file() and path.suffix not in {".zip", ".tgz", ".gz"})
    for file in files if THOROUGH else files[:: max(len(files) // 4, 1)]:
        content = file.read_bytes()
        lines = content.split(b"\n")
        del lines[len(lines) // 2]
        file.write_bytes(b"\n".join(lines))
        reading.read.clear()
        with_cache = printed()
        assert len(reading.read) < len(files)
        with without_answers():
            assert with_cache == printed()
        file.write_bytes(content)


def test_only_the_changed_file_is_read(hosts: Path, reading: Reading) -> None:
    def findings(options: Options) -> Any:
        with Session.open([str(hosts)], options) as san:
            return replace(san.check(), passes=()).findings

    before = findings(OPTIONS)
    assert reading.take() == (["esx01", "esx02", "esx03"],) * 2
    change(hosts / "esx02" / EXPORT.name)
    after = findings(OPTIONS)
    assert reading.take() == (["esx02"], ["esx02"])
    assert after != before
    assert after == findings(replace(OPTIONS, remember=False))


def test_files_have_other_numbers_if_there_are_others(hosts: Path, reading: Reading) -> None:
    read(hosts)
    reading.take()
    (hosts / "esx03" / EXPORT.name).unlink()
    (hosts / "esx00").mkdir()
    shutil.copy(EXPORT, hosts / "esx00")
    found = read(hosts)
    assert reading.take() == (["esx00"], ["esx00"])
    assert found == read(hosts, keep=False)


def test_rows_are_those_of_reading_in_their_order(hosts: Path, tmp_path: Path) -> None:
    for name in ("brocade-switchshow", "esxi-core-device-list", "linux-multipath-topology", "sanlint-inventory"):
        shutil.copy(next(SAMPLES.glob(f"{name}.*")), hosts)
    hints = [SourceHint("*esx03*", captured_at=datetime(2026, 11, 1, tzinfo=UTC))]
    cold = read(hosts, hints, keep=False)
    assert any(record.captured_at for record in cold[1])
    for _ in range(2):
        assert read(hosts, hints) == cold


def test_whatever_reading_depends_on_makes_it_new(hosts: Path, reading: Reading) -> None:
    read(hosts)
    reading.take()
    hints = [SourceHint("*esx02*", owner="other")]
    for arguments in ((hints, None), ((), Limits(max_records=2))):
        found = read(hosts, *arguments)
        assert len(reading.take()[0]) == 3
        assert found == read(hosts, *arguments, keep=False)
        reading.take()
    read(hosts, samples=True)
    assert len(reading.take()[0]) == 3
    # The owner of a file depends on the names of the others.
    (hosts / "esx02").rename(hosts / "db02")
    assert read(hosts) == read(hosts, keep=False)


def _with_hash(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest().encode() + b"\n" + content


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"path",["', b'"pathh",["'),
        (b'"host"', b'"hosst"'),
        (b'"active"', b"7"),
        (b"null", b"[]"),
        (b'["ExportRecord",0', b'["ExportRecord",-1'),
        (b'["ExportRecord",0', b'["ExportRecord",4096'),
        (b'["ExportRecord",', b'["Ignore",'),
        (b'["Head",', b'["NamedFile",'),
        (b",[0,0", b",[99999999,0"),
        (b",[0,0", b",[0"),
        (b"]", b""),
    ],
)
def test_wrong_content_with_the_right_hash_is_not_used(
    old: bytes, new: bytes, hosts: Path, reading: Reading, answers: Callable[[], list[Path]]
) -> None:
    cold = read(hosts)
    (kept,) = answers()
    content = kept.read_bytes().partition(b"\n")[2]
    assert old in content
    kept.write_bytes(_with_hash(kept.name, content.replace(old, new)))
    reading.take()
    assert read(hosts) == cold
    assert any(reading.take())


@pytest.mark.parametrize(
    "damaged",
    [lambda data: data[: len(data) // 2], lambda data: data.replace(b"esx01", b"esx09"), lambda _: b"", lambda _: b"x"],
)
def test_damaged_files_of_the_cache_are_not_used(
    damaged: Callable[[bytes], bytes], hosts: Path, reading: Reading, answers: Callable[[], list[Path]]
) -> None:
    cold = read(hosts)
    (kept,) = answers()
    kept.write_bytes(damaged(kept.read_bytes()))
    reading.take()
    assert read(hosts) == cold
    assert reading.take()[0] == ["esx01", "esx02", "esx03"]


def read_while(hosts: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Any], object]) -> None:
    """Audit the hosts; something happens to what is read of esx02."""
    counted = pool.read_file

    def disturbed(source: Any, *rest: Any) -> Any:
        found = counted(source, *rest)
        if "esx02" in source.name:
            happens(found)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(pool, "read_file", disturbed)
        read(hosts)


def test_a_file_that_changed_while_it_was_read_is_read_again(
    hosts: Path, reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = hosts / "esx02" / EXPORT.name
    read_while(hosts, monkeypatch, lambda _: file.write_bytes(file.read_bytes() + b"\n"))
    reading.take()
    read(hosts)
    assert reading.take() == (["esx02"], ["esx02"])


def test_what_was_cut_short_is_read_again(hosts: Path, reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    note = (1, "reading stopped: the file takes too much processor time")
    read_while(hosts, monkeypatch, lambda found: found[0].notes.append(note))
    reading.take()
    read(hosts)
    assert reading.take()[0] == ["esx02"]


def test_large_files_of_the_cache_have_what_fits(
    hosts: Path, reading: Reading, answers: Callable[[], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cold = read(hosts)
    (kept,) = answers()
    size = kept.stat().st_size
    kept.unlink()
    monkeypatch.setattr(kept_files, "_LARGEST", size // 2)
    read(hosts)
    assert answers()[0].stat().st_size < size // 2 + 100
    reading.take()
    assert read(hosts) == cold
    assert "esx03" in reading.take()[0]


@pytest.mark.parametrize("options", [replace(OPTIONS, cache=False), replace(OPTIONS, remember=False)])
def test_nothing_is_kept_without_the_cache(options: Options, hosts: Path, answers: Callable[[], list[Path]]) -> None:
    with Session.open([str(hosts)], options) as san:
        assert san.records
    assert answers() == []
