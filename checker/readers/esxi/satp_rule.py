"""``esxcli storage nmp satp rule list``, as a table with its ruler or with ``--formatter=csv``.

    Name           Device  Vendor   Model     Driver  Transport  Options  Rule Group  Claim Options  Default PSP  PSP Options  Description
    -------------  ------  -------  --------  ------  ---------  -------  ----------  -------------  -----------  -----------  -----------
    VMW_SATP_ALUA          EXAMPLE  MODEL-1                               user        tpgs_on        VMW_PSP_RR   iops=1       Example arrays

Most cells are empty, so a row means something only where its columns stand under the ruler. Rows of a table that lost
its columns are unread: guessing which cell is the vendor would invent a rule (formats-hosts.md section 1.5).
"""

from __future__ import annotations

import csv
import re

from checker.facts.observations import Value, Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.esxi import listing

_HEADER = re.compile(r"^[ \t]*Name\s+Device\s+Vendor\s+Model\s+Driver\s+Transport\s+Options\s", re.MULTILINE)
_CSV_HEADER = re.compile(
    r"^(?=[^\n]{0,200}\bClaimOptions,)(?=[^\n]{0,200}\bDefaultPSP,)[A-Za-z, ]{40,200}$", re.MULTILINE
)
_RULER = re.compile(r"-{3,}(?: +-{3,}){8,}\Z")
_COLUMN_OF = {
    "name": "satp",
    "device": "device",
    "vendor": "vendor",
    "model": "model",
    "driver": "driver",
    "transport": "rule_transport",
    "options": "options",
    "rulegroup": "rule_group",
    "claimoptions": "claim_options",
    "defaultpsp": "default_psp",
    "pspoptions": "psp_options",
    "description": "description",
}
_COLUMNS = ("host", *_COLUMN_OF.values())


class _Rules:
    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._host_written = False

    def read(self) -> None:
        header: str | None = None
        starts: list[int] | None = None
        csv_names: list[str] | None = None
        told = False
        for line, text in self._capture.lines():
            if _CSV_HEADER.match(text):
                csv_names, starts = [name.strip().lower() for name in text.split(",")], None
            elif _HEADER.match(text + " "):
                header, starts, csv_names = text, None, None
            elif header is not None and _RULER.match(text.strip()):
                starts = [found.start() for found in re.finditer("-+", text)]
            elif "SATP" not in text:
                if not listing.is_noise(text):
                    self._out.unread(line)
            elif listing.is_noise(text):
                continue
            elif csv_names is not None:
                self._write(line, self._csv_cells(text, csv_names))
            else:
                cells = None if starts is None or header is None else self._cells(text, header, starts)
                if cells is None and not told:
                    told = True
                    self._out.note(line, "the columns of the rules don't stand under a ruler; use --formatter=csv")
                self._write(line, cells)

    def _cells(self, text: str, header: str, starts: list[int]) -> dict[str, str] | None:
        """Cut a row at the columns of the ruler; None where its text doesn't stand under them."""
        text = text.expandtabs()
        if any(text[start - 1 : start].strip() for start in starts[1:]):
            return None
        ends = [*starts[1:], max(len(text), len(header)) + 1]
        spans = list(zip(starts, ends, strict=True))
        titles = ["".join(header[start:end].split()).lower() for start, end in spans]
        return {title: text[start:end].strip() for title, (start, end) in zip(titles, spans, strict=True)}

    def _csv_cells(self, text: str, titles: list[str]) -> dict[str, str] | None:
        try:
            row = next(csv.reader([text]))
        except (csv.Error, StopIteration):
            return None
        return dict(zip(titles, row, strict=False)) if len(row) + 1 >= len(titles) else None

    def _write(self, line: int, cells: dict[str, str] | None) -> None:
        if cells is None or not re.fullmatch(r"\w*SATP\w*", cells.get("name", "").strip()):
            self._out.unread(line)
            return
        if not self._host_written:
            self._out.add("host", line, host=self._capture.owner, platform="esxi")
            self._host_written = True
        facts: dict[str, Value] = {column: cells.get(title, "").strip() or None for title, column in _COLUMN_OF.items()}
        facts["device"] = self._out.device_id(cells.get("device"), line, "satp_rule")
        self._out.add("satp_rule", line, host=self._capture.owner, **facts)


def _read(capture: Capture, out: Writer) -> None:
    _Rules(capture, out).read()


def _detect(capture: Capture) -> Detection | None:
    if not _HEADER.search(capture.head) and not _CSV_HEADER.search(capture.head):
        return None
    share = listing.known_share(capture.head.split("\n"), lambda line: "SATP" in line or _HEADER.match(line + " "))
    if share < 0.3:
        return None
    return Detection(95 if share >= 0.6 else 60, "the header of the SATP rules")


READERS = (
    Reader(
        name="esxi-satp-rule-list",
        platform="esxi",
        command="esxcli storage nmp satp rule list",
        provides={"host": ("host", "platform"), "satp_rule": _COLUMNS},
        detect=_detect,
        read=_read,
        needles=("SATP", "Vendor", "PSP"),
        begins=r"^ *Name +Device +Vendor +Model +Driver +Transport +Options ",
    ),
)
