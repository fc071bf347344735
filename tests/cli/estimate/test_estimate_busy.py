"""``sanlint estimate`` on a SAN whose array is nearly full."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome

BARE = folders.ROOT / "fixtures" / "bases" / "xtremio-bare.yaml"


@pytest.fixture
def estimate(sanlint: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Any]:
    """Estimate so many I/Os per second; returns the document, the text and the page."""
    monkeypatch.chdir(tmp_path)

    def run(iops: int) -> tuple[dict[str, Any], str, str]:
        load = f'{{volume: "*", iops: {iops}, read_pct: 70, size: 8K, random_pct: 100}}'
        Path("w.yaml").write_text(f"sanlint_workload: 1\nloads:\n  - {load}\n")
        files = [option for name in ("o.json", "o.txt", "o.html") for option in ("-o", name)]
        outcome = sanlint("estimate", str(BARE), "-W", "w.yaml", "--isolated", "--exit-zero", "-q", *files)
        assert outcome.code == 0, outcome.err
        return json.loads(Path("o.json").read_text()), Path("o.txt").read_text(), Path("o.html").read_text()

    return run


@pytest.mark.parametrize(("iops", "ends"), [(68_000, True), (71_000, False)])
def test_the_high_end_is_no_number_where_it_makes_a_resource_too_busy(
    estimate: Callable[[int], Any], iops: int, ends: bool
) -> None:
    # The array is 85 and 89 % busy with typical parameters, 89 and 93 % with those of the high end.
    document, text, _ = estimate(iops)
    total = document["total"]
    spans = [*total["response_ms"].values(), *total["percentiles_ms"].values()]
    spans += [volume["estimate"]["response_ms"]["mean"] for volume in document["volumes"]]
    assert [span["high"] is not None for span in spans] == [ends] * len(spans)
    assert all(span["typical"] is not None for span in spans)
    assert ("\u2013\u221e) ms  mean" in text) != ends


def test_the_name_of_a_resource_keeps_its_spelling_at_the_beginning_of_a_sentence(
    estimate: Callable[[int], Any],
) -> None:
    _, _, page = estimate(68_000)
    assert "xio1 would be 85 % busy" in page
    assert "Xio1" not in page
