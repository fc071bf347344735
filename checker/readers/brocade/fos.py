"""What all Fabric OS texts share: prompts, banners and notes around the output, and the spelling of values.

Copies from tickets and blogs carry the echoed command, the fosexec banner (``"switchshow" on FID 128:``), the pager's
question and the author's marks (formats-fabric-arrays, "Rules that hold for all text formats").
"""

from __future__ import annotations

import re

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
    """Tell whether a line belongs to the terminal or the author: ruler, banner, prompt, echoed command, note."""
    return len(line) < 400 and _NOISE.match(line.strip()) is not None


def is_prompt(line: str) -> bool:
    """Tell whether a line is a shell prompt: the output before it has ended."""
    return len(line) < 400 and _PROMPT.match(line.strip()) is not None


def without_note(line: str) -> str:
    """Return the line without the remark (``===> this one``) an author put behind it."""
    if "=>" in line or "<-" in line or "->" in line or "…" in line:
        return _NOTE.sub("", line, count=1).rstrip()
    return line


def port_name(port: str, slot: str | None) -> str:
    """Return a port's name: ``slot/port`` in a director, else the port number."""
    return f"{slot}/{port}" if slot is not None else port


def index_of(text: str) -> int | None:
    """Return a port number as printed, where it is a plain number and not ``slot/port``."""
    return int(text) if len(text) < 7 and text.isascii() and text.isdigit() else None


def looks_like_wwn(text: str) -> bool:
    """Tell whether a text has the shape of a WWN, also with octets masked."""
    return WWN_LIKE.match(text) is not None
