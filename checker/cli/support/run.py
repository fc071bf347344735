"""From arguments to an exit code; every error becomes a message, never a traceback."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from checker.errors import InternalError, SanlintError

INTERRUPTED = 130
TERMINATED = 143
# Precedence of exit codes, as in cli.md; interruption is handled separately because it ends the run.
PRECEDENCE = (4, 2, 3, 1, 0)


def highest(codes: Sequence[int]) -> int:
    """Return the exit code with the highest precedence; 0 for none."""
    return next((code for code in PRECEDENCE if code in codes), 0)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    # Most objects live until the end; collecting garbage every 700 objects takes 5 % of a small check.
    gc.set_threshold(50_000, 20)
    signal.signal(signal.SIGTERM, _terminated)
    _open_closed_streams()
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _say("interrupted")
        code = INTERRUPTED
    except SanlintError as error:
        _say(f"{'internal error' if isinstance(error, InternalError) else 'error'}: {error}")
        code = error.exit_code
    except OSError as error:
        if error.errno == errno.EPIPE:
            return _closed_pipe(0)
        _say(f"error: {error.strerror or error}: {error.filename}" if error.filename else f"error: {error}")
        code = 2
    except Exception as error:  # noqa: BLE001 - the last line of defence: a message instead of a traceback
        _say(f"internal error: {type(error).__name__}: {error}")
        _say("this is a bug in sanlint; set SANLINT_DEBUG=1 to show the traceback")
        if os.environ.get("SANLINT_DEBUG"):
            traceback.print_exc()
        code = InternalError.exit_code
    return code


def _invoke(arguments: Sequence[str]) -> int:
    from checker.cli.app import application, needed

    try:
        application(needed(arguments))(list(arguments), prog_name="sanlint")
    except SystemExit as stop:
        if isinstance(stop.code, int):
            if stop.code == INTERRUPTED:
                raise KeyboardInterrupt from None
            return stop.code
        return 0 if stop.code is None else InternalError.exit_code
    return 0


def _open_closed_streams() -> None:
    """Open the null device for streams that were closed before the start (``>&-``), which Python sets to None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end


def _terminated(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(TERMINATED)


def _say(text: str) -> None:
    from checker.report.text.words import clean

    try:
        for line in text.splitlines() or [""]:
            sys.stderr.write(f"sanlint: {clean(line)}\n")
        sys.stderr.flush()
    except OSError:
        # Standard error is closed too.
        return


def _closed_pipe(code: int) -> int:
    """Discard further output: the reader closed the pipe, which is not an error."""
    from checker.cli.support.terminal import discard_output

    discard_output()
    return code
