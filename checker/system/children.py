"""Child processes that load code from this installation only, never from the working directory or the audited input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from checker.system.leftovers import registered_child
from checker.system.space import full, is_full
from checker.system.stop import ignore_in_worker

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_SAFE_PATH = "PYTHONSAFEPATH"
FROZEN_CHILD = "--child-process"
"""First argument of a child of the single-file program, which is its own interpreter and has no search path."""

_NO_MEMORY = 12
"""Exit code of a child that ran out of memory."""

_NO_SPACE = 28
"""Exit code of a child that could not write its answer."""

_PATIENCE = 5
"""How many times the processor time that a child may use it may take: other processes use the machine too."""


def run_limited(module: str, folder: Path, *, seconds: float, memory: int) -> str | None:
    """Run ``main([folder])`` of a module in an isolated child; return None, or a phrase that says why it failed.

    Args:
        module: a module of this package, with a function ``main``.
        folder: a private folder, for its request and answer; also its working directory.
        seconds: processor time.
        memory: address space in bytes.
    """
    process = subprocess.Popen(  # noqa: S603 - our own module
        command(module, str(folder.resolve()), seconds=seconds, memory=memory),
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=_errors(),
    )  # fmt: skip
    too_long = f"it took longer than {seconds:g} s and was stopped"
    with registered_child(process.pid):
        try:
            code = process.wait(_PATIENCE * seconds)
        except subprocess.TimeoutExpired:
            return too_long
        finally:
            process.kill()
            process.wait()
    if code == 0:
        return None
    if code == -getattr(signal, "SIGXCPU", 0):
        return too_long
    if code == _NO_SPACE:
        return full()
    too_much = f"it needs more than {memory / 2**30:.1f} GiB of memory"
    if code == _NO_MEMORY:
        return f"{too_much} and was stopped"
    if code in (-signal.SIGSEGV, -signal.SIGABRT, -getattr(signal, "SIGKILL", 0)):
        # What a library does without memory; but it may also have a fault.
        return f"its process was ended by {signal.Signals(-code).name}: it crashed, or {too_much}"
    return f"its process exited with code {code}"


def command(module: str, *arguments: str, seconds: float, memory: int) -> list[str]:
    """Return the command line that runs ``main(arguments)`` of a module of this package in an isolated child.

    ``-m`` and a plain ``-c`` put the working directory first on the module search path, so a ``json.py`` in an unpacked
    bundle would run. An isolated interpreter ignores PYTHONPATH and user packages too, which this process may have come
    from; its search path is therefore replaced by ours.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, FROZEN_CHILD, module, str(seconds), str(memory), *arguments]
    code = (
        f"import sys; sys.path[:] = {search_path()!r}; from checker.system.children import child; "
        f"child({module!r}, {seconds!r}, {memory!r})"
    )
    return [sys.executable, "-I", *(["-B"] if sys.dont_write_bytecode else []), "-c", code, *arguments]


def child(module: str, seconds: float, memory: int) -> None:
    """Run ``main`` of a module within limits and end the process with its code; runs in the child."""
    from importlib import import_module

    main = import_module(module).main
    limit_memory(memory)
    limit_seconds(seconds)
    try:
        code = main(sys.argv[1:])
    except MemoryError:
        code = _NO_MEMORY
    except OSError as error:
        if not is_full(error):
            raise
        code = _NO_SPACE
    # Without memory, what libraries do at the end of a process may crash.
    os._exit(code)


def limit_memory(memory: int) -> None:
    """Limit the address space of this process; not possible on Windows."""
    try:
        import resource
    except ImportError:
        return
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CORE, 0)


def limit_seconds(seconds: float) -> None:
    """Let this process use so much more processor time; not possible on Windows."""
    try:
        import resource
    except ImportError:
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(usage.ru_utime + usage.ru_stime + seconds) + 1)


def _limit(what: int, value: int) -> None:
    import resource

    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def search_path() -> list[str]:
    """Return the module search path of this process without the working directory, and with this package."""
    package = os.path.realpath(_PACKAGE_ROOT)
    ours = {package, os.path.realpath(Path(os.__file__).parent)}
    others = {_working_directory()} - ours
    found = [one for one in sys.path if Path(one).is_absolute() and os.path.realpath(one) not in others]
    return found if package in map(os.path.realpath, found) else [*found, package]


@contextmanager
def pool(workers: int, *, memory: int | None = None) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of processes that don't search the working directory for modules, however they are started.

    Where processes are not forked, ``multiprocessing`` starts them with ``-c``, which searches the working directory
    unless the environment says otherwise; the variable has to be set until the last one has started.

    Args:
        workers: the number of processes.
        memory: limit of the address space of each, in bytes.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        with ProcessPoolExecutor(max_workers=workers, initializer=partial(_begin_worker, memory)) as executor:
            yield executor
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _begin_worker(memory: int | None) -> None:
    ignore_in_worker()
    if memory is not None:
        limit_memory(memory)


def _errors() -> int | None:
    """What becomes of a child's standard error: the reason is reported in one line, the rest is for developers."""
    return None if os.environ.get("SANLINT_DEBUG") else subprocess.DEVNULL


def _working_directory() -> str | None:
    try:
        return os.path.realpath(os.getcwd())  # noqa: PTH109 - as text, to compare
    except OSError:  # it was removed
        return None
