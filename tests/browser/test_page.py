"""The report in a browser: what readers do with it, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Opened
from tests.browser.pages import HIDDEN, SMALL, write_page
from tests.report import samples

MISSING = samples.MISSING_DIRECTOR.fingerprint


@pytest.fixture(scope="module")
def report(opened: Callable[..., Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    page = opened(write_page(tmp_path_factory.mktemp("page") / "report.html", SMALL))
    assert page.tab.locator("#plain").is_hidden()
    return page


@pytest.fixture(autouse=True)
def _as_opened(report: Opened) -> None:
    report.tab.keyboard.press("Escape")
    report.tab.evaluate("document.activeElement.blur()")
    report.tab.select_option("#group", "object")
    report.tab.select_option("#sort", "severity")
    report.tab.click("#reset")
    for row in report.tab.locator("#list button.row[aria-expanded=true]").all():
        row.click()


def status(report: Opened) -> str:
    report.wait_for_render()
    return str(report.tab.locator("#status").inner_text())


def test_the_verdict_comes_first_with_what_could_not_be_checked(report: Opened) -> None:
    verdict = report.tab.locator(".verdict").inner_text()
    assert "4 findings: 1 error, 2 warnings, 1 info (1 more suppressed)." in verdict
    assert "Some checks could not be run" in verdict
    assert "1 file not recognised: exports/notes.docx" in verdict
    assert "1 finding suppressed" in verdict
    assert status(report) == "4 findings; 1 more suppressed"


def test_search_finds_words_objects_places_and_wwns_without_colons(report: Opened) -> None:
    for text, found in (
        ("queue DEPTH", [samples.ADVICE.message]),
        ("cfgshow.txt:77", [samples.OPEN_ZONE.message]),
        # A finding is also found by its possible cause.
        ("10000090fa000002", [samples.MISSING_DIRECTOR.message, samples.OPEN_ZONE.message]),
        ("NMP001", [samples.FIXED_POLICY.message]),
        ("lun_11", [samples.MISSING_DIRECTOR.message]),
        ("no such thing", []),
    ):
        report.tab.fill("#text", text)
        report.wait_for_render()
        assert report.listed() == found, text
        highlighted = report.tab.locator("#list mark").all_inner_texts()
        assert {word.lower() for word in highlighted} <= set(text.lower().split())
        assert bool(highlighted) == (text in ("queue DEPTH",))
        assert f"{len(found)} of 5 findings match the filter" in status(report)
    assert "No findings match" in report.tab.locator("#list").inner_text()


def test_filters_narrow_by_severity_category_kind_object_and_state(report: Opened) -> None:
    def only(**filters: str) -> list[str]:
        report.tab.click("#reset")
        for name, value in filters.items():
            if name == "severity":
                for box in ("error", "warning", "info"):
                    report.tab.locator(f"[name=severity][value={box}]").set_checked(box == value)
            elif name == "object":
                report.tab.fill("#object", value)
            else:
                report.tab.select_option(f"#{name}", value)
        report.wait_for_render()
        return report.listed()

    assert only(severity="error") == [samples.MISSING_DIRECTOR.message]
    assert only(category="paths") == [samples.MISSING_DIRECTOR.message]
    assert only(kind="zone") == [samples.OPEN_ZONE.message]
    assert only(object="host esx07") == [samples.MISSING_DIRECTOR.message, samples.FIXED_POLICY.message]
    assert only(object="lnx") == [samples.ADVICE.message]
    assert only(state="suppressed") == [samples.ADVICE.message]
    assert len(only(state="all")) == 5
    assert only(severity="warning", object="esx07") == [samples.FIXED_POLICY.message]


def test_findings_are_grouped_by_object_rule_category_cost_or_not(report: Opened) -> None:
    def headings(group: str) -> list[str]:
        report.tab.select_option("#group", group)
        report.wait_for_render()
        return [text.strip() for text in report.tab.locator("#list .group .name").all_inner_texts()]

    assert headings("object") == ["host esx07", "zone lab_all", "host lnx02"]
    assert headings("rule")[0] == "PTH003 director-missing-on-fabric"
    assert headings("category") == ["paths", "other"]
    assert headings("cost") == ["0.1 ms to 1 ms", "no estimate"]
    assert headings("none") == []
    assert len(report.listed()) == 4


def test_findings_are_sorted_by_the_chosen_key(report: Opened) -> None:
    report.tab.select_option("#group", "none")
    for order, rules in (
        ("severity", ["PTH003", "ZON001", "NMP001", "HOST004"]),
        ("rule", ["HOST004", "NMP001", "PTH003", "ZON001"]),
        ("place", ["PTH003", "NMP001", "ZON001", "HOST004"]),
        ("cost", ["PTH003", "ZON001", "NMP001", "HOST004"]),
        ("object", ["PTH003", "NMP001", "HOST004", "ZON001"]),
    ):
        report.tab.select_option("#sort", order)
        report.wait_for_render()
        assert report.tab.locator("#list .row .rule").all_inner_texts() == rules, order


def test_a_finding_opens_with_everything_about_it(report: Opened) -> None:
    row = report.tab.locator(f"#f-{MISSING} button.row")
    detail = report.tab.locator(f"#f-{MISSING} .detail")
    assert detail.is_hidden()
    row.click()
    assert row.get_attribute("aria-expanded") == "true"
    text = detail.inner_text()
    for part in (
        "one director of each pair restarts", "12 volumes", "3 to 4", "planned: from zoning and masking",
        "+0.4 ms on reads", "assumed: the load spreads evenly", "zone each HBA".capitalize(), "Enable the zone set",
        "exports/esx07/core-path-list.txt:112:4 (path)", "exports/vplex.tgz!cluster-1/storage-views.txt:310",
        "H13540, section 5, page 30", "ZON001", MISSING,
    ):  # fmt: skip
        assert part.lower() in text.lower(), part
    row.click()
    assert detail.is_hidden()


def test_a_command_is_copied_as_it_is(report: Opened) -> None:
    report.tab.locator(f"#f-{MISSING} button.row").click()
    for number, text in enumerate((samples.MISSING_DIRECTOR.fix[0].run, samples.MISSING_DIRECTOR.fix[0].undo)):
        button = report.tab.locator(f"#f-{MISSING} .copy").nth(number)
        button.click()
        button.get_by_text("Copied").wait_for()
        assert report.tab.evaluate("navigator.clipboard.readText()") == text


def test_a_command_is_copied_where_the_clipboard_is_forbidden(report: Opened) -> None:
    report.tab.evaluate("Clipboard.prototype.writeText = () => Promise.reject(new Error('forbidden')); null")
    report.tab.locator(f"#f-{MISSING} button.row").click()
    button = report.tab.locator(f"#f-{MISSING} .copy").nth(2)
    button.click()
    button.get_by_text("Copied").wait_for()
    assert report.tab.evaluate("navigator.clipboard.readText()") == samples.MISSING_DIRECTOR.fix[1].run
    assert report.tab.evaluate("getSelection().toString()") == samples.MISSING_DIRECTOR.fix[1].run


def test_keys_lead_to_everything(report: Opened) -> None:
    keys = report.tab.keyboard
    focused = "document.activeElement.id || document.activeElement.closest('article')?.id || ''"
    keys.press("/")
    assert report.tab.evaluate(focused) == "text"
    keys.type("esx07?")
    assert report.tab.locator("#help").is_hidden()
    keys.press("Escape")
    keys.press("r")
    assert report.tab.input_value("#text") == ""
    keys.press("j")
    assert report.tab.evaluate(focused) == f"f-{MISSING}"
    keys.press("j")
    keys.press("k")
    keys.press("Enter")
    assert report.tab.locator(f"#f-{MISSING} .detail").is_visible()
    keys.press("e")
    assert report.tab.locator("#list .detail:visible").count() == 4
    keys.press("e")
    assert report.tab.locator("#list .detail:visible").count() == 0
    keys.press("g")
    assert report.tab.input_value("#group") == "rule"
    keys.press("?")
    assert report.tab.locator("#help").is_visible()
    report.tab.uncheck("#keys-on")
    keys.press("Escape")
    assert report.tab.locator("#help").is_hidden()
    keys.press("g")
    assert report.tab.input_value("#group") == "rule", "keys are off"
    report.tab.evaluate("document.getElementById('keys-on').checked = true")


def test_the_tab_key_reaches_the_controls_in_their_order(report: Opened) -> None:
    report.tab.focus("#text")
    reached = []
    for _ in range(13):
        report.tab.keyboard.press("Tab")
        reached.append(
            report.tab.evaluate(
                "document.activeElement.id || document.activeElement.value || document.activeElement.className"
            )
        )
    assert reached[:12] == [
        "error", "warning", "info", "category", "kind", "object", "state", "group", "sort", "all", "reset", "keys",
    ]  # fmt: skip


def test_a_count_of_the_summary_filters_the_list(report: Opened) -> None:
    report.tab.locator(".counts").get_by_role("link", name="host esx07").click()
    report.wait_for_render()
    assert len(report.listed()) == 2
    assert "object host esx07" in status(report)


def test_a_gap_of_the_verdict_leads_to_the_file(report: Opened) -> None:
    row = report.tab.locator("#files").get_by_text("exports/notes.docx")
    assert not row.is_visible()
    report.tab.get_by_role("link", name="1 file not recognised").click()
    assert row.is_visible()


def test_a_part_of_the_picture_lists_its_findings(report: Opened) -> None:
    node = report.tab.locator("[data-node='host:esx07']")
    node.focus()
    report.tab.keyboard.press("Enter")
    report.wait_for_render()
    assert len(report.listed()) == 2
    assert "shown on host esx07" in status(report)
    assert report.tab.locator("[data-node='host:esx08']").count() == 0


def test_an_address_leads_to_a_finding_and_to_a_choice(report: Opened, opened: Callable[..., Opened]) -> None:
    report.tab.fill("#text", "esx07")
    report.tab.select_option("#group", "rule")
    report.wait_for_render()
    anchor = "#" + report.tab.url.partition("#")[2]
    assert "text=esx07" in anchor
    file = Path(report.tab.evaluate("location.pathname"))
    again = opened(file, anchor)
    assert len(again.listed()) == 2
    assert again.tab.input_value("#group") == "rule"
    again.tab.goto(file.as_uri() + f"#f-{HIDDEN.fingerprint}")
    again.wait_for_render()
    assert again.tab.locator(f"#f-{HIDDEN.fingerprint} .detail").is_visible()
    assert again.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_found(report: Opened, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    report.tab.emulate_media(color_scheme=scheme)
    report.tab.keyboard.press("e")
    report.tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found: Any = Axe().run(report.tab)
    report.tab.keyboard.press("e")
    assert found.response["violations"] == [], found.generate_report()


def test_page_loads_without_requests_or_errors(report: Opened) -> None:
    assert report.requests == [report.tab.url.partition("#")[0]]
    assert report.errors == []
