"""``esxcli storage nmp satp rule list`` (ESXi 5 to 8) and ``esxcli nmp satp listrules`` (4.x), as a table.

    Name           Device  Vendor   Model     Driver  Transport  Options  Rule Group  Claim Options  Default PSP  PSP Options  Description
    -------------  ------  -------  --------  ------  ---------  -------  ----------  -------------  -----------  -----------  -----------
    VMW_SATP_ALUA          EXAMPLE  MODEL-1                               user        tpgs_on        VMW_PSP_RR   iops=1       Example arrays

Most cells are empty, so a row is cut at the columns of its ruler. Where the columns are lost, the cells follow from the
words of the row if these are unambiguous (satp_rule_words). Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing, tables
from checker.readers.esxi.claiming import satp_rule_words
from checker.readers.esxi.family import HOST, Facts, Named
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, owner

_HEADER = re.compile(r"^[ \t]*Name\s+Device\s+Vendor\s+Model\s+Driver\s+Transport\s+Options\s", re.MULTILINE)
_SATP = re.compile(r"\w*SATP\w*\Z")
KEYS = (
    "name", "device", "vendor", "model", "driver", "transport", "options", "rule group", "claim options", "default psp",
    "psp options", "description",
)  # fmt: skip


PARTS = (
    Named(
        lambda record: _SATP.match(record.text("name") or ""), "",
        HOST,
        Facts(
            "satp_rule", host=owner, satp="name", device=device_id("device"), vendor="vendor", model="model",
            driver="driver", rule_transport="transport", options="options", rule_group="rule group",
            claim_options="claim options", default_psp="default psp", psp_options="psp options",
            description="description",
        ),
    ),
)  # fmt: skip


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    columns = tables.Columns()
    noted = False
    last = capture.first_line + capture.text.count("\n")
    for line, text in capture.lines():
        if _HEADER.match(text + " "):
            columns.header(text)
            continue
        if columns.ruler(text) or listing.is_noise(text):
            continue
        if "SATP" not in text:
            out.unread(line)
            continue
        cells = columns.cells(text)
        cut = columns.known and line == last and not (cells or {}).get("description")
        aligned = cells is not None and _SATP.match(cells.get("name", ""))
        if not aligned and not cut:
            cells = satp_rule_words.cells(text)
            cut = line == last and not (cells or {}).get("description")
        if cut:
            note_truncated(out, line, "rule")
            continue
        if not aligned and not noted:
            noted = True
            out.note(line, "the rules are not aligned with the ruler; their cells were identified by their words")
        if cells is None:
            out.unread(line)
        else:
            yield Record(line, cells)


def _detect(capture: Capture) -> Detection | None:
    if not _HEADER.search(capture.head):
        return None
    share = listing.known_share(capture.head.split("\n"), lambda line: "SATP" in line or _HEADER.match(line + " "))
    if share < 0.3:
        return None
    return Detection(95 if share >= 0.6 else 60, "header of the SATP rules")


READERS = (
    Family("esxi", _rows).reader(
        "esxi-satp-rule-list", "esxcli storage nmp satp rule list", _detect, *PARTS, needles=("SATP", "Vendor", "PSP"),
        begins=r"^ *Name +Device +Vendor +Model +Driver +Transport +Options ",
    ),
)  # fmt: skip
