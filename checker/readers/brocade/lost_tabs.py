r"""Zoning items of which a terminal's log dropped the tabs: ``cfg:prod_aesx01_vplex; esx02_vplex``.

Fabric OS puts tabs between keyword, name and first member; PuTTY's log of printable output leaves them out. A name is
taken apart only where the rest is a name that the text itself prints; else the item is left out, as its name is unknown.
"""

from __future__ import annotations

import re
from collections import Counter

from checker.facts.observations import Writer
from checker.readers.brocade.zone_database import Item, Member, ZoneDatabase
from checker.readers.gathered import Gathered

_WITHOUT_BLANK = re.compile(r"\s*(?:cfg|zone|alias):(?=\S)", re.IGNORECASE)
_NAME_AND_WWN = re.compile(r"([A-Za-z0-9_][\w\-$^.]{0,63}?)((?:[0-9a-fA-F]{2}:){7}[0-9a-fA-F]{2})(?=[;\s]|\Z)")
_MEMBERS_OF = {"cfg": "zone", "zone": "alias"}
_LONGEST = 300
"""Characters of two names without a blank between them; Fabric OS allows 64 each."""


def lost(line: str) -> bool:
    """Tell whether nothing stands between an item's keyword and its name."""
    return _WITHOUT_BLANK.match(line) is not None


def with_blank(rest: str) -> str:
    """``esx01_p010:00:…`` as name, blank and WWN: eight octets have a fixed length."""
    return _NAME_AND_WWN.sub(r"\1 \2", rest, count=1)


def is_glued(rest: str) -> bool:
    """Tell whether the first word ends at a semicolon: then a member stands in it, as no name is followed by one."""
    words = rest.split(None, 1)
    return bool(words) and words[0].endswith(";")


def take_apart(database: ZoneDatabase, glued: set[int], out: Writer) -> None:
    """Part the names of the items at the lines ``glued``, and of configurations that hold nothing else.

    Args:
        database: what was read; items that can't be told apart are taken out of it.
        glued: lines of items whose first word holds a member.
        out: gets a note for the items left out.
    """
    effective = {item.name for item in database.items if item.active and item.keyword == "cfg"}
    kept: Gathered[Item] = Gathered()
    left_out: list[Item] = []
    names = {keyword: _names(database, keyword) for keyword in {*_MEMBERS_OF, *_MEMBERS_OF.values()}}
    for item in database.items:
        glued_name = item.name
        if (
            item.active
            or (item.line not in glued and item.members)
            or item.keyword not in _MEMBERS_OF
            or _part(item, names[_MEMBERS_OF[item.keyword]], effective)
        ):
            kept.append(item)
        else:
            left_out.append(item)
        if item.name != glued_name:
            names[item.keyword].subtract([glued_name])
            names[item.keyword][item.name] += 1
    database.items = kept
    if left_out:
        told = ", ".join(item.name for item in left_out[:5]) + (", …" if len(left_out) > 5 else "")
        out.note(left_out[0].line, f"the log lost its tabs, and these names hold a member as well; left out: {told}")


def _names(database: ZoneDatabase, keyword: str) -> Counter[str]:
    return Counter(item.name for item in database.items if item.keyword == keyword and not item.active)


def _part(item: Item, known: Counter[str], effective: set[str]) -> bool:
    if len(item.name) > _LONGEST:
        return False
    places = [place for place in range(1, len(item.name)) if known[item.name[place:]] > 0]
    if len(places) > 1 and item.keyword == "cfg":
        places = [place for place in places if item.name[:place] in effective]
    if len(places) != 1:
        return False
    item.members.insert(0, Member(item.name[places[0] :], item.line))
    item.name = item.name[: places[0]]
    return True
