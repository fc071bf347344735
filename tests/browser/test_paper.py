"""The report on paper: everything opened, page numbers, what was filtered said; afterwards the screen as before."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable

import pytest

from tests.browser.conftest import Opened
from tests.browser.pages import SMALL, write_page
from tests.report import samples


@pytest.fixture(scope="module")
def report(opened: Callable[..., Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened(write_page(tmp_path_factory.mktemp("paper") / "report.html", SMALL))


def words(pdf: bytes) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed: apt-get install poppler-utils")
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def test_a_printout_contains_every_finding_expanded_and_page_numbers(report: Opened) -> None:
    pdf = report.tab.pdf(prefer_css_page_size=True)
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert pages > 2
    text = words(pdf)
    for finding in samples.FAULTY.findings:
        assert finding.fingerprint in text
    assert "one director of each pair restarts" in text
    assert f"page 1 of {pages}" in text and f"page {pages} of {pages}" in text
    for part in ("Approved by", "a lab host", "esxcli storage core path list", "At 4,000 IOPS", "notes.docx"):
        assert part in text, part
    assert "of 5 findings match" not in text
    assert "Open all" not in text and "Copy" not in text
    report.wait_for_render()
    assert report.tab.locator("#list .detail:visible").count() == 0


def test_a_printout_of_a_part_says_so(report: Opened) -> None:
    report.tab.fill("#text", "esx07")
    report.wait_for_render()
    text = words(report.tab.pdf(prefer_css_page_size=True))
    assert "2 of 5 findings match the filter: “esx07”" in text
    assert samples.ADVICE.fingerprint not in text
    report.tab.click("#reset")


def test_the_button_prints(report: Opened) -> None:
    report.tab.evaluate("window.asked = 0; window.print = () => { window.asked += 1; }; null")
    report.tab.click("#print")
    assert report.tab.evaluate("window.asked") == 1


def test_paper_is_white_and_fits(report: Opened) -> None:
    report.tab.emulate_media(media="print", color_scheme="dark")
    assert report.tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    report.tab.set_viewport_size({"width": 690, "height": 1000})
    assert report.tab.evaluate("document.documentElement.scrollWidth") <= 690
