"""Times of a ticket without samples."""

from __future__ import annotations

from math import isfinite

from checker.triage.model import Span, moment
from checker.triage.ticket.model import Ticket


def drop_time_outside(ticket: Ticket, oldest: float, newest: float) -> None:
    """Ignore a stated time without samples, and say so."""
    span = ticket.span
    if span is None:
        return
    if span.since >= newest or span.until <= oldest:
        side = "after" if span.since >= newest else "before"
        stated = " to ".join(f"{moment(edge):%Y-%m-%d %H:%M}" for edge in (span.since, span.until) if isfinite(edge))
        ticket.ignored.append(
            f"the stated time, {stated} UTC: {side} all samples "
            f"({moment(oldest):%Y-%m-%d %H:%M} to {moment(newest):%Y-%m-%d %H:%M} UTC); the window is found in the samples"
        )
        ticket.span, ticket.exact = None, False
        return
    ticket.span = Span(max(span.since, oldest), min(span.until, newest))
