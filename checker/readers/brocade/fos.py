"""Text common to all Fabric OS output: prompts, banners and remarks around it, and the spelling of values.

Output copied from tickets and blogs includes the echoed command, the fosexec banner (``"switchshow" on FID 128:``), pager
prompts and remarks of the author.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.blocks import line_rows
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_NOISE = re.compile(
    r"""(?:
        [=\-_+.…\s]*                                          # rulers, dots of omission
      | "[^"]*"\ on\ FID\ \d+:?                              # banner of fosexec and of virtual fabrics
      | (?:[\w.\-]+(?::[\w.\-@()]+)*)?\s?[>\#](?:\s.*|[a-zA-Z].*)?   # prompt, echoed command
      | (?:===|<--|\#|//).*                                   # the author's notes
      | (?:Date:\s*|Time:\s*)?[A-Z][a-z]{2}\ [A-Z][a-z]{2}\ +\d{1,2}\ \d\d:\d\d:\d\d\ (?:[A-Z]{2,5}\ )?\d{4}   # date
      | (?:real|user|sys)\s+\d+m[\d.]+s | CURRENT\ CONTEXT\ --.* | \*\*\ SS\ CMD\ \w+\ \*\*   # supportshow
      | No\ Access\ Gateway\ is\ registered\b.* | MAPS\ is\ not\ Licensed\b.*   # remarks
      | Type\ <CR>.*|Press\ .*\ to\ continue.*|-+\ ?[Mm]ore.*    # pager
      | (?:fosexec|switchshow|cfgshow|cfgactvshow|zoneshow|alishow|nsshow|nscamshow|fabricshow|islshow|trunkshow
        |porterrshow|portshow|sfpshow|defzone|agshow|version|portcfgshow|portbuffershow|portstatsshow|portstats64show
        |portperfshow|errdump|mapsdb|chassisshow|firmwareshow|fanshow|psshow|tempshow|sensorshow|ipaddrshow|cfgsize|lscfg|nsallshow|configshow|switchname|switchstatusshow|slotshow|hashow)(?:\s+[\w\-/'*"|]+)*   # echo without a prompt
    )\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_PROMPT = re.compile(r"(?:[\w.\-]+(?::[\w.\-@()]+)*)?\s?[>#](?:\s|[a-zA-Z]|\Z)")
_NOTE = re.compile(r"(?:={2,}>|<={2,}|<-{2,}|-{3,}>|…).*")
SLOT_PORT = re.compile(r"[0-9]+/[0-9]+\Z")
WWN_LIKE = re.compile(r"[0-9a-zA-Z*#?]{1,2}(?::[0-9a-zA-Z*#?]{1,2}){7}\Z")


def is_noise(line: str) -> bool:
    """Return whether a line belongs to the terminal or the author: ruler, banner, prompt, echoed command, note."""
    return len(line) < 400 and _NOISE.match(line.strip()) is not None


def is_prompt(line: str) -> bool:
    """Return whether a line is a shell prompt, which ends the output before it."""
    return len(line) < 400 and _PROMPT.match(line.strip()) is not None


def without_note(line: str) -> str:
    """Return the line without a trailing remark of the author (``===> this one``)."""
    if "=>" in line or "<-" in line or "->" in line or "…" in line:
        return _NOTE.sub("", line, count=1).rstrip()
    return line


def port_name(port: str, slot: str | None) -> str:
    """Return the name of a port: ``slot/port`` in a director, otherwise the port number."""
    return f"{slot}/{port}" if slot is not None else port


def index_of(text: str) -> int | None:
    """Return the port number as printed, unless it is ``slot/port``."""
    return whole(text) if len(text) < 7 and text.isascii() and text.isdecimal() else None


def looks_like_wwn(text: str) -> bool:
    """Return whether a text has the shape of a WWN, masked octets included."""
    return WWN_LIKE.match(text) is not None


def head_contains(
    pattern: re.Pattern[str], score: int, reason: str, *others: re.Pattern[str], also: str = ""
) -> Callable[[Capture], Detection | None]:
    """Return the detection by one of several patterns anywhere in the head of a capture.

    ``also`` is a regular expression (multi-line mode) that the head must contain as well.
    """
    contains = re.compile(also, re.MULTILINE)

    def detect(capture: Capture) -> Detection | None:
        head = capture.head
        fits = any(one.search(head) for one in (pattern, *others)) and contains.search(head)
        return Detection(score, reason) if fits else None

    return detect


def add_setting(out: Writer, line: int, switch: str, setting: str, value: str) -> None:
    """Write a setting of a switch."""
    out.add("fabric_setting", line, switch=switch, vsan="", setting=setting, value=value)


def rows(
    row: re.Pattern[str], *others: re.Pattern[str], started: str = r"(?!)", what: str = "row"
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the rows of lines that ``row`` matches; noise and lines that one of ``others`` matches are no loss.

    ``started`` is the beginning of a row, which may look like a prompt (``9->  7``), and ``what`` its name in notes.
    """
    begins_row = re.compile(started, re.IGNORECASE).match

    def known(line: str) -> bool:
        return any(other.match(line) for other in others) or (is_noise(line) and not begins_row(line))

    return line_rows(row, known, started=started, what=what)


SETTING = "switch vsan setting value"
"""Columns of a setting."""


def reader(
    command: str, detect: Callable[[Capture], Detection | None], read: Callable[[Capture, Writer], None],
    provides: Mapping[str, tuple[str, ...]], *, name: str = "", needles: tuple[str, ...] = (),
    begins: str | None = None, owner_in: Callable[[str], str | None] | None = None,
    captured_in: Callable[[str], datetime | None] | None = None, verified: bool = True, trust: int = 60,
    also: tuple[str, ...] = (), selects: str | None = None,
) -> Reader:  # fmt: skip
    """Return the reader of a command; without ``name`` it is called as the command."""
    return Reader(
        name=f"brocade-{name or command.partition(' ')[0]}", platform="brocade", command=command, provides=provides,
        detect=detect, read=read, needles=needles, begins=begins, owner_in=owner_in, captured_in=captured_in,
        verified=verified, trust=trust, also=also, selects=selects,
    )  # fmt: skip
