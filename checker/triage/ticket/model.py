"""What users ask, and what was understood of a ticket, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checker.triage.model import Component, Span

Range = tuple[float, float]


@dataclass(frozen=True)
class Request:
    """What to look at.

    Attributes:
        focus: names or globs of hosts, volumes and arrays that the complaint is about; all if empty.
        since, until: bounds of the window as the user wrote them, or None.
        timezone: zone of times that state none.
        clocks: seconds by which the clock of a machine is ahead, by its name.
        limit: most explanations to show.
        ticket: the text of the ticket, None without one; reported: what ``--reported`` states, as keys and values.
        over_time: whether to return the latency over time, for pictures.
        day_first: whether the day comes first in dates where nothing shows it; None if the user does not state it.
    """

    focus: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    timezone: str = "UTC"
    clocks: Mapping[str, float] = field(default_factory=dict)
    limit: int = 5
    ticket: str | None = None
    reported: Sequence[tuple[str, str]] = ()
    over_time: bool = False
    day_first: bool | None = None


@dataclass
class Ticket:
    """What a ticket, ``--reported`` and options state.

    Attributes:
        text: the ticket as given, '' without one.
        slow: components that the complaint is about; fast: those stated to be fine, which are shown only.
        operation: ``read`` or ``write``; '' for both.
        ms, before_ms: reported latency and that of before, as least and most.
        span: the stated time; exact: whether both ends were stated, so that it is the window.
        absent: names of which no export has the latency, so that the complaint about them cannot be judged.
        ignored: what was not used, each in one sentence.
    """

    text: str = ""
    slow: list[Component] = field(default_factory=list)
    fast: list[Component] = field(default_factory=list)
    operation: str = ""
    ms: Range | None = None
    before_ms: Range | None = None
    span: Span | None = None
    exact: bool = False
    absent: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
