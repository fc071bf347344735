"""The audits of an editor, which keep a database, find what the audits of the command find."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from checker.audit.options import Options
from checker.facts.store.store import kept_connection
from checker.lsp.export import Audited, audit
from tests.folders import FIXTURES
from tests.thorough import THOROUGH

# The edits are about paths, zones and path policies; make prove runs the rules of all objects.
OPTIONS = Options(
    jobs=1,
    profile="pre-commit",
    select=() if THOROUGH else ("PTH", "ZON", "NMP"),
    missing=False,
    as_of=datetime(2026, 11, 24, tzinfo=UTC),
)
BASE = (FIXTURES / "bases" / "vplex-metro.yaml").read_text()


def _without(beginning: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        lines = text.splitlines(keepends=True)
        number = next(number for number, line in enumerate(lines) if line.strip().startswith(beginning))
        return "".join(lines[:number] + lines[number + 1 :])

    return edit


EDITS: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: "\n" + text,
    lambda text: text.replace("VMW_PSP_RR", "VMW_PSP_FIXED", 1),
    lambda text: text.replace("esx01", "esx09"),
    _without("esx09_vmhba2_vplex1: {"),
    _without("vmhba3: {"),
    lambda _: BASE,
    lambda text: text.replace("sw-a1", "sw-z1", 3),
]
"""What is edited in turn; each edit changes what the one before left."""


def test_findings_are_those_of_a_new_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "san.yaml"
    path.write_text(BASE)
    kept, text, runs, found = kept_connection(), BASE, [], []

    @cache
    def without(text: str) -> Audited:
        options = replace(OPTIONS, contents={os.path.realpath(path): text.encode()})
        other = audit([path.name], options, lambda _: True)
        assert other is not None
        return other

    for edit in EDITS:
        text = edit(text)
        options = replace(OPTIONS, contents={os.path.realpath(path): text.encode()})
        before = kept.runs
        one = audit([path.name], options, lambda _: True, kept)
        runs.append(kept.runs - before)
        other = without(text)
        assert one is not None and one.report is not None
        assert not kept.broken
        assert one.report == other.report
        found.append({finding.rule for finding in one.report.findings})
        assert one.problems == other.problems
    kept.close()
    assert len({frozenset(rules) for rules in found}) > 2
    # A setting of one path, and nothing but a new line, need few of the statements of the first audit.
    assert max(runs[1:3]) < runs[0] / 2
