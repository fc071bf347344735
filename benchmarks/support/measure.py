"""Processor time and memory of commands: several runs, alternating, of which the least counts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Use:
    """What a command used at least: processor seconds with all its children, and MiB of its largest process."""

    seconds: float
    mib: float


def use_of(command: Sequence[str], folder: str, environment: Mapping[str, str]) -> Use:
    """Run a command once.

    Raises:
        SystemExit: it ends with an unexpected code.
    """
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder, env=dict(environment)
    )
    assert process.stderr is not None
    message = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in {0, 1, 3}:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}\n{message.decode()[-500:]}")
    return Use(used.ru_utime + used.ru_stime, used.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2))


def least(
    commands: Mapping[str, tuple[Sequence[str], Mapping[str, str]]],
    folder: str,
    runs: int,
    *,
    warm: bool = True,
    forget: bool = False,
) -> dict[str, Use]:
    """Run commands in turn and return the least that each used; with ``warm``, one more run before does not count.

    With ``forget``, the answers of earlier runs are removed before each, but not the compiled rules.
    """
    found: dict[str, list[Use]] = {name: [] for name in commands}
    for turn in range(runs + warm):
        for name, (command, environment) in commands.items():
            for answer in Path(environment["XDG_CACHE_HOME"]).glob("sanlint/answer-*") if forget else ():
                answer.unlink()
            used = use_of(command, folder, environment)
            if turn or not warm:
                found[name].append(used)
    return {name: Use(min(one.seconds for one in all_), min(one.mib for one in all_)) for name, all_ in found.items()}
