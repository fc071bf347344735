"""``esxcli storage nmp satp list`` (ESXi 5 to 8) and ``esxcli nmp satp list`` (4.x).

    Name                 Default PSP    Description
    -------------------  -------------  -------------------------------------------------------
    VMW_SATP_ALUA        VMW_PSP_MRU    Supports non-specific arrays that use the ALUA protocol
    VMW_SATP_SYMM        VMW_PSP_RR     Placeholder (plugin not loaded)

Rows are recognised by their words, not by the ruler: copied pages shift the columns (formats-hosts.md section 1.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import owner, parsed

KEYS = ("name", "default psp", "description")
_ROW = re.compile(r"(\w*SATP\w*)\s+(\w*PSP\w*)(?:\s+(\S.*))?\Z")
_HEADER = re.compile(r"Name\s+Default PSP\s+Description\s*\Z", re.IGNORECASE)
# Web pages print the row they discuss in bold.
_EMPHASIS = re.compile(r"</?(?:strong|b|em|i|u|mark|span)\b[^<>\n]{0,100}>")
PARTS = (
    HOST,
    Facts(
        "satp", host=owner, satp="name", default_psp="default psp", description="description",
        loaded=parsed(lambda description: not description.startswith("Placeholder"), "description"),
    ),
)  # fmt: skip


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    last = capture.first_line + capture.text.count("\n")
    for line, text in capture.lines():
        text = _EMPHASIS.sub("", text).strip()
        row = _ROW.match(text)
        if row and line == last and not row.group(3):
            note_truncated(out, line, "row")
        elif row:
            yield Record(line, dict(zip(KEYS, row.groups(""), strict=True)))
        elif not _HEADER.match(text) and not listing.is_noise(text):
            out.unread(line)


READERS = (
    Family("esxi", _rows).reader(
        "esxi-satp-list", "esxcli storage nmp satp list",
        listing.by_share(
            "rows of SATP, default PSP and description", _ROW, _HEADER, needs=None, claims=((0.8, 95), (0.5, 60))
        ),
        *PARTS, needles=("SATP", "PSP"), begins=r"^ *Name +Default PSP +Description *$",
    ),
)  # fmt: skip
