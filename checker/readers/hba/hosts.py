"""The host of an adapter: the tools also list adapters of other machines that they manage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import computed
from checker.readers.toolkit.declarations.records import Context, TextRow

_NAME = re.compile(r"^[ \t]*Host Name[ \t]*:[ \t]*(\S{1,255})[ \t]*$", re.MULTILINE)
_PRINTED = "printed host"


def _is_name(name: str) -> bool:
    return name.partition(".")[0].lower() != "localhost"


def owner_in(text: str) -> str | None:
    """Return the name that all adapters of a listing have; None if there is no name, or more than one."""
    names = {name for name in _NAME.findall(text) if _is_name(name)}
    return names.pop() if len(names) == 1 else None


def by_host(
    rows: Callable[[Capture, Writer], Iterable[TextRow]],
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the rows with the machine that they name; a name in the configuration replaces the only name of a listing."""

    def named(capture: Capture, out: Writer) -> Iterator[TextRow]:
        taken = capture.owner_basis != "config" or len(set(_NAME.findall(capture.text))) > 1
        for row in rows(capture, out):
            name = row.text("host name")
            if taken and name and _is_name(name):
                row.values[_PRINTED] = name
            yield row

    return named


def _host(row: TextRow, context: Context) -> str:
    return row.values.get(_PRINTED) or context.owner


host = computed(_host)
"""Source: the host that the adapter of a row is in."""
HOST = Facts[TextRow]("host", needs="host", distinct=True, host=host)
