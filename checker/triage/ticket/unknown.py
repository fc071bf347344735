"""Words of a ticket that look like names and are none of the exports, and groups that are not spelled out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from checker.rules.language.suggest import printable
from checker.triage.ticket.names import FIGURE, Names
from checker.triage.ticket.words import ALL, COMMON, KINDS, STOPS, Piece, words_before

_CASE = re.compile(r"(?:inc|chg|cs|sr|case|ticket|req|ritm|prb|task|kb|sev|prio|p)[-_#]?[0-9]+\Z")
_GROUPS = ("all", "every", "both", "the", "some", "most", "other", "these")
_MEMBERS = (
    "hosts",
    "servers",
    "machines",
    "nodes",
    "volumes",
    "luns",
    "datastores",
    "databases",
    "vms",
    "arrays",
    "clusters",
    "cluster",
)


def looks_like_a_name(piece: Piece, before: str) -> bool:
    """Return whether a word that is no known name looks like one: letters with digits, or the word after *host*."""
    word = piece.word
    if len(word) < 3 or len(word) > 100 or FIGURE.match(word) or word in COMMON:
        return False
    if _CASE.match(word):
        return False
    letters = any(one.isalpha() for one in word)
    digits = any(one.isdigit() for one in word)
    return letters and ((digits and word.isascii()) or "_" in word or (before in KINDS and piece.shown != piece.word))


def unknown_texts(names: Names, words: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each name that no export has."""
    for word in words:
        near = names.nearest(word)
        hint = f" (the nearest name is {near})" if near is not None else ""
        yield f"no export names {printable(word)}{hint}; its own exports would be needed: esxtop -b, iostat -xt or typeperf"


_NO_GROUP = frozenset(
    (
        "same",
        "other",
        "slow",
        "fast",
        "affected",
        "following",
        "these",
        "those",
        "on",
        "of",
        "from",
        "and",
        "for",
        "new",
        "remaining",
        "only",
        "our",
        "few",
        "more",
    )
)


def groups_left(text: Sequence[Piece], names: Names, named: Set[int]) -> Iterator[str]:
    """Yield a sentence for each group such as ``all db hosts``: nothing in the exports says what belongs to it.

    Args:
        text: pieces of the ticket.
        names: names of the exports.
        named: pieces that were read as names.
    """
    for place, piece in enumerate(text):
        if piece.word not in _MEMBERS or place in named:
            continue
        before = words_before(text, place, 3)
        kind = [one for one in before[:2] if one not in _GROUPS and one not in STOPS]
        if (
            not kind
            or place - 1 in named
            or before[0] in _GROUPS
            or not (set(before) & {"all", "every", "both", "most", "some", "our", "the"})
        ):
            continue
        if kind[0] in ALL or not kind[0].isalpha() or kind[0] in _NO_GROUP:
            continue
        known = sorted(dict.fromkeys(key for _, key in names.beginning(kind[0])))
        hint = (
            f"; --focus '{kind[0]}*' would be {len(known)} of them, {', '.join(known[:3])}"
            if known
            else "; name them, or use --focus"
        )
        yield f"{printable(' '.join(one.shown for one in text[place - 1 : place + 1]))}: the exports do not say which these are{hint}"
