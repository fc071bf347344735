"""SIGINT and SIGTERM: one line, nothing left behind, and the exit code 130 or 143, at any moment.

A Python signal handler that raises is no use here: DuckDB and Arrow call back into Python and swallow the exception, or
turn it into their own. So the run ends where the signal is noticed. That is the main thread if it executes Python, or a
thread that waits for signals if the main thread is inside a library.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from types import FrameType

from checker.system import leftovers

_WORDS = {int(signal.SIGINT): "interrupted", int(signal.SIGTERM): "terminated"}
_CLEAR_PROGRESS = "\r\x1b[K\x1b[?25h"
_owner = 0
_ending: int | None = None
_lock = threading.Lock()


def install() -> None:
    """End this process when it receives SIGINT or SIGTERM; a signal that the parent lets it ignore stays ignored."""
    global _owner  # noqa: PLW0603 - signals belong to the process
    if os.name != "posix":
        signal.signal(signal.SIGTERM, _stop)
        return
    _owner = os.getpid()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    for number in _WORDS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(reading,), name="signals", daemon=True).start()
    os.register_at_fork(after_in_child=_in_child)


def ignore_in_worker() -> None:
    """Leave SIGINT to the parent, which ends its workers, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _wait(reading: int) -> None:
    while True:
        for number in os.read(reading, 16):
            if number in _WORDS:
                _stop(number, None)


def _stop(number: int, _frame: FrameType | None) -> None:
    """End the process; whichever thread is first does it, and the other one waits for the end."""
    global _ending  # noqa: PLW0603
    if os.name == "posix" and os.getpid() != _owner:
        os._exit(128 + number)
    if not _lock.acquire(blocking=False):
        if _ending == threading.get_ident():
            return  # a second signal, while this thread cleans up
        while True:
            time.sleep(1)
    _ending = threading.get_ident()
    with contextlib.suppress(OSError):
        shown = _CLEAR_PROGRESS if os.isatty(2) else ""
        os.write(2, f"{shown}sanlint: {_WORDS[number]}\n".encode())
    try:
        _kill_workers()
        leftovers.remove_all()
    except Exception:  # noqa: BLE001, S110 - the state of an interrupted run is anything; ending is what matters
        pass
    finally:
        os._exit(128 + number)


def _kill_workers() -> None:
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        children = active_children()
        for child in children:
            child.kill()
        for child in children:
            child.join(1)


def _in_child() -> None:
    """In a forked child: leave the parent's signals, pipe and files alone."""
    signal.set_wakeup_fd(-1)
    for number in _WORDS:
        signal.signal(number, signal.SIG_DFL)
    leftovers.forget_all()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
