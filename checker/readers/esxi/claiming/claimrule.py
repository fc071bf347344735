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

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = frozenset(("rule class", "rule", "class", "type", "plugin", "matches"))
_ROW = re.compile(r"([A-Za-z]{2,20})\s+(\d{1,6})\s+(file|runtime)\s+([A-Za-z]\w{0,30})\s+(\S+)(?:\s+(\S.*))?\Z")
# The three XCOPY columns at the end of a row since 6.0.
_XCOPY = re.compile(r"\s+(?:true|false)\s+(?:true|false)\s+\d{1,9}(?:\s+\S.*)?\Z")
_HEADER = re.compile(r"Rule Class\s+Rule\s+Class\s+Type\s+Plugin\s+Matches", re.IGNORECASE)
_LAST_RULE = "65535"
"""The rule by which NMP claims all remaining paths; it can't be removed (EMC h8119, page 6)."""
_COLUMNS = ("host", "rule_class", "rule", "rule_loaded_as", "rule_type", "plugin", "matches")


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one claim rule."""
    loaded = (record.get("class") or "").lower()
    if loaded not in ("file", "runtime"):
        out.bad_value("claim_rule", "rule_loaded_as", loaded, record.line, record.get("rule") or "")
    out.add(
        "claim_rule", record.line, host=capture.owner, rule_class=record.get("rule class"),
        rule=normalise.integer(record.get("rule")), rule_loaded_as=loaded if loaded in ("file", "runtime") else None,
        rule_type=record.get("type"), plugin=record.get("plugin"), matches=record.get("matches"),
    )  # fmt: skip
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    lines = capture.numbered()
    xcopy = False
    loaded_rules: set[str] = set()
    for line, text in lines:
        text = text.strip()
        row = _ROW.match(text)
        if row is None:
            if _HEADER.match(text) or listing.is_noise(text):
                xcopy = xcopy or "XCOPY" in text
                continue
            if line == lines[-1][0]:
                out.ends_inside_record = True
                out.note(line, "truncated: the last row is incomplete and was skipped")
            else:
                out.unread(line)
            continue
        rule_class, number, loaded, kind, plugin, matches = row.groups()
        cut = xcopy and not _XCOPY.search(matches or "")
        if line == lines[-1][0] and (cut or not matches or "=" not in matches):
            out.ends_inside_record = True
            out.note(line, f"truncated: rule {number} is incomplete and was skipped")
            continue
        values = {"rule class": rule_class, "rule": number, "class": loaded, "type": kind, "plugin": plugin}
        values["matches"] = _XCOPY.sub("", matches or "").strip()
        writer.take(listing.Record(None, line, values))
        if rule_class.upper() == "MP" and loaded == "runtime":
            loaded_rules.add(number)
    if loaded_rules and _LAST_RULE not in loaded_rules and not out.ends_inside_record:
        out.ends_inside_record = True
        out.note(lines[-1][0], f"truncated: rule {_LAST_RULE}, which every host has, is missing")


def _detect(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.head.split("\n")]
    has_header = any(_HEADER.match(line) for line in lines)
    if not any(_ROW.match(line) for line in lines):
        return None
    share = listing.known_share(lines, lambda line: _ROW.match(line) or _HEADER.match(line))
    if share < (0.3 if has_header else 0.6):
        return None
    return Detection(96 if has_header and share >= 0.6 else 65, "rows of rule class, number, file or runtime, plug-in")


READERS = (
    Reader(
        name="esxi-claimrule-list", platform="esxi", command="esxcli storage core claimrule list",
        provides={"host": ("host", "platform"), "claim_rule": _COLUMNS}, detect=_detect, read=_read,
        needles=("runtime",), begins=r"^ *Rule Class +Rule +Class +Type +Plugin",
    ),
)  # fmt: skip
