"""``sanlint workload``: the published figures of the deck, what people see, what is written, what is refused."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.generate.sans.inventories import small_san
from tests import folders
from tests.cli.conftest import Outcome
from tests.schema import fits

Run = Callable[..., Outcome]
ROOT = folders.ROOT
DECK = ROOT / "fixtures/sdc-deck"
LUNS = str(DECK / "luns.csv")
GROUPS = ("--group", "dbf11=dbf7", "--group", "dbf=dbf*", "--group", "redo=redo*")


def document(sanlint: Run, *arguments: str) -> dict[str, Any]:
    outcome = sanlint("workload", *arguments, "--format", "json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    fits(found, "workload-analysis")
    return found


def rounded(value: float, printed: str) -> float:
    """The value to as many digits as the deck prints."""
    return round(value, len(printed.partition(".")[2]))


def test_the_group_rows_of_the_deck_come_out(sanlint: Run) -> None:
    found = {group["name"]: group for group in document(sanlint, LUNS, *GROUPS)["groups"]}
    with (DECK / "groups.csv").open() as stream:
        published = list(csv.DictReader(stream))
    assert [row["Group"] for row in published] == ["dbf", "dbf11", "redo", "other"]
    for row in published:
        group = found[row["Group"]]
        assert sorted(group["members"]) == sorted(row["Members"].split())
        means, mix = group["means_of_volumes"], group["means_of_volumes"]["mix"]
        figures = {
            "IOs/sec": group["totals"]["iops"],
            "% Reads": 100 * means["read_share"],
            "% Writes": 100 * (1 - means["read_share"]),
            "Avg I/O Size (KB)": means["size_kib"],
            "Capacity (GB)": means["capacity_gib"],
            "%RR": 100 * mix["random_read"],
            "%SR": 100 * mix["sequential_read"],
            "%RW": 100 * mix["random_write"],
            "%SW": 100 * mix["sequential_write"],
        }
        for name, value in figures.items():
            assert rounded(value, row[name]) == float(row[name]), (row["Group"], name)


def test_totals_and_skew_of_the_deck(sanlint: Run) -> None:
    found = document(sanlint, LUNS)
    # The deck prints 2745.9 as the total of all rows, whose rounded figures sum to 2745.8.
    assert found["totals"]["iops"] == pytest.approx(2745.9, abs=0.15)
    assert found["totals"]["volumes"] == 16
    assert (found["skew"]["busiest_fifth_volumes"], round(found["skew"]["busiest_fifth_share"], 2)) == (3, 0.47)
    assert round(found["skew"]["busiest_to_median"], 2) == 4.05
    # Over all I/O dbf1, with 99.6 % reads and a fifth of the I/O, counts more than it does as one of 16 volumes.
    assert found["totals"]["read_share"] == pytest.approx(0.915, abs=0.001)
    assert sum(len(profile["members"]) for profile in found["profiles"]) == 16


def test_the_page_for_people(sanlint: Run) -> None:
    page = sanlint("workload", LUNS, *GROUPS, "--color", "never").out
    assert page == (ROOT / "tests/cli/analysis/workload-deck.txt").read_text()


def test_what_is_written_can_be_read_again(sanlint: Run, tmp_path: Path) -> None:
    target = tmp_path / "workload.yaml"
    outcome = sanlint("workload", LUNS, "-o", str(target), "--clusters", "4")
    assert outcome.code == 0
    assert f"sanlint estimate PATH… --workload {target}" in " ".join(outcome.out.split())
    assert "  # cluster-4: 4 members, 18.2 IOPS together\n" in target.read_text()
    for option in (("--format", "yaml"), ("-o", "-")):
        assert sanlint("workload", LUNS, *option, "--clusters", "4").out == target.read_text()
    again = sanlint("workload", str(target))
    assert (again.code, "already a workload; use it with sanlint estimate" in again.err) == (2, True)


def test_disks_below_a_multipath_device_are_not_counted_twice(sanlint: Run) -> None:
    found = document(sanlint, str(ROOT / "tests/readers/samples/workload-iostat.txt"))
    assert (found["totals"]["iops"], found["totals"]["volumes"]) == (250, 1)
    assert any("dm-3 consists of disks that are also listed" in note for note in found["notes"])


def test_results_of_benchmarks_are_shown_by_run(sanlint: Run) -> None:
    found = document(sanlint, str(ROOT / "tests/readers/samples/workload-fio-json.json"))
    assert (found["about"], found["profiles"], found["skew"]) == ("run", [], None)
    (run,) = found["groups"]
    assert (run["name"], run["totals"]["read_ms"], run["totals"]["write_ms"]) == ("oltp", 0.8, 0.4)
    page = sanlint("workload", str(ROOT / "tests/readers/samples/workload-vdbench-totals.html")).out
    assert "IOPS      MB/S   READS      SIZE   READ TIME  WRITE TIME  RUN\n" in page
    assert "7.63 ms     0.44 ms  run1\n" in page
    assert "1,501.3      12.3 100.0 %     8.0 K     5.49 ms           -  run1 (2)\n" in page


HEAD = "Name,Host IOs/sec,% Reads,% Writes,Avg I/O Size (KB),%RR,%SR,%RW,%SW\n"


def test_idle_volumes_and_those_without_a_mix_are_reported(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        HEAD + "busy,100,70,30,8,70,0,30,0\nidle,0,70,30,8,70,0,30,0\nodd,50,60,40,,60,0,40,0\n"
    )
    found = document(sanlint, str(tmp_path))
    assert [row["name"] for row in found["idle"]] == ["idle"]
    assert [row["name"] for row in found["not_known"]] == ["odd"]
    assert [[row["name"] for row in profile["members"]] for profile in found["profiles"]] == [["busy"]]
    page = sanlint("workload", str(tmp_path)).out
    assert "1 volume without I/O: idle" in page
    assert "1 volume with unknown mix, in no profile: odd" in page


def test_names_are_only_text(sanlint: Run, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07[bold]"
    (tmp_path / "a.csv").write_text(
        HEAD + f"{evil},100,70,30,8,70,0,30,0\n\"=cmd|x: {{a}}, # 'b'\",5,70,30,8,70,0,30,0\n"
    )
    outcome = sanlint("workload", str(tmp_path), "-o", str(tmp_path / "w.yaml"))
    assert outcome.code == 0, outcome.err
    assert "[bold]" in outcome.out
    assert not set(outcome.out) & set("\x1b\x07")
    from checker.estimate.workload.sources.load import load_workload

    names = {name for load in load_workload(str(tmp_path / "w.yaml")).loads for name in load.volumes}
    assert names == {"[bold]", "=cmd|x: {a}, # 'b'"}


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (HEAD + "a,100,70,40,8,70,0,30,0\n", (), "a.csv:2: a: reads and writes add up to 110.0 %"),
        ("[a]\nrw=randread\nbs=8k\niodepth=4\nioengine=libaio\n", (), "a plan, not a measurement"),
        (HEAD + "a,100,70,30,8,70,0,30,0\n", ("--group", "x"), "--group: expected NAME=GLOB"),
        (HEAD + "a,100,70,30,8,70,0,30,0\n", ("--group", "x=a", "--group", "x=b"), "'x' is given twice"),
        (HEAD + "a,0,70,30,8,70,0,30,0\n", ("--format", "yaml"), "cannot derive a profile"),
    ],
)
def test_what_is_refused(sanlint: Run, tmp_path: Path, text: str, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    outcome = sanlint("workload", str(tmp_path / "a.csv"), *arguments)
    assert (outcome.code, message in outcome.err) == (2, True), outcome.err


def test_nothing_usable_is_exit_3(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("good morning\n")
    assert sanlint("workload", str(tmp_path)).code == 3
    assert sanlint("workload", str(tmp_path / "b.txt")).code == 2


def test_a_template_is_a_valid_workload(sanlint: Run, tmp_path: Path) -> None:
    from checker.estimate.workload.sources.load import load_workload

    assert sanlint("workload", "--template", "-o", str(tmp_path / "w.yaml")).out == ""
    (load,) = load_workload(str(tmp_path / "w.yaml")).loads
    assert (load.hosts, load.spread, load.workload.iops) == (("*",), "each", 100)
    text = sanlint("workload", "--template").out
    assert text == (tmp_path / "w.yaml").read_text()
    every = re.sub(r"(?m)^#  - (?!.*job\.fio)", "  - ", text)
    (tmp_path / "w.yaml").write_text(every)
    assert len(load_workload(str(tmp_path / "w.yaml")).loads) == 4, "the examples are valid, too"


def test_a_template_lists_the_hosts_of_exports(sanlint: Run, tmp_path: Path) -> None:
    from checker.estimate.workload.sources.load import load_workload

    (tmp_path / "san.yaml").write_text(small_san())
    outcome = sanlint("workload", "--template", str(tmp_path / "san.yaml"), "-o", str(tmp_path / "w.yaml"))
    assert outcome.code == 0, outcome.err
    assert [load.hosts for load in load_workload(str(tmp_path / "w.yaml")).loads] == [("h1",), ("h2",)]


def test_without_a_capture_the_template_is_named(sanlint: Run) -> None:
    outcome = sanlint("workload")
    assert (outcome.code, "start with --template" in outcome.err) == (2, True)
