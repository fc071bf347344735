"""The scenarios of fixtures/: raw exports whose complete set of findings is known.

A finding that is not expected is a false alarm and fails here like a finding that is missing.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers.toolkit.documents import located_yaml
from checker.report.base import Presentation
from checker.report.formats.json import render
from checker.rules.evaluate.finding import Finding, Report
from fixtures.generate import SCENARIOS, stale
from tests import folders
from tests.thorough import THOROUGH

FIXTURES = folders.FIXTURES
NAMES = sorted(path.parent.name for path in FIXTURES.glob("*/expected.yaml"))
NO_EXPORTS = ("expected.yaml", "sanlint.yaml")
# Rules that need more than the exports of the clean scenario hold: loads, hardware details, declared facts, PowerPath's own.
MORE_NEEDED = frozenset(
    [
        "ARR018",
        "ARR019",
        "BE007",
        "DIR006",
        "DIR014",
        "FAB027",
        "HOST008",
        "HOST009",
        "HOST023",
        "HOST026",
        "LIM009",
        "LIM012",
        "LIM016",
        "LIM019",
        "PTH027",
        "PTH033",
        "MET014",
        "MET027",
        "PRT012",
        "PRT014",
        "PRT020",
        "XFR003",
        "XFR004",
        "XFR007",
    ]
)
AS_OF = datetime(2026, 2, 1, tzinfo=UTC)


def _exports(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*") if path.is_file() and path.name not in NO_EXPORTS)


def _audit(folder: Path, paths: Sequence[str], threads: int | None = None) -> Report:
    config = folder / "sanlint.yaml"
    options = Options(
        config=str(config) if config.exists() else None, isolated=True, as_of=AS_OF, jobs=1, threads=threads
    )
    return audit(paths, options)


@cache
def _report(name: str) -> Report:
    return _audit(FIXTURES / name, [str(FIXTURES / name / "exports")])


def _is(finding: Finding, expectation: Mapping[str, object]) -> bool:
    """The object of a finding has the keys that are expected, or one of the objects rolled up in it has them."""
    named: Mapping[str, object] = expectation.get("object") or {}  # type: ignore[assignment]
    return (
        finding.rule == expectation["rule"]
        and finding.severity == expectation["severity"]
        and any(
            all(one.get(key) == value for key, value in named.items()) for one in (finding.object, *finding.objects)
        )
    )


def _differences(findings: Sequence[Finding], expected: Sequence[Mapping[str, object]]) -> list[str]:
    left = list(findings)
    found = []
    for expectation in expected:
        match = next((finding for finding in left if _is(finding, expectation)), None)
        if match is None:
            found.append(f"missing: {expectation['rule']} {expectation['severity']} {expectation.get('object')}")
        else:
            left.remove(match)
    return [*found, *(f"unexpected: {one.rule} {one.severity} {dict(one.object)}: {one.message}" for one in left)]


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Each scenario in turn: tests of one follow each other, so that its report is made once."""
    return str(request.param)


def test_exactly_the_expected_findings(name: str) -> None:
    folder = FIXTURES / name
    report = _report(name)
    expected = located_yaml.parse((folder / "expected.yaml").read_text())["findings"]
    assert _differences(report.findings, expected) == []


def test_everything_is_read_and_every_rule_runs(name: str) -> None:
    folder = FIXTURES / name
    report = _report(name)
    read = [file for file in report.files if not file.path.endswith("sanlint.yaml")]
    assert sorted({file.path for file in read}) == _exports(folder)
    # Some files are broken on purpose: the scenario names them.
    broken = located_yaml.parse((folder / "expected.yaml").read_text()).get("not_read_in_full", [])
    left = {file.path for file in report.files if file.format is None or file.unread_lines or file.notes}
    assert sorted(left) == sorted(str(folder / one) for one in broken)
    assert report.errors == ()
    assert [(rule.rule, rule.error) for rule in report.rules if rule.error] == []


def test_the_clean_san_is_clean_because_the_rules_ran() -> None:
    report = _report("clean-vplex-local")
    assert [
        (rule.rule, rule.missing) for rule in report.rules if rule.not_evaluated and rule.rule not in MORE_NEEDED
    ] == []


# Those whose findings come from most kinds of exports; make prove shuffles them all.
SHUFFLED = NAMES if THOROUGH else ["metro-over-bad-wan", "partly-collected", "symmetrix-nmp"]


@pytest.mark.parametrize("name", SHUFFLED)
def test_the_same_bytes_whatever_the_order_and_the_threads(name: str) -> None:
    folder = FIXTURES / name
    shuffled = random.Random(name)
    paths = _exports(folder)
    report = render(_report(name), Presentation())
    # The report it is held against was made with one thread, in the order of names; make prove tries more threads as well.
    for threads in (2, 8) if THOROUGH else (2,):
        shuffled.shuffle(paths)
        assert render(_audit(folder, paths, threads), Presentation()) == report


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_the_exports_are_what_the_generator_writes(name: str) -> None:
    assert stale(name) == [], "run python -m fixtures.generate"


def _one_path_dead(exports: Path) -> None:
    path = exports / "esx01" / "esxcli-storage-core-path-list.txt"
    text = path.read_text()
    start = text.index("   Runtime Name: vmhba3:C0:T1:L7\n")
    path.write_text(text[:start] + text[start:].replace("   State: active\n", "   State: dead\n", 1))


def _no_path_export(exports: Path) -> None:
    (exports / "esx01" / "esxcli-storage-core-path-list.txt").unlink()
    capture = exports / "esx02" / "capture.txt"
    before, _, rest = capture.read_text().partition("~ # esxcli storage core path list\n")
    capture.write_text(before + rest[rest.index("~ # ") :])


@pytest.mark.parametrize(
    ("change", "rules", "hosts"),
    [
        # The dead path is why paths are missing and unequal: what it explains is not said again (PTH009).
        (_one_path_dead, {"PTH002", "PTH014"}, {"esx01"}),
        # Without path exports the paths are those that zoning and storage views plan, and they are complete.
        (_no_path_export, {"DOC006"}, {"esx01", "esx02"}),
    ],
)
def test_variants_of_the_clean_san(
    tmp_path: Path, change: Callable[[Path], None], rules: set[str], hosts: set[str]
) -> None:
    folder = tmp_path / "clean"
    shutil.copytree(FIXTURES / "clean-vplex-local", folder)
    change(folder / "exports")
    report = _audit(folder, [str(folder / "exports")])
    assert {finding.rule for finding in report.findings} == rules
    assert {one["host"] for finding in report.findings for one in finding.objects} == hosts
