"""The whole model out and in again: the findings are the same, from every fixture and in every form."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.audit import Options, Session, audit
from checker.audit.model import Model
from checker.facts.inventory.parquet import write_parquet
from checker.facts.inventory.text import as_json, as_yaml, scalar
from checker.readers.toolkit.documents.located_yaml import parse
from checker.rules.evaluate.finding import Report
from tests import folders
from tests.support import model_of
from tests.thorough import THOROUGH, sample

FIXTURES = folders.FIXTURES
SCENARIOS = sorted(p.parent for p in FIXTURES.glob("*/expected.yaml"))
FORMS = ("model.yaml", "model.json", "model.parquet")
BASES = sorted((FIXTURES / "bases").glob("*.yaml"))


def summary_of(report: Report) -> list[tuple[str, str, str, str]]:
    return sorted((one.rule, one.severity, one.fingerprint, one.message) for one in report.findings)


def counted(report: Report) -> dict[str, tuple[int, int, int]]:
    # One rule judges each export, and the inventory is one more.
    return {one.rule: (one.evaluated, one.failed, one.not_evaluated) for one in report.rules if one.rule != "DOC013"}


def options(scenario: Path) -> Options:
    config = scenario / "sanlint.yaml"
    return Options(config=str(config) if config.is_file() else None, isolated=not config.is_file())


def write(model: Model, path: Path) -> Path:
    if path.suffix == ".yaml":
        path.write_text("".join(as_yaml(model.tree(), model.header, sources=True)))
    elif path.suffix == ".json":
        path.write_text(as_json(model.tree(), model.header))
    else:
        write_parquet(model.rows, model.header, path)
    return path


# Some of each kind of export; make prove goes through all.
SOME = [
    one
    for one in SCENARIOS
    if THOROUGH or one.name in ("alignment", "benchmark-plan", "metro-over-bad-wan", "symmetrix-nmp")
]


@pytest.mark.parametrize("scenario", SOME, ids=lambda path: path.name)
def test_an_inventory_of_a_scenario_gives_the_same_findings(scenario: Path, tmp_path: Path) -> None:
    chosen = options(scenario)
    with Session.open([str(scenario / "exports")], chosen) as san:
        model, before = san.inventory(sources=True), san.check()
    for name in FORMS if scenario.name == "symmetrix-nmp" else FORMS[:1]:
        after = audit([str(write(model, tmp_path / name))], chosen)
        assert [one.notes for one in after.files] == [()] * len(after.files), name
        assert summary_of(after) == summary_of(before), name
        assert counted(after) == counted(before), name


@pytest.mark.parametrize("base", sample(BASES, 4), ids=lambda path: path.name)
def test_an_inventory_of_an_inventory_is_the_same(base: Path, tmp_path: Path) -> None:
    chosen = Options(isolated=True)
    with Session.open([str(base)], chosen) as san:
        model, before = san.inventory(), san.check()
    assert model.header == {"sanlint": 1, "observed": True}
    first = write(model, tmp_path / "model.yaml")
    after = audit([str(first)], chosen)
    assert summary_of(after) == summary_of(before) == []
    assert counted(after) == counted(before)


def test_an_inventory_names_the_place_of_each_object_if_asked(tmp_path: Path) -> None:
    scenario = FIXTURES / "looks-like-enough-paths"
    model = model_of([str(scenario / "exports")], options(scenario), sources=True)
    lines = list(as_yaml(model.tree(), model.header, sources=True))
    [host] = [line for line in lines if line.startswith("  esx21:")][:1] or [""]
    assert "  # " in host and host.rstrip().rpartition(":")[2].isdigit()
    assert not any("  # " in line for line in as_yaml(model.tree(), model.header))


@given(st.text())
def test_every_text_is_read_back_as_it_was(text: str) -> None:
    found = parse(f"a: {scalar(text)}\n", 1)
    # Half of a surrogate pair is not a character, and no file contains one.
    assert found["a"] == text or any(0xD800 <= ord(c) < 0xE000 for c in text)


def test_a_declared_inventory_stays_a_declaration(tmp_path: Path) -> None:
    declared = tmp_path / "wanted.yaml"
    declared.write_text("sanlint: 1\nhosts:\n  esx01: {platform: esxi}\n")
    assert model_of([str(declared)], Options(isolated=True)).header == {"sanlint": 1}


# Sixteen digits may be a world wide name, and stay a text until a column says otherwise.
@given(
    st.one_of(
        st.integers(-(10**14), 10**14), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none()
    )
)
def test_every_value_is_read_back_as_it_was(value: object) -> None:
    assert parse(f"a: {scalar(value)}\n", 1)["a"] == value
