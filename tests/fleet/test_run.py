"""``sanlint fleet run`` and the questions, over a fleet of a few small sites on local workers."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.fleet.bundles import ALIGNED, MISALIGNED, archive, partition, rows, sanlint


@dataclass
class Fleet:
    """A fleet that was audited twice, the second time with one more bundle."""

    bundles: Path
    results: Path
    cache: Path
    first: CompletedProcess[str]
    second: CompletedProcess[str]


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Fleet:
    top = tmp_path_factory.mktemp("fleet")
    bundles, cache = top / "bundles", top / "cache"
    cache.mkdir()
    oslo = bundles / "oslo-2026-10"
    oslo.mkdir(parents=True)
    (oslo / "wmic-partition.txt").write_text(MISALIGNED)
    (bundles / "oslo-2026-11.tar.gz").write_bytes(archive({"exports/wmic-partition.txt": ALIGNED}))
    (bundles / "rome_20261103.tgz").write_bytes(archive({"wmic-partition.txt": MISALIGNED}))
    (bundles / "kiel-2026-11.tar.gz").write_bytes(archive({"wmic-partition.txt": MISALIGNED})[:60])
    (bundles / "empty-2026-11.txt").write_text("nothing that any array prints\n")
    (bundles / ".notes").write_text("hidden\n")
    first = run(bundles, top / "results", cache)
    (bundles / "wien-2026-11.txt").write_text(partition(32256, "db-wien"))
    second = run(bundles, top / "results", cache)
    return Fleet(bundles, top / "results", cache, first, second)


def run(bundles: Path | str, results: Path, cache: Path, *more: str) -> CompletedProcess[str]:
    return sanlint("fleet", "run", bundles, "-o", results, "--isolated", "--jobs", "2", *more, cache=cache)


def test_each_bundle_gets_a_row_and_what_cannot_be_audited_stops_nothing(fleet: Fleet) -> None:
    found = rows(fleet.results, "SELECT site, month, state, warnings FROM bundles ORDER BY site, month", fleet.cache)
    assert [tuple(row.values()) for row in found] == [
        ("empty", "2026-11", "nothing read", None),
        ("kiel", "2026-11", "nothing read", None),
        ("oslo", "2026-10", "audited", 1),
        ("oslo", "2026-11", "audited", 0),
        ("rome", "2026-11", "audited", 1),
        ("wien", "2026-11", "audited", 1),
    ]
    assert fleet.first.returncode == 0
    assert "5 bundles: 3 audited, 0 of them with errors; 2 without a known export." in fleet.first.stdout
    said = next(
        line for line in fleet.first.stderr.splitlines() if "kiel-2026-11.tar.gz: nothing usable was read" in line
    )
    assert "(kiel-2026-11.tar.gz: " in said
    assert "damaged" in said
    assert "Traceback" not in fleet.first.stderr + fleet.second.stderr


def test_a_second_run_audits_only_what_is_new(fleet: Fleet) -> None:
    assert "6 bundles: 1 audited, 0 of them with errors; 5 unchanged." in fleet.second.stdout


def test_findings_name_the_file_and_line_in_the_bundle(fleet: Fleet) -> None:
    found = rows(
        fleet.results, "SELECT rule, file, member, line FROM findings WHERE severity = 'warning' ORDER BY site, month", fleet.cache
    )  # fmt: skip
    assert [tuple(row.values()) for row in found] == [
        ("ALN005", "oslo-2026-10/wmic-partition.txt", None, 3),
        ("ALN005", "rome_20261103.tgz", "wmic-partition.txt", 3),
        ("ALN005", "wien-2026-11.txt", None, 3),
    ]


def test_months_are_compared_and_only_judged_objects_count_as_fixed(fleet: Fleet) -> None:
    done = sanlint("fleet", "diff", fleet.results, "2026-10", "2026-11", "--format", "json", cache=fleet.cache)
    found = json.loads(done.stdout)["lists"]["diff"]
    assert [(row["change"], row["site"], row["rule"]) for row in found if row["rule"] == "ALN005"] == [
        ("fixed", "oslo", "ALN005")
    ]


def test_top_counts_sites_by_their_newest_bundle(fleet: Fleet) -> None:
    done = sanlint("fleet", "top", fleet.results, "--format", "json", cache=fleet.cache)
    lists = json.loads(done.stdout)["lists"]
    assert {row["rule"]: row["sites"] for row in lists["top"]}["ALN005"] == 2
    never = {row["rule"]: row for row in lists["not-evaluated"]}
    assert "ALN005" not in never
    assert all(row["missing"] for row in never.values())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (("site", "oslo"), "2026-10  findings"),
        (("site", "oslo"), "oslo-2026-11.tar.gz"),
        (("top",), "initiator PCI address"),
        (("query", "SELECT reason FROM bundles WHERE site = 'oslo'"), "NULL"),
        (("site", "osl"), "did you mean 'oslo'?"),
        (("trend", "ALN005"), "2026-10  1"),
        (("trend", "ALN05"), "unknown rule 'ALN05'"),
        (("diff", "2026-10", "2025-01"), "unknown month '2025-01'"),
        (("diff", "10", "2026-11"), "'10' is not a month such as 2026-03"),
        (("versions",), "operating system"),
        (("query", "SELECT count(*) AS bundles FROM bundles"), "6"),
        (("query", "COPY bundles TO 'x.csv'"), "give one SELECT statement"),
        (("query", "SELECT 1; SELECT 2"), "give one SELECT statement"),
        (("query", "SELECT * FROM read_text('/etc/hosts')"), "the statement is wrong: Permission Error"),
        (("query", "SELECT nothing FROM bundles"), "the statement is wrong: Binder Error"),
    ],
)
def test_questions_answer_or_say_what_is_wrong(fleet: Fleet, question: tuple[str, ...], expected: str) -> None:
    name, *others = question
    done = sanlint("fleet", name, fleet.results, *others, cache=fleet.cache)
    assert expected in " ".join((done.stdout + done.stderr).split("\n"))
    assert "internal error" not in done.stderr


def test_other_settings_audit_everything_again(fleet: Fleet, tmp_path: Path) -> None:
    copy = tmp_path / "results"
    shutil.copytree(fleet.results, copy)
    done = run(f"{fleet.bundles}/rome*", copy, fleet.cache, "--ignore", "ALN005")
    assert "1 bundle: 1 audited" in done.stdout
    found = rows(copy, "SELECT count(*) AS n FROM findings WHERE site = 'rome' AND rule = 'ALN005'", fleet.cache)
    assert found == [{"n": 0}]
    # Rows that are replaced don't stay in the files.
    assert len(list((copy / "bundles" / "month=2026-11").iterdir())) == 1


def test_rows_without_the_row_of_their_bundle_do_not_count(fleet: Fleet, tmp_path: Path) -> None:
    copy = tmp_path / "results"
    shutil.copytree(fleet.results, copy)
    (file, *_) = sorted((copy / "findings" / "month=2026-11").glob("*.parquet"))
    shutil.copy(file, file.with_name("20990101T000000-killed.parquet"))
    counted = "SELECT count(*) AS n FROM findings"
    assert rows(copy, counted, fleet.cache) == rows(fleet.results, counted, fleet.cache) != [{"n": 0}]


def test_the_files_can_be_read_without_sanlint(fleet: Fleet) -> None:
    import duckdb

    pattern = fleet.results / "findings" / "*" / "*.parquet"
    statement = f"SELECT DISTINCT site, month FROM read_parquet('{pattern}', hive_partitioning = true)"
    with duckdb.connect() as connection:
        assert ("oslo", "2026-10") in connection.execute(statement).fetchall()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("{bundles}/*.7z", "-o", "{new}"), "no bundle matches"),
        (("{bundles}/missing", "-o", "{new}"), "missing: not found"),
        (("nowhere://x", "-o", "{new}"), "nowhere"),
        (("{bundles}", "-o", "{bundles}"), "no results of sanlint fleet"),
        (("{bundles}", "-o", "{new}", "--engine", "host:1"), "--engine host:1: give local, or the address"),
        (("{bundles}", "-o", "{new}", "--select", "NOPE"), "NOPE"),
    ],
)
def test_wrong_arguments_are_named(fleet: Fleet, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    given = [one.format(bundles=fleet.bundles, new=tmp_path / "new") for one in arguments]
    done = sanlint("fleet", "run", "--isolated", *given, cache=fleet.cache)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_results_of_another_version_are_refused(fleet: Fleet, tmp_path: Path) -> None:
    (tmp_path / "sanlint-fleet.json").write_text('{"sanlint_fleet": 99}')
    done = sanlint("fleet", "top", tmp_path, cache=fleet.cache)
    assert done.returncode == 2
    assert "results of version 99" in done.stderr
