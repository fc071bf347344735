"""How reader tests read: text in, rows out; and the properties every reader must hold on damaged input."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.intake.decode import decode
from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, Reader, ReadResult, read_capture
from tests import folders

_PYTHON_TYPES = {"text": str, "int": int, "float": (int, float), "bool": bool, "time": object}


def read(name: str, text: str, owner: str = "owner1") -> ReadResult:
    """Read the text with the named reader and check that every value has its column's type."""
    capture = Capture(text=text, file="capture.txt", owner=owner)
    result = read_capture(reader_named(name), capture, Observations(samples=True))
    check_types(result)
    return result


def check_types(result: ReadResult) -> None:
    for chunk in result.observations.chunks():
        kind = kinds()[chunk.kind]
        for column, values in zip(chunk.columns, chunk.values, strict=True):
            declared = kind.column(column)
            for value in values:
                if value is None:
                    continue
                expected = _PYTHON_TYPES[declared.type]
                wrong_bool = isinstance(value, bool) and declared.type != "bool"
                assert isinstance(value, expected) and not wrong_bool, f"{chunk.kind}.{column} = {value!r}"
                if declared.values:
                    assert value in declared.values, f"{chunk.kind}.{column} = {value!r} is not in {declared.values}"


def printed_size(row: Mapping[str, object], column: str = "size") -> int:
    """The rounded size that was printed: the middle of its bounds, which a row has instead of an exact size."""
    assert f"{column}_bytes" not in row
    low, high = row[f"{column}_low_bytes"], row[f"{column}_high_bytes"]
    assert isinstance(low, int) and isinstance(high, int) and low < high
    return (low + high) // 2


def facts(result: ReadResult) -> set[tuple[object, ...]]:
    """Every fact read, without lines, for comparing two readings."""
    found: set[tuple[object, ...]] = set()
    for chunk in result.observations.chunks():
        for index in range(len(chunk.line)):
            row = tuple(
                (column, values[index])
                for column, values in sorted(zip(chunk.columns, chunk.values, strict=True))
                if values[index] is not None
            )
            found.add((chunk.kind, row))
    return found


def best_reader(text: str, command: str | None = None) -> str | None:
    """The name of the reader that wins the detection of this text, printed by a command if that is known."""
    found = claims(Capture(text=text, file="capture.txt", owner="owner1", command=command))
    return found[0][1].name if found else None


def sample(name: str) -> str:
    """The text of a sample, decoded as the input stage would; the extension ``.txt`` may be omitted."""
    path = folders.SAMPLES / name
    return decode((path if path.exists() else folders.SAMPLES / f"{name}.txt").read_bytes())


def corpus_file(relative: str) -> str:
    """The text of a corpus file, decoded as the input stage would; skips without a corpus."""
    root = os.environ.get("SANLINT_CORPUS")
    if not root:
        pytest.skip("SANLINT_CORPUS is not set: the corpus of outside exports is not here")
    return decode((Path(root) / relative).read_bytes())


def corpus_files() -> list[Path]:
    """Every file of the corpus; empty without a corpus."""
    root = os.environ.get("SANLINT_CORPUS")
    if not root:
        return []
    return sorted(p for p in Path(root).rglob("*") if p.is_file() and p.name != "SOURCES.tsv")


needs_corpus = pytest.mark.skipif(
    not os.environ.get("SANLINT_CORPUS"), reason="SANLINT_CORPUS is not set: the corpus of outside exports is not here"
)


def damaged(text: str, seed: int) -> Iterable[str]:
    """Deterministic damage: cut at any place, lines dropped, swapped, doubled, characters replaced, prompts added."""
    chance = random.Random(seed)
    lines = text.split("\n")
    yield text[: chance.randrange(len(text) + 1)]
    kept = [line for line in lines if chance.random() > 0.2]
    yield "\n".join(kept)
    shuffled = lines[:]
    chance.shuffle(shuffled)
    yield "\n".join(shuffled)
    yield "\n".join(line.lstrip() for line in lines)
    yield "".join(chance.choice("xX#\u00a0\u20ac\x00 :;{}\n") if chance.random() < 0.05 else c for c in text)
    yield text + "\n[root@host:~] exit\n"


def assert_robust(reader: Reader | str, text: str, seed: int) -> None:
    """No damage makes the reader break or write a value of a wrong type."""
    name = reader if isinstance(reader, str) else reader.name
    for variant in damaged(text, seed):
        result = read(name, variant)
        assert result.failure is None, result.failure
