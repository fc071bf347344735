"""Names that try to be markup, script or a change of direction are text; the page's own policy stops what isn't its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Opened
from tests.browser.pages import hostile, write_page

SHOWN = '<img src=x onerror="document.title=1"></script><!-- "\'&'


@pytest.fixture(scope="module")
def report(opened: Callable[..., Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    page = opened(write_page(tmp_path_factory.mktemp("hostile") / "report.html", hostile()))
    page.tab.keyboard.press("e")
    page.wait_for_render()
    return page


def test_a_hostile_name_shows_as_text(report: Opened) -> None:
    assert [text.strip() for text in report.listed()] == [SHOWN]
    assert report.tab.locator("#list .detail").inner_text().count("<img src=x") >= 10
    assert report.tab.locator("img").count() == 0
    assert report.tab.locator("script").count() == 4
    assert report.tab.title() != "1"
    everything = report.tab.evaluate("document.documentElement.textContent")
    assert not set("\u202e\x07") & set(everything)
    assert report.errors == [] and len(report.requests) == 1


def test_a_hostile_name_is_a_part_of_the_picture_like_any_other(report: Opened) -> None:
    report.tab.locator("[data-node]").click()
    report.wait_for_render()
    assert report.tab.locator("#status").inner_text().endswith("shown on host " + " ".join(SHOWN.split()))
    assert len(report.listed()) == 1
    report.tab.click("#reset")
    report.wait_for_render()


def test_what_is_copied_is_what_is_shown(report: Opened) -> None:
    report.tab.locator("#list .copy").first.click()
    report.tab.locator("#list .copy").first.get_by_text("Copied").wait_for()
    assert report.tab.evaluate("navigator.clipboard.readText()").strip() == SHOWN


def test_the_policy_admits_no_script_style_or_request_but_the_pages_own(
    opened: Callable[..., Opened], report: Opened
) -> None:
    ran = """async () => {
      const script = document.createElement("script");
      let refused = false;
      try { script.text = "window.owned = 1"; document.body.append(script); } catch { refused = true; }
      let markup = false;
      try { document.body.insertAdjacentHTML("beforeend", "<b>x</b>"); } catch { markup = true; }
      const image = new Image();
      const loaded = await new Promise((done) => {
        image.onload = () => done(true); image.onerror = () => done(false); image.src = "https://example.org/x.png";
      });
      const fetched = await fetch("https://example.org/").then(() => true, () => false);
      document.body.setAttribute("style", "color: rgb(1, 2, 3)");
      return [refused || !window.owned, markup, loaded, fetched, getComputedStyle(document.body).color];
    }"""
    assert report.tab.evaluate(ran)[:4] == [True, True, False, False]
    assert report.tab.evaluate("getComputedStyle(document.body).color") != "rgb(1, 2, 3)"
