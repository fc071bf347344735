"""``esxcli storage nmp satp list`` (ESXi 5 to 8) and ``esxcli nmp satp list`` (4.x).

    Name                 Default PSP    Description
    -------------------  -------------  -------------------------------------------------------
    VMW_SATP_ALUA        VMW_PSP_MRU    Supports non-specific arrays that use the ALUA protocol
    VMW_SATP_SYMM        VMW_PSP_RR     Placeholder (plugin not loaded)

Rows are recognised by their words, not by the ruler: copied pages shift the columns (formats-hosts.md section 1.5).
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

_ROW = re.compile(r"(\w*SATP\w*)\s+(\w*PSP\w*)(?:\s+(\S.*))?\Z")
_HEADER = re.compile(r"Name\s+Default PSP\s+Description\s*\Z", re.IGNORECASE)
# Web pages print the row they discuss in bold.
_EMPHASIS = re.compile(r"</?(?:strong|b|em|i|u|mark|span)\b[^<>\n]{0,100}>")
KEYS = frozenset(("name", "default psp", "description"))
_COLUMNS = ("host", "satp", "default_psp", "description", "loaded")


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one SATP and its default policy."""
    description = record.get("description")
    out.add(
        "satp", record.line, host=capture.owner, satp=record.get("name"), default_psp=record.get("default psp"),
        description=description, loaded=None if description is None else not description.startswith("Placeholder"),
    )  # fmt: skip
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    last = capture.first_line + capture.text.count("\n")
    for line, text in capture.lines():
        text = _EMPHASIS.sub("", text).strip()
        row = _ROW.match(text)
        if not row:
            if not _HEADER.match(text) and not listing.is_noise(text):
                out.unread(line)
            continue
        name, policy, description = row.groups()
        if line == last and not description:
            out.ends_inside_record = True
            out.note(line, f"truncated: the row of {name} is incomplete and was skipped")
            continue
        writer.take(listing.Record(None, line, {"name": name, "default psp": policy, "description": description or ""}))


def _detect(capture: Capture) -> Detection | None:
    lines = capture.head.split("\n")
    if not any(_ROW.match(line.strip()) or _HEADER.match(line.strip()) for line in lines):
        return None
    share = listing.known_share(lines, lambda line: _ROW.match(line.strip()) or _HEADER.match(line.strip()))
    if share < 0.5:
        return None
    return Detection(95 if share >= 0.8 else 60, "rows of SATP, default PSP and description")


READERS = (
    Reader(
        name="esxi-satp-list", platform="esxi", command="esxcli storage nmp satp list",
        provides={"host": ("host", "platform"), "satp": _COLUMNS}, detect=_detect, read=_read, needles=("SATP", "PSP"),
        begins=r"^ *Name +Default PSP +Description *$",
    ),
)  # fmt: skip
