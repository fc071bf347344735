"""Generate ``docs/check.svg``, the picture in the README, from the output of a command.

Usage: ``python docs/picture.py [LINES] -- sanlint check …``; LINES limits the output to the first lines.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 100
TARGET = Path(__file__).parent / "check.svg"


def main(arguments: list[str]) -> int:
    """Run the command in colour and save its output; return the exit code of the command if it failed."""
    split = arguments.index("--")
    limit = int(arguments[0]) if split else None
    command = arguments[split + 1 :]
    environment = {**os.environ, "COLUMNS": str(WIDTH), "FORCE_COLOR": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode > 1:
        sys.stderr.write(done.stderr)
        return done.returncode
    lines = done.stdout.splitlines()
    if limit is not None and len(lines) > limit:
        lines = [*lines[:limit], f"… {len(lines) - limit} more lines"]
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    shown = shlex.join([Path(command[0]).name, *command[1:]])
    console.print(Text(f"$ {shown}", style="bold"))
    console.print(Text.from_ansi("\n".join(lines)), soft_wrap=True)
    svg = console.export_svg(title="sanlint", unique_id="sanlint")
    # The picture must work offline, so it uses an installed monospaced font.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono")
    TARGET.write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
