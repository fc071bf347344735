"""Fuzz the targets with atheris, each in a process of its own: ``python -m tests.fuzz.run [--seconds N] [TARGET …]``.

Starting a process takes some ten seconds; the target ``everything`` is all of them in one process, for short runs.

Inputs that reach new code are kept in ``build/fuzz/inputs`` and used by the next run. An input that breaks a promise is written
to ``build/fuzz/found`` with its traceback, once for each place in the code, and the run goes on; it ends with exit code 1.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.folders import ROOT

_BUILD = ROOT / "build" / "fuzz"
_FOUND = _BUILD / "found"
_MEMORY_MIB = 2_048
_HANGS = 60
"""Seconds after which libFuzzer ends a process that even the limit of processor time does not interrupt."""
_RUNS = re.compile(r"stat::number_of_executed_units:\s*([0-9]+)")


def _kept(folder: Path) -> int:
    return sum(1 for _ in folder.glob("*.txt")) if folder.is_dir() else 0


def _recording(name: str, check: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return a check that writes down what fails and goes on."""

    def run(data: bytes) -> None:
        try:
            check(data)
        except Exception as error:  # noqa: BLE001 - whatever fails is what is looked for
            frames = traceback.extract_tb(error.__traceback__)
            # Of assertions, the text distinguishes two kinds; its numbers do not.
            kind = re.sub("[0-9]+", "0", str(error))[:40] if isinstance(error, AssertionError) else ""
            place = f"{type(error).__name__} {kind} {frames[-1].filename}:{frames[-1].lineno}"
            stem = f"{name}-{hashlib.sha256(place.encode()).hexdigest()[:12]}"
            if not (_FOUND / f"{stem}.txt").exists():
                _FOUND.mkdir(parents=True, exist_ok=True)
                (_FOUND / f"{stem}.input").write_bytes(data)
                (_FOUND / f"{stem}.txt").write_text("".join(traceback.format_exception(error)))

    return run


def _fuzz(name: str, seconds: int, seed: int) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["checker"]):
        from tests.fuzz.targets import LARGEST, everything, targets

        target = next(one for one in (everything(), *targets()) if one.name == name)
        beginnings = [*target.beginnings()]
        if name in {"everything", "intake", "bundles", "detect"} or name.startswith("reader-"):
            from checker.readers.registry import readers

            readers()
    inputs = _BUILD / "inputs" / name
    inputs.mkdir(parents=True, exist_ok=True)
    for data in beginnings:
        (inputs / hashlib.sha256(data).hexdigest()[:20]).write_bytes(data)
    _FOUND.mkdir(parents=True, exist_ok=True)
    options = (
        f"-max_total_time={seconds}", f"-max_len={LARGEST}", f"-timeout={_HANGS}", f"-rss_limit_mb={_MEMORY_MIB}",
        f"-artifact_prefix={_FOUND}/{name}-", "-print_final_stats=1", "-verbosity=0", f"-seed={seed}",
    )  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(inputs)], _recording(name, target.check))
    atheris.Fuzz()


def main() -> int:
    """Fuzz all targets, or those that are named, in turn; return 1 if something was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="TARGET", help="each target by default")
    parser.add_argument("--seconds", type=int, default=120, help="for all targets together (120)")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (0: another one each time)")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        _fuzz(given.names[0], given.seconds, given.seed)
    from tests.fuzz.targets import everything, targets

    known = [target.name for target in targets()]
    if unknown := set(given.names) - {everything().name, *known}:
        parser.error(f"unknown target: {', '.join(sorted(unknown))}; known are {', '.join(known)}")
    names = given.names or known
    each = max(given.seconds // len(names), 1)
    before, total, broken = _kept(_FOUND), 0, 0
    for name in names:
        command = [
            sys.executable,
            "-m",
            "tests.fuzz.run",
            "--alone",
            "--seconds",
            str(each),
            "--seed",
            str(given.seed),
            name,
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, errors="replace")
        runs = _RUNS.search(done.stderr)
        count = int(runs.group(1)) if runs else 0
        total += count
        print(f"{name}: {count:,} inputs", flush=True)
        if done.returncode:
            broken += 1
            print(done.stderr[-3_000:], file=sys.stderr)
    found = _kept(_FOUND) - before
    print(f"{total:,} inputs; {found} new places that fail; {broken} processes ended early")
    return 1 if found or broken else 0


if __name__ == "__main__":
    sys.exit(main())
