"""Numbers that no device prints: hundreds of digits in any place of an export neither stop its reading nor are stored."""

from __future__ import annotations

import ast
import math
import re
from pathlib import Path

import pytest

import checker.readers
from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from checker.readers.toolkit.numbers import TOO_LARGE, decimal, whole
from tests.hostile.exports.repeated import guarded
from tests.thorough import sample

_READERS = Path(checker.readers.__path__[0])
_SAMPLES = sorted(path for path in (Path(__file__).parents[2] / "readers/samples").iterdir() if path.is_file())
_LONGEST = 6_000
_DIGITS = re.compile(r"(?<![0-9A-Za-z:.\-])[0-9]+(?![0-9A-Za-z:])")
_DECIMALS = re.compile(r"(?<![0-9A-Za-z:.\-])[0-9]+\.[0-9]+(?![0-9A-Za-z:.])")


def test_whole_numbers_beyond_64_bits_are_one_value() -> None:
    assert whole("42") == 42
    assert whole(" -0042 ") == -42
    assert whole("0" * 5_000 + "7") == 7
    assert whole("ff" * 8, 16) == 2**64 - 1
    for text in ("9" * 30, "9" * 400, "9" * 50_000):
        assert whole(text) == TOO_LARGE
        assert whole(f"-{text}") == -TOO_LARGE
    assert whole("f" * 5_000, 16) == TOO_LARGE
    assert whole(math.inf) == TOO_LARGE


@pytest.mark.parametrize("text", ["", "x", "1x", "9" * 5_000 + "x", "x" + "9" * 5_000])
def test_other_text_is_no_number(text: str) -> None:
    with pytest.raises(ValueError):
        whole(text)
    with pytest.raises(ValueError):
        decimal(text)


def test_decimal_numbers_are_finite() -> None:
    assert decimal("1.5") == 1.5
    for given in ("9" * 400 + ".5", "1e999", "inf", 10**400):
        assert decimal(given) == float(TOO_LARGE)
    assert decimal("-1e999") == decimal(-(10**400)) == -float(TOO_LARGE)
    with pytest.raises(ValueError):
        decimal("nan")


def test_readers_turn_text_into_numbers_in_one_place() -> None:
    found = []
    for path in sorted(_READERS.rglob("*.py")):
        if path.relative_to(_READERS) == Path("toolkit/numbers.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            used = [node.func] if isinstance(node.func, ast.Name) else []
            if not (used and used[0].id in ("isinstance", "issubclass", "defaultdict")):
                used += [value for value in node.args if isinstance(value, ast.Name)]
            found += [f"{path.name}:{node.lineno}" for name in used if name.id in ("int", "float")]
    assert not found, f"use whole and decimal of toolkit.numbers: {found}"


@pytest.mark.parametrize("path", sample(_SAMPLES, 8), ids=lambda path: path.name)
def test_no_number_of_an_export_stops_its_reading(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")[:_LONGEST]
    found = claims(Capture(text, "export.txt", owner="owner1"))
    if not found:
        pytest.skip("the sample consists of several exports")
    reader = found[0][1].name
    for pattern, number, count in (
        (_DIGITS, "9" * 400, 40),
        (_DIGITS, "9" * 5_000, 6),
        (_DECIMALS, "9" * 400 + ".5", 40),
        (_DIGITS, "NaN", 40),
        (_DIGITS, "-Infinity", 40),
    ):
        changed = pattern.sub(number, text, count)
        with guarded():
            result = read_capture(reader_named(reader), Capture(changed, "export.txt", owner="owner1"))
        assert result.failure is None, result.failure
        _assert_storable(result)


def _assert_storable(result: ReadResult) -> None:
    for chunk in result.observations.chunks():
        for name, values in zip(chunk.columns, chunk.values, strict=True):
            for value in values:
                if isinstance(value, float):
                    assert math.isfinite(value), f"{chunk.kind}.{name}"
                elif isinstance(value, int):
                    assert -(2**63) <= value < 2**63, f"{chunk.kind}.{name}"
                elif isinstance(value, str):
                    assert "\n" not in value and len(value) <= 10_000, f"{chunk.kind}.{name}"
