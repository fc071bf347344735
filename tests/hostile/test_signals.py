"""Signals at any moment: the exit code of the signal, one line, and nothing left behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.folders import FIXTURES, ROOT
from tests.hostile.command import ENTRY, environment
from tests.hostile.site_rule import write_rule
from tests.thorough import sample

ENDS = {signal.SIGINT: (130, b"sanlint: interrupted\n"), signal.SIGTERM: (143, b"sanlint: terminated\n")}
BUSY = {
    "database": "import duckdb\nsay()\nduckdb.sql('SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b').fetchall()",
    "other library": "import hashlib\nsay()\nhashlib.pbkdf2_hmac('sha256', b'a', b'b', 2**31 - 1)",
    "pattern": "import re\nsay()\nre.match('(a+)+$', 'a' * 100 + 'b')",
    "python": "say()\nwhile True: pass",
    "exception handler": "say()\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass",
}
WORK = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from checker.system import leftovers, stop
def say():
    sys.stdout.write("ready" + chr(10))
    sys.stdout.flush()
stop.install()
with leftovers.private_folder() as folder:
    (folder / "facts").write_text("x")
"""


@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
@pytest.mark.parametrize("busy", sample(BUSY, 2))
def test_a_signal_ends_whatever_runs(tmp_path: Path, busy: str, number: signal.Signals) -> None:
    script = WORK + "\n".join(f"    {line}" for line in BUSY[busy].splitlines())
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        env=environment(TMPDIR=str(tmp_path)),
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.2)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == ENDS[number]
    assert list(tmp_path.iterdir()) == []


def installed(process: subprocess.Popen[bytes], number: signal.Signals) -> bool:
    """Whether the process handles the signal; before, the system or Python ends it in their own way."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(caught & 1 << signal.SIGTERM - 1) and bool(caught & 1 << number - 1)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("seed", sample(range(6), 3))
def test_a_check_ends_at_any_moment(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    number = chance.choice(list(ENDS))
    pack, temporary = write_rule(tmp_path / "pack"), tmp_path / "tmp"
    temporary.mkdir()
    arguments = ["check", str(FIXTURES / "demo" / "exports"), "--isolated", "--rules", str(pack), "-o", "json:out.json"]
    process = subprocess.Popen(
        [*ENTRY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=tmp_path,
        env=environment(TMPDIR=str(temporary)), start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )  # fmt: skip
    while process.poll() is None and not installed(process, number):
        time.sleep(0.01)
    # The first is stopped at once, the others somewhere on the way.
    time.sleep(seed * chance.random())
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    if seed == 0 or process.returncode != 1:
        assert (process.returncode, errors) == ENDS[number]
        assert not (tmp_path / "out.json").exists()
    assert list(temporary.iterdir()) == []
    assert not list(tmp_path.glob(".*"))
    # No worker and no child outlives the run.
    with pytest.raises(ProcessLookupError):
        for _ in range(1000):
            os.killpg(process.pid, 0)
            time.sleep(0.01)


def test_two_signals_are_like_one(tmp_path: Path) -> None:
    script = WORK + "    say()\n    while True: pass"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        env=environment(TMPDIR=str(tmp_path)),
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(5):
            process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == ENDS[signal.SIGTERM]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
def test_a_signal_during_the_start_ends_in_one_line(tmp_path: Path, number: signal.Signals) -> None:
    script = (
        "import os, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'checker.system.stop':\n"
        f"            os.kill(os.getpid(), {int(number)})\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from checker.cli.entry import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "--version"],
        capture_output=True, cwd=tmp_path, env=environment(), check=False, timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == ENDS[number]
