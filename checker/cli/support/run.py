"""From arguments to an exit code; every error becomes a message, never a traceback."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence

from checker import __version__, cache
from checker.cli.support.replaced import take_notes
from checker.errors import InternalError, SanlintError, UsageError
from checker.system import streams

INTERRUPTED = 130
COMPLETING = "_SANLINT_COMPLETE"
"""Set by shells that ask for completions."""

EXTRAS = {"numpy": "estimate", "lsprotocol": "lsp", "pygls": "lsp"}
"""Packages that only some commands need, and the extra that installs each."""

LEAST_ADDRESS_SPACE = 1 << 30
"""Address space (``ulimit -v``) that a run needs, in bytes."""

# Precedence of exit codes, as in cli.md; interruption is handled separately because it ends the run.
PRECEDENCE = (4, 2, 3, 1, 0)


def highest(codes: Sequence[int]) -> int:
    """Return the exit code with the highest precedence; 0 for none."""
    return next((code for code in PRECEDENCE if code in codes), 0)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    # Most objects live until the end; collecting garbage every 700 objects takes 5 % of a small check.
    gc.set_threshold(200_000, 20)
    code = _code_of(arguments)
    return code if _written() else 2


def _written() -> bool:
    """Write what is still buffered; say so if that is not possible, and discard it."""
    try:
        sys.stdout.flush()
    except OSError as error:
        streams.discard_output()
        if error.errno != errno.EPIPE:
            _say(f"error: standard output cannot be written: {error.strerror or error}")
            return False
    return True


def _code_of(arguments: Sequence[str]) -> int:
    try:
        return _invoke(arguments)
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except SanlintError as error:
        _say(f"{'internal error' if isinstance(error, InternalError) else 'error'}: {error}")
        if isinstance(error, InternalError):
            _distrust_cache()
        return error.exit_code
    except OSError as error:
        if error.errno == errno.EPIPE:
            # The reader closed the pipe, which is not an error.
            streams.discard_output()
            return 0
        if error.filename is None and not _written():
            return 2
        _say(f"error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        return 2
    except MemoryError:
        _say("error: not enough memory")
        return 2
    except Exception as error:  # noqa: BLE001 - the last line of defence: a message instead of a traceback
        if (needed := _missing_extra(error) or _missing_resource(error)) is not None:
            _say(f"error: {needed}")
            return 2
        _say(f"internal error: {type(error).__name__}: {error}")
        _distrust_cache()
        _say("this is a bug in sanlint; set SANLINT_DEBUG=1 to show the traceback")
        if os.environ.get("SANLINT_DEBUG"):
            import traceback

            traceback.print_exc()
        return InternalError.exit_code


def _distrust_cache() -> None:
    """Remove what this run has read from the private cache: if that was wrong, the next run must not fail on it again."""
    if cache.forget_used():
        _say("the cache entries that this run used were removed; run the command again")


def _demand_address_space() -> None:
    """Refuse to run in an address space that is too small.

    The C library and the threads of the database end the process without a message, or crash, if they get no memory.
    """
    try:
        import resource
    except ImportError:  # not available on Windows
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < LEAST_ADDRESS_SPACE:
        raise UsageError(
            f"this process may use {limit >> 20} MiB of address space; at least {LEAST_ADDRESS_SPACE >> 20} are needed"
        )


def _missing_extra(error: Exception) -> str | None:
    """Return what to install, if a package of an extra is missing."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    return f"this requires {name}: pip install 'sanlint[{EXTRAS[name]}]'" if name in EXTRAS else None


def _missing_resource(error: Exception) -> str | None:
    """Return what the machine has too little of, if that is what the database says."""
    if not type(error).__module__.strip("_").startswith("duckdb"):
        return None
    if type(error).__name__ == "OutOfMemoryException":
        return "not enough memory"
    if type(error).__name__ == "IOException":
        return " ".join(str(error).split())
    return None


def _invoke(arguments: Sequence[str]) -> int:
    if list(arguments) in (["--version"], ["-V"]):
        # Printed before anything else is loaded.
        sys.stdout.write(f"sanlint {__version__}\n")
        return 0
    _demand_address_space()
    from checker.cli.app import application, needed

    if "--install-completion" in arguments:
        from checker.cli.completion import replace_settings_completely

        replace_settings_completely()
    try:
        application(needed(arguments))(list(arguments), prog_name="sanlint")
    except SystemExit as stop:
        if isinstance(stop.__context__, OSError) and stop.__context__.errno == errno.EPIPE:
            # The libraries that print help end with 1 if the reader closed the pipe.
            raise stop.__context__ from None
        if isinstance(stop.code, int):
            if stop.code == INTERRUPTED:
                raise KeyboardInterrupt from None
            return stop.code
        return 0 if stop.code is None else InternalError.exit_code
    finally:
        # Before the message of an error, which stays the last line.
        for note in take_notes():
            if COMPLETING not in os.environ:
                _say(f"note: {note}")
    return 0


def _say(text: str) -> None:
    from checker.report.text.words import clean

    try:
        for line in text.splitlines() or [""]:
            sys.stderr.write(f"sanlint: {clean(line)}\n")
        sys.stderr.flush()
    except OSError:
        # Standard error is closed too.
        return
