"""The examples of the page on the Python API run as they are written there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import folders

PAGE = (folders.ROOT / "docs" / "reference" / "python-api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^## (.+)\n(?:(?!^## )[^\0])*?^```python\n([^`]+)^```$", PAGE, re.M)
BASE = folders.FIXTURES / "bases" / "xtremio-bare.yaml"


@pytest.fixture(autouse=True)
def _exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "exports").mkdir()
    text = BASE.read_text(encoding="utf-8")
    (tmp_path / "exports" / "san.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "workload.yaml").write_text(
        'sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 2000}\n'
    )
    monkeypatch.chdir(tmp_path)


def test_the_page_has_three_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_an_example_runs(title: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(compile(code, title, "exec"), names)
    printed = capsys.readouterr().out
    if "latency" in title:
        assert re.search(r"^esx01 naa\.\w+: \d+\.\d\d ms, at 4 Gbit/s \d+\.\d\d ms$", printed, re.M)
    elif "several" in title:
        assert re.search(r"^\d+ hosts, \d+ nodes, \d+ findings$", printed, re.M)
    else:
        assert isinstance(names["not_evaluated"], list)
