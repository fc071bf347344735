"""The page without its script, and on a telephone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Opened
from tests.browser.pages import SMALL, write_page
from tests.report import samples


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return write_page(tmp_path_factory.mktemp("small") / "report.html", SMALL)


def test_without_its_script_everything_is_there(opened: Callable[..., Opened], file: Any) -> None:
    page = opened(file, java_script_enabled=False)
    text = page.tab.locator("#plain").inner_text()
    for finding in SMALL.findings:
        assert finding.message in text
        assert finding.fingerprint in text
    for part in (
        "one director of each pair restarts",
        "3 to 4",
        "assumed: the load",
        samples.MISSING_DIRECTOR.fix[0].run,
    ):
        assert part in text
    assert not page.tab.locator("#controls").is_visible()
    assert not page.tab.locator("#picture-size").is_visible()
    assert page.tab.locator("#topology svg").is_visible()


def test_a_browser_that_cannot_run_the_script_shows_the_plain_list(
    opened: Callable[..., Opened], file: Any, tmp_path: Path
) -> None:
    text = file.read_text(encoding="utf-8")
    broken = tmp_path / "broken.html"
    broken.write_text(text.replace('"use strict";', '"use strict"; 1 = 2;'), encoding="utf-8", newline="\n")
    page = opened(broken, bypass_csp=True)
    assert "SyntaxError" in " ".join(page.errors) or "Invalid left-hand side" in " ".join(page.errors)
    assert page.tab.locator("#plain article").first.is_visible()
    assert not page.tab.locator("#controls").is_visible()


def test_nothing_is_wider_than_a_phone_screen(opened: Callable[..., Opened], file: Any) -> None:
    page = opened(file, viewport={"width": 360, "height": 740})
    page.tab.keyboard.press("e")
    page.wait_for_render()
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 360
    outside = """() => [...document.querySelectorAll('main *')].filter((one) => !one.closest('.scroll, .picture, svg')
      && one.getClientRects().length && one.getBoundingClientRect().right > 361).map((one) => one.className + one.id)"""
    assert page.tab.evaluate(outside) == []
    assert page.errors == []


def test_tables_keep_their_columns_on_a_phone(opened: Callable[..., Opened], tmp_path: Path) -> None:
    path = f"exports/{'esx07collected' * 6}.txt"
    found = replace(samples.ADVICE, object={"file": path}, objects=({"file": path},))
    report = replace(samples.FAULTY, findings=(*samples.FAULTY.findings, found))
    page = opened(write_page(tmp_path / "report.html", report), viewport={"width": 390, "height": 844})
    page.tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    hidden = (
        "() => [...document.querySelectorAll('main th, main td')].filter((one) => !one.getClientRects().length).length"
    )
    assert page.tab.evaluate(hidden) == 0
    beyond = (
        "() => [...document.querySelectorAll('.scroll:has(.counts)')].map((one) => one.scrollWidth - one.clientWidth)"
    )
    assert page.tab.evaluate(beyond) == [0, 0], "the counts need no scrolling, however long a name is"
    scrolled = """() => [...document.querySelectorAll('.scroll:not(:has(.counts))')].every((one) =>
      one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === "auto")"""
    assert page.tab.evaluate(scrolled)
