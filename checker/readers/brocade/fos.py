"""Text common to all Fabric OS output: prompts, banners and remarks around it, and the spelling of values.

Output copied from tickets and blogs includes the echoed command, the fosexec banner (``"switchshow" on FID 128:``), pager
prompts and remarks of the author.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.readers.toolkit.base import Capture, Detection

_NOISE = re.compile(
    r"""(?:
        [=\-_+.…\s]*                                          # rulers, dots of omission
      | "[^"]*"\ on\ FID\ \d+:?                              # banner of fosexec and of virtual fabrics
      | (?:[\w.\-]+(?::[\w.\-@()]+)*)?\s?[>\#](?:\s.*|[a-zA-Z].*)?   # prompt, echoed command
      | (?:===|<--|\#|//).*                                   # the author's notes
      | (?:Date:\s*|Time:\s*)?[A-Z][a-z]{2}\ [A-Z][a-z]{2}\ +\d{1,2}\ \d\d:\d\d:\d\d\ (?:[A-Z]{2,5}\ )?\d{4}   # date
      | (?:real|user|sys)\s+\d+m[\d.]+s | CURRENT\ CONTEXT\ --.* | \*\*\ SS\ CMD\ \w+\ \*\*   # supportshow
      | Type\ <CR>.*|Press\ .*\ to\ continue.*|-+\ ?[Mm]ore.*    # pager
      | (?:fosexec|switchshow|cfgshow|cfgactvshow|zoneshow|alishow|nsshow|nscamshow|fabricshow|islshow|trunkshow
        |porterrshow|portshow|sfpshow|defzone|agshow|version|portcfgshow|portbuffershow|portstatsshow|portstats64show
        |chassisshow|firmwareshow|fanshow|psshow|tempshow|sensorshow|ipaddrshow|cfgsize|lscfg|nsallshow|configshow)(?:\s+[\w\-/'*"|]+)*   # echo without a prompt
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
    return int(text) if len(text) < 7 and text.isascii() and text.isdigit() else None


def looks_like_wwn(text: str) -> bool:
    """Return whether a text has the shape of a WWN, masked octets included."""
    return WWN_LIKE.match(text) is not None


def head_contains(pattern: re.Pattern[str], score: int, reason: str) -> Callable[[Capture], Detection | None]:
    """Return the detection by a pattern anywhere in the head of a capture."""
    return lambda capture: Detection(score, reason) if pattern.search(capture.head) else None
