"""The explanations: one module each with a function from a :class:`checker.triage.case.Case` to explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.triage.case import Case
from checker.triage.explain import (
    array_slow,
    back_end,
    full_port,
    host_queue,
    isl,
    load_changed,
    misaligned,
    one_path,
    physical_link,
    reservations,
    slow_drain,
    vplex_busy,
    wan,
    write_cache,
)
from checker.triage.model import Explanation

ALL: tuple[Callable[[Case], Iterator[Explanation]], ...] = (
    host_queue.explain,
    physical_link.explain,
    slow_drain.explain,
    full_port.explain,
    array_slow.explain,
    one_path.explain,
    load_changed.explain,
    wan.explain,
    vplex_busy.explain,
    back_end.explain,
    isl.explain,
    write_cache.explain,
    misaligned.explain,
    reservations.explain,
)
