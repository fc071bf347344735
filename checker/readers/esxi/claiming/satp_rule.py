"""``esxcli storage nmp satp rule list`` (ESXi 5 to 8) and ``esxcli nmp satp listrules`` (4.x), as a table.

    Name           Device  Vendor   Model     Driver  Transport  Options  Rule Group  Claim Options  Default PSP  PSP Options  Description
    -------------  ------  -------  --------  ------  ---------  -------  ----------  -------------  -----------  -----------  -----------
    VMW_SATP_ALUA          EXAMPLE  MODEL-1                               user        tpgs_on        VMW_PSP_RR   iops=1       Example arrays

Most cells are empty, so a row is cut at the columns of its ruler. Where the columns are lost, the cells follow from the
words of the row if these are unambiguous (satp_rule_words). Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.esxi import listing, tables
from checker.readers.esxi.claiming import satp_rule_words
from checker.readers.toolkit.base import Capture, Detection, Reader

_HEADER = re.compile(r"^[ \t]*Name\s+Device\s+Vendor\s+Model\s+Driver\s+Transport\s+Options\s", re.MULTILINE)
_SATP = re.compile(r"\w*SATP\w*\Z")
_COLUMN_OF = {
    "name": "satp", "device": "device", "vendor": "vendor", "model": "model", "driver": "driver",
    "transport": "rule_transport", "options": "options", "rule group": "rule_group", "claim options": "claim_options",
    "default psp": "default_psp", "psp options": "psp_options", "description": "description",
}  # fmt: skip
KEYS = frozenset(_COLUMN_OF)
_COLUMNS = ("host", *_COLUMN_OF.values())


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one rule."""
    if not re.fullmatch(r"\w*SATP\w*", record.get("name") or ""):
        out.unread(record.line)
        return False
    facts: dict[str, Value] = {column: record.get(title) for title, column in _COLUMN_OF.items()}
    facts["device"] = out.device_id(record.get("device"), record.line, "satp_rule")
    out.add("satp_rule", record.line, host=capture.owner, **facts)
    return True


def _read_text(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    columns = tables.Columns()
    noted = False
    last = capture.first_line + capture.text.count("\n")
    for line, text in capture.lines():
        if _HEADER.match(text + " "):
            columns.header(text)
        elif columns.ruler(text):
            continue
        elif "SATP" not in text or listing.is_noise(text):
            if not listing.is_noise(text):
                out.unread(line)
        else:
            cells = columns.cells(text)
            if columns.known and line == last and not (cells or {}).get("description"):
                out.ends_inside_record = True
                out.note(line, "truncated: the last rule is incomplete and was skipped")
                continue
            if cells is None or not _SATP.match(cells.get("name", "")):
                cells = satp_rule_words.cells(text)
                if line == last and not (cells or {}).get("description"):
                    out.ends_inside_record = True
                    out.note(line, "truncated: the last rule is incomplete and was skipped")
                    continue
                if not noted:
                    noted = True
                    out.note(
                        line, "the rules are not aligned with the ruler; their cells were identified by their words"
                    )
            if cells is None:
                out.unread(line)
            else:
                writer.take(listing.Record(None, line, cells))


def _read(capture: Capture, out: Writer) -> None:
    _read_text(capture, out)


def _detect(capture: Capture) -> Detection | None:
    if not _HEADER.search(capture.head):
        return None
    share = listing.known_share(capture.head.split("\n"), lambda line: "SATP" in line or _HEADER.match(line + " "))
    if share < 0.3:
        return None
    return Detection(95 if share >= 0.6 else 60, "header of the SATP rules")


READERS = (
    Reader(
        name="esxi-satp-rule-list", platform="esxi", command="esxcli storage nmp satp rule list",
        provides={"host": ("host", "platform"), "satp_rule": _COLUMNS}, detect=_detect, read=_read,
        needles=("SATP", "Vendor", "PSP"), begins=r"^ *Name +Device +Vendor +Model +Driver +Transport +Options ",
    ),
)  # fmt: skip
