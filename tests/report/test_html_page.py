"""The HTML report as a document: complete without its script, its policy exact, nothing from outside in its markup."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.report.base import Presentation, Section, Table
from checker.report.page.escape import block
from checker.report.registry import formats
from checker.report.text.words import clean
from checker.rules.evaluate.finding import Report
from checker.topology.picture.graph import Graph, Node
from fixtures.generate.sans.inventories import small_san
from tests.report import samples
from tests.report.hostile import report_of, texts
from tests.report.test_snapshots import SNAPSHOTS
from tests.thorough import examples

VOID = {"meta", "input", "hr", "br", "img", "link"}


class Tags(HTMLParser):
    """Collects elements, and notes tags that don't match."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.words: list[str] = []
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.raw:
            self.raw[self._open[-1]][-1] += data
        else:
            self.words.append(data)

    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page_of(report: Report, **changes: Any) -> str:
    presentation = Presentation(
        rule=lambda rule_id: samples.RULE if rule_id == samples.RULE.id else None,
        text=lambda rule_id: samples.TEXT if rule_id == samples.TEXT.id else None,
    )
    return formats()["html"].render(report, replace(presentation, **changes))


def test_the_page_matches_its_snapshot() -> None:
    """The words of the page in their order, without style, script and data; SANLINT_UPDATE_SNAPSHOTS=1 rewrites it."""
    hidden = replace(samples.ADVICE, state="suppressed", suppressed_by="sanlint.yaml:4: a lab host", fingerprint="77")
    page = Tags(
        page_of(replace(samples.FAULTY, findings=(*samples.FAULTY.findings, hidden)), run=(("Input", "exports"),))
    )
    text = "\n".join(line for word in page.words if (line := " ".join(word.split()))) + "\n"
    file = SNAPSHOTS / "faulty-html.txt"
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("report", "tone", "said"),
    [
        (samples.FAULTY, "error", "4 findings: 1 error, 2 warnings, 1 info. Some checks could not be run"),
        (samples.CLEAN, "good", "No findings: 96 checks by 1 rule."),
        (samples.UNSEEN, "unknown", "No findings, but the audit is incomplete"),
        (samples.NOTHING, "unknown", "Nothing could be checked: no file was recognised."),
        (replace(samples.CLEAN, findings=(samples.ADVICE,)), "info", "1 finding: 1 info."),
    ],
)
def test_the_verdict_never_passes_what_was_not_checked(report: Report, tone: str, said: str) -> None:
    page = Tags(page_of(report))
    assert ("section", {"class": f"verdict {tone}", "aria-labelledby": "verdict"}) in page.found
    text = page.text()
    assert said in re.sub(r"\s+([.,:])", r"\1", text)
    assert ("class", "gaps") in [(k, v) for _, a in page.found for k, v in a.items()] or tone in ("good", "info")
    assert ("all selected checks were run on all files" in text) == (tone in ("good", "info"))


def test_the_policy_names_each_script_and_style_and_nothing_else() -> None:
    graph = Graph(nodes={"host:esx07": Node("host:esx07", "host", "esx07")})
    page = Tags(
        page_of(
            samples.FAULTY, graph=graph, sections=(Section("S", pictures=(("c", "<svg><style>a{}</style></svg>"),)),)
        )
    )
    policy = next(a["content"] or "" for tag, a in page.found if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(part.split(" ", 1) for part in policy.split("; "))
    run = [text for (_, attributes), text in zip(
        [one for one in page.found if one[0] == "script"], page.raw["script"], strict=True
    ) if attributes.get("type") != "application/json"]  # fmt: skip
    assert len(run) == 3 and len(page.raw["style"]) == 4
    for name, own in (("script-src", run), ("style-src", page.raw["style"])):
        hashes = {f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in own}
        assert set(rules[name].split()) == hashes
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy


def test_nothing_leads_outside_and_nothing_runs_from_an_attribute() -> None:
    page = page_of(samples.FAULTY)
    assert not re.search(r"@import|url\(", page)
    for tag, attributes in Tags(page).found:
        for name, value in attributes.items():
            assert not name.startswith("on") and name not in ("style", "src", "srcset", "action"), (tag, name)
            assert name != "href" or (value or "").startswith("#"), (tag, value)


def _everywhere(text: str) -> Tags:
    section = Section(text, (text,), (Table(text, (text,), ((text, text),)),))
    return Tags(page_of(report_of(text), run=((text, text),), profile=text, sections=(section,)))


USUAL = {tag for tag, _ in _everywhere("x").found}


@settings(max_examples=examples(25))
@given(texts)
def test_no_text_becomes_markup(text: str) -> None:
    page = _everywhere(text)
    assert page.wrong == []
    assert {tag for tag, _ in page.found} <= USUAL
    assert [tag for tag, _ in page.found].count("script") == 4
    assert not set("\x1b\x07\x00\u202e") & set("".join(page.words) + page.raw["script"][1])
    data = json.loads(page.raw["script"][1])
    assert clean(text) in data["texts"]


@given(st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_a_block_of_data_ends_where_it_should(value: Any) -> None:
    text = block(value)
    assert "<" not in text
    assert json.loads(text) == value


def test_the_page_footer_has_no_foreign_style() -> None:
    evil = replace(samples.CLEAN, version='1"}body{display:none}', as_of="2026\\a;</style>")
    running = Tags(page_of(evil)).raw["style"][1]
    assert running.count("{") == 3 and '"}body' not in running and "<" not in running


def test_reports_have_the_same_identity_only_if_their_content_is_the_same() -> None:
    def identity(report: Report) -> str:
        return re.search(r'class="identity">([0-9a-f-]{19})<', page_of(report)).group(1)  # type: ignore[union-attr]

    assert identity(samples.FAULTY) == identity(samples.FAULTY)
    others = [
        replace(samples.FAULTY, findings=samples.FAULTY.findings[1:]),
        replace(samples.FAULTY, as_of="2026-11-02T00:00:00Z"),
        replace(samples.FAULTY, missing_exports=()),
        replace(
            samples.FAULTY,
            findings=(replace(samples.FAULTY.findings[0], message="other"), *samples.FAULTY.findings[1:]),
        ),
    ]
    assert len({identity(report) for report in (samples.FAULTY, *others)}) == 5


def test_findings_with_one_fingerprint_have_their_own_anchors() -> None:
    twice = replace(samples.FAULTY, findings=(samples.OPEN_ZONE, samples.OPEN_ZONE))
    data = json.loads(Tags(page_of(twice)).raw["script"][1])
    assert [row[0] for row in data["findings"]] == ["f-0102030405060708", "f-0102030405060708-2"]


def test_what_follows_from_another_finding_links_to_it() -> None:
    follows = replace(samples.FIXED_POLICY, state="explained", caused_by=(samples.OPEN_ZONE.fingerprint, "elsewhere"))
    page = Tags(page_of(replace(samples.FAULTY, findings=(samples.OPEN_ZONE, follows))))
    assert ("a", {"href": "#f-0102030405060708"}) in page.found
    assert f"Caused by ZON001 {samples.OPEN_ZONE.message} elsewhere" in page.text()
    data = json.loads(page.raw["script"][1])
    causes = data["findings"][1][data["fields"].index("caused_by")]
    assert [anchor for _, anchor in causes] == ["f-0102030405060708", ""]


@pytest.mark.parametrize(
    ("key", "value", "shown_as"),
    [
        ("size_bytes", 67108864, "67108864 (64 MiB)"),
        ("size_bytes", 1600, "1600 (1.6 KiB)"),
        ("size_bytes", 1000, "1000"),
        ("size_bytes", None, "unknown"),
        ("live_paths", 4096, "4096"),
    ],
)
def test_large_byte_counts_are_shown_in_larger_units_too(key: str, value: int | None, shown_as: str) -> None:
    page = Tags(page_of(replace(samples.FAULTY, findings=(replace(samples.ADVICE, evidence={key: value}),))))
    label = {"size_bytes": "size (bytes)", "live_paths": "live paths"}[key]
    assert f"Evidence {label} {shown_as} inferred" in page.text()


def test_sanlint_writes_the_page_with_other_formats(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    code = "import sys; from checker.cli.entry import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "check", "san.yaml", "--isolated", "-q", "--select", "PTH,ZON", "-o", "report.html", "--format", "json"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    page = Tags((tmp_path / "report.html").read_text(encoding="utf-8"))
    data = json.loads(page.raw["script"][1])
    at = data["fields"].index("message")
    assert [data["texts"][row[at]] for row in data["findings"]] == [
        clean(one["message"]) for one in document["findings"]
    ]
    assert all(rule[3] and rule[4] for rule in data["rules"]), "why and sources of each rule"
    assert any(node.startswith("host:") for node in data["nodes"])
    text = page.text()
    assert "Input san.yaml" in text and "Fabrics and switches" in text
    assert page.wrong == []


def test_the_page_module_is_loaded_only_on_demand() -> None:
    code = (
        "import sys; from checker.report.registry import formats; formats();"
        "print([name for name in sys.modules if name.startswith('checker.report.page.') or name == 'html'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_step_without_an_undo_says_why_in_the_listing_and_in_the_data() -> None:
    step = replace(samples.MISSING_DIRECTOR.fix[0], undo=None, no_undo="the old rule is not in any export")
    page = page_of(replace(samples.FAULTY, findings=(replace(samples.MISSING_DIRECTOR, fix=(step,)),)))
    tags = Tags(page)
    assert "no undo: the old rule is not in any export" in " ".join("".join(tags.words).split())
    assert any('"the old rule is not in any export"' in text for text in tags.raw["script"])


def test_a_condition_is_stated_once_for_all_its_commands() -> None:
    first = replace(samples.MISSING_DIRECTOR.fix[0], only_if="the port is gone", run="one")
    steps = (first, replace(first, run="two"), replace(first, run="three", only_if="it is unused"))
    page = page_of(replace(samples.FAULTY, findings=(replace(samples.MISSING_DIRECTOR, fix=steps),)))
    words = " ".join("".join(Tags(page).words).split())
    assert [words.count(text) for text in ("only if the port is gone:", "only if it is unused:")] == [1, 1]
