"""Every reader on samples of its format: it wins, and no damage breaks it, holds it up, or makes it invent anything.

A sample is a made-up export in the real layout, in ``samples/<reader>[.<n>].<suffix>``. SANLINT_MUTATIONS sets how many
damaged copies each reader gets.
"""

from __future__ import annotations

import ast
import os
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from checker.readers.base import Capture
from checker.readers.decode import decode
from checker.readers.registry import cards, claims, reader_named
from tests.readers.damage import damaged_copies
from tests.readers.harness import check_types, read
from tests.readers.invention import Invented, Text, invented

SAMPLES = Path(__file__).parent / "samples"
MUTATIONS = int(os.environ.get("SANLINT_MUTATIONS", "24"))
SECONDS = 1.0


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
    """The texts that stand in the code of a family's readers."""
    modules = {sys.modules[reader_named(name).read.__module__] for name in samples() if name.split("-", 1)[0] == family}
    folders = {Path(str(module.__file__)).parent for module in modules}
    trees = (ast.walk(ast.parse(path.read_text())) for folder in folders for path in folder.glob("*.py"))
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
    assert found, "nobody claims it"
    assert found[0][1].name == name
    assert len(found) == 1 or found[0][0].score > found[1][0].score


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_sample_is_read_whole(name: str) -> None:
    for path in samples()[name]:
        result = read(name, text_of(path))
        assert result.failure is None, path.name
        assert result.records > 0 or result.notes, path.name
        assert not result.ends_inside_record, path.name


@pytest.mark.parametrize("name", sorted(samples()))
def test_no_damage_breaks_a_reader_holds_it_up_or_makes_it_invent(name: str) -> None:
    texts = [text_of(path) for path in samples()[name]]
    constants = constants_of(name.split("-", 1)[0])
    others = [text_of(path) for _, paths in sorted(samples().items()) for path in paths[:1]][
        :: max(len(samples()) // 12, 1)
    ]
    for number, copy in enumerate(damaged_copies(texts, others, name, MUTATIONS)):
        begun = time.process_time()
        reader = reader_named(name)
        reader.detect(Capture(text=copy, file="capture.txt", owner="owner1"))
        result = read(name, copy)
        taken = time.process_time() - begun
        assert result.failure is None, f"copy {number}: {result.failure}\n{copy[:3000]}"
        # Collecting what earlier copies left behind is no hang: the slow ones are tried once more.
        if taken > SECONDS:
            begun = time.process_time()
            read(name, copy)
            taken = time.process_time() - begun
        assert taken < SECONDS, f"copy {number} took {taken:.1f} s\n{copy[:3000]}"
        check_types(result)
        found = invented(result, Text(copy), constants)
        assert found == [], f"copy {number}: {found[:5]}\n{copy[:3000]}"


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_what_was_read_before_does_not_matter(path: Path) -> None:
    from checker.readers.registry import Recogniser

    capture = Capture(text=text_of(path), file=path.name, owner="owner1")
    found = claims(capture)
    # Begin with a reader that claims it too, but less.
    for _, other in found[1:4]:
        seasoned = Recogniser()
        seasoned._remember(other)
        best = seasoned.best(capture)
        assert best is not None
        assert best[1].name == found[0][1].name
