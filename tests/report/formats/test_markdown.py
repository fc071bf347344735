"""Markdown: it fits a comment, and rendered by GitHub's own parser a name is only text."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import cmarkgfm
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.report.base import Presentation
from checker.report.formats import markdown
from checker.report.text.markdown_text import code, escaped, paragraph, with_code
from checker.rules.change.complete import complete
from checker.rules.change.machines import Machines
from checker.rules.evaluate.finding import FixStep, MissingExport, Report
from tests.report import hostile, samples

# What GitHub and GitLab look for in text once Markdown is gone: mentions, references, addresses, emoji.
ACTIVE = re.compile(
    r"[@~%^]\w|[#!&$]\d|:(?=[\w+-]*[a-z])[\w+-]+:|:[+-]1:|:100:|:1234:|https?://|ftp://|\bwww\.|\bGH-\d", re.IGNORECASE
)


class Page(HTMLParser):
    """Tags of a rendered page, and the text that is not code."""

    def __init__(self, markdown_text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.text = self.everything = ""
        self._code = 0
        # Unsafe: raw HTML must not be there, rather than be taken out.
        self.feed(cmarkgfm.github_flavored_markdown_to_html(markdown_text, cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self._code += tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag == "code"

    def handle_data(self, data: str) -> None:
        self.everything += data
        # The texts before and after code are separate.
        self.text += data if not self._code else " "


def rendered(report: Report) -> Page:
    return Page(markdown.render(report, Presentation()))


def test_an_impact_described_before_refers_to_the_finding_by_its_fingerprint() -> None:
    one = next(finding for finding in samples.FAULTY.findings if finding.cost)
    again = replace(one, fingerprint="0123456789abcdef")
    page = rendered(replace(samples.FAULTY, findings=(one, again)))
    assert f"Impact: the same as {one.rule} [{one.fingerprint[:8]}] above" in page.everything
    # Both findings show theirs, so that what refers to them can be found.
    assert page.text.count(f"[{one.fingerprint[:8]}]") == 2 and "[01234567]" in page.text


def test_it_shows_verdict_findings_and_coverage() -> None:
    page = rendered(samples.FAULTY)
    assert page.tags["h2"] == 1
    # Three subjects, coverage, exports.
    assert page.tags["h3"] == 5
    assert page.text.strip().startswith(
        "sanlint\n4 findings: 1 error, 2 warnings, 1 info. Some checks could not be run."
    )
    for finding in samples.FAULTY.findings:
        assert finding.rule in page.everything
        assert finding.message in page.everything
        assert finding.fix_summary in page.everything
    # Two commands, each with its undo.
    assert page.tags["pre"] == 4
    assert "Impact: +0.4 ms on reads" in page.text
    assert samples.MISSING_DIRECTOR.fix[0].run in page.everything
    assert "2 rules could not be fully evaluated (123 checks lack data)" in page.text
    assert "esxcli storage core path list" in page.everything
    assert page.tags["tr"] == 3


def test_the_worst_subject_comes_first() -> None:
    text = rendered(replace(samples.FAULTY, findings=tuple(reversed(samples.FAULTY.findings)))).text
    assert text.index("host esx07") < text.index("zone lab_all") < text.index("host lnx02")


def test_a_clean_run_says_what_was_checked() -> None:
    assert "No findings: 96 checks by 1 rule." in rendered(samples.CLEAN).text


@pytest.mark.parametrize("count", [300, 3000])
def test_findings_that_do_not_fit_a_comment_are_counted(count: int) -> None:
    findings = tuple(replace(samples.MISSING_DIRECTOR, object={"host": f"𝄞esx{n:04}"}) for n in range(count))
    exports = tuple(MissingExport(f"esx{n}", "esxcli " * 20, ("PTH001",), 4) for n in range(count))
    said: list[str] = []
    report = replace(samples.FAULTY, findings=findings, missing_exports=exports)
    text = markdown.render(report, Presentation(warn=said.append, suppressed=True))
    assert len(text.encode("utf-16-le")) // 2 <= 65_536
    assert len(text) > 60_000
    shown = text.count("**error**")
    assert f"**{count - shown:,} more findings** did not fit here." in text
    assert said == [f"markdown: omitted {count - shown:,} of {count:,} findings, which exceed the size of a comment"]
    assert text.index("did not fit here") < text.index("### Coverage")
    assert re.search(r"\n[\d,]+ more exports would help \(`--coverage`\)\.\n", text)
    assert "As of:" in text


def test_suppressed_findings_are_shown_only_on_request() -> None:
    hidden = replace(samples.OPEN_ZONE, state="suppressed", suppressed_by="sanlint.yaml:3:5: <b>lab</b>")
    report = replace(samples.FAULTY, findings=(hidden,))
    assert "Give each initiator" not in rendered(report).everything
    page = Page(markdown.render(report, Presentation(suppressed=True)))
    assert "Suppressed: 1 finding, not counted" in page.text
    assert "(suppressed by sanlint.yaml:3:5: <b>lab</b>)" in page.text
    assert page.tags["b"] == 0


def test_hidden_findings_fit_a_comment_too() -> None:
    hidden = tuple(replace(samples.OPEN_ZONE, state="suppressed", suppressed_by="lab") for _ in range(900))
    text = markdown.render(replace(samples.FAULTY, findings=hidden), Presentation(suppressed=True))
    assert 50_000 < len(text) <= 65_536
    assert f"- {900 - text.count('suppressed by lab'):,} more suppressed findings" in text


@pytest.mark.parametrize("text", hostile.TEXTS)
def test_names_show_as_they_are(text: str) -> None:
    from checker.report.text.words import clean

    shown = Page(f"before {escaped(text)} after").everything.replace("\u200b", "")
    assert shown.split() == f"before {clean(text).strip()} after".split()


@given(hostile.texts)
def test_no_text_is_markup_link_or_mention(text: str) -> None:
    page = rendered(hostile.report_of(text))
    assert set(page.tags) <= {"h2", "h3", "p", "strong", "ul", "li", "br", "code", "pre", "table", "thead", "tbody", "tr", "th", "td"}  # fmt: skip
    assert ACTIVE.findall(page.text) == []
    assert (page.tags["h2"], page.tags["h3"], page.tags["tr"], page.tags["th"]) == (1, 3, 2, 4)
    assert page.tags["td"] == 4


@given(st.one_of(hostile.texts, st.text("`| \\a", max_size=12)))
def test_text_is_safe_alone_in_code_and_between(text: str) -> None:
    assert set(Page(paragraph(text)).tags) <= {"p", "code"}
    assert set(Page(f"x {code(text)} y").tags) <= {"p", "code"}
    assert set(Page(f"x {with_code(text)} y").tags) <= {"p", "code"}


def test_commands_are_listed_once_under_their_platform() -> None:
    steps = complete((*samples.MISSING_DIRECTOR.fix, samples.MISSING_DIRECTOR.fix[0]), Machines())
    text = markdown.render(
        replace(samples.FAULTY, findings=(replace(samples.MISSING_DIRECTOR, fix=steps),)), Presentation()
    )
    assert text.count("storage-view addport") == 1
    assert "  Commands for `VPLEX CLI`:\n\n  ```\n  export storage-view addport" in text
    assert "  Commands for `Fabric OS`:\n\n  ```\n  zoneadd" in text


def test_manual_steps_are_listed_between_the_commands() -> None:
    """Without them, the commands of a zoning change would end before it is enabled."""
    steps = (
        FixStep("brocade", 'zoneobjectexpunge "z"', 'zonecreate "z", "a;b"', on="switch:sw1"),
        FixStep("brocade", "cfgsave", on="switch:sw1", activates=True),
        FixStep("brocade", "cfgenable with the name of *", on="switch:sw1", activates=True, checklist=True),
    )
    finding = replace(samples.MISSING_DIRECTOR, fix=steps)
    text = markdown.render(replace(samples.FAULTY, findings=(finding,)), Presentation())
    manual = "  - By hand: cfgenable with the name of \\*"
    ending = f"  ```\n  cfgsave\n  ```\n\n{manual}\n"
    assert "\n".join(("", '  zoneobjectexpunge "z"', "  ```", "")) in text
    assert text.count(ending) == 1
    assert f'  Undo:\n\n  ```\n  zonecreate "z", "a;b"\n  cfgsave\n  ```\n\n{manual}' in text


def test_times_stay_as_they_are() -> None:
    assert escaped("2026-11-21T23:08:56+00:00") == "2026-11-21T23:08:56+00:00"


def test_wwns_can_be_copied_and_show_no_emoji() -> None:
    assert escaped("from 10:00:00:90:fa:de:ab:01.") == "from `10:00:00:90:fa:de:ab:01`."
