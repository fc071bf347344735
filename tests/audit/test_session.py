"""The Python API: one session answers every question, in any order, from one reading."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from checker.audit import EstimateRequest, Options, Session, audit
from checker.errors import ConfigError, NothingReadError, UsageError
from checker.facts.store.store import Store
from tests import folders

BASE = folders.FIXTURES / "bases" / "xtremio-bare.yaml"
LOAD = 'sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 2000}\n'
ISOLATED = Options(isolated=True, jobs=1, threads=1, select=("PTH002", "PTH003"))


@pytest.fixture
def exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A SAN in ``exports/``, a load in ``workload.yaml``, and a private folder for temporary files."""
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "san.yaml").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "workload.yaml").write_text(LOAD)
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    return tmp_path


@pytest.fixture
def san(exports: Path) -> Iterator[Session]:
    with Session.open(["exports"], ISOLATED) as opened:
        yield opened


QUESTIONS: dict[str, Callable[[Session], object]] = {
    "check": lambda san: san.check().findings,
    "graph": lambda san: san.graph(),
    "estimate": lambda san: san.estimate(EstimateRequest(workload="workload.yaml")).answer.volumes,
    "fail": lambda san: san.fail(["switch:sw-a1"]).effect,
    "rank": lambda san: san.rank("single").costs,
    "route": lambda san: san.route("esx01", "naa.514f0c5000000001"),
    "inventory": lambda san: san.inventory(sources=True).rows,
    "rows": lambda san: san.rows(["cable", "port_use", "version_use"]),
}


def test_answers_do_not_depend_on_the_order_of_questions(exports: Path) -> None:
    options = replace(ISOLATED, workload="workload.yaml")
    asked = {name: question for name, question in QUESTIONS.items() if name != "route"}
    with Session.open(["exports"], options) as san:
        forwards = {name: question(san) for name, question in asked.items()}
    with Session.open(["exports"], options) as san:
        backwards = {name: question(san) for name, question in reversed(asked.items())}
    for name in asked:
        assert forwards[name] == backwards[name], name


def test_exports_configuration_and_rules_are_loaded_once(exports: Path) -> None:
    import checker.audit.opened as module
    from checker.rules.book import book
    from checker.rules.config import config

    with (
        patch.object(config, "load_config", wraps=config.load_config) as configurations,
        patch.object(book, "built_in_book", wraps=book.built_in_book) as books,
        patch.object(module, "read_exports", wraps=module.read_exports) as readings,
        Session.open(["exports"], ISOLATED) as san,
    ):
        san.graph()
        san.check()
        san.fail(["switch:sw-a1"])
        san.inventory()
    assert (configurations.call_count, books.call_count, readings.call_count) == (1, 1, 1)


def test_a_closed_session_leaves_no_files(exports: Path, san: Session) -> None:
    san.check()
    assert san.folder.is_dir()
    assert san.folder.stat().st_mode & 0o777 == 0o700
    san.close()
    assert list((exports / "temporary").iterdir()) == []


def test_a_session_is_closed_after_an_error(exports: Path) -> None:
    with pytest.raises(UsageError, match="switch:nowhere"), Session.open(["exports"], ISOLATED) as san:
        san.fail(["switch:nowhere"])
    assert list((exports / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ("fail_on: sometimes\n", ConfigError),
        ("select: [NOPE999]\n", UsageError),
        ("baseline: missing.json\n", UsageError),
        ("estimate: {workload: missing.yaml}\n", UsageError),
    ],
)
def test_errors_in_the_configuration_come_before_reading(exports: Path, config: str, error: type[Exception]) -> None:
    Path("sanlint.yaml").write_text(config)
    steps: list[str] = []
    options = Options(jobs=1, progress=lambda step, _fraction: steps.append(step))
    with pytest.raises(error):
        audit(["exports"], options)
    assert steps == []


def test_nothing_read_is_an_error_where_an_answer_needs_exports(exports: Path) -> None:
    Path("note.txt").write_text("dear diary\n")
    with Session.open(["note.txt"], ISOLATED) as san:
        assert [record.format for record in san.records] == [None]
        with pytest.raises(NothingReadError, match="nothing usable was read"):
            san.estimate()


def test_a_session_without_questions_reads_nothing(exports: Path) -> None:
    with Session.open(["does-not-matter"], ISOLATED) as san:
        assert san.config.path is None
    assert list((exports / "temporary").iterdir()) == []


def test_importing_the_api_loads_no_library() -> None:
    script = (
        "import sys, checker.audit\n"
        "assert checker.audit.__all__ == ['EstimateRequest', 'Options', 'Report', 'Session', 'audit']\n"
        "print(sorted({'duckdb', 'pyarrow', 'numpy', 'rich', 'typer', 'ruamel'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=folders.ROOT)
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    import checker.audit

    with pytest.raises(AttributeError, match="Sessions"):
        getattr(checker.audit, "Sessions")  # noqa: B009


def test_the_package_is_typed() -> None:
    assert (folders.ROOT / "checker" / "py.typed").is_file()


def test_compressed_tables_change_no_finding(exports: Path, san: Session) -> None:
    with (
        patch("checker.audit.reading.SMALL_INPUT_RECORDS", 0),
        patch("checker.facts.store.store.COMPRESSED_FROM_BYTES", 1),
        patch("checker.views.build._MANY_ROWS", 1),
        patch("checker.facts.store.store.Store.compress", autospec=True, side_effect=Store.compress) as compressed,
        Session.open(["exports"], replace(ISOLATED, cache=False)) as large,
    ):
        found = large.check().findings
    # After loading, resolving and topology, and after views: of these, there are the most.
    assert compressed.call_count > 10
    assert found == san.check().findings
