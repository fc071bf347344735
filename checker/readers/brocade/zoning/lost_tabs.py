r"""Zoning items whose tabs were dropped by a terminal log: ``cfg:prod_aesx01_vplex; esx02_vplex``.

Fabric OS separates keyword, name and first member by tabs; PuTTY's log of printable output drops them. A name is split only
where the rest is a name that the text prints elsewhere; otherwise the item is skipped, because its name is unknown.
"""

from __future__ import annotations

import re
from collections import Counter

from checker.facts.observations import Writer
from checker.readers.brocade.zoning.zone_database import Item, Member, ZoneDatabase
from checker.readers.toolkit.packed_list import PackedList

_WITHOUT_BLANK = re.compile(r"\s*(?:cfg|zone|alias):(?=\S)", re.IGNORECASE)
_NAME_AND_WWN = re.compile(r"([A-Za-z0-9_][\w\-$^.]{0,63}?)((?:[0-9a-fA-F]{2}:){7}[0-9a-fA-F]{2})(?=[;\s]|\Z)")
_MEMBERS_OF = {"cfg": "zone", "zone": "alias"}
_LONGEST = 300
"""Characters of two names without a blank between them; Fabric OS allows 64 each."""


def lost(line: str) -> bool:
    """Return whether the keyword of an item is not separated from its name."""
    return _WITHOUT_BLANK.match(line) is not None


def with_blank(rest: str) -> str:
    """Return ``esx01_p010:00:…`` with a blank before the WWN, whose length is fixed."""
    return _NAME_AND_WWN.sub(r"\1 \2", rest, count=1)


def is_glued(rest: str) -> bool:
    """Return whether the first word ends with a semicolon and so includes a member; a name never does."""
    words = rest.split(None, 1)
    return bool(words) and words[0].endswith(";")


def split_names(database: ZoneDatabase, glued: set[int], out: Writer) -> None:
    """Split the names of the items at the lines ``glued``, and of configurations without other members.

    Args:
        database: what was read; items that cannot be split are removed.
        glued: lines of items whose first word includes a member.
        out: gets a note about the skipped items.
    """
    effective = {item.name for item in database.items if item.active and item.keyword == "cfg"}
    kept: PackedList[Item] = PackedList()
    skipped: list[Item] = []
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
            skipped.append(item)
        if item.name != glued_name:
            names[item.keyword].subtract([glued_name])
            names[item.keyword][item.name] += 1
    database.items = kept
    if skipped:
        shown_names = ", ".join(item.name for item in skipped[:5]) + (", …" if len(skipped) > 5 else "")
        out.note(skipped[0].line, f"the log dropped tabs, so these names include a member; skipped: {shown_names}")


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
