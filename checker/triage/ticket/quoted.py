"""What a reply and the mails that it quotes state together: the newest counts, and the older ones say what it leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.rules.language.suggest import printable
from checker.triage.model import moment
from checker.triage.ticket.figures import figure_text
from checker.triage.ticket.model import Ticket
from checker.triage.ticket.words import Piece, word_set

_STILL = word_set("still noch weiterhin toujours encore")
_LATER = "quoted from an older mail; the newer one states another"


def add_quoted(ticket: Ticket, quoted: Ticket, words: Sequence[Piece]) -> None:
    """Add what an older mail states and the newer one does not.

    Args:
        ticket: what the newer mail states; is changed.
        quoted: what the older one states.
        words: pieces of the newer mail. *Still slow at 10:30* repeats the time of the older one.
    """
    still = not ticket.exact and any(piece.word in _STILL for piece in words)
    ticket.ignored += [*quoted.ignored, *_outdated(ticket, quoted, still=still)]
    if not ticket.slow:
        ticket.slow = [one for one in quoted.slow if one not in ticket.fast]
        ticket.absent = ticket.absent or quoted.absent
    ticket.fast += [one for one in quoted.fast if one not in (*ticket.slow, *ticket.fast)]
    ticket.operation = ticket.operation or quoted.operation
    if ticket.ms is None:
        ticket.ms = quoted.ms
    if ticket.before_ms is None:
        ticket.before_ms = quoted.before_ms
    if quoted.span is not None and (ticket.span is None or still):
        ticket.span, ticket.exact = quoted.span, quoted.exact


def _outdated(ticket: Ticket, quoted: Ticket, *, still: bool) -> Iterator[str]:
    """Yield a sentence for what the older mail states and the newer one replaces."""
    if ticket.slow and (left := [key for one, key in quoted.slow if (one, key) not in (*ticket.slow, *ticket.fast)]):
        yield f"{printable(', '.join(left))}: {_LATER}"
    if ticket.ms is not None and quoted.ms is not None and ticket.ms != quoted.ms:
        yield f"{figure_text(quoted.ms)}: {_LATER}"
    if ticket.span is not None and quoted.span is not None and not still and ticket.span != quoted.span:
        begin = max(quoted.span.since, 0.0)
        yield f"{moment(begin):%Y-%m-%d %H:%M} UTC: {_LATER}"
