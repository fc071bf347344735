"""The entry point of the ``sanlint`` command: search path, signals, exit code.

There is no ``__future__`` import here: until :func:`main` has cleaned the search path, every import could be answered by
a file next to the script.
"""

import os
import sys

_FAILED = (2, 4)
_ROOM = 16 << 20
"""Bytes that all compiled modules need at most."""


def main() -> int:
    """Run the command with the process's arguments and return its exit code."""
    _search_no_folder_of_others()
    _write_no_half_modules()
    _end_on_signals()
    from checker.system import stop, streams

    streams.occupy_descriptors()
    stop.install()
    streams.prepare()
    from checker.cli.support.run import run

    code = run(sys.argv[1:])
    if code in _FAILED:
        # Without memory or disk space, what libraries do at the end of a process may crash, and replace the code.
        try:
            sys.stderr.flush()
        finally:
            os._exit(code)
    # Python looks for cycles among all objects when it ends, which takes a quarter of a run of ``--version``. DuckDB reports
    # objects in cycles that are left to the end as leaked, on standard error.
    if "_duckdb" not in sys.modules:
        import gc

        gc.freeze()
    return code


def _end_on_signals() -> None:
    """End with the usual exit code until the handlers that clean up are imported; nothing has been written before that."""
    import signal

    def end(number: int, _frame: object) -> None:
        try:
            os.write(2, b"sanlint: interrupted\n" if number == signal.SIGINT else b"sanlint: terminated\n")
        finally:
            os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def _write_no_half_modules() -> None:
    """Keep no compiled modules where a disk is full or files are limited: Python would keep half of one, and fail on it from then on."""
    try:
        import resource

        limited = resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY
        disk = os.statvfs(sys.pycache_prefix or __file__)
        full = disk.f_bavail * disk.f_frsize < _ROOM
    except (ImportError, OSError):  # not available on Windows; the folder does not exist yet
        return
    if limited or full:
        sys.dont_write_bytecode = True


def _search_no_folder_of_others() -> None:
    """Import modules neither from the working directory nor from the folder of the script, unless Python or sanlint is there.

    Python adds the one for ``python -m`` and for an empty entry in PYTHONPATH, the other for every script.
    """
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))  # noqa: PTH120 - no pathlib yet
    ours = {package, os.path.dirname(os.path.realpath(os.__file__))}  # noqa: PTH120
    others = {os.path.dirname(os.path.realpath(sys.argv[0]))}  # noqa: PTH120
    try:  # noqa: SIM105 - contextlib would have to be imported
        others.add(os.path.realpath(os.getcwd()))  # noqa: PTH109
    except OSError:
        pass  # the working directory was removed
    others -= ours
    sys.path[:] = [one for one in sys.path if os.path.realpath(one) not in others]
