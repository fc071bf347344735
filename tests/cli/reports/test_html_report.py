"""The HTML report from the command line: with a workload it shows response times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from checker.audit import Options, Session
from checker.cli.check import page_parts
from fixtures.generate.sans.inventories import small_san
from tests.cli.conftest import Outcome
from tests.report.test_html_page import Tags

LOAD = "sanlint_workload: 1\nloads:\n  - {host: '*', profile: oltp2, iops: 2000}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "san.yaml").write_text(small_san())
    (tmp_path / "load.yaml").write_text(LOAD)
    return tmp_path


def test_a_workload_adds_response_times(sanlint: Callable[..., Outcome], folder: Path) -> None:
    done = sanlint(
        "check", "san.yaml", "--isolated", "-q", "--select", "PTH002", "--exit-zero", "-W", "load.yaml", "-o", "a.html"
    )  # fmt: skip
    assert done.code == 0, done.err
    page = Tags((folder / "a.html").read_text(encoding="utf-8"))
    text = page.text()
    for part in (
        "Workload load.yaml",
        "Response time Under load.yaml: 3 host-volume pairs with load",
        "Verdict:",
        "Load: 2,000 IOPS",
        "Utilisation of resources",
        "Assumptions of the estimate",
        "No curve: link speed unknown",
    ):
        assert part in text, part
    assert "latency-curve" not in [attributes.get("class") for tag, attributes in page.found if tag == "svg"]


def test_where_nothing_can_be_estimated_the_page_says_so(folder: Path) -> None:
    (folder / "note.txt").write_text("dear diary\n")
    with Session.open(["note.txt"], Options(isolated=True, workload="load.yaml")) as san:
        graph, sections = page_parts(san)
    assert graph.nodes == {}
    [section] = sections
    assert section.paragraphs[0].startswith("No estimate: nothing usable was read")


def test_an_invalid_name_is_listed_under_the_inventory_that_contains_it(
    sanlint: Callable[..., Outcome], folder: Path
) -> None:
    (folder / "san.yaml").write_text(
        "sanlint: 1\nhosts:\n  esx01:\n    initiators:\n      vmhba2: {initiator_wwpn: '10:00:00:00:c9:01:0g:01'}\n"
    )
    for name in ("table", "full", "csv", "junit", "html", "markdown"):
        given = ("check", "san.yaml", "--isolated", "-q", "--select", "DOC002", "--exit-zero", "--format", name)
        text = sanlint(*given).out
        assert "device san" not in text, name
        assert name == "markdown" or "inventory san" in text.replace('">', " "), name
