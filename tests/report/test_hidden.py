"""What reports say of findings that a person suppressed, that a comment hides, or that the baseline knows."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from checker.report.registry import formats
from checker.rules.suppress.model import BaselineUse, KnownFinding, Suppression, SuppressionUse
from checker.rules.suppress.suppressions import hide, notices
from tests.report import samples
from tests.report.formats.test_json import SCHEMA, _closed
from tests.report.test_snapshots import PRESENTED, SNAPSHOTS

BY_PERSON = Suppression(
    "config", "sanlint.yaml:12:5", "replaced in May", "2026-12-31", ("PTH003",), ({"host": "esx07"},)
)
BY_COMMENT = Suppression("inventory", "san/lab.yaml:7:12", "a lab \x1b[31mhost", None, ("ALL",), ({"host": "esx08"},))
EXPIRED = replace(BY_PERSON, place="sanlint.yaml:16:5", expires="2026-10-31")
USELESS = replace(BY_PERSON, place="sanlint.yaml:20:5", rules=(), objects=(), finding="4f1c2a9be07d3158")
USES = (
    SuppressionUse(BY_PERSON, "hides", 1), SuppressionUse(BY_COMMENT, "hides", 1), SuppressionUse(EXPIRED, "expired"),
    SuppressionUse(USELESS, "unused"),
)  # fmt: skip
GONE = KnownFinding("00000000000000aa", "PTH009", {"host": "esx01"}, "esx01 was wrong")
FIRST, SECOND, THIRD, *REST = samples.FAULTY.findings
HIDDEN = replace(
    samples.FAULTY,
    findings=(
        hide(FIRST, BY_PERSON),
        hide(SECOND, BY_COMMENT),
        hide(THIRD, Suppression("baseline", "known.json")),
        *REST,
    ),
    notices=tuple(notices(USES)),
    suppressions=USES,
    baseline=BaselineUse(
        "known.json", (KnownFinding(THIRD.fingerprint, THIRD.rule, THIRD.object),), (GONE,), (GONE, GONE)
    ),
)


@pytest.mark.parametrize("name", ["table", "full", "concise", "json"])
def test_hidden_findings_look_as_they_did(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    text = formats()[name].render(HIDDEN, replace(PRESENTED, width=100, suppressed=True))
    file = SNAPSHOTS / f"hidden-{name}-100.txt"
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        file.write_bytes(text.encode())
    assert text == file.read_bytes().decode()


def test_programs_get_all_of_it() -> None:
    written = json.loads(formats()["json"].render(HIDDEN, PRESENTED))
    Draft202012Validator(_closed(SCHEMA)).validate(written)
    assert (written["summary"]["suppressed"], written["summary"]["known"]) == (3, 1)
    assert [one["outcome"] for one in written["suppressions"]] == ["hides", "hides", "expired", "unused"]
    assert [len(written["baseline"][key]) for key in ("mended", "unseen")] == [1, 2]


@pytest.mark.parametrize("name", sorted(formats()))
def test_every_report_mentions_suppressed_findings(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = formats()[name].render(HIDDEN, PRESENTED)
    assert "more suppressed" in text or "suppress" in text or name == "gitlab", "GitLab's format has no place for it"
    assert "\x1b" not in text
