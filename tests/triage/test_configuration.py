"""What the estimator expects of each segment, and findings of the audit that make it worse."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.bundles import Bundle, Parts
from tests.triage.test_bundles import figures
from tests.triage.verdicts import causes, triage


def busy(host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
    """app05 fills a large part of its ports, and waits in the fabric for a while."""
    if host != "app05":
        return parts
    more = 1.5 if 40 <= number < 60 else 0.0
    return replace(parts, iops=3 * parts.iops, fabric=parts.fabric + more)


BUSY = Bundle(busy, io_kib=lambda host, _number: 256.0 if host == "app05" else 8.0)


def with_dead_paths(files: dict[str, str], host: str) -> dict[str, str]:
    """The exports in which the paths of a host over one adapter are dead."""
    before, middle, after = files["san.yaml"].partition(f"  {host}:")
    own, end, rest = after.partition("\n  app06:")
    own = re.sub(r"(hba: vmhba4.*state: )active", r"\1dead", own)
    return {**files, "san.yaml": before + middle + own + end + rest}


def test_lost_paths_make_it_worse_by_what_they_cost(tmp_path: Path):
    config = figures(tmp_path, "{low: 0.3, typical: 0.4, high: 0.5}")
    usual = triage(tmp_path / "usual", BUSY.files(), "--config", config)
    dead = triage(tmp_path / "dead", with_dead_paths(BUSY.files(), "app05"), "--config", config)
    assert causes(dead) == causes(usual) == []
    assert [one["id"] for one in usual["explanations"] if one["role"] == "amplifier"] == []
    found = [one for one in dead["explanations"] if one["role"] == "amplifier"]
    assert {one["id"] for one in found} == {"PTH014"}
    for one in found:
        assert (one["evidence_class"], one["of_ms"]) == ("configuration", pytest.approx(1.5, abs=0.01))
        assert one["explains_ms"] == pytest.approx(one["share"] * one["of_ms"], abs=0.001)
        assert 0.05 <= one["share"] < 0.2 and len(one["findings"]) == 1
    # A single point of failure does not make anything slower.
    assert {one["rule"] for one in dead["also_found"]} == {"PTH023"}


def test_findings_of_hosts_that_are_fast_are_not_listed(tmp_path: Path):
    config = figures(tmp_path, "{low: 0.3, typical: 0.4, high: 0.5}")
    files = BUSY.files()
    files["san.yaml"] = re.sub(r"(hba: vmhba4, path_name: p1.*c9bb0301.*state: )active", r"\1dead", files["san.yaml"])
    assert files["san.yaml"].count("dead") > 0
    document = triage(tmp_path / "san", files, "--config", config)
    assert [one["id"] for one in document["explanations"] if one["role"] == "amplifier"] == []
    assert [one for one in document["also_found"] if "app08" in one["message"]] == []


def test_the_segment_that_the_load_does_not_explain(tmp_path: Path):
    config = figures(tmp_path, "{low: 0.3, typical: 0.4, high: 0.5}")
    document = triage(tmp_path / "known", BUSY.files(), "--config", config)
    parts = {tuple(one["segments"]): one for one in document["segments"] if one["operation"] == "read"}
    assert {name: one["suspicious"] for name, one in parts.items()} == {("S1",): False, ("S2",): True, ("S5",): False}
    (whole,) = (one for one in document["predictions"] if one["operation"] == "read")
    for end in ("low", "typical", "high"):
        assert sum(one["predicted"][end] for one in parts.values()) == pytest.approx(whole["predicted"][end], rel=0.01)
    # Without figures of the array nothing is expected.
    document = triage(tmp_path / "unknown", BUSY.files())
    assert {one["predicted"] for one in document["segments"]} == {None}
    assert not any(one["suspicious"] for one in document["segments"])
