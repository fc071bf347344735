"""Peer zones: principals communicate with all peers, peers only with principals.

In a member list, a peer zone begins with a *property member* of the form ``00:02:00:00:00:03:00:02``: NAA 0 by design, not
a device. Its last octet is the number of principal WWNs, which follow; an alias counts once for each of its members.
Source: public parsers of ``cfgshow`` and tests against FOS switches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from checker.readers.toolkit.numbers import whole

_PROPERTY = re.compile(r"00(?::[0-9a-f]{2}){7}\Z", re.IGNORECASE)


def is_property(text: str) -> bool:
    """Return whether a member is a property member: FOS allows no device WWN that begins with ``00``."""
    return _PROPERTY.match(text) is not None


def roles(members: Sequence[str], alias_sizes: Mapping[str, int]) -> list[str | None]:
    """Return the role of each member of a peer zone, by the count in its property member (the first one).

    All roles are unknown if the count does not match: an alias of unknown size, fewer members than principals, or no
    principal.
    """
    unknown: list[str | None] = [None] * len(members)
    principals = whole(members[0][-2:], 16)
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
