"""Reports in which every text from outside is hostile."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from checker.rules.evaluate.finding import (
    FileCoverage,
    Finding,
    FixStep,
    MissingExport,
    MissingFact,
    Place,
    Report,
    RuleCoverage,
)
from tests.report import samples

TEXTS = (
    "<img src=x onerror=alert(1)>",
    "]](javascript:alert(1)) [x](https://evil.example) ![y](http://evil.example/a.png)",
    "@admin and #12 and user/repo#3 and GH-7, !9 ~bug %v1 &4 https://evil.example www.evil.example me@evil.example",
    "`code` ```\n# heading\n- item\n| cell | cell |\n|---|---|\n<details>",
    "10:00:00:90:fa:de:ab:01 :tada: :+1: $x^2$ &lt; &#64;",
    "=cmd|' /C calc'!A1",
    '+1;=2,-3\t@SUM(A1)\r=HYPERLINK("x")',
    '"=1+1"',
    "::error::owned%0A::set-env name=A::b",
    "##[error]owned ##[set-env]",
    "\x1b[2J\x00\x0b\ud800\ufffe\uffff\u202egnp.exe\u2028::error::x",
    "]]> <!-- --> &amp; ' \" \\",
    "../../../etc/passwd",
    "C:\\exports\\a b%20c?d#e.txt",
    "{0} {{1}} [link](1)",
    "```",
    "__0__ *a* ~~b~~ _c_d_",
)
texts = st.one_of(
    st.sampled_from(TEXTS), st.text(max_size=40), st.tuples(st.sampled_from(TEXTS), st.text()).map("".join)
)


def report_of(text: str) -> Report:
    """A report of a finding and a suppressed one, gaps and faults, with this text wherever a text may stand."""
    finding = Finding(
        rule="PTH003", name=text, severity="error", message=text, object={"host": text}, objects=({"volume": text},),
        evidence={"names": [text], "value": text}, fingerprint="00", location=Place(text or "-", 3, column=2, label=text),
        related=(Place("a.txt", 4, member=text, label=text), Place("b.txt", 9, label=text)), caused_by=(text,),
        fix=(FixStep(text, text, text), FixStep("esxi", text, checklist=True)), fix_summary=text,
    )  # fmt: skip
    hidden = replace(finding, state="suppressed", suppressed_by=text, location=None, fingerprint="01")
    return replace(
        samples.FAULTY,
        findings=(finding, hidden),
        files=(
            FileCoverage(text or "-", text, "x", text, "path", None, 1, 9, 3, 1, ((2, text),)),
            FileCoverage(text or "-", None, None, None, None, None, 1, 9, 0, 0, ((1, text),)),
        ),
        rules=(
            RuleCoverage("PTH003", failed=1, not_evaluated=2, missing=(MissingFact(text, 2, text),)),
            RuleCoverage("PTH009", error=text),
        ),
        missing_exports=(MissingExport(text, text, (text,), 3),),
        config=text,
        notices=(text,),
        errors=(text,),
    )
