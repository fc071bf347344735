"""Zone sets, zones, zone members and fcaliases, from show output as well as from the running configuration.

Both forms have the same syntax: ``zoneset name``, ``zone name`` and ``fcalias name`` open a block, and member lines
follow. The configuration form puts ``member`` before each member and lists zones before zone sets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, word_list
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.packed_list import PackedList

HEADER = re.compile(
    r"(?P<what>zoneset|zone|fcalias) name (?P<name>\S{1,64})(?:\s+vsan\s+(?P<vsan>\d{1,4}))?\s*\Z", re.IGNORECASE
)
_ROLE = re.compile(r"(?<!\s)\s+(init|initiator|target|both)\Z", re.IGNORECASE)
_BRACKET = re.compile(r"(?<!\s)\s*\[([^\[\]]{0,200})\]")
_UNCLOSED = re.compile(r"\[[^\[\]]{0,200}\Z")
_ROLES = {"init": "initiator", "initiator": "initiator", "target": "target", "both": "both"}
_WORDS = word_list("""
    pwwn nwwn fwwn swwn fcid fcalias device-alias interface domain-id ip-address symbolic-nodename lun ipv6-address
""")  # fmt: skip
_WHOLE_BLOCKS = re.compile(r"\|\s*(?:sec\w*|b|beg\w*)\s", re.IGNORECASE)
_ZONE_MEMBER = ("active", "vsan", "zone", "member", "member_type", "wwpn", "alias", "member_role", "logged_in", "fcid")


_PORT_NAME = re.compile(r"(?:[0-9a-f]{2}:){7}[0-9a-f]{2}", re.IGNORECASE)
_ADDRESS = re.compile(r"\bfcid (0x[0-9a-f]{6})\b", re.IGNORECASE)


@dataclass
class _Zone:
    line: int
    vsan: str
    active: bool
    smart: bool | None = None


@dataclass
class ZoneDatabase:
    """Collects the lines of one zone database and writes them at the end.

    Attributes:
        active: the current lines belong to the active zone set.
        config_form: members are written ``member …``, and fcaliases are next to zones, not inside them.
        stars: the output marks logged-in members with ``*``, so that a member without it is not logged in.
    """

    out: Writer
    switch: str
    active: bool = False
    stars: bool = False
    config_form: bool = False
    zones: dict[tuple[bool, str, str], _Zone] = field(default_factory=dict)
    zone_sets: dict[tuple[bool, str, str], tuple[int, dict[str, int]]] = field(default_factory=dict)
    last_line: int = 0
    block_open: bool = False
    _members: PackedList[tuple[int, tuple[Value, ...]]] = field(default_factory=PackedList)
    _aliases: dict[tuple[str, str, str], tuple[int, str | None]] = field(default_factory=dict)
    _set: tuple[bool, str, str] | None = None
    _zone: tuple[bool, str, str] | None = None
    _default_zone: str | None = None
    """VSAN of the default zone, while its members are read."""
    unzoned: list[tuple[int, str, str | None, str | None]] = field(default_factory=list)
    _fcalias: tuple[str, str] | None = None
    _fcalias_indent: int = 0
    _fcalias_in_zone: bool = False
    _fcalias_filled: bool = False
    _fcalias_ended: bool = False

    def section(self, active: bool) -> None:
        """Begin another section (``!Active Zone Database Section``) and end all open blocks."""
        self.close()
        self.active = active

    def close(self) -> None:
        """End all open blocks; the lines that follow do not belong to them."""
        self._set = self._zone = self._fcalias = None
        self._default_zone = None
        self.block_open = False

    def blank(self) -> None:
        """A blank line ends an fcalias block inside a zone, once it has a member (blogs double blank lines)."""
        self._fcalias_ended = self._fcalias_filled

    def name_last(self, alias: str) -> None:
        """Set the alias of the last member from the comment line below it (``! [alias]``)."""
        if self._zone is None or not self._members or self.last_line != self._members[-1][0]:
            return
        number, row = self._members[-1]
        if row[4] == "wwpn" and row[6] is None:
            self._members.pop()
            self._members.append((number, (*row[:6], alias, *row[7:])))

    def feed(self, number: int, line: str) -> bool:
        """Read one line; FALSE if it is not zoning syntax."""
        stripped = " ".join(line.split())
        header = HEADER.match(stripped) if " name " in stripped else None
        if header:
            self._open(number, len(line) - len(line.lstrip()), header)
            return True
        if not self.block_open:
            return False
        return self._member_line(number, line, stripped)

    def _open(self, number: int, indent: int, header: re.Match[str]) -> None:
        what, name = header.group("what").lower(), header.group("name")
        vsan = nxos.vsan_number(header.group("vsan")) if header.group("vsan") else self._vsan()
        self.last_line = number
        self.block_open = True
        if what == "fcalias":
            self._open_fcalias(number, indent, vsan, name)
            return
        self._fcalias = None
        if what == "zoneset":
            self._zone, self._default_zone = None, None
            self._set = (self.active, vsan, name)
            self.zone_sets.setdefault(self._set, (number, {}))
            return
        self._default_zone = vsan if name.startswith("$default_zone") else None
        if self._default_zone is not None:
            self._zone = None
            return
        if self.config_form:
            self._set = None
        if self._set is not None and self._set[1] == vsan:
            self.zone_sets[self._set][1].setdefault(name, number)
        self._zone = (self.active, vsan, name)
        self.zones.setdefault(self._zone, _Zone(number, vsan, self.active))

    def _open_fcalias(self, number: int, indent: int, vsan: str, name: str) -> None:
        self._fcalias, self._fcalias_indent = (vsan, name), indent
        self._fcalias_filled = self._fcalias_ended = False
        if self.config_form:
            self._zone = None
        self._fcalias_in_zone = self._zone is not None
        if self._zone is not None:
            self._add(number, name, "alias", alias=name)

    def _vsan(self) -> str:
        for open_block in (self._zone, self._set):
            if open_block is not None:
                return open_block[1]
        return ""

    def _member_line(self, number: int, line: str, stripped: str) -> bool:
        text = stripped
        star = text.startswith("*")
        if star:
            text = text[1:].lstrip()
        config_form = text.startswith("member ")
        if config_form:
            text = text[7:].lstrip()
        word, _, rest = text.partition(" ")
        word = word.lower()
        if word == "zone" and self._set is not None and self._zone is None and not self.config_form:
            return self._zone_of_set(number, rest)  # show zoneset brief
        if word in ("attribute", "attribute-group", "zone-attribute-group"):
            if "disable-smart-zoning" in rest and self._zone is not None:
                self.zones[self._zone].smart = False
            return True
        if self.config_form and not config_form:
            return False
        if word not in _WORDS or not rest:
            return self._zone_of_set(number, text) if config_form else False
        self.last_line = number
        if _UNCLOSED.search(rest):
            note_truncated(self.out, number, "member")
            return True
        if self._default_zone is not None:
            wwpn, fcid = _PORT_NAME.search(stripped), _ADDRESS.search(stripped)
            if wwpn or fcid:
                known = normalise.fcid(fcid.group(1)) if fcid else None
                self.unzoned.append((number, self._default_zone, normalise.wwn(wwpn.group()) if wwpn else None, known))
            return True
        if self._fcalias is not None and self._in_fcalias(line):
            self._alias_member(number, word, rest)
            return True
        self._fcalias = None
        if self._zone is None:
            return False
        self._zone_member(number, word, rest, star)
        return True

    def _in_fcalias(self, line: str) -> bool:
        if not self._fcalias_in_zone:
            return True
        indent = len(line) - len(line.lstrip())
        if indent == 0 and self._fcalias_indent == 0:
            return not self._fcalias_ended
        return indent > self._fcalias_indent

    def _zone_of_set(self, number: int, text: str) -> bool:
        name = text.strip()
        if self._set is None or not name or " " in name:
            return False
        self.zone_sets[self._set][1].setdefault(name, number)
        self.last_line = number
        return True

    def _alias_member(self, number: int, word: str, rest: str) -> None:
        vsan, alias = self._fcalias or ("", "")
        self._fcalias_filled = True
        rest = " ".join(_ROLE.sub("", _BRACKET.sub(" ", rest)).split())
        wwpn = None
        member = rest if word == "pwwn" else f"{word} {rest}"
        if word == "pwwn":
            wwpn = self.out.wwn(rest, number, "alias", "wwpn", f"fcalias {alias}")
            member = wwpn or rest
        self._aliases.setdefault((vsan, alias, member), (number, wwpn))

    def _zone_member(self, number: int, word: str, rest: str, star: bool) -> None:
        role = None
        found = _ROLE.search(rest)
        if found:
            role, rest = _ROLES[found.group(1).lower()], rest[: found.start()]
        brackets = [text.strip() for text in _BRACKET.findall(rest)]
        value = " ".join(_BRACKET.sub(" ", rest).split())
        fcid = alias = None
        if word == "fcid":
            fcid = normalise.fcid(value.split(" ")[0])
            inner = brackets[0].partition(" ") if brackets else ("", "", "")
            if inner[0].lower() in _WORDS and inner[2]:
                word, value, brackets = inner[0].lower(), inner[2].strip(), brackets[1:]
        if brackets and brackets[-1]:
            alias = brackets[-1].removeprefix("device-alias ").strip()
        self._by_word(number, word, value, alias=alias, fcid=fcid, role=role, star=star)

    def _by_word(
        self, number: int, word: str, value: str, *, alias: str | None, fcid: str | None, role: str | None, star: bool
    ) -> None:
        place = f"zone {self._zone[2]}" if self._zone else ""
        wwpn = None
        if word in ("pwwn", "nwwn"):
            text, _, more = value.partition(" ")
            normal = self.out.wwn(text, number, "zone_member", "member", place)
            if word == "pwwn":
                wwpn = normal
            member, kind = normal or text, "wwpn" if word == "pwwn" else "wwnn"
            if more.startswith("lun"):
                member, kind = f"{member} {more}", "other"
        elif word in ("device-alias", "fcalias"):
            member, kind = value.removeprefix("name ").split(" ")[0], "alias"
            alias = member
        elif word == "fcid":
            member, kind = fcid or value, "fcid"
        elif word == "interface":
            port, _, where = value.partition(" ")
            member, kind = f"{nxos.port_name(port) or port} {where}".strip(), "interface"
        elif word == "domain-id":
            numbers = re.findall(r"\d+", value)
            pair = len(numbers) == 2
            member, kind = (",".join(numbers), "domain_port") if pair else (f"{word} {value}", "other")
        else:
            member, kind = f"{word} {value}", "other"
        self._add(number, member, kind, wwpn=wwpn, alias=alias, role=role, star=star, fcid=fcid)

    def _add(
        self, number: int, member: str, kind: str, *, wwpn: str | None = None, alias: str | None = None,
        role: str | None = None, star: bool = False, fcid: str | None = None,
    ) -> None:  # fmt: skip
        if self._zone is None:
            return
        active, vsan, zone = self._zone
        logged_in = True if star else (False if self.stars and active and vsan else None)
        if role is not None and self.zones[self._zone].smart is None:
            self.zones[self._zone].smart = True
        self._members.append((number, (active, vsan, zone, member, kind, wwpn, alias, role, logged_in, fcid)))

    def ends_open(self) -> bool:
        """Return whether the last zone or alias has no members, so that the text is probably truncated."""
        if self._fcalias is not None:
            return not self._fcalias_filled
        if self._zone is not None:
            return not any(row[:3] == self._zone for _, row in self._members[-1:])
        return self._set is not None and not self.zone_sets[self._set][1]

    def drop_filtered(self, capture: Capture) -> None:
        """Drop zones that a filter such as ``| include zone`` left incomplete; only names of zone sets remain.

        Incomplete zones must not be checked. Filters for a section or from a line onwards keep complete zones.
        """
        if not capture.filtered or _WHOLE_BLOCKS.search(capture.command or ""):
            return
        if self.zones:
            first = min(row.line for row in self.zones.values())
            self.out.note(first, "skipped zones that may have lost members to the filter")
        self.zones.clear()
        self._members = PackedList()
        self._zone = self._set = None
        for _, zones in self.zone_sets.values():
            zones.clear()

    def write(self) -> int:
        """Write all rows; return the number of zones."""
        out, switch = self.out, self.switch
        home: dict[tuple[bool, str, str], set[str]] = {}
        for (active, vsan, zone_set), (number, zones) in self.zone_sets.items():
            if active:
                out.add("vsan", number, switch=switch, vsan=vsan, active_zone_set=zone_set)
            if not zones:
                out.note(number, f"zone set {zone_set} is printed without zones")
            for zone, line in zones.items():
                home.setdefault((active, vsan, zone), set()).add(zone_set)
                out.add("zone_set", line, switch=switch, vsan=vsan, active=active, zone_set=zone_set, zone=zone)
        for (active, vsan, name), zone_row in self.zones.items():
            sets = home.get((active, vsan, name), set())
            out.add(
                "zone", zone_row.line, switch=switch, vsan=vsan, active=active, zone=name,
                zone_set=next(iter(sets)) if len(sets) == 1 else None, smart=zone_row.smart,
            )  # fmt: skip
        for number, row in self._members:
            out.add("zone_member", number, switch=switch, **dict(zip(_ZONE_MEMBER, row, strict=True)))
        for number, vsan, port, address in self.unzoned:
            out.add("default_zone_member", number, switch=switch, vsan=vsan, wwpn=port, fcid=address)
        for (vsan, alias, member), (number, wwpn) in self._aliases.items():
            out.add("alias", number, switch=switch, vsan=vsan, alias=alias, member=member, wwpn=wwpn)
        return len(self.zones)
