"""The page of a fleet in a browser: thousands of sites scroll and search, and each links to its own report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from checker.fleet.page import page
from checker.fleet.request import Bundle, Outcome
from checker.fleet.store.results import Results
from checker.fleet.store.tables import TABLES, write_tables
from tests.browser.conftest import Opened

SITES = 10_000
REPORT = "pages/month=2026-03/0a1b.html"
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("a fleet")
    names = [HOSTILE, *(f"site{number:05}" for number in range(1, SITES))]
    rows = [
        {
            "site": name, "bundle": f"{number:016x}", "source": name, "state": "audited", "verdict": "findings",
            "errors": number % 5, "warnings": 1, "infos": 0, "rules_evaluated": 3, "rules_not_evaluated": 1,
            "page": REPORT if number == 42 else None,
        }
        for number, name in enumerate(names)
    ]  # fmt: skip
    write_tables(top, {"bundles": rows})
    files = {table.name: (top / f"{table.name}.parquet").read_bytes() for table in TABLES}
    results = Results.create(top / "results")
    with results.writing() as writer:
        writer.add(
            Outcome(Bundle("x", "x", "x"), "audited", month="2026-03", files=files, page=b"report", page_name=REPORT)
        )
    target = top / "shown" / "fleet.html"
    target.parent.mkdir()
    target.write_text(page(results, target), encoding="utf-8")
    return target


def test_only_the_rows_in_view_are_in_the_page_and_all_can_be_found(opened: Callable[..., Opened], fleet: Path) -> None:
    shown = opened(fleet)
    rows = shown.tab.locator("#rows tbody tr:not(.pad)")
    assert shown.tab.inner_text("#count") == "10,000 of 10,000 sites"
    assert 0 < rows.count() < 100
    shown.tab.evaluate("document.getElementById('rows').scrollTop = 1e9")
    shown.tab.locator("#rows tbody", has_text="site09995").wait_for()
    assert rows.count() < 100
    shown.tab.fill("#find", "SITE00042")
    assert shown.tab.inner_text("#count") == "1 of 10,000 sites"
    assert rows.all_inner_texts()[0].split() == ["site00042", "2026-03", "2", "1", "0", "25", "%", "findings"]
    shown.tab.fill("#find", "onerror")
    assert HOSTILE in rows.all_inner_texts()[0]
    assert shown.errors == []
    assert shown.requests == [fleet.as_uri()]


def test_a_site_links_to_its_own_report(opened: Callable[..., Opened], fleet: Path) -> None:
    shown = opened(fleet)
    shown.tab.fill("#find", "site00042")
    shown.tab.click("#rows a")
    shown.tab.wait_for_url("**/0a1b.html")
    assert shown.tab.inner_text("body") == "report"


def test_a_narrow_screen_shows_findings_without_scrolling_sideways(opened: Callable[..., Opened], fleet: Path) -> None:
    shown = opened(fleet, viewport={"width": 390, "height": 844})
    wide = "({scrollWidth, clientWidth}) => scrollWidth - clientWidth"
    assert shown.tab.evaluate(f"({wide})(document.documentElement)") <= 0
    assert shown.tab.evaluate(f"({wide})(document.getElementById('rows'))") <= 0
    assert shown.tab.locator("#rows tbody tr:not(.pad)").first.inner_text().split()[1:] == ["4", "1", "findings"]
