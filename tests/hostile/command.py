"""Runs the command as users do: a process of its own, with limits and streams that a case chooses."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.folders import ROOT

ENTRY = [sys.executable, "-c", "import sys; from checker.cli.entry import main; sys.exit(main())"]
ZONES = """\
sw-a1:FID128:admin> cfgshow
Defined configuration:
 cfg:   cfg_a   z_1
 zone:  z_1     10:00:00:00:c9:00:00:01; 10:00:00:00:c9:00:00:02
 zone:  z_2     10:00:00:00:c9:00:00:03; 10:00:00:00:c9:00:00:04
Effective configuration:
 cfg:   cfg_a
 zone:  z_1     10:00:00:00:c9:00:00:01
                10:00:00:00:c9:00:00:02
"""


def environment(**more: str) -> dict[str, str]:
    """The environment of a run: this checkout, and no colours."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "100", **more}


def run(folder: Path, *arguments: str, limits: dict[int, int] | None = None, **more: Any) -> Any:
    """Run the command in a folder; ``limits`` are of ``resource.RLIMIT_…``."""

    def limit() -> None:
        for what, value in (limits or {}).items():
            resource.setrlimit(what, (value, resource.getrlimit(what)[1]))

    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "timeout": 300, "check": False}
    variables = more.pop("variables", {})
    return subprocess.run(  # noqa: PLW1510 - nothing else runs in this process; check is below
        [*ENTRY, *arguments], cwd=folder, env=environment(**variables), preexec_fn=limit, **{**given, **more}
    )
