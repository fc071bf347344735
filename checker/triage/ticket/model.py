"""What was understood of a ticket, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from checker.triage.model import Component, Span

Range = tuple[float, float]


@dataclass
class Ticket:
    """What a ticket, ``--reported`` and options state.

    Attributes:
        text: the ticket as given, '' without one.
        slow: components that the complaint is about; fast: those stated to be fine, which are shown only.
        operation: ``read`` or ``write``; '' for both.
        ms, before_ms: reported latency and that of before, as least and most.
        span: the stated time; exact: whether both ends were stated, so that it is the window.
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
    ignored: list[str] = field(default_factory=list)
