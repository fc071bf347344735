"""``provides`` matches what readers write: it decides which export ``--coverage`` recommends.

``unseen_columns.yaml`` lists the declared columns for which no sample has a value. After changing a reader or a sample,
refresh it with ``SANLINT_UPDATE_SNAPSHOTS=1 pytest tests/readers/test_provides.py`` and review the difference.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
import yaml

from checker.audit.check import suppliers
from checker.facts.observations import Chunk, Observations
from checker.intake.read import read_file
from checker.intake.sources import sources_of
from checker.readers.registry import cards
from checker.rules.evaluate.coverage.missing_exports import Advisor, Inventory, Offer
from tests import folders
from tests.readers.harness import corpus_files, needs_corpus, read
from tests.readers.test_samples import samples, text_of
from tests.readers.written_columns import names_column

UNSEEN = folders.ROOT / "tests" / "readers" / "unseen_columns.yaml"
PROVIDES = {card.name: card.provides for card in cards()}
MODULES = {card.name: card.module for card in cards()}
WRITES_ANY_COLUMN = "sanlint-inventory"
"""Its sections follow the model, so its samples cannot show every column."""
REASONS = {
    "no_value": "the samples have such records, and the reader writes the column without a value",
    "no_field": "the samples have such records, but none with this field",
    "no_record": "the samples have no such record",
}

Columns = dict[str, set[str]]


def values_in(chunks: Iterable[Chunk]) -> Columns:
    """Columns with at least one value, by kind."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for chunk in chunks:
        if chunk.kind != "bad_value":
            found[chunk.kind] |= {
                column
                for column, values in zip(chunk.columns, chunk.values, strict=True)
                if any(value is not None for value in values)
            }
    return found


@cache
def chunks_of(name: str) -> tuple[Chunk, ...]:
    """All rows that a reader writes from its samples."""
    return tuple(chunk for path in samples()[name] for chunk in read(name, text_of(path)).observations.chunks())


def undeclared(name: str, seen: Columns) -> list[str]:
    declared = PROVIDES[name]
    return sorted(
        f"{name}: {kind}.{column}"
        for kind, columns in seen.items()
        for column in columns
        if column not in declared.get(kind, ())
    )


def unseen(name: str) -> dict[str, dict[str, str]]:
    """Declared columns without a value in the samples: by reason and kind, in the order of the declaration."""
    seen, stated = values_in(chunks_of(name)), defaultdict(set)
    for chunk in chunks_of(name):
        stated[chunk.kind].update(chunk.columns)
    found: defaultdict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for kind, columns in sorted(PROVIDES[name].items()):
        for column in columns:
            if column not in seen.get(kind, ()):
                found[_reason(kind, column, stated)][kind].append(column)
    return {
        reason: {kind: " ".join(columns) for kind, columns in found[reason].items()}
        for reason in REASONS
        if reason in found
    }


def _reason(kind: str, column: str, stated: Columns) -> str:
    if kind not in stated:
        return "no_record"
    return "no_value" if column in stated[kind] else "no_field"


@pytest.mark.parametrize("name", sorted(PROVIDES))
def test_a_reader_declares_every_column_it_writes(name: str) -> None:
    assert undeclared(name, values_in(chunks_of(name))) == []


@needs_corpus
@pytest.mark.corpus
@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.name)
def test_a_reader_declares_every_column_it_writes_from_outside_exports(path: Path, tmp_path: Path) -> None:
    for source in sources_of([str(path)], tmp_path):
        observations = Observations()
        formats = {record.format for record in read_file(source, 0, observations)} - {None}
        declared = {fact for name in formats for fact in _facts(str(name))}
        written = {(kind, column) for kind, columns in values_in(observations.chunks()).items() for column in columns}
        assert sorted(written - declared) == []


def _facts(name: str) -> set[tuple[str, str]]:
    return {(kind, column) for kind, columns in PROVIDES[name].items() for column in columns}


@pytest.mark.parametrize("name", sorted(PROVIDES))
def test_the_code_of_a_reader_names_every_column_it_declares(name: str) -> None:
    without_code = [
        f"{kind}.{column}"
        for reason, kinds in unseen(name).items()
        if reason != "no_value" and name != WRITES_ANY_COLUMN
        for kind, columns in kinds.items()
        for column in columns.split()
        if not names_column(MODULES[name], kind, column)
    ]
    assert without_code == []


def test_the_list_of_columns_without_a_sample_is_current() -> None:
    expected = {name: missing for name in sorted(PROVIDES) if name != WRITES_ANY_COLUMN and (missing := unseen(name))}
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        UNSEEN.write_text(_as_yaml(expected), encoding="utf-8")
    listed = yaml.safe_load(UNSEEN.read_text(encoding="utf-8"))
    assert listed == {"reasons": REASONS, "readers": expected}


def _as_yaml(readers: dict[str, dict[str, dict[str, str]]]) -> str:
    head = (
        "# Columns that readers declare and no sample shows. Written by tests/readers/test_provides.py (see there).\n"
        "# A column leaves the list when a sample shows it or the reader no longer declares it.\n"
    )
    document = {"reasons": REASONS, "readers": readers}
    return head + yaml.safe_dump(document, sort_keys=False, width=150)


def test_the_health_check_is_recommended_for_the_system_volumes_it_reports() -> None:
    facts = frozenset({"system_volume.health_state", "vplex_cluster.connected", "witness.configured"})
    (offer,) = _offers(facts)
    assert (offer.command, offer.facts) == ("health-check", facts)


def test_a_table_without_its_command_is_never_recommended() -> None:
    facts = frozenset(f"{kind}.{column}" for kind, columns in PROVIDES["vplex-ll-bare"].items() for column in columns)
    assert "ll" not in {offer.command for offer in _offers(facts)}


def _offers(facts: frozenset[str]) -> tuple[Offer, ...]:
    """The exports to collect for a VPLEX of which no export was read yet."""
    vplex = ("storage_array", "vplex1")
    return Advisor(suppliers(), Inventory({vplex: frozenset({"vplex"})}, {})).offers(vplex, facts)
