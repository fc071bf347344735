"""What was not read is where triage says what was not used; and what was reported and is not slow."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli.support.run import run
from tests.triage.bundles import Bundle, during, full_queue
from tests.triage.test_bundles import ARRAY
from tests.triage.verdicts import triage

QOS = """cl7::> qos statistics volume latency show -iterations 2
Workload            ID    Latency    Network    Cluster       Data       Disk    QoS Max    QoS Min      NVRAM
--------------- ------ ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
vol_erp-wid77       77     4.20ms   103.00us     6.00us   108.00us     3.90ms        0ms        0ms    18.00us
"""


@pytest.mark.parametrize("form", [".txt", ".html", ".json", ".md"])
def test_remarks_of_readers_and_unrecognised_files_are_limits(tmp_path: Path, form: str):
    files = {**ARRAY.files(), "cl7/qos.txt": QOS, "notes-of-the-call.txt": "we saw it on Tuesday\nand again\n"}
    triage(tmp_path / "san", files)
    report = tmp_path / f"report{form}"
    run(["triage", "--isolated", "--quiet", "-o", str(report), str(tmp_path / "san")])
    text = " ".join(report.read_text().replace("\\", "").split())
    assert "notes-of-the-call.txt" in text
    assert "cl7/qos.txt:2: the latencies are not used" in text
    assert "sanlint collect --triage netapp" in text


def test_the_same_remark_on_many_files_is_one_limit(tmp_path: Path):
    files = {**ARRAY.files(), **{f"cl{number}/qos.txt": QOS.replace("cl7", f"cl{number}") for number in range(10, 17)}}
    found = [one for one in triage(tmp_path / "san", files)["guards"] if one["guard"] == "remark"]
    assert len(found) == 1
    assert " and 3 more: the latencies are not used" in found[0]["text"]


def test_all_read_is_no_limit(tmp_path: Path):
    found = triage(tmp_path / "san", ARRAY.files())["guards"]
    assert not [one for one in found if one["guard"] in ("remark", "not_recognised", "partly_read")]


def test_a_reported_host_that_is_fast_is_stated(tmp_path: Path):
    slow = Bundle(during(40, 60, full_queue, ("app05",)))
    triage(tmp_path / "san", slow.files())
    report = tmp_path / "report.txt"
    run(
        [
            "triage",
            "--isolated",
            "--quiet",
            "--ticket",
            "app05 and app07 are slow",
            "-o",
            str(report),
            str(tmp_path / "san"),
        ]
    )
    text = " ".join(report.read_text().split())
    assert "host app07 is reported, too, but is as fast as usual here" in text
    assert "host app05 is reported" not in text
