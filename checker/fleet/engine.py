"""Workers on Dask: of this machine, or of a cluster that somebody started."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from checker.errors import UsageError
from checker.fleet.request import Bundle, Outcome, Settings, Tables

if TYPE_CHECKING:
    from distributed import Client, Future

LOCAL = "local"
_CONNECT_S = 5
_RECONNECT_S = 300
_PAUSE_S = 1.0
_SCHEMES = ("tcp://", "tls://", "ws://", "wss://", "ucx://")
WITHOUT_DASK = "sanlint fleet needs Dask and fsspec: pip install 'sanlint[fleet]'"

Task = Callable[[Bundle, Settings, frozenset[str], Tables], Outcome]


def check_engine(engine: str) -> None:
    """Refuse an engine that cannot exist.

    Raises:
        UsageError: it is neither ``local`` nor the address of a scheduler.
    """
    if engine != LOCAL and not engine.startswith(_SCHEMES):
        raise UsageError(f"--engine {engine}: give local, or the address of a Dask scheduler such as tcp://host:8786")


def check_installed() -> None:
    """Refuse to run without the libraries of the extra.

    Raises:
        UsageError: Dask or fsspec is missing.
    """
    if find_spec("distributed") is None or find_spec("fsspec") is None:
        raise UsageError(WITHOUT_DASK)


def _silence() -> None:
    """Keep Dask from printing what it does about lost connections: what matters of it is reported in our words."""
    import distributed  # noqa: F401 - sets up its loggers

    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


class Engine:
    """Workers that audit bundles. After the scheduler was restarted, the engine connects to it again.

    Attributes:
        address: ``local`` or the address of a scheduler.
        workers: number of workers with ``local``.
    """

    def __init__(self, address: str, workers: int) -> None:
        self.address = address
        self.workers = workers
        self._stack = ExitStack()
        self._client: Client | None = None

    @contextmanager
    def running(self) -> Iterator[Engine]:
        """Start or reach the workers; stop those that were started.

        Raises:
            UsageError: the scheduler cannot be reached.
        """
        _silence()
        with self._stack:
            self._connect(_CONNECT_S)
            yield self

    @property
    def cores(self) -> int:
        """Bundles that the workers audit at once; 0 if there are no workers yet."""
        try:
            found: Mapping[str, int] = self._alive().nthreads()
        except (OSError, TimeoutError):
            return 0
        return sum(found.values())

    def submit(
        self, task: Task, bundle: Bundle, settings: Settings, known: frozenset[str], pseudonyms: Tables
    ) -> Future[Outcome]:
        """Have a bundle audited."""
        return self._alive().submit(task, bundle, settings, known, pseudonyms, pure=False)

    def completed(self) -> Any:
        """Return an iterator of futures as they end, to which more can be added."""
        from distributed import as_completed

        return as_completed([], loop=self._alive().loop, raise_errors=False)

    def reconnect(self) -> None:
        """Connect again after the scheduler was lost.

        Raises:
            UsageError: it did not come back.
        """
        if self.address == LOCAL:
            raise UsageError("the local scheduler of Dask ended; what was audited is kept: run the same command again")
        self._connect(_RECONNECT_S)

    @property
    def lost(self) -> bool:
        """Whether the connection to the scheduler is gone."""
        return self._client is None or self._client.status != "running"

    def _alive(self) -> Client:
        if self._client is None or self._client.status != "running":
            self.reconnect()
        assert self._client is not None
        return self._client

    def _connect(self, patience: float) -> None:
        from distributed import Client

        if self._client is not None:
            self._client.close(timeout=1)
            self._client = None
        if self.address == LOCAL:
            self._client = self._stack.enter_context(Client(self._local(), set_as_default=False))
            return
        until = time.monotonic() + patience
        while True:
            try:
                self._client = Client(self.address, timeout=_CONNECT_S, set_as_default=False)
            except (OSError, TimeoutError, ValueError) as error:
                if time.monotonic() > until or isinstance(error, ValueError):
                    raise UsageError(
                        f"--engine {self.address}: no Dask scheduler answers. Start one with 'dask scheduler', and workers with "
                        f"'dask worker {self.address}'; what was audited is kept"
                    ) from None
                time.sleep(_PAUSE_S)
            else:
                self._stack.callback(self._client.close, timeout=1)
                return

    def _local(self) -> Any:
        from distributed import LocalCluster

        # Workers are started as `python -c`, which would search the working directory for modules.
        os.environ["PYTHONSAFEPATH"] = "1"
        return self._stack.enter_context(
            LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                processes=True,
                # None would serve all interfaces on a fixed port.
                dashboard_address="127.0.0.1:0",
                # The process of each audit has its own limit.
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )
        )
