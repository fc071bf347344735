"""``version``: the Fabric OS release; ``switchname``: the name of the switch.

Synthetic sample::

    Kernel:     2.6.14.2
    Fabric OS:  v8.2.1a
    Made on:    Mon Jan 7 18:22:40 2019
    BootProm:   3.0.29

``switchname`` prints only the name, so it is recognised by the command.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner

_RELEASE = re.compile(r"^[ \t]*Fabric OS:[ \t]*(?P<release>v?\d\S*)", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*(?:Kernel|Made on|Flash|BootProm):[ \t]*\S", re.MULTILINE)
_COMMAND = re.compile(r"^(?:.*[#$>][ \t]*)?[`'\"]?switchname[`'\"]?[ \t]*$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,63}\Z")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip() and not fos.is_noise(line)]


def _name(text: str) -> str | None:
    lines = _lines(text[:4_096])
    return lines[0] if len(lines) == 1 and _NAME.match(lines[0]) else None


def _detect(capture: Capture) -> Detection | None:
    if _name(capture.head) and _COMMAND.search(f"{capture.command or ''}\n{capture.head}"):
        return Detection(90, "the command switchname and one name")
    return None


def _read(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        if line.strip() and not fos.is_noise(line):
            out.add("switch", number, switch=capture.owner, vendor="brocade")


READERS = (
    Family("brocade", fos.rows(_RELEASE, _OTHER)).reader(
        "brocade-version", "version",
        fos.head_contains(_RELEASE, 90, "Fabric OS: with Kernel: or BootProm:", also=_OTHER.pattern),
        Facts("switch", switch=owner, vendor=const("brocade"), firmware_version="release"), needles=("Fabric OS:",),
        begins=r"^Kernel:[ \t]*\d[\w.\-]*[ \t]*\n[ \t]*Fabric OS:",
    ),
    fos.reader(
        "switchname", _detect, _read, columns(switch="switch vendor"), needles=("switchname|switchName",), owner_in=_name,
        trust=50,
    ),
)  # fmt: skip
