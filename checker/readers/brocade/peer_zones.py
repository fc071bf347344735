"""Peer zones: principals talk to all peers, peers not to one another.

In a member list a peer zone begins with a *property member*, a name of the form ``00:02:00:00:00:03:00:02``: NAA 0 by
design, no device (rule-review, DOC002, Q17). Its last octet counts the principal WWNs, which come next; an alias counts
as many as it has members. Read from public parsers of ``cfgshow`` and from tests against FOS switches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_PROPERTY = re.compile(r"00(?::[0-9a-f]{2}){7}\Z", re.IGNORECASE)


def is_property(text: str) -> bool:
    """Tell whether a member is a property member: FOS allows no device name that begins with ``00``."""
    return _PROPERTY.match(text) is not None


def roles(members: Sequence[str], alias_sizes: Mapping[str, int]) -> list[str | None]:
    """Return the role of each member of a peer zone, as its property member (the first one) counts them.

    Where the count can't be followed (an alias of unknown size, fewer members than principals, no principal at all)
    nothing is stated.
    """
    unknown: list[str | None] = [None] * len(members)
    principals = int(members[0][-2:], 16)
    if principals == 0:
        return unknown
    found: list[str | None] = [None]
    counted = 0
    for member in members[1:]:
        if counted >= principals:
            found.append("peer")
            continue
        counted += 1 if ":" in member or "," in member else alias_sizes.get(member, principals + 1)
        if counted > principals:
            return unknown
        found.append("principal")
    return found if counted == principals else unknown
