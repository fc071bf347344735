"""The report on paper: a sign-off of at most eight pages, an appendix with everything, afterwards the screen as before."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from checker.report.base import Section, Table
from checker.rules.evaluate.finding import MissingExport, Report
from checker.topology.picture.graph import Edge, Graph, Node, node_id
from tests.browser.conftest import Opened
from tests.browser.pages import SMALL, write_page
from tests.report import samples

PAPERS = ("A4", "Letter")


@pytest.fixture(scope="module")
def report(opened: Callable[..., Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened(write_page(tmp_path_factory.mktemp("paper") / "report.html", SMALL))


def words(pdf: bytes) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed: apt-get install poppler-utils")
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def printed(page: Opened, paper: str = "A4") -> tuple[int, str]:
    """Number of pages and words."""
    pdf = page.tab.pdf(format=paper, prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), words(pdf)


def appendix(page: Opened) -> tuple[int, str]:
    """The appendix as the button prints it."""
    page.tab.evaluate("window.print = () => null; null")
    page.tab.click("#appendix-print")
    done = printed(page)
    page.wait_for_render()
    return done


def large() -> tuple[Report, Graph]:
    """Thousands of long findings by two hundred rules, notices, missing exports, suppressed findings, a thousand hosts."""
    found = [
        replace(
            samples.FIXED_POLICY, rule=f"RUL{number % 200:03}", severity=("error", "warning", "info")[number % 200 % 3],
            fingerprint=f"{number:08x}", message=f"finding {number}: " + "a long name of a volume " * 20, object={"host": f"esx{number:04}"}, objects=(),
        )
        for number in range(2_000)
    ]  # fmt: skip
    found += [replace(one, state="suppressed", suppressed_by="a reason " * 60) for one in found[:40]]
    missing = tuple(
        MissingExport(f"esx{number:04}", "esxcli storage nmp device list", tuple(f"RUL{n:03}" for n in range(150)), 5)
        for number in range(60)
    )
    notices = tuple(f"note {number}: " + "many words " * 80 for number in range(40))
    files = tuple(replace(samples.FILES[0], path=f"exports/esx{number:04}.txt") for number in range(3_000))
    graph = Graph(fabrics=["fab-a"])
    for number in range(1_000):
        switch, port = node_id("switch", f"edge{number // 20:02}"), node_id("initiator", f"{number:04}")
        graph.add(Node(switch, "switch", f"edge{number // 20:02}", "fab-a"))
        graph.add(Node(node_id("host", f"esx{number:04}"), "host", f"esx{number:04}"))
        graph.add(Node(port, "initiator", "hba1", "fab-a", node_id("host", f"esx{number:04}")))
        graph.edges += [Edge(port, switch, "link", "fab-a"), Edge(switch, node_id("switch", "edge00"), "isl", "fab-a")]
    whole = replace(samples.FAULTY, findings=tuple(found), missing_exports=missing, notices=notices, files=files)
    return whole, graph


def test_the_sign_off_has_eight_pages_at_most_however_many_findings_there_are(
    opened: Callable[..., Opened], tmp_path: Path
) -> None:
    whole, graph = large()
    rows = tuple((f"volume {number}", "0.4") for number in range(50))
    part = Section(
        "Response time",
        tuple("a sentence of the estimate " * 9 for _ in range(12)),
        (Table("Volumes", ("a", "b"), rows),),
    )
    page = opened(write_page(tmp_path / "report.html", whole, graph=graph, sections=(part,)))
    for paper in PAPERS:
        pages, text = printed(page, paper)
        assert pages <= 8, paper
        assert f"page 1 of {pages}" in text
        for said in (
            "RUL000",
            "more: see the appendix",
            "more rules with",
            "30 more",
            "Approved by",
            "hosts with errors",
        ):
            assert said in text, said
        assert "volume 49" not in text and "exports/esx2999.txt" not in text
    assert page.tab.locator("#list article").count() < 100, "the list is not expanded for a sign-off"


def test_the_sign_off_has_verdict_findings_topology_coverage_and_signatures(report: Opened) -> None:
    report.tab.fill("#text", "no such thing")
    report.wait_for_render()
    pages, text = printed(report)
    assert pages <= 5
    for finding in samples.FAULTY.findings:
        assert " ".join(finding.message.split()) in text, "a filter does not change what is signed"
    for part in ("4 findings: 1 error", "PTH003 director-missing-on-fabric, 1 finding", "esx07", "esxcli storage core path list",
                 "Approved by", "a lab host", "At 4,000 IOPS", f"page {pages} of {pages}"):  # fmt: skip
        assert part in text, part
    for detail in (
        samples.MISSING_DIRECTOR.fingerprint,
        "one director of each pair restarts",
        "Breakdown",
        "match the filter",
    ):
        assert detail not in text, detail
    report.tab.click("#reset")


def test_the_appendix_contains_every_finding_expanded_and_page_numbers(report: Opened) -> None:
    pages, text = appendix(report)
    for finding in samples.FAULTY.findings:
        assert finding.fingerprint in text
    assert f"page 1 of {pages}" in text and f"page {pages} of {pages}" in text
    for part in ("Appendix to document", "one director of each pair restarts", "a lab host", "esxcli storage core path list",
                 "Breakdown", "notes.docx"):  # fmt: skip
        assert part in text, part
    for other in ("of 5 findings match", "Open all", "Copy", "Approved by", "see the appendix"):
        assert other not in text, other
    assert report.tab.locator("#list .detail:visible").count() == 0
    report.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert "Approved by" in printed(report)[1], "the next printout is a sign-off again"


def test_an_appendix_of_a_part_says_so(report: Opened) -> None:
    report.tab.fill("#text", "esx07")
    report.wait_for_render()
    _, text = appendix(report)
    assert "2 of 5 findings match the filter: “esx07”" in text
    assert samples.ADVICE.fingerprint not in text
    report.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    report.tab.click("#reset")


def test_a_program_prints_the_appendix_by_its_address(opened: Callable[..., Opened], report: Opened) -> None:
    file = Path(report.tab.evaluate("location.pathname"))
    _, text = printed(opened(file, "#print-appendix"))
    assert "Appendix to document" in text and samples.ADVICE.fingerprint in text and "Approved by" not in text


def test_without_its_script_the_page_prints_as_a_sign_off(opened: Callable[..., Opened], report: Opened) -> None:
    file = Path(report.tab.evaluate("location.pathname"))
    _, text = printed(opened(file, java_script_enabled=False))
    assert "Approved by" in text and "PTH003" in text and samples.ADVICE.fingerprint not in text


def test_the_button_prints(report: Opened) -> None:
    report.tab.evaluate("window.asked = 0; window.print = () => { window.asked += 1; }; null")
    report.tab.click("#print")
    assert report.tab.evaluate("window.asked") == 1


def test_paper_is_white_and_fits(report: Opened) -> None:
    report.tab.emulate_media(media="print", color_scheme="dark")
    assert report.tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    report.tab.set_viewport_size({"width": 690, "height": 1000})
    assert report.tab.evaluate("document.documentElement.scrollWidth") <= 690
