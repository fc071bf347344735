"""Where triage looks: options first, then ``--reported``, then the text of the ticket. None of them is evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from checker.errors import UsageError
from checker.facts.store.store import Store
from checker.rules.language.suggest import unknown
from checker.triage.model import Component, Span
from checker.triage.ticket.focus import EVERYTHING, focus_condition, listed
from checker.triage.ticket.model import Range, Request, Ticket
from checker.triage.ticket.names import Names
from checker.triage.ticket.read import read_ticket
from checker.triage.ticket.when.dates import Calendar
from checker.triage.ticket.when.times import read_time, zone_of

REPORTED = ("host", "volume", "array", "operation", "ms", "before_ms", "since", "until")
_KINDS = {"host": "host", "volume": "volume", "array": "storage_array"}
_NAMES = """
    SELECT 'host' AS kind, host AS name, host AS key FROM host
    UNION SELECT 'host', host, host FROM triage_flow_key
    UNION SELECT 'host', alias, host FROM host_alias
    UNION SELECT 'volume', volume, volume FROM triage_flow_key WHERE volume <> ''
    UNION SELECT 'volume', alias, device FROM device WHERE device IS NOT NULL
    UNION SELECT 'volume', datastore, device FROM datastore WHERE device IS NOT NULL
    UNION SELECT 'volume', name, device FROM triage_volume_name
    UNION SELECT 'storage_array', storage_array, storage_array FROM storage_array
    UNION SELECT 'storage_array', storage_array, storage_array FROM triage_system
    UNION SELECT 'switch', switch, switch FROM switch
"""
_ENTITIES = ("host", "host_alias", "device", "datastore", "storage_array", "switch")


@dataclass
class Steering:
    """What triage looks at.

    Attributes:
        focus: condition on ``triage_flow``.
        request: the request, with the bounds of ``--reported`` or of the ticket where no option has them.
        within: time in which the window is searched, None for everywhere.
        ticket: what was understood, None without a ticket.
    """

    focus: str
    request: Request
    within: Span | None = None
    ticket: Ticket | None = None
    source: Literal["given", "ticket"] = "given"


@dataclass
class _Reported:
    """``--reported``, parsed."""

    components: list[Component] = field(default_factory=list)
    operation: str = ""
    ms: Range | None = None
    before_ms: Range | None = None
    since: str | None = None
    until: str | None = None


def steer(store: Store, request: Request) -> Steering:
    """Return where to look.

    Raises:
        UsageError: a name of ``--focus`` or ``--reported`` is unknown, or a value cannot be read.
    """
    chosen = focus_condition(store, request.focus)
    if request.ticket is None and not request.reported:
        return Steering(chosen, request)
    oldest, newest = store.rows("SELECT min(t0), max(t1) FROM triage_flow")[0]
    names = _names(store)
    reported = _reported(request.reported, names)
    known = Names()
    for name, component in names:
        known.add(name, component)
    calendar = Calendar(newest or 0.0, zone_of(request.timezone))
    ticket = read_ticket(request.ticket or "", known, calendar, oldest or 0.0)
    _apply_reported(ticket, reported)
    _apply_options(ticket, request, reported)
    steering = Steering(chosen, request, ticket=ticket)
    if not request.focus:
        steering.focus = _condition(store, ticket)
    since, until = request.since or reported.since, request.until or reported.until
    if since is None and until is None and ticket.span is not None:
        if ticket.exact:
            since, until = (_iso(at) for at in (ticket.span.since, ticket.span.until))
            steering.source = "ticket"
        else:
            steering.within = ticket.span
    for option, text in (("--reported since", reported.since), ("--reported until", reported.until)):
        if text is not None:
            read_time(option, text, calendar.newest, request.timezone)
    steering.request = Request(request.focus, since, until, request.timezone, request.clocks, request.limit)
    return steering


def _names(store: Store) -> list[tuple[str, Component]]:
    store.ensure_entities(_ENTITIES)
    rows = store.rows(
        f"SELECT DISTINCT kind, name, key FROM ({_NAMES}) WHERE name IS NOT NULL AND key IS NOT NULL ORDER BY ALL"
    )
    return [(name, (kind, key)) for kind, name, key in rows]


def _reported(given: Sequence[tuple[str, str]], names: Sequence[tuple[str, Component]]) -> _Reported:
    found = _Reported()
    for key, value in given:
        if key in _KINDS:
            found.components += _named(key, value, names)
        elif key == "operation":
            if value not in ("read", "write"):
                raise UsageError(f"--reported operation={value}: must be read or write")
            found.operation = value
        elif key in ("ms", "before_ms"):
            setattr(found, key, _range(key, value))
        else:
            setattr(found, key, value)
    return found


def _named(key: str, value: str, names: Sequence[tuple[str, Component]]) -> list[Component]:
    kind, found = _KINDS[key], []
    for word in value.split(","):
        fits = [one for name, one in names if one[0] == kind and name.casefold() == word.strip().casefold()]
        if not fits:
            raise UsageError(
                f"--reported {key}: {unknown(key, word.strip(), [name for name, one in names if one[0] == kind])}"
            )
        found += fits
    return found


def _range(key: str, value: str) -> Range:
    try:
        ends = [float(part) for part in value.split("-")]
    except ValueError:
        ends = []
    if not 1 <= len(ends) <= 2 or not all(0 <= end < float("inf") for end in ends):
        raise UsageError(f"--reported {key}={value}: must be milliseconds, such as 8 or 8-15")
    return min(ends), max(ends)


def _apply_reported(ticket: Ticket, reported: _Reported) -> None:
    if reported.components:
        if ticket.slow and set(ticket.slow) != set(reported.components):
            ticket.ignored.append(f"{_listed(ticket.slow)} in the text: --reported names others")
        ticket.slow = list(dict.fromkeys(reported.components))
        ticket.fast = [one for one in ticket.fast if one not in ticket.slow]
    ticket.operation = reported.operation or ticket.operation
    ticket.ms, ticket.before_ms = reported.ms or ticket.ms, reported.before_ms or ticket.before_ms


def _apply_options(ticket: Ticket, request: Request, reported: _Reported) -> None:
    if request.focus and ticket.slow:
        ticket.ignored.append(f"{_listed(ticket.slow)}: --focus is given")
        ticket.slow = []
    if ticket.span is not None and (request.since or request.until or reported.since or reported.until):
        option = "--since or --until" if request.since or request.until else "--reported"
        ticket.ignored.append(f"the time in the text: {option} is given")
        ticket.span, ticket.exact = None, False


def _listed(components: Iterable[Component]) -> str:
    keys = [key for _, key in components]
    return ", ".join(keys[:3]) + (" …" if len(keys) > 3 else "")


def _condition(store: Store, ticket: Ticket) -> str:
    """Return the condition on flows for the names and the operation of a ticket.

    Hosts, volumes and arrays limit each other, as far as any flow is left. What selects no flow is reported.
    """
    kept = EVERYTHING
    for kind, column in (("host", "host"), ("volume", "volume"), ("storage_array", "system")):
        keys = {key for one, key in ticket.slow if one == kind}
        if not keys:
            continue
        measured = {
            key for key in keys if store.rows(f"SELECT 1 FROM triage_flow_key WHERE {_test(column, {key})} LIMIT 1")
        }
        for key in sorted(keys - measured):
            # A name of several kinds is used by the kind that has samples.
            if not any(other == key and one != kind for one, other in ticket.slow):
                ticket.ignored.append(f"{key}: no export has its latency over time")
                ticket.absent.append(key)
                ticket.slow.remove((kind, key))
        kept = _limited(store, kept, _test(column, measured)) if measured else kept
    for kind, key in [one for one in ticket.slow if one[0] == "switch"]:
        ticket.ignored.append(
            f"switch {key}: the complaint is about hosts, volumes or arrays; the switch is found by what is slow"
        )
        ticket.slow.remove((kind, key))
    if ticket.operation:
        kept = _limited(store, kept, f"operation IN ('{ticket.operation}', '')")
    fine = [
        _test({"host": "host", "volume": "volume"}.get(kind, "system"), {key})
        for kind, key in ticket.fast
        if kind != "switch"
    ]
    return _limited(store, kept, f"NOT ({' OR '.join(fine)})") if fine else kept


def _limited(store: Store, kept: str, more: str) -> str:
    """Return both conditions, or the first alone where no volume is left; adapters without their volumes are no complaint."""
    both = f"({kept}) AND ({more})"
    left, before = (
        store.rows(f"SELECT count(*), count(*) FILTER (WHERE volume <> '') FROM triage_flow_key WHERE {one}")[0]
        for one in (both, kept)
    )
    return both if left[0] and (left[1] or not before[1]) else kept


def _test(column: str, keys: Iterable[str]) -> str:
    if column != "system":
        return f"{column} IN ({listed(keys)})"
    return f"volume IN (SELECT device FROM triage_system WHERE storage_array IN ({listed(keys)}))"


def _iso(seconds: float) -> str:
    from checker.triage.model import moment

    return moment(seconds).isoformat()


def parse_reported(given: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return keys and values of ``--reported``.

    Raises:
        UsageError: not KEY=VALUE, or an unknown key; suggests the nearest.
    """
    found: list[tuple[str, str]] = []
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not value:
            raise UsageError(f"--reported {text}: must be KEY=VALUE, such as host=app05 or ms=8-15")
        if key not in REPORTED:
            raise UsageError(f"--reported: {unknown('key', key, REPORTED)}")
        found.append((key, value))
    return tuple(found)
