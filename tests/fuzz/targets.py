"""What is fuzzed: a name, the inputs to begin with, and a function that raises if an input breaks a promise."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from checker.intake.bundles.limits import MIB, Limits
from checker.intake.decode import decode
from checker.intake.pool import read_all
from checker.intake.sections.section import capture_of
from checker.intake.sections.split import split_commands
from checker.intake.sources import sources_of
from checker.intake.walk import SourceFile
from checker.readers.registry import cards, claims, reader_named
from checker.readers.toolkit.base import Capture, read_capture
from checker.system.processor_time import Allowance, limited
from tests import folders
from tests.hostile.inputs.archives import ARCHIVES
from tests.hostile.inputs.documents import DOCUMENTS
from tests.readers.harness import check_types
from tests.readers.invention import Text

SECONDS = 5.0
"""Processor time after which an input counts as one that hangs; a normal one takes milliseconds."""
LARGEST = 8_192
"""Bytes of an input: fuzzing needs small ones."""
_LIMITS = Limits(max_member_bytes=MIB, max_total_bytes=16 * MIB, max_members=1_000)
_WORLD_WIDE_NAME = re.compile(r"(?:naa\.)?([0-9a-f]{2}(?::[0-9a-f]{2}){7}|[0-9a-f]{16}|[0-9a-f]{32})")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\r]")


@dataclass(frozen=True)
class Target:
    """One thing that is fuzzed; ``check`` raises AssertionError, or whatever the program raises and should not."""

    name: str
    beginnings: Callable[[], Iterator[bytes]]
    check: Callable[[bytes], None]


def targets() -> list[Target]:
    """Every target; the readers of a family are one."""
    return [
        Target("intake", _any_file, _check_intake),
        Target("bundles", _archives, _check_intake),
        Target("decode", _any_file, _check_decode),
        Target("split", _samples, _check_split),
        Target("detect", _samples, _check_detect),
        *(_family(name) for name in sorted({card.module.split(".")[2] for card in cards() if card.module})),
    ]


def everything() -> Target:
    """All targets as one: the first byte of the input selects one of them."""
    each = targets()

    def beginnings() -> Iterator[bytes]:
        for number, target in enumerate(each):
            for data in target.beginnings():
                yield bytes([number]) + data

    def check(data: bytes) -> None:
        if data:
            each[data[0] % len(each)].check(data[1:])

    return Target("everything", beginnings, check)


def _within_time(allowance: Allowance) -> None:
    assert not allowance.spent, f"more than {SECONDS:g} seconds of processor time"


def _samples() -> Iterator[bytes]:
    for path in sorted(folders.SAMPLES.iterdir()):
        if path.is_file():
            yield path.read_bytes()[:LARGEST]


def _hostile(cases: tuple[object, ...]) -> Iterator[bytes]:
    """Yield the inputs of the hostile cases that are small files."""
    with tempfile.TemporaryDirectory() as name:
        for number, case in enumerate(cases):
            folder = Path(name) / str(number)
            folder.mkdir()
            case.write(folder)  # type: ignore[attr-defined]
            for path in sorted(folder.rglob("*")):
                if path.is_file() and not path.is_symlink() and path.stat().st_size <= LARGEST:
                    yield path.read_bytes()


def _any_file() -> Iterator[bytes]:
    yield from _samples()
    yield from _hostile(DOCUMENTS)


def _archives() -> Iterator[bytes]:
    yield from _hostile(ARCHIVES)


def _check_intake(data: bytes) -> None:
    """A whole file, or an archive: no internal error, nothing outside its lines, and never without a result."""
    begin = time.process_time()
    with tempfile.TemporaryDirectory() as name:
        given, private = Path(name) / "given", Path(name) / "private"
        given.mkdir()
        private.mkdir()
        (given / "export.txt").write_bytes(data)
        result = read_all(sources_of([str(given)], private, _LIMITS), private, jobs=1)
        assert result.records
        for record in result.records:
            assert record.failure is None, record.failure
            assert 0 <= record.unread_lines <= max(record.lines, 1), (record.unread_lines, record.lines)
            for line, text in record.notes:
                assert line >= 1 and text.isprintable(), (line, text)
        assert sorted(path.name for path in Path(name).iterdir()) == ["given", "private"]
    # Reading a file sets its own limit, and limits are not nested.
    _within_time(Allowance(SECONDS, time.process_time() - begin > SECONDS))


def _check_decode(data: bytes) -> None:
    with limited(SECONDS) as allowance:
        text = decode(data)
        assert not _CONTROLS.search(text)
        # What is read a second time, to show lines, is numbered alike.
        assert decode(text.encode()).count("\n") == text.count("\n")
    _within_time(allowance)


def _check_split(data: bytes) -> None:
    """The parts are in order and inside the text."""
    with limited(SECONDS) as allowance:
        text = decode(data)
        source = SourceFile("export.txt", ("export.txt",), None, len(data))
        last, lines = 1, text.count("\n") + 1
        for section in split_commands(text):
            assert last <= section.first_line <= lines, (section.first_line, lines)
            assert section.first_line + section.text.rstrip("\n").count("\n") <= lines
            last = section.first_line
            assert capture_of(section, source).first_line == section.first_line
    _within_time(allowance)


def _check_detect(data: bytes) -> None:
    with limited(SECONDS) as allowance:
        for detection, _reader in claims(Capture(decode(data), "export.txt", owner="owner1")):
            assert 1 <= detection.score <= 100
    _within_time(allowance)


def _family(family: str) -> Target:
    """The readers of a family: the first byte of the input selects one, the others are its text."""
    names = [card.name for card in cards() if card.module.split(".")[2:3] == [family]]

    def beginnings() -> Iterator[bytes]:
        for number, name in enumerate(names):
            for path in sorted(folders.SAMPLES.glob(f"{name}.*")):
                yield bytes([number]) + path.read_bytes()[: LARGEST - 1]

    def check(data: bytes) -> None:
        if data:
            read_safely(names[data[0] % len(names)], decode(data[1:]))

    return Target(f"reader-{family}", beginnings, check)


def read_safely(name: str, text: str) -> None:
    """Run one reader on a text and check what it returns: no failure, possible counters, right types, no invented name."""
    reader = reader_named(name)
    with limited(SECONDS) as allowance:
        capture = Capture(text, "export.txt", owner="owner1", first_line=11)
        reader.detect(capture)
        for function in (reader.owner_in, reader.captured_in, reader.intent):
            if function is not None:
                function(text)
        if reader.ignores is not None:
            reader.ignores(text, 1)
        result = read_capture(reader, capture)
    _within_time(allowance)
    assert result.failure is None, f"{name}: {result.failure}"
    lines = text.count("\n") + 1
    within = range(11, 11 + lines)
    assert 0 <= result.unread_lines <= lines, f"{name}: {result.unread_lines} of {lines} lines unread"
    for note in result.notes:
        assert note.line in within and note.text.isprintable(), f"{name}: {note}"
    check_types(result)
    whole = Text(text)
    for chunk in result.observations.chunks():
        assert all(line in within for line in chunk.line), f"{name}: facts at {[*chunk.line][:5]}, outside {within}"
        for column, values in zip(chunk.columns, chunk.values, strict=True):
            for value in values:
                if isinstance(value, str) and (found := _WORLD_WIDE_NAME.fullmatch(value)):
                    digits = found.group(1).replace(":", "")
                    known = whole.contains_text(digits) or whole.contains_identity(digits)
                    # A size in bytes may look like a name.
                    known = known or (digits.isdecimal() and whole.contains_number(float(digits)))
                    assert known, f"{name}: {chunk.kind}.{column} = {value!r} is not in the text"
