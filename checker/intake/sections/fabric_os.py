"""Split Fabric OS texts with several commands: ``supportshow``, ``supportsave`` members, ``fosexec`` banners.

``supportshow`` echoes each command followed by a colon and, with virtual fabrics, the context it ran in::

    switchshow           :
    CURRENT CONTEXT -- 0 , 128

    SWITCHCMD /fabos/cliexec/porterrshow:
    portshow 5

``fosexec`` prints a banner: ``"switchshow" on FID 128:``. In a text with several logical switches, each section gets the
name that ``switchshow`` prints for its fabric ID, so that zones are never assigned to the wrong switch.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping

from checker.readers.toolkit.base import word_list

Cut = tuple[int, int, str | None, str | None, Mapping[str, str]]
"""Start and end of a cut, the command that follows, the host and the header; as in ``split``."""

_MARKS = ("CURRENT CONTEXT -- ", "** SS CMD", "SWITCHCMD /", "CHASSISCMD /", "/fabos/", "Section : SSHOW", "SSHOW_")
_BANNER_WORD = " on FID "
_LINE = re.compile(
    r"^[ \t]*(?:CURRENT[ ]+CONTEXT[ ]+--[ ]*(?P<context>[^\n]{1,60})"
    r"|\*\* SS CMD (?:START|END) \*\*[ \t]*"
    r"|Section[ ]*:[ ]+\w{1,40}[ \t]*"
    r"|(?:SWITCHCMD|CHASSISCMD)[ ]+/(?P<decoded>[\w./]{1,80}(?:[ ][^\n:]{1,80})?)[ ]*+:?[ \t]*+"
    r"|/(?P<path>fabos/[\w./]{1,80}(?:[ ][^\n:]{1,80})?)[ ]*+:?[ \t]*+"
    r"|(?P<echo>[a-z][a-z0-9_]{2,30}(?:[ ][\w\-./,]{1,40}){0,6})(?P<gap>[ ]*):[ \t]*"
    r"|(?P<port>port[a-z0-9]{0,16}show[ ]+\d{1,4}(?:/\d{1,4})?)[ \t]*)$",
    re.MULTILINE,
)
_BANNER = re.compile(
    r'^(?:[-=]{5,}[ \t]*\n\s{0,20})?[ \t]*"(?P<command>[^"\n]{1,200})" on FID (?P<fid>\d{1,3}):?[ \t]*$', re.MULTILINE
)
_EXECUTED = re.compile(r"\bfosexec[ ]+--?fid[ ]+(\d{1,3})\b")
_NAME = re.compile(r"^[ \t]*switchName:[ \t]*(\S+)", re.MULTILINE)
_ATTRIBUTES = re.compile(r"^[ \t]*LS Attributes:[ \t]*\[FID:[ ]*(\d{1,3})", re.MULTILINE)
_PORT_ROW = re.compile(r"^[ \t]*(\d{1,4})[ \t]+(?:\d{1,2}[ \t]+)?\d{1,4}[ \t]+(?:[0-9a-f]{6}|-{6})[ \t]", re.MULTILINE)
_SWITCH_WORDS = ("switchshow", "cfgshow", "fabricshow", "porterrshow", "nsshow")
OTHER_COMMANDS = frozenset(
    word_list("""
    alishow cfgactvshow configupload fosexec nodefind nscamshow nszonemember portstats64show setcontext zoneshow
""")
)
"""Commands whose output is read although no reader is named after them, and commands that run others."""
_BEFORE_BANNER = 300
_MOST_CUTS = 2_000
"""Commands above which the output of per-port commands stays one section: a file may have at most 4096 sections."""
_SEVERAL = "several logical switches"


def cuts(text: str, known_words: Collection[str]) -> Iterator[Cut]:
    """Yield the cuts of a Fabric OS text, or nothing for other texts.

    Consecutive commands without a reader form one section.
    """
    # The search starts from the last letter of the word: a blank there makes it slow in long listings.
    if '"' in text and "FID" in text and _BANNER_WORD in text:
        yield from _banners(text)
    if "show" in text and any(mark in text for mark in _MARKS) and any(word in text for word in _SWITCH_WORDS):
        yield from _support(text, known_words)


def _names(text: str) -> list[tuple[int, str]]:
    return [(found.start(), found.group(1)) for found in _NAME.finditer(text)]


def _banners(text: str) -> Iterator[Cut]:
    found = list(_BANNER.finditer(text))
    if len(found) < 2:
        return
    places: list[tuple[re.Match[str], str]] = []
    for banner in found:
        # For a single fabric ID, the banner shows the ID of the session and not the one in the command.
        executed = _EXECUTED.findall(text, max(0, banner.start() - _BEFORE_BANNER), banner.start())
        places.append((banner, executed[-1] if executed else banner.group("fid")))
    hosts = _hosts(text, [(banner.end(), fid) for banner, fid in places])
    for banner, fid in places:
        yield banner.start(), banner.end(), banner.group("command"), hosts.get(fid), {}


def _hosts(text: str, places: list[tuple[int, str]]) -> dict[str, str]:
    """Return the switch name by fabric ID; empty if the text contains one fabric ID only.

    A fabric ID without a switch name in the text is used as the name, so that its facts do not go to another switch.
    """
    if len({fid for _, fid in places}) < 2:
        return {}
    hosts: dict[str, str] = {}
    attributes = {match.start(): match.group(1) for match in _ATTRIBUTES.finditer(text)}
    for place, name in _names(text):
        fid = next((fid for start, fid in reversed(places) if start <= place), None)
        stated = next((at for at in sorted(attributes) if 0 < at - place < 2_000), None)
        fid = attributes[stated] if stated is not None else fid
        if fid is not None:
            hosts.setdefault(fid, name)
    return {fid: hosts.get(fid, f"FID {fid}") for _, fid in places}


def _hosts_of_ports(text: str, lines: list[re.Match[str]], hosts: Mapping[str, str]) -> dict[str, str]:
    """Return the switch by port index from the ``switchshow`` tables: per-port commands have no context."""
    found: dict[str, str] = {}
    ends = [line.start() for line in lines]
    for place, name in _names(text) if hosts else []:
        at = bisect_right(ends, place)
        end = ends[at] if at < len(ends) else len(text)
        found.update(dict.fromkeys(_PORT_ROW.findall(text, place, end), name))
    return found


def _is_echo(line: re.Match[str], known_words: Collection[str]) -> bool:
    """Return whether a line ``word:`` is an echoed command; ``zoning:`` without a value is not."""
    return line.group("echo") is None or bool(line.group("gap")) or line.group("echo").split()[0] in known_words


def _command(line: re.Match[str]) -> str | None:
    text = line.group("decoded") or line.group("path")
    if text is not None:
        words = text.split(" ", 1)
        return " ".join([words[0].rpartition("/")[2], *words[1:]]).strip()
    return line.group("echo") or line.group("port")


def _fabric_id(context: str) -> str | None:
    """Return the fabric ID, the last number in ``0 , 128`` or ``FID: 128``."""
    numbers = re.findall(r"\d{1,3}", context)
    return numbers[-1] if numbers else None


def _support(text: str, known_words: Collection[str]) -> Iterator[Cut]:
    lines = [line for line in _LINE.finditer(text) if _is_echo(line, known_words)]
    places = [
        (line.end(), fid) for line in lines if line.group("context") and (fid := _fabric_id(line.group("context")))
    ]
    hosts = _hosts(text, places)
    hosts_of_ports = _hosts_of_ports(text, lines, hosts)
    by_port = len(lines) <= _MOST_CUTS
    command: str | None = None
    host: str | None = None
    last_unknown = in_ports = False
    for line in lines:
        context, echoed = line.group("context"), _command(line)
        if echoed is not None:
            of_port = line.group("port") is not None
            if of_port and in_ports and not by_port:
                continue
            in_ports, command = of_port, echoed
            host = hosts_of_ports.get(echoed.split()[-1]) if of_port else None
            if of_port and hosts and not by_port:
                host = _SEVERAL
        elif context:
            fid = _fabric_id(context)
            host = hosts.get(fid) if fid else None
        else:
            command = None
        unknown = command is not None and command.split()[0] not in known_words
        if unknown and last_unknown and not context:
            continue
        last_unknown = unknown
        yield line.start(), line.end(), command, host, {}
