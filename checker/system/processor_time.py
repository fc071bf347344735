"""A limit for the processor time of a block of code that hostile input may keep busy, such as a regular expression."""

from __future__ import annotations

import signal
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

_AGAIN = 0.01
"""Seconds after which the end is tried again while a protected module runs."""


TAKES_TOO_LONG = "the file takes too much processor time"


class TooLongError(Exception):
    """Raised inside a block that used up its processor time."""


@dataclass
class Allowance:
    """The processor time of one block; ``spent`` is set before :class:`TooLongError` is raised in it."""

    seconds: float
    spent: bool = False


@contextmanager
def limited(seconds: float, protected: Collection[str] = ()) -> Iterator[Allowance]:
    """Raise TooLongError once in the block when it has used so much processor time of this process.

    Windows and threads other than the main one have no such limit.

    Args:
        seconds: user time; waiting for other processes or for files does not count.
        protected: names of modules whose data must stay consistent: while one of their functions is active, the error
            is postponed.
    """
    allowance = Allowance(seconds)
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield allowance
        return

    def stop(_number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_globals.get("__name__") in protected:
                signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN)
                return
            frame = frame.f_back
        allowance.spent = True
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield allowance
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
