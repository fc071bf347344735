"""Distributed volumes whose own leg does no reads any more, because it is detached: they are read from the other site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.triage.verdicts import causes, triage
from tests.triage.vplex.bundle import VplexBundle

FIRST, LAST = 40, 60
FAR_MS = 6.0
BUNDLE = VplexBundle()
READ_SHARE = 0.6


def detached(bundle: VplexBundle) -> dict[str, str]:
    """The exports of a bundle in which reads of distributed volumes take longer, and their storage volumes here do none."""
    files = bundle.files()
    times = bundle._times()
    shown = {f"{at:%Y-%m-%d %H:%M:%S}" for number, at in times if FIRST <= number < LAST}
    far = {
        f"per-storage-volume-read-latency VPD83T3:{leg} "
        for host in bundle.hosts
        for _, _, leg, both in bundle.volumes(host)
        if both
    }
    for name, text in files.items():
        lines = text.split("\n")
        if name.endswith("sys_perf_mon.log"):
            heads = lines[0].split(",")
            reads = [place for place, head in enumerate(heads) if any(leg in head for leg in far)]
            assert len(reads) == len(far)
            for row, line in enumerate(lines):
                cells = line.split(",")
                if cells[0] in shown:
                    lines[row] = ",".join("0" if place in reads else cell for place, cell in enumerate(cells))
        elif "VIRTUAL_VOLUMES" in name:
            at = ""
            for row, line in enumerate(lines):
                at = line if re.fullmatch(r"[0-9: -]{19}", line) else at
                if at in shown and line.startswith("dd_"):
                    cells = line.split(",")
                    cells[-2] = f"{float(cells[-2]) + FAR_MS * 1000:.0f}"
                    lines[row] = ",".join(cells)
        elif name.endswith("esxtop.csv"):
            heads = lines[0].split(",")
            shares = {
                "Driver MilliSec/Command": READ_SHARE,
                "Guest MilliSec/Command": READ_SHARE,
                "Guest MilliSec/Read": 1.0,
            }
            device = next(one for _, one, _, both in bundle.volumes(name.split("/")[0]) if both)
            more = {
                place: FAR_MS * share for place, head in enumerate(heads) for end, share in shares.items()
                if device in head and head.endswith(f'{end}"')
            }  # fmt: skip
            for row in (row for row, (number, _) in enumerate(times, 1) if FIRST <= number < LAST):
                cells = lines[row].split(",")
                for place, ms in more.items():
                    cells[place] = f'"{float(cells[place][1:-1]) + ms:.4f}"'
                lines[row] = ",".join(cells)
        files[name] = "\n".join(lines)
    return files


def test_the_state_of_the_legs_is_asked_for_and_no_cause_named(tmp_path: Path):
    document = triage(tmp_path, detached(BUNDLE))
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert [(one["owner"], one["command"]) for one in document["needs"]] == [
        ("vplex7", "ll /distributed-storage/distributed-devices/*; rebuild status")
    ]
    first = document["scope"][0]
    assert (first["kind"], first["key"], first["fast"]) == ("locality", "distributed reads of vplex7", 0)
    # What is joined in the window was split before, and is compared with the sum of it.
    (joined,) = (one for one in document["segments"] if len(one["segments"]) > 1)
    assert joined["budget_ms"] == pytest.approx(0.35 + 0.7 * 0.6, rel=0.1)
    assert joined["budget_source"] == "quiet"
