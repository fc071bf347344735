"""An ISL that is full is named once, and frames that timed out at it prove that hosts wait there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.bundles import Bundle, during
from tests.triage.test_bundles import FULL, SECONDS, TICKS, TWO
from tests.triage.test_mixed_hosts import few_outstanding, maps_only
from tests.triage.verdicts import causes, triage

HOSTS = ("app05", "app06")
PORT = ("south-c1", "30")
WORDS = {"stat64_wtx": round(0.97 * SECONDS * FULL)}
HELD = Bundle(during(40, 60, few_outstanding, HOSTS), hosts=(*HOSTS, "app08"))


@pytest.mark.parametrize(
    ("more", "proven"),
    [
        ({"er64_tx_c3_timeout": 40}, True),
        # A full link is without credit while it sends, so this measures no wait.
        ({"tim64_txcrd_z": round(0.9 * SECONDS * TICKS)}, False),
        ({}, False),
    ],
)
def test_frames_that_time_out_at_a_full_isl_prove_it_for_hosts_without_a_measured_queue(
    tmp_path: Path, more: dict[str, int], proven: bool
):
    document = triage(tmp_path, maps_only(replace(HELD, counters={PORT: {**WORDS, **more}}), *HOSTS))
    assert causes(document) == ([("TRI005", ("isl south-c1 - south-e1",))] if proven else [])
    # TRI004 does not say the same again.
    assert [one["id"] for one in document["explanations"]] == ["TRI005"]
    assert proven == any("40 frames timed out at port 30" in one["text"] for one in document["explanations"][0]["for"])


def test_frames_that_time_out_at_an_isl_that_is_not_full_prove_nothing_about_it(tmp_path: Path):
    idle = {PORT: {"stat64_wtx": round(0.3 * SECONDS * FULL), "er64_tx_c3_timeout": 40}}
    document = triage(tmp_path, maps_only(replace(HELD, counters=idle), *HOSTS))
    assert (causes(document), document["explanations"]) == ([], [])


def test_of_two_places_none_is_the_headline(tmp_path: Path):
    """Each is judged by what it concerns alone, though a third of the waiting only is at the link."""
    smaller = replace(
        TWO, scenario=lambda *at: replace(TWO.scenario(*at), iops=at[4].iops * (2 if at[0] == "app05" else 1))
    )
    document = triage(tmp_path, smaller.files())
    assert causes(document) == [("TRI001", ("host app05",)), ("TRI002", ("switch_port south-e1 2",))]
    assert document["headline"] is None
    assert document["reason"] == "several places are slow at the same time, each for its own reason"
