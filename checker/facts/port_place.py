"""The port of a controller as administrators write it: director and port, or one position of node, slot and port."""

from __future__ import annotations

import re
from string import digits

_NODE = re.compile(r"[0-9]+\Z")
_IN_NODE = re.compile(r"[0-9]+:[0-9]+\Z")
MACROS = {
    "port_place(director, port)": "CASE WHEN regexp_full_match(director, '[0-9]+') AND regexp_full_match(port, '[0-9]+:[0-9]+') "
    "THEN director || ':' || port WHEN regexp_matches(director, '[0-9]$') AND regexp_full_match(port, '[0-9]+') "
    "THEN director || ' port ' || port ELSE director || ' ' || port END",
}
"""The same as an SQL macro; NULL if one of the two is unknown."""


def port_place(director: str | None, port: str | None) -> str:
    """Return ``director-1-1-A A0-FC00``, ``node1 port 2``, or ``0:2:1`` for node 0 and port 2:1; what is known if one is None."""
    if not director or not port:
        return director or port or ""
    if _NODE.match(director) and _IN_NODE.match(port):
        return f"{director}:{port}"
    return f"{director} port {port}" if director[-1] in digits and _NODE.match(port) else f"{director} {port}"
