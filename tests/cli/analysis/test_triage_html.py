"""``sanlint triage -o FILE.html``: a page that works without a script, whatever the names are."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.analysis.test_triage import ARRAY, Run, write
from tests.triage.bundles import usual
from tests.triage.test_bundles import DRAIN, DRAIN_ISL

HOSTILE = "<img src=x onerror=alert(1)>\u202e</script><!-- \"'& app05 since 07:05"


NAME = "<svg/onload=alert(2)>"


class Tags(HTMLParser):
    """Collects the tags of a page with their attributes, and its texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def sections(self) -> list[str]:
        """Titles of the sections, in order."""
        return [str(attrs["id"]) for tag, attrs in self.tags if tag == "section" and attrs.get("class") == "part"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    from checker.cli.support.run import run

    folder = tmp_path_factory.mktemp("drain")
    report = folder.with_suffix(".html")
    exports = write(folder, replace(DRAIN, counters=DRAIN_ISL))
    # Names of exports are hostile, too: of a volume, in the inventory and on the array.
    for file in (exports / "san.yaml", exports / "flash1" / "purevol-monitor.txt"):
        file.write_text(file.read_text().replace("app05-v0}", f"{json.dumps(NAME)}}}").replace("app05-v0 ", f"{NAME} "))
    assert run(["triage", "--isolated", "-q", "--ticket", HOSTILE, "-o", str(report), str(exports)]) == 0
    return report.read_text(encoding="utf-8")


def test_the_page_has_pictures_and_cards_and_no_script(page: str):
    tags = Tags(page)
    assert tags.sections == ["ticket", "latency", "where", "topology", "explanations", "common", "excluded"]
    assert not any(tag in ("script", "img", "iframe", "link") for tag, _ in tags.tags)
    assert not any(name.startswith("on") or name == "style" for _, attrs in tags.tags for name in attrs)
    assert "script-src ;" in page
    cards = [attrs["class"] for tag, attrs in tags.tags if tag == "article"]
    assert cards == ["card cause", "card consequence"]


def test_a_hostile_ticket_is_text(page: str):
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "\u202e" not in page
    assert "app05 &lt;svg/onload=alert(2)&gt; reads" in page
    assert NAME not in page


def test_the_picture_marks_the_suspect_and_what_follows_from_it(page: str):
    marked = re.findall(r'class="node (\w+) e-(\w+)".*?<title>(.*?)</title>', page, re.DOTALL)
    assert any(
        kind == "switch" and mark == "error" and "south-e1" in title and "TRI003" in title
        for kind, mark, title in marked
    )
    assert any(kind == "switch" and mark == "warning" and "south-c1" in title for kind, mark, title in marked)
    assert any(
        kind == "storage_array" and mark == "info" and "excluded, array slow" in title for kind, mark, title in marked
    )


def test_slow_and_fast_are_drawn_over_the_whole_capture(page: str):
    drawing = page[page.index("Latency over time</title>") : page.index('id="where"')]
    slow, fast = (re.search(rf'class="line {colour}" d="M(.*?)"', drawing) for colour in ("c1", "c0"))
    assert slow is not None
    assert fast is not None
    heights = [float(point.split()[1]) for point in slow.group(1).split("L")]
    assert len(heights) == 90
    assert sum(height < 150 for height in heights) == 20
    assert max(float(point.split()[1]) for point in fast.group(1).split("L")) - 200 > 0
    assert "1 slow port of a host" in drawing


def test_the_page_says_what_a_change_brought(sanlint: Run, tmp_path: Path):
    report = tmp_path / "after.html"
    before, after = write(tmp_path / "before", ARRAY), write(tmp_path / "after", replace(ARRAY, scenario=usual))
    assert sanlint("triage", "--isolated", "-q", "--follow", str(after), "-o", str(report), str(before)).code == 0
    tags = Tags(report.read_text(encoding="utf-8"))
    assert "after" in tags.sections
    assert tags.texts.count("gone") == 4


def test_loads_of_hosts_are_no_array(sanlint: Run, tmp_path: Path):
    drawn = sanlint("topology", "--isolated", "-q", "--format", "json", str(write(tmp_path / "san", ARRAY))).out
    assert re.findall(r'"id": ?"storage_array:(.*?)"', drawn) == ["flash1"]


def test_a_page_without_evidence(sanlint: Run, tmp_path: Path):
    files = {name: text for name, text in ARRAY.files().items() if name == "san.yaml"}
    (tmp_path / "san").mkdir()
    (tmp_path / "san" / "san.yaml").write_text(files["san.yaml"])
    report = tmp_path / "none.html"
    assert sanlint("triage", "--isolated", "-q", "-o", str(report), str(tmp_path / "san")).code == 3
    assert Tags(report.read_text()).sections == ["needs"]
