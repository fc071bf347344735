"""``esxcli system module parameters list -m <module>`` (ESXi 5 to 8), and ``esxcfg-module -g <module>``.

    Name                  Type  Value  Description
    --------------------  ----  -----  ----------------------------------
    lpfc_lun_queue_depth  int   64     Max number of FCP commands for a LUN
    lpfc_devloss_tmo      int          Seconds driver will hold I/O

    lpfc enabled = 1 options = 'lpfc_lun_queue_depth=64'

The table doesn't name the module; only the command does. A parameter without a value is not set, and its default is not
printed; it is skipped. Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing, tables
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import computed, const, first, owner

KEYS = ("name", "type", "value", "description")
UNNAMED = "module"
"""Scope of parameters whose module is unknown."""
_TYPE = r"(?:array of )?(?:u?(?:int|short|long|char|byte)\d{0,2}|string|charp|bool(?:ean)?|unsigned \w{1,12}|invbool|size_t)"
_ROW = re.compile(rf"([A-Za-z_]\w{{0,80}})(\s+)({_TYPE})(?:(\s+)(\S.*))?\Z")
_HEADER = re.compile(r"Name\s+Type\s+Value\s+Description\Z", re.IGNORECASE)
_NUMBERS = re.compile(r"(-?(?:0x[0-9a-fA-F]{1,16}|\d{1,20})(?:,-?\d{1,20}){0,64})(?:\s|\Z)")
_AMBIGUOUS = re.compile(r"-?(?:0x)?[0-9][\w.,]*[ \t]+[^A-Z\s]|[^\s]*[=,:/][^\s]")
"""A value, or the beginning of the description: a number before a word in lower case, a text with signs."""
_MODULE = re.compile(
    r"(?:-m|--module)[ =]+[\"']?([A-Za-z]\w{0,60})|esxcfg-module\s+(?:-g|--get-options)\s+([A-Za-z]\w{0,60})"
)
_OPTIONS = re.compile(r"([A-Za-z]\w{0,60}) enabled = ([01]) options = '([^']{0,4000})'\Z")
_PAIR = re.compile(r"([A-Za-z_]\w{0,80})=(\S{1,400})")


def module_of(command: str | None) -> str | None:
    """Return the module that a command line names, or None."""
    found = _MODULE.search(command) if command else None
    return (found.group(1) or found.group(2)) if found else None


PARTS = (
    Where(
        lambda record: record.text("name"),
        HOST,
        Facts(
            "host_setting", when="value", host=owner, setting="name", value="value",
            scope=first("module", computed(lambda _, context: module_of(context.capture.command)), const(UNNAMED)),
        ),
    ),
)  # fmt: skip


class _Tables:
    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._columns = tables.Columns()
        self._header: str | None = None
        # A copy that lost the blanks between columns.
        self._is_dense = False
        self._module = module_of(capture.command)
        self._noted = False

    def rows(self) -> Iterator[Record]:
        last = self._capture.first_line + self._capture.text.count("\n")
        for line, text in self._capture.lines():
            named = module_of(text)
            if named:
                self._module = named
            elif _HEADER.match(text.strip()):
                self._header = text.expandtabs()
                self._is_dense = "  " not in self._header.strip()
                self._columns.header(text)
            elif self._columns.ruler(text):
                continue
            elif options := _OPTIONS.match(text.strip()):
                for name, value in _PAIR.findall(options.group(3)):
                    yield Record(line, {"name": name, "value": value, "module": options.group(1)})
            elif found := self._row(line, text, last):
                yield found
            elif listing.is_noise(text):
                continue
            elif line == last:
                note_truncated(self._out, line, "row")
            else:
                self._out.unread(line)

    def _row(self, line: int, text: str, last: int) -> Record | None:
        row = _ROW.match(text.strip())
        if row is None or (line == last and row.group(5) is None):
            return None
        cells = self._columns.cells(text)
        if line == last and not self._reaches_description(row, cells):
            return None
        if self._is_dense and _AMBIGUOUS.match(row.group(5) or ""):
            self._out.unread(line)
            return None
        if cells is not None and cells.get("name") == row.group(1):
            value = cells.get("value", "")
        else:
            value = self._value_without_ruler(text, row)
        if self._module is None and value and not self._noted:
            self._noted = True
            self._out.note(line, "the module of these parameters is unknown; include the command line in the capture")
        return Record(line, {"name": row.group(1), "value": value, "module": self._module or ""})

    @staticmethod
    def _reaches_description(row: re.Match[str], cells: dict[str, str] | None) -> bool:
        """Return whether a row without a line end continues after its value, so that the value is complete."""
        if cells is not None:
            return bool(cells.get("description"))
        rest = row.group(5) or ""
        number = _NUMBERS.match(rest)
        return number is None or number.end(1) < len(rest)

    def _value_without_ruler(self, text: str, row: re.Match[str]) -> str:
        """Return the value of a row; a word that may belong to the description counts only if it is a number."""
        rest = row.group(5) or ""
        text = text.expandtabs()
        header = self._header
        if header is not None and len(row.group(2)) > 1:
            start, end = header.lower().find("value"), header.lower().find("description")
            if not text[start - 1 : start].strip() and not text[end - 1 : end].strip():
                return text[start:end].strip()
        number = _NUMBERS.match(rest)
        return number.group(1) if number else ""


def _detect(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.head.split("\n")]
    if not any(_ROW.match(line) or _OPTIONS.match(line) for line in lines):
        return None
    header = any(_HEADER.match(line) for line in lines)
    named = module_of(capture.command) is not None or any(_OPTIONS.match(line) for line in lines)
    share = listing.known_share(
        lines, lambda line: _ROW.match(line) or _HEADER.match(line) or _OPTIONS.match(line), 0.6
    )
    if share < 0.6 or not (header or named):
        return None
    return Detection(94 if header or named else 60, "rows of parameter, type, value and description")


READERS = (
    Family("esxi", lambda capture, out: _Tables(capture, out).rows()).reader(
        "esxi-module-parameters", "esxcli system module parameters list", _detect, *PARTS,
        needles=("int|short|long|char|byte|string|bool|unsigned|size_t| enabled = ",), begins=r"^ *Name +Type +Value +Description *$",
    ),
)  # fmt: skip
