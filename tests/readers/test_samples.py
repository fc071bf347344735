"""Every reader on samples of its format: it is recognised, and no damage crashes it or makes it invent a fact.

A sample is a synthetic export in the real layout, ``samples/<reader>[.<n>].<suffix>``. SANLINT_MUTATIONS sets the number of
damaged copies per reader. How long damaged copies take is measured by ``benchmarks/bench_hostile.py``.
"""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

import pytest

from checker.intake.decode import decode
from checker.readers.registry import cards, claims, reader_named
from checker.readers.toolkit.base import Capture
from tests import folders
from tests.readers.damage import damaged_copies
from tests.readers.harness import check_types, read
from tests.readers.invention import Invented, Text, invented

SAMPLES = folders.SAMPLES
MUTATIONS = int(os.environ.get("SANLINT_MUTATIONS", "24"))


@cache
def samples() -> dict[str, tuple[Path, ...]]:
    found: dict[str, list[Path]] = {}
    names = {card.name for card in cards()}
    for path in sorted(SAMPLES.iterdir()):
        parts = path.name.split(".")
        name = next((".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in names), path.name)
        found.setdefault(name, []).append(path)
    return {name: tuple(paths) for name, paths in found.items()}


def text_of(path: Path) -> str:
    return decode(path.read_bytes())


@cache
def literals_of(family: str) -> frozenset[str]:
    """The texts in the code of a family's readers."""
    places = {folders.READERS / card.module.split(".")[2] for card in cards() if card.name.split("-", 1)[0] == family}
    trees = (ast.walk(ast.parse(path.read_text())) for place in places for path in place.rglob("*.py"))
    nodes = (node for tree in trees for node in tree if isinstance(node, ast.Constant))
    return frozenset(node.value.lower() for node in nodes if isinstance(node.value, str) and len(node.value) < 40)


@cache
def constants_of(family: str) -> Invented:
    """What the readers of a family write by themselves: they share tables and words."""
    constants = Invented()
    constants.know(literals_of(family))
    for name in samples():
        if name.split("-", 1)[0] == family:
            for path in samples()[name]:
                constants.learn(read(name, text_of(path)), Text(text_of(path)))
    return constants


def test_every_reader_has_a_sample_and_every_sample_a_reader() -> None:
    names = {card.name for card in cards()}
    assert sorted(names - set(samples())) == []
    assert sorted(set(samples()) - names) == []


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_a_sample_is_claimed_by_its_reader_alone(path: Path) -> None:
    name = next(name for name, paths in samples().items() if path in paths)
    found = claims(Capture(text=text_of(path), file=path.name, owner="owner1"))
    assert found, "no reader claims it"
    assert found[0][1].name == name
    assert len(found) == 1 or found[0][0].score > found[1][0].score


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_sample_is_read_whole(name: str) -> None:
    for path in samples()[name]:
        result = read(name, text_of(path))
        assert result.failure is None, path.name
        assert result.records > 0 or result.notes, path.name
        assert result.unread_lines == 0, path.name
        assert not result.ends_inside_record, path.name


@pytest.mark.parametrize("name", sorted(samples()))
def test_damaged_input_never_breaks_or_misleads_a_reader(name: str) -> None:
    texts = [text_of(path) for path in samples()[name]]
    constants = constants_of(name.split("-", 1)[0])
    others = [text_of(path) for _, paths in sorted(samples().items()) for path in paths[:1]][
        :: max(len(samples()) // 12, 1)
    ]
    for number, copy in enumerate(damaged_copies(texts, others, name, MUTATIONS)):
        reader_named(name).detect(Capture(text=copy, file="capture.txt", owner="owner1"))
        result = read(name, copy)
        assert result.failure is None, f"copy {number}: {result.failure}\n{copy[:3000]}"
        check_types(result)
        found = invented(result, Text(copy), constants)
        assert found == [], f"copy {number}: {found[:5]}\n{copy[:3000]}"


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_the_short_search_finds_the_best_claim(path: Path) -> None:
    from checker.readers.registry import best_claim

    capture = Capture(text=text_of(path), file=path.name, owner="owner1")
    found, best = claims(capture), best_claim(capture)
    assert (best[1].name if best else None) == (found[0][1].name if found else None)
