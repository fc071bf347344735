r"""``cfgshow``, ``zoneshow``, ``alishow`` and ``cfgactvshow``: the zoning database, defined and effective.

Synthetic sample::

    Defined configuration:
     cfg:   prod_a  esx01_vplex; esx02_vplex
     zone:  esx01_vplex
                    esx01_p0; vplex_a0
     alias: esx01_p0
                    10:00:00:90:fa:00:00:01

    Effective configuration:
     cfg:   prod_a
     zone:  esx01_vplex
                    10:00:00:90:fa:00:00:01
                    50:00:14:42:a0:00:00:00

The output does not name its switch. Members are aliases, WWNs or ``domain,index``. A peer zone begins with a property
member, see :mod:`checker.readers.brocade.zoning.peer_zones`; ``zone --show`` labels its parts, and also prints traffic
isolation zones. With a name pattern, ``zoneshow`` and ``alishow`` print rows of the defined configuration without its
headline (Fabric OS Command Reference, zoneShow).
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.brocade.zoning import lost_tabs
from checker.readers.brocade.zoning.zone_database import PROVIDES, Item, Member, ZoneDatabase
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.packed_list import PackedList

_SECTION = re.compile(r"\s*(Defined|Effective)(?: (?:TI )?zone)? configuration\s*+:?\s*+\Z", re.IGNORECASE)
_ITEM = re.compile(r"\s*(cfg|zone|alias):\s*(.*)", re.IGNORECASE)
_NOTHING = re.compile(
    r"\s*no (?:configuration (defined|in effect)\b|(effective) configuration\s*:?\s*(?:\((No|All) Access\))?)",
    re.IGNORECASE,
)
# A pattern without a match, or a listing of aliases only, does not mean that nothing is defined.
_NONE_OF_THESE = re.compile(r"\s*no (?:alias|zone)(?:es|s)? (?:defined|in effect)\b", re.IGNORECASE)
_ACCESS = {"no": "deny", "all": "permit"}
_LABEL = re.compile(
    r"\s*(Property Member|Created by|Principal Member\(s\)|Peer Member\(s\)|Member\(s\)|Members)\s*:\s*(.*)",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z0-9_][\w\-$^.]*\Z")
_DOMAIN_INDEX = re.compile(r"\d{1,3},\d{1,4}\Z")
_SPACED_COMMA = re.compile(r"(?<=\d),[ \t]+(?=\d)")
_BETWEEN_SEMICOLONS = re.compile(r"[^;]+")
_HEADLINE = re.compile(r"^[ \t]*(?:Defined|Effective)(?: (?:TI )?zone)? configuration[ \t]*:[ \t]*$", re.MULTILINE)
_TRAFFIC = re.compile(r"\s*TI Zone Name:\s*([A-Za-z0-9_][\w\-$^.]*?):?\s*\Z", re.IGNORECASE)
_TRAFFIC_LIST = re.compile(r"\s*Port List:\s*(.*)\Z", re.IGNORECASE)
_TRAFFIC_STATUS = re.compile(r"\s*(?:configured |enabled )?Status:", re.IGNORECASE)
_ITEM_ANYWHERE = re.compile(r"^[ \t]*(?:TI Zone Name|cfg|zone|alias):[ \t]*[A-Za-z0-9_][\w\-$^.]*[ \t]*", re.MULTILINE)
_MEMBER_ANYWHERE = re.compile(
    r"(?:^|[\s;])(?:[0-9a-fA-F]{2}:){7}[0-9a-fA-F]{2}\s*(?:;|$)|^[ \t]*(?:zone|cfg):[^;\n]*;", re.MULTILINE
)
_FIRST_WORD = re.compile(r"\s*(?:[^\n]{0,200}[>#][^\n]{0,200}\n\s*)?(?:cfg|zone|alias):", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _HEADLINE.search(head) and (_ITEM_ANYWHERE.search(head) or "no configuration" in head.lower()):
        return Detection(95, "headline Defined/Effective configuration: with cfg:, zone: or alias: rows")
    if _FIRST_WORD.match(head) and _ITEM_ANYWHERE.search(head) and _MEMBER_ANYWHERE.search(head):
        return Detection(72, "rows zone: or alias: with WWNs")
    return None


class _Parser:
    """Collects items line by line; a member list continues as long as the syntax allows."""

    def __init__(self, out: Writer) -> None:
        self.out = out
        self.database = ZoneDatabase()
        self.active = False
        self.item: Item | None = None
        self.open = False
        self.role: str | None = None
        self.tabs_lost = False
        self.glued: set[int] = set()

    def line(self, number: int, text: str) -> None:
        """Read one line that is not blank."""
        section = _SECTION.match(text)
        if section:
            self.active = section.group(1).lower() == "effective"
            self.item = None
            return
        item = _ITEM.match(text)
        if item:
            rest = item.group(2)
            if lost_tabs.lost(text):
                self.tabs_lost = True
                rest = lost_tabs.with_blank(rest)
                if lost_tabs.is_glued(rest):
                    self.glued.add(number)
            self._begin(number, item.group(1).lower(), rest)
            return
        if self._traffic(number, text):
            return
        if _NONE_OF_THESE.match(text):
            self.item = None
            return
        nothing = _NOTHING.match(text)
        if nothing:
            self.item = None
            if (nothing.group(1) or "").lower() != "defined":
                self.database.nothing_in_effect = number
                self.database.default_zone = _ACCESS.get((nothing.group(3) or "").lower())
            return
        label = _LABEL.match(text)
        if label and self.item is not None and self.item.keyword == "zone":
            self._label(number, label.group(1).lower(), label.group(2))
        elif fos.is_noise(text):
            if fos.is_prompt(text):
                self.item = None
        elif self.item is None or not self._members(number, text):
            self.out.unread(number)

    def _traffic(self, number: int, text: str) -> bool:
        """Read ``TI Zone Name:`` and ``Port List:``: a traffic isolation zone routes traffic and grants no access."""
        named, ports = _TRAFFIC.match(text), _TRAFFIC_LIST.match(text)
        if named:
            self.item = Item("zone", named.group(1), number, self.active, zone_type="traffic-isolation")
            self.open, self.role = True, None
            self.database.items.append(self.item)
        elif ports and self.item is not None:
            self.open = True
            if not self._members(number, ports.group(1)):
                self.out.unread(number)
        elif _TRAFFIC_STATUS.match(text):
            self.item = None
        else:
            return False
        return True

    def _begin(self, number: int, keyword: str, rest: str) -> None:
        words = rest.replace(";", " ; ").split(None, 1)
        self.role = None
        if not words or not _NAME.match(words[0]):
            self.item = None
            self.open = False
            self.database.unfinished = number
            self.out.unread(number)
            return
        self.item = Item(keyword, words[0], number, self.active)
        self.open = True
        self.database.items.append(self.item)
        if len(words) > 1 and not self._members(number, words[1]):
            self.out.unread(number)

    def _label(self, number: int, label: str, rest: str) -> None:
        """Read ``Property Member:``, ``Principal Member(s):`` … of the long form of a peer zone."""
        self.open = True
        if label.startswith("principal"):
            self.role = "principal"
        elif label.startswith(("peer", "member")):
            self.role = "peer"
        if label == "created by":
            return
        if rest and not self._members(number, rest):
            self.out.unread(number)

    def _members(self, number: int, text: str) -> bool:
        """Read a line of members; FALSE if it is prose: names are separated by semicolons."""
        if self.item is None:
            return False
        # One line of 40 MB may repeat a few names a million times.
        text = _SPACED_COMMA.sub(",", text)
        parts = [part.split() for part in dict.fromkeys(part[0] for part in _BETWEEN_SEMICOLONS.finditer(text))]
        several = any(len(words) > 1 for words in parts)
        found = dict.fromkeys(word for words in parts for word in words)
        if not found:
            self.open = self.open or ";" in text
            return True
        plain = [word for word in found if not (fos.looks_like_wwn(word) or ":" in word or _DOMAIN_INDEX.match(word))]
        if plain and (several or self.active or not self.open or not all(_NAME.match(word) for word in plain)):
            return False
        self.item.members.extend(Member(word, number, self.role) for word in found)
        self.open = not text[text.rfind(";") + 1 :].strip()
        return True


def _read(capture: Capture, out: Writer) -> None:
    parser = _Parser(out)
    # A filter removes the headline too; this command prints only the effective configuration.
    parser.active = bool(capture.filtered and capture.command and "cfgactvshow" in capture.command.lower())
    last_text, last_line = "", capture.first_line
    unended: set[int] = set()
    for number, line in capture.lines():
        text = fos.without_note(line)
        if not text.strip():
            continue
        parser.line(number, text)
        if text.rstrip().endswith(";") and parser.item is not None:
            unended.add(parser.item.line)
        if not fos.is_noise(text):
            last_text, last_line = text, number
    database = parser.database
    if parser.tabs_lost:
        lost_tabs.split_names(database, parser.glued, out)
    if capture.filtered:
        _drop_filtered(database, unended, capture.first_line, out)
    cut = _cut(database, last_text, last_line)
    if cut:
        out.ends_inside_record = True
        out.note(last_line, cut)
    database.write(capture.owner, out)


def _drop_filtered(database: ZoneDatabase, unended: set[int], line: int, out: Writer) -> None:
    """Drop items that may have lost members to ``| grep zone:``: incomplete zones must not be checked.

    An effective zone has each member on a separate line; a defined item continues after a semicolon.
    """
    kept = [
        item
        for item in database.items
        if item.line not in unended and (item.keyword == "cfg" or (item.members and not item.active))
    ]
    # zoneshow prints the effective zones below the defined ones; the filter removed the headline between them.
    names = [(item.keyword, item.name) for item in kept]
    kept = [item for place, item in enumerate(kept) if names[place] not in names[:place]]
    if len(kept) < len(database.items):
        out.note(line, "skipped zones and aliases that may have lost members to the filter")
    database.items = PackedList(kept)


def _cut(database: ZoneDatabase, last_text: str, last_line: int) -> str | None:
    """Return how the text was truncated; removes a truncated item that has only a name."""
    if _SECTION.match(last_text):
        return "truncated after a headline: the configuration below it is missing"
    if database.unfinished == last_line:
        return "truncated: the last item is incomplete and was skipped"
    items = database.items
    if items and items[-1].keyword != "cfg" and not items[-1].members and items[-1].line == last_line:
        skipped = items.pop()
        return f"truncated after the name of {skipped.keyword} {skipped.name}, which was skipped"
    if last_text.rstrip().endswith(";"):
        return "truncated after a semicolon: more members may be missing"
    return None


READERS = (
    fos.reader(
        "cfgshow", _detect, _read, provided(PROVIDES, columns(vsan="default_zone")),
        selects=r"\b(?:zoneshow|alishow|cfgshow)\s+(?:-+\w+\s+)*[\"']?\w",
        also=("cfgactvshow", "zoneshow", "alishow"), needles=("configuration|cfg:|zone:|alias:|TI Zone Name:",), begins=r"^[ \t]*Defined configuration[ \t]*:[ \t]*$",
    ),
)  # fmt: skip
