"""Rows of HDLM tables, by the titles above them.

Every LU is printed once, on the row of its first path; rows of its other paths contain the columns of the path only::

    iLU    HDevName Device   PathID Status
    000800 sddlmaa  /dev/sdc 000002 Online
                    /dev/sdd 000003 Online

The product and the number of the storage system are printed above the titles, or in the first row of that system.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, shell_noise
from checker.readers.toolkit.declarations.records import TextRow

NOISE = shell_noise("dlnkmgr", r"KAPL[0-9]{5}-[A-Z] ")
"""Regular expression of lines around the output of HDLM."""
_NOISE = re.compile(NOISE)
_PRODUCT = re.compile(r"(Product|SerialNumber|LUs)[ \t]*:[ \t]*(\S.{0,60}|)\Z")
_TOTALS = re.compile(r"Paths:[0-9]+ +OnlinePaths:[0-9]+|PathStatus +IO-Count +IO-Errors|\S{2,12} +[0-9]+ +[0-9]+\Z")
# Columns of a storage system and of an LU; the columns after them belong to a path.
_SYSTEM = ("Product", "S/N", "LUs")
_UNIT = ("iLU", "SLPR", "Pair", "HDevName", "VG", "Paths", "OnlinePaths")
_FORMS = {
    "PathID": re.compile(r"[0-9]{6}\Z"), "iLU": re.compile(r"[0-9A-Fa-f]{2,8}\Z"), "LUs": re.compile(r"[0-9]{1,6}\Z"),
    "Status": re.compile(r"(?:Online|Offline)(?:\([A-Z]\))?\Z"), "OnlinePaths": re.compile(r"[0-9]{1,6}\Z"),
    "LDEV": re.compile(r"\S+\.[0-9]{1,9}\.[0-9A-Fa-f]{1,8}\Z"),
}  # fmt: skip
_ROW = re.compile(
    r"(?P<PathID>[0-9]{6})[ \t]+(?P<PathName>\S{1,60})[ \t]+(?P<DskName>\S.{1,60}?)[ \t]+(?P<iLU>[0-9A-Fa-f]{2,8})[ \t]+"
    r"(?P<ChaPort>[0-9A-Za-z-]{1,8})[ \t]+(?P<Status>(?:Online|Offline)(?:\([A-Z]\))?)[ \t]+(?P<Type>Own|Non|-)[ \t]+"
    r"(?:[0-9]+|-)[ \t]+(?:[0-9]+|-)[ \t]+(?:[0-9]+|-)[ \t]+(?P<HDevName>\S{1,80})[ \t]*\Z"
)


def table(begin: str) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields the rows of tables whose titles begin with these words."""
    starts = tuple(begin.split())

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        titles: tuple[str, ...] = ()
        system: dict[str, str] = {}
        unit: dict[str, str] = {}
        for number, line in capture.lines():
            text = line.strip()
            if not text:
                continue
            words = text.split() if len(text) < LONGEST_LINE else []
            if tuple(words[: len(starts)]) == starts:
                titles = tuple(words)
            elif match := _PRODUCT.match(text):
                system = {} if match.group(1) == "Product" else system
                system["S/N" if match.group(1) == "SerialNumber" else match.group(1)] = match.group(2)
            elif (row := _cells(titles, words)) is not None:
                if titles[0] in row and titles[0] in _SYSTEM:
                    system = {name: row[name] for name in _SYSTEM if name in row}
                if "iLU" in row or "LDEV" in row:
                    unit = {name: row[name] for name in _UNIT if name in row}
                if unit:
                    yield TextRow(number, {**system, **unit, **row})
                else:
                    out.unread(number)
            elif not _NOISE.match(text):
                out.unread(number)

    return rows


def _cells(titles: Sequence[str], words: Sequence[str]) -> dict[str, str] | None:
    """Return the columns of a row: all, those after the storage system, or those of the path only."""
    after_system = next((index for index, name in enumerate(titles) if name not in _SYSTEM), 0)
    after_unit = next((index for index, name in enumerate(titles) if name not in _SYSTEM + _UNIT), after_system)
    for first in (0, after_system, after_unit):
        if words and len(words) == len(titles) - first:
            cells = dict(zip(titles[first:], words, strict=True))
            if all(name not in cells or form.match(cells[name]) for name, form in _FORMS.items()):
                return cells
    return None


def paths(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the rows of the list of all paths, whose disk names contain blanks."""
    for number, line in capture.lines():
        text = line.strip()
        match = _ROW.match(text) if len(text) < LONGEST_LINE else None
        # "HITACHI .OPEN-V          .0014999": vendor, product and number of the storage system.
        disk = match["DskName"].split(".") if match else []
        if match and len(disk) > 2:
            _, *product, serial = disk
            yield TextRow(
                number, {**match.groupdict(), "S/N": serial.strip(), "SCSI product": ".".join(product).strip()}
            )
        elif text and not text.startswith("PathID ") and not _TOTALS.match(text) and not _NOISE.match(text):
            out.unread(number)
