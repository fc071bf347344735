"""``esxcli storage core claimrule list`` (ESXi 5 to 8) and ``esxcli corestorage claimrule list`` (4.x).

    Rule Class   Rule  Class    Type       Plugin     Matches
    ----------  -----  -------  ---------  ---------  ---------------------------------
    MP            101  runtime  vendor     MASK_PATH  vendor=EXAMPLE model=Universal Xport
    MP          65535  runtime  vendor     NMP        vendor=* model=*

Versions 6.0 and later print three columns about XCOPY after the matches; they are ignored. A rule that is only in the
file is not active yet. A list of loaded rules without rule 65535 is truncated. Grammar: formats-hosts.md section 1.5.
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
from checker.readers.toolkit.declarations.fields import checked, number, owner

KEYS = ("rule class", "rule", "class", "type", "plugin", "matches")
_ROW = re.compile(r"([A-Za-z]{2,20})\s+(\d{1,6})\s+(file|runtime)\s+([A-Za-z]\w{0,30})\s+(\S+)(?:\s+(\S.*))?\Z")
# The three XCOPY columns at the end of a row since 6.0.
_XCOPY = re.compile(r"(?<!\s)\s+(?:true|false)\s+(?:true|false)\s+\d{1,9}(?:\s+\S.*)?\Z")
_HEADER = re.compile(r"Rule Class\s+Rule\s+Class\s+Type\s+Plugin\s+Matches", re.IGNORECASE)
_LAST_RULE = "65535"
"""The rule by which NMP claims all remaining paths; it cannot be removed (EMC h8119, page 6)."""


def _loaded_as(text: str) -> str | None:
    return text.lower() if text.lower() in ("file", "runtime") else None


PARTS = (
    HOST,
    Facts(
        "claim_rule", place="rule", host=owner, rule_class="rule class", rule=number("rule"),
        rule_loaded_as=checked(_loaded_as, "class"), rule_type="type", plugin="plugin", matches="matches",
    ),
)  # fmt: skip


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    last = capture.first_line + capture.text.count("\n")
    xcopy = False
    loaded_rules: set[str] = set()
    for line, text in capture.lines():
        text = text.strip()
        row = _ROW.match(text)
        if row is None:
            if _HEADER.match(text) or listing.is_noise(text):
                xcopy = xcopy or "XCOPY" in text
            elif line == last:
                note_truncated(out, line, "row")
            else:
                out.unread(line)
            continue
        record = Record(line, dict(zip(KEYS, row.groups(""), strict=True)))
        matches = record.values["matches"]
        if line == last and ("=" not in matches or (xcopy and not _XCOPY.search(matches))):
            note_truncated(out, line, "rule")
            continue
        record.values["matches"] = _XCOPY.sub("", matches).strip()
        yield record
        if record.values["rule class"].upper() == "MP" and record.values["class"] == "runtime":
            loaded_rules.add(record.values["rule"])
    if loaded_rules and _LAST_RULE not in loaded_rules and not out.ends_inside_record:
        out.ends_inside_record = True
        out.note(last, f"truncated: rule {_LAST_RULE}, which every host has, is missing")


READERS = (
    Family("esxi", _rows).reader(
        "esxi-claimrule-list", "esxcli storage core claimrule list",
        listing.by_share(
            "rows of rule class, number, file or runtime, plug-in", _ROW, _HEADER, needs=_ROW,
            claims=((0.6, 96), (0.3, 65)), headless=((0.6, 65),),
        ),
        *PARTS, needles=("runtime",), begins=r"^ *Rule Class +Rule +Class +Type +Plugin",
    ),
)  # fmt: skip
