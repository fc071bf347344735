"""Many findings: the page contains only what is visible, and the search finds every one of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Opened
from tests.browser.pages import big, write_page

COUNT = 3_000


@pytest.fixture(scope="module")
def report(opened: Callable[..., Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened(write_page(tmp_path_factory.mktemp("many") / "report.html", big(COUNT)))


def test_the_list_grows_as_one_scrolls(report: Opened) -> None:
    first = len(report.listed())
    assert 20 < first < 200
    report.tab.locator("#list .more").scroll_into_view_if_needed()
    report.tab.locator("#list article").nth(first).wait_for()
    assert len(report.listed()) < COUNT


def test_the_last_finding_is_found_among_thousands(report: Opened) -> None:
    report.tab.fill("#text", "needle")
    report.wait_for_render()
    assert report.listed() == ["the needle"]
    assert report.tab.locator("#status").inner_text().startswith("1 of 3,000 findings match the filter")
    report.tab.click("#reset")
    report.wait_for_render()


def test_an_address_leads_to_a_finding_far_down(report: Opened) -> None:
    report.tab.select_option("#group", "none")
    report.tab.select_option("#sort", "place")
    report.wait_for_render()
    report.tab.evaluate(f"location.hash = 'f-{COUNT - 5:08x}'")
    target = report.tab.locator(f"#f-{COUNT - 5:08x} .detail")
    target.wait_for()
    assert target.is_visible()
    report.tab.select_option("#group", "object")
    report.wait_for_render()
    report.tab.locator("#list .group h3 button").first.click()
    report.tab.evaluate("location.hash = 'f-00000003'")
    report.tab.locator("#f-00000003 .detail").wait_for()
    assert report.tab.evaluate("document.activeElement.closest('article').id") == "f-00000003"


def test_groups_collapse_and_expand_without_losing_findings(report: Opened) -> None:
    report.tab.select_option("#group", "object")
    report.tab.fill("#object", "host esx0003")
    report.wait_for_render()
    button = report.tab.locator("#list .group h3 button")
    assert len(report.listed()) == 20
    button.click()
    assert report.tab.locator("#list article:visible").count() == 0
    report.tab.select_option("#sort", "rule")
    report.wait_for_render()
    assert report.tab.locator("#list article:visible").count() == 0
    report.tab.locator("#list .group h3 button").click()
    assert report.tab.locator("#list article:visible").count() == 20
    report.tab.click("#reset")
    report.wait_for_render()
    report.tab.locator("#list .group h3 button").first.click()
    report.tab.select_option("#sort", "severity")
    report.wait_for_render()
    assert report.tab.locator("#list .group").first.locator("article").count() == 0
    report.tab.locator("#list .group h3 button").first.click()
    assert report.tab.locator("#list .group").first.locator("article:visible").count() == 20


def test_the_printed_appendix_shows_the_first_findings_in_full_and_one_line_for_each_other(report: Opened) -> None:
    report.tab.evaluate("window.print = () => null; null")
    report.tab.click("#appendix-print")
    report.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert report.tab.locator("#list article").count() == COUNT
    assert report.tab.evaluate("document.querySelectorAll('#list .detail:not([hidden])').length") == 300
    assert "The first 300 of 3,000 findings are printed with all details, the others with one line each." in (
        report.tab.locator("#paper").inner_text()
    )
    report.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert report.tab.locator("#list article").count() < COUNT
    assert report.tab.locator("#paper").is_hidden()


def test_without_javascript_the_page_says_what_it_omits(
    report: Opened, opened: Callable[..., Opened], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("plain") / "report.html"
    plain = opened(write_page(file, big(COUNT)), java_script_enabled=False)
    assert plain.tab.locator("#plain article").count() == 100
    assert "2,900 more findings" in plain.tab.locator("#plain .notice").inner_text()
    assert plain.tab.locator("#controls").is_hidden()
