"""``sanlint estimate``: percentiles and simulation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checker import resources
from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
BARE = str(folders.ROOT / "fixtures" / "bases" / "xtremio-bare.yaml")
LOAD = 'sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 4000}\n'


@pytest.fixture
def answer(sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[dict[str, Any], str]]:
    """Run ``sanlint estimate``; returns the document, which must fit its schema, and the page."""
    monkeypatch.chdir(tmp_path)
    Path("w.yaml").write_text(LOAD)

    def call(*arguments: str, san: str = BARE, code: int = 0) -> tuple[dict[str, Any], str]:
        both = ("-o", "o.json", "-o", "o.txt")
        outcome = sanlint("estimate", san, "-W", "w.yaml", *arguments, "--isolated", "-q", *both)
        assert outcome.code == code, outcome.err
        document = json.loads(Path("o.json").read_text(encoding="utf-8"))
        jsonschema.validate(document, json.loads(resources.schema("estimate").read_text()))
        return document, Path("o.txt").read_text(encoding="utf-8")

    return call


def test_a_simulation_is_compared_with_the_formulas(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer("--simulate", "--ios", "20000", "--seed", "5")
    simulation = document["simulation"]
    assert (simulation["ios"], simulation["seed"]) == (20_000, 5)
    figures = simulation["figures"]
    assert figures["mean"]["formula_ms"] == document["total"]["response_ms"]["mean"]["typical"]
    assert figures["p95"]["formula_ms"] == document["total"]["percentiles_ms"]["p95"]["typical"]
    assert abs(figures["mean"]["error"]) < 0.03
    assert abs(figures["p95"]["error"]) < 0.1
    assert all(volume["estimate"]["simulated_ms"]["ios"] > 0 for volume in document["volumes"])
    used = {one["resource"]: one["utilisation"]["typical"] for one in document["resources"]}
    assert simulation["utilisation"]["xio1"] == pytest.approx(used["xio1"], rel=0.1)
    assert "SIMULATED    mean 0.5" in page
    assert "20,000 I/Os, seed 5, typical parameters" in page
    again, _ = answer("--simulate", "--ios", "20000", "--seed", "5")
    assert again == document


def test_percentiles_are_shown_next_to_the_mean(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer()
    assert document["simulation"] is None
    assert "95 % within 1.1" in page
    total = document["total"]
    assert total["response_ms"]["mean"]["typical"] < total["percentiles_ms"]["p95"]["typical"]
    assert total["percentiles_ms"]["p95"]["typical"] < total["percentiles_ms"]["p99"]["typical"]
    busy, page = answer("--what-if", "load=7.6")
    assert busy["total"]["percentiles_ms"] is None
    assert "95 % within" not in page
