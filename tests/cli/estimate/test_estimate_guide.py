"""The examples of docs/guide/estimating.md are what ``sanlint estimate`` prints."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import folders
from tests.cli.conftest import Outcome

GUIDE = folders.ROOT / "docs" / "guide" / "estimating.md"
METRO = folders.ROOT / "fixtures" / "bases" / "vplex-metro.yaml"


def test_limits_and_growth(sanlint: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(
        r"\n\$ sanlint estimate exports/ -W oltp.yaml (--until.*)\n((?s:.*?))```", GUIDE.read_text("utf-8")
    )
    assert shown is not None
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("oltp.yaml").write_text('sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 4000}\n')
    outcome = sanlint("estimate", str(METRO), "-W", "oltp.yaml", *shown[1].split(), "--isolated")
    assert outcome.code == 0, outcome.err
    assert shown[2] in outcome.out
