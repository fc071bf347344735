"""Progress on a terminal for work that takes longer than a second; stages and their durations with ``-v``."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from checker.cli.support.terminal import say, use_color

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE_S = 1.0


class ProgressLine:
    """A callback ``(stage, fraction)`` for the audit; ``fraction`` is 0 to 1 of the stage, 0 if unknown."""

    def __init__(self, shown: bool, verbose: bool) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._verbose = verbose
        self._began = self._stage_began = time.monotonic()
        self._stage = ""
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
        self._end_stage()

    def __call__(self, stage: str, fraction: float) -> None:
        """Update the progress."""
        if stage != self._stage:
            self._end_stage()
            self._stage, self._stage_began = stage, time.monotonic()
        if self._shown and self._bar is None and time.monotonic() - self._began >= _PATIENCE_S:
            self._start()
        if self._bar is not None and self._task is not None:
            # Without a total the bar pulses: the remaining time is unknown.
            self._bar.update(
                self._task, total=1.0 if fraction > 0 else None, completed=min(fraction, 1.0), description=stage
            )

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        console = Console(stderr=True, no_color=not use_color("auto", sys.stderr))
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._task = self._bar.add_task(self._stage, total=1.0)
        self._bar.start()

    def _end_stage(self) -> None:
        if self._verbose and self._stage:
            say(f"{self._stage}: {time.monotonic() - self._stage_began:.2f} s")
        self._stage = ""
