"""Private folders and unfinished files: registered while they exist, so that nothing is left behind when a run ends.

A run that is stopped by a signal removes what is registered. A run that is killed cannot; a later run removes what it
left, once that is a day old.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checker.errors import UsageError
from checker.system.space import full, is_full

UNFINISHED = ".sanlint-part"
"""End of the name of a file or folder that is still being written."""

_PREFIX = "sanlint-run-"
_MARK = ".sanlint"
_OLD_S = 24 * 60 * 60
_registered: dict[str, None] = {}
_children: dict[int, None] = {}


@contextmanager
def private_folder(within: Path | None = None) -> Iterator[Path]:
    """Yield a new folder that only its owner can read; remove it at the end, also if the run is stopped.

    Args:
        within: another private folder; None makes the folder in the temporary folder of the system.
    """
    import tempfile

    if within is None:
        _remove_abandoned(Path(tempfile.gettempdir()))
    try:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=within))
    except OSError as error:
        if not is_full(error):
            raise
        raise UsageError(full()) from None
    with registered(folder):
        if within is None:
            # Without the mark, a later run leaves the folder alone if this one is killed.
            with contextlib.suppress(OSError):
                (folder / _MARK).touch()
        yield folder


@contextmanager
def registered(path: Path) -> Iterator[None]:
    """Register a file or folder; remove it at the end if it still exists."""
    with removed_if_stopped(path):
        try:
            yield
        finally:
            _remove(str(path))


@contextmanager
def removed_if_stopped(path: Path) -> Iterator[None]:
    """Register a file or folder that is not yet complete: it is removed if a signal ends the run."""
    name = os.path.abspath(path)  # noqa: PTH100 - the working directory may change, links must stay as they are
    _registered[name] = None
    try:
        yield
    finally:
        _registered.pop(name, None)


@contextmanager
def registered_child(process_id: int) -> Iterator[None]:
    """Register a child process that must not outlive this run."""
    _children[process_id] = None
    try:
        yield
    finally:
        _children.pop(process_id, None)


def remove_all() -> None:
    """Kill the registered children, then remove the registered files and folders."""
    import signal

    for process_id in list(_children):
        with contextlib.suppress(OSError):
            os.kill(process_id, getattr(signal, "SIGKILL", signal.SIGTERM))
            os.waitpid(process_id, 0)
    for name in reversed(list(_registered)):
        for _attempt in range(5):
            # A thread of the database may still be writing into the folder.
            _remove(name)
            if not os.path.lexists(name):
                break


def forget_all() -> None:
    """Forget everything that is registered: in a forked child, it belongs to the parent."""
    _registered.clear()
    _children.clear()


def remove_unfinished(folder: Path, beginning: str) -> None:
    """Remove unfinished files and folders whose names begin like this, if they are ours and more than a day old."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(beginning) and entry.name.endswith(UNFINISHED):
                with contextlib.suppress(OSError):
                    if _old_and_ours(entry.stat(follow_symlinks=False)):
                        _remove(entry.path)


def _remove_abandoned(folder: Path) -> None:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    private = os.name != "posix" or stat.S_IMODE(status.st_mode) == 0o700
                    # The mark distinguishes it from a folder that somebody named like this.
                    if private and _old_and_ours(status) and Path(entry.path, _MARK).is_file():
                        _remove(entry.path)


def _old_and_ours(status: os.stat_result) -> bool:
    ours = os.name != "posix" or status.st_uid == os.geteuid()
    return ours and status.st_mtime < time.time() - _OLD_S


def _remove(name: str) -> None:
    with contextlib.suppress(OSError):
        if os.path.isdir(name) and not os.path.islink(name):  # noqa: PTH112, PTH114
            shutil.rmtree(name, ignore_errors=True)
        else:
            os.unlink(name)  # noqa: PTH108
