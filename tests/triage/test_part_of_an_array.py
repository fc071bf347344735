"""An array that is slow for some of what it keeps, or of which the complaint names some only."""

from __future__ import annotations

from pathlib import Path

from tests.triage.bundles import Bundle, during, slow_array
from tests.triage.test_bundles import ARRAY
from tests.triage.verdicts import causes, triage
from tests.triage.vplex.test_explanations import ARRAY as BEHIND


def test_few_volumes_are_a_candidate(tmp_path: Path):
    bundle = Bundle(during(40, 60, slow_array, ("app06",)))
    document = triage(tmp_path, bundle.files())
    assert (document["verdict"], causes(document)) == ("undecided", [])
    (found,) = document["explanations"]
    assert (found["id"], found["role"]) == ("TRI009", "candidate")
    assert [one["text"] for one in found["for"]] == [
        "flash1 answers in 4.0 ms, 0.4 ms when it is fast", "on 2 of its 8 measured volumes",
    ]  # fmt: skip


def test_a_complaint_about_writes_does_not_hide_that_reads_are_slow(tmp_path: Path):
    document = triage(tmp_path, ARRAY.files(), "--ticket", "writes of app06 are slow")
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert document["explanations"][0]["against"] == []


def test_monitors_in_local_time_are_named_if_the_array_is_in_utc(tmp_path: Path):
    files = {
        name: text.replace("2026-05-11 13:", "2026-05-11 15:") if "VIRTUAL_VOLUMES" in name else text
        for name, text in BEHIND.files().items()
        if "_sys_" not in name
    }
    document = triage(tmp_path, files)
    (shown,) = (one["text"] for one in document["guards"] if one["guard"] == "overlap" and not one["passed"])
    assert shown.startswith("the figures of vplex7 are of another time (2026-05-11 15:")
    assert shown.endswith("its exports state no zone, so --timezone, or --clock vplex7=SECONDS, may correct that")
