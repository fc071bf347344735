"""Two hundred damaged copies of exports: whatever they hold, the run ends with a report and a code of cli.md."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import folders
from tests.cli.conftest import Outcome
from tests.thorough import sample

Run = Callable[..., Outcome]
FIXTURES = folders.FIXTURES
COPIES = 20
SCENARIOS = (
    "demo", "alignment", "clean-vplex-local", "looks-like-enough-paths", "symmetrix-nmp", "xtremio-testbed",
)  # fmt: skip
ODD = (
    b"\0", b"\xff\xfe", b"\x1b[31m", b"[red]", b"{", b"]", b'"', b"\\ud800", b"99999999999999999999999", b"-1", b"1e999",
    b"\r", b"\n\n\n", b"\t", b":", b"naa.", b"0x", b"50:00", b"NaN", b"%s%n", b"\xe2\x80\xae", b"' OR 1=1 --", b"/" * 300,
)  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Cut, repeat, swap and overwrite parts of an export."""
    for _ in range(chance.randint(1, 12)):
        where = chance.randrange(len(data) + 1)
        length = chance.choice((1, 1, 3, 20, 200, 2000))
        match chance.randrange(8):
            case 0:
                data = data[:where]
            case 1:
                data = data[where:]
            case 2:
                data = data[:where] + data[where + length :]
            case 3:
                data = data[:where] + data[where : where + length] * 3 + data[where + length :]
            case 4 | 5:
                data = data[:where] + chance.choice(ODD) + data[where + chance.randint(0, 4) :]
            case 6:
                lines = data.split(b"\n")
                chance.shuffle(lines)
                data = b"\n".join(lines)
            case _:
                data = data[:where] + bytes(chance.randrange(256) for _ in range(length)) + data[where:]
    return data


@pytest.mark.parametrize("seed", sample(range(10), 3))
def test_damaged_exports_never_break_a_run(sanlint: Run, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    files = sorted(
        path for name in SCENARIOS for path in (FIXTURES / name / "exports").rglob("*") if path.is_file()
    )  # fmt: skip
    for number in range(COPIES):
        source = chance.choice(files)
        folder = tmp_path / f"{number:02}" / source.parent.name
        folder.mkdir(parents=True)
        (folder / source.name).write_bytes(damaged(source.read_bytes(), chance))
    outcome = sanlint("check", str(tmp_path), "--isolated", "--format", "json")
    assert outcome.code in (0, 1, 3), outcome.err[-2000:] + str(json.loads(outcome.out or "{}").get("errors"))
    assert "Traceback" not in outcome.err
    report = json.loads(outcome.out)
    named = {file["path"] for file in report["coverage"]["files"]}
    assert len(named) == COPIES, "every file is named in coverage"
