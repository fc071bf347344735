"""What must not change what is known: order of files, copies, line ends, threads, and machines of no concern."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.audit.reading import build_store
from checker.facts.kinds import kinds
from checker.facts.store.store import Store
from checker.intake.decode import decode
from checker.intake.pool import Intake
from checker.intake.read import read_text
from checker.intake.record import SECTIONS_A_FILE
from checker.topology.derive.single_points import build_single_points
from checker.topology.derive.topology import STEPS
from tests import folders
from tests.facts.resolve.two_paths import I1, I2, T1, T2, core_path
from tests.support import store_of
from tests.thorough import sample

FIXTURES = folders.FIXTURES
Facts = dict[str, list[tuple[Any, ...]]]


@cache
def exports(scenario: str) -> dict[str, str]:
    folder = FIXTURES / scenario / "exports"
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def facts(store: Store) -> Facts:
    """Every entity and every table of topology; without the numbers and places of exports."""
    build_single_points(store)
    found: Facts = {}
    for name, kind in kinds().items():
        if name == "export" or not store.has_rows(name):
            continue
        columns = [c for c in kind.column_names if not re.match(r"(export|line)_[ab]\Z|place\Z", c)]
        found[name] = sorted(store.rows(f"SELECT {', '.join(columns)} FROM {name}"), key=repr)
    for table in [table for _, written in STEPS for table in written] + ["single_point"]:
        found[table] = sorted(store.rows(f"SELECT * FROM {table}"), key=repr)
    store.close()
    return {name: rows for name, rows in found.items() if rows}


def numbered(texts: dict[str, str], order: list[str], threads: int) -> Facts:
    """Read the files with numbers in this order."""
    intake = Intake()
    for number, name in enumerate(order):
        inside = ("san", *name.split("/"))
        intake.records.extend(read_text(texts[name], name, inside, number * SECTIONS_A_FILE, intake.observations))
    return facts(build_store(intake, threads=threads))


def differences(one: Facts, other: Facts) -> dict[str, Any]:
    """What differs, and nothing if nothing does; small enough to be read."""
    return {
        name: (
            [row for row in one.get(name, []) if row not in other.get(name, [])][:2],
            [row for row in other.get(name, []) if row not in one.get(name, [])][:2],
        )
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    }


SCENARIOS = ("clean-vplex-local", "symmetrix-nmp", "xtremio-testbed")


@cache
def known(scenario: str) -> Facts:
    return facts(store_of(exports(scenario)))


@settings(max_examples=4)
@given(st.sampled_from(SCENARIOS), st.sampled_from([1, 2, 4]), st.randoms(use_true_random=False))
def test_order_of_files_and_threads_do_not_matter(scenario: str, threads: int, random: Any) -> None:
    texts = exports(scenario)
    order = list(texts)
    random.shuffle(order)
    assert differences(known(scenario), numbered(texts, order, threads)) == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_line_ends_do_not_matter(scenario: str) -> None:
    texts = {name: decode(text.replace("\n", "\r\n").encode()) for name, text in exports(scenario).items()}
    assert differences(known(scenario), facts(store_of(texts))) == {}


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_a_copy_of_an_export_changes_nothing(scenario: str) -> None:
    texts = exports(scenario)
    for part in range(3):
        # A folder called log does not identify an owner; its parent does, as for the file itself.
        copies = {name.replace("/", "/log/"): texts[name] for name in list(texts)[part::3] if name.count("/") == 1}
        assert differences(known(scenario), facts(store_of({**texts, **copies}))) == {}


def test_a_capture_cut_in_two_files_is_the_same_capture() -> None:
    paths = [core_path(i, t, f"vmhba{n}:C0:T{k}:L1") for n, i in ((2, I1), (3, I2)) for k, t in ((0, T1), (1, T2))]
    whole = facts(store_of({"esx01/core-path-list.txt": "".join(paths)}))
    for cut in (1, 2, 3):
        texts = {"esx01/core-path-list-1.txt": "".join(paths[:cut]), "esx01/core-path-list-2.txt": "".join(paths[cut:])}
        assert differences(whole, facts(store_of(texts))) == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_unrelated_host_changes_nothing(scenario: str) -> None:
    stranger = core_path("10000000c9ff0001", "50000972081299a1", "vmhba2:C0:T0:L1").replace(
        "600009700001926", "600009700009999"
    )
    store = store_of({**exports(scenario), "stranger99/core-path-list.txt": stranger})
    found = {
        name: [row for row in rows if not any(_is_strange(value) for value in row)]
        for name, rows in facts(store).items()
    }
    assert differences(known(scenario), {name: rows for name, rows in found.items() if rows}) == {}


def _is_strange(value: object) -> bool:
    return isinstance(value, str) and ("stranger99" in value or "c9ff0001" in value or "081299a1" in value)


# One store for each export of a scenario: those with the fewest exports will do.
@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_an_export_less_adds_no_live_path_where_paths_were_observed(scenario: str) -> None:
    texts = exports(scenario)
    before = _live(store_of(texts))
    for name in sample(sorted(texts), 6):
        store = store_of({other: text for other, text in texts.items() if other != name})
        after = _live(store)
        assert {key: n for key, n in after.items() if key in before and n > before[key]} == {}, name


def _live(store: Store) -> dict[tuple[str, str], int]:
    rows = store.rows("SELECT host, device, count(*) FILTER (WHERE live) FROM path_place GROUP BY ALL")
    store.close()
    return {(host, device): count for host, device, count in rows}
