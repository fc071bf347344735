"""Tables of CCI: titles in the first line, values separated by blanks.

::

    PORT   GID  GROUP_NAME                       Serial# HMD          HMO_BITs
    CL1-A    0  1A-G00                            540001 LINUX/IRIX
    CL1-A    1  lin01                             540001 LINUX/IRIX   2 22 25 68

Names may contain blanks, and host mode options are a list that may be empty, so a row is matched from both sides. Every
table prints the serial number of the array. Where a capture has those of several arrays, each is its own array.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from checker.facts.observations import Writer
from checker.readers.hitachi.names import PORT, VENDOR, number_base, volume_name
from checker.readers.toolkit.base import Capture, Detection, word_list
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import first, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.packed_list import PackedList

SERIALS = ("Serial#", "Seq#")
_SERIAL = r"[0-9]{5,6}"
_TITLES = frozenset(word_list("""
    PORT GID RGID GROUP_NAME NAME_SPACE Serial# HMD HMO_BITs HWWN NICK_NAME LUN NUM LDEV CM OPKMA TYPE ATTR SPD LPID FAB CONN
    SSW SL WWN PHY_PORT LOGIN_WWN - PID POLS U(%) POOL_NAME Seq# Num LDEV# H(%) VCAP(%) PM PT AUTO_ADD_PLV LCNT SSCNT
    Available(MB) Capacity(MB) Snap_Used(MB) TL_CAP(MB) BM TR_CAP(MB) RCNT W(%) STIP FMT_CAP(MB) AV_CAP(MB) TP_CAP(MB)
    T GROUP Num_LDEV AV_CAP(GB) R_LVL R_TYPE CL DRIVE_TYPE
    RS_GROUP stat Lock_owner Lock_host V_Serial# V_ID V_IF No Group Hostname HORCM_ver Uid Micro_ver Cache(MB) NAME IQN AMD D
    SnapShot_name P/S STAT MU# P-LDEV# % MODE SPLT-TIME
"""))  # fmt: skip
_FORMS = {
    "PORT": rf"{PORT}[0-9]{{0,3}}", "GID": "[0-9]{1,4}", "Serial#": _SERIAL, "Seq#": _SERIAL,
    "GROUP_NAME": r'"[^"]{1,64}"|\S(?:.{0,62}?\S)??', "POOL_NAME": r"\S(?:.{0,62}?\S)??", "RS_GROUP": r"\S(?:.{0,62}?\S)??",
    "NICK_NAME": r"\S.{0,63}", "HMD": "-|[A-Z][A-Z0-9_/-]{1,15}", "HMO_BITs": "-|[0-9]{1,3}(?:[ :]+[0-9]{1,3}){0,60}",
}  # fmt: skip
# Neither a word nor a blank is ever given back: a line of tabs would be tried in every division into columns.
_WORD = r"[^ \t]{1,80}+"
_MAY_BE_MISSING = frozenset(("HMO_BITs", "NICK_NAME", "AUTO_ADD_PLV"))
_BLOCK_SERIAL = re.compile(r"(?m)^[ \t]*Serial#[ \t]*:[ \t]*([0-9]{5,6})[ \t]*$")
_OWNER_CHARACTERS = 262_144
NOISE = shell_noise(r"raidcom|raidqry|raidscan", r"[A-Z]:\\\S{0,80}>")
"""Regular expression of lines around the output of CCI."""
_NOISE = re.compile(NOISE)


@cache
def _row(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a row with these titles, one group for each."""
    parts = []
    for index, name in enumerate(names):
        cell = f"({_FORMS.get(name, _WORD)})"
        separated = cell if index == 0 else rf"[ \t]++{cell}"
        last = index == len(names) - 1
        parts.append(f"(?:{separated})?" if last and name in _MAY_BE_MISSING else separated)
    return re.compile("".join(parts) + r"[ \t]*\Z")


def titles(line: str) -> tuple[str, ...]:
    """Return the titles of a header line; empty for any other line."""
    words = tuple(line.split()) if len(line) < LONGEST_LINE else ()
    return words if len(words) > 2 and _TITLES.issuperset(words) else ()


def header(begin: str, needed: str, without: str = "") -> Callable[[Sequence[str]], bool]:
    """Return whether titles begin with a word, contain others, and don't contain others again."""
    names, unwanted = frozenset(needed.split()), frozenset(without.split())
    return lambda found: found[:1] == (begin,) and names.issubset(found) and unwanted.isdisjoint(found)


def listed(reason: str, is_header: Callable[[Sequence[str]], bool]) -> Callable[[Capture], Detection | None]:
    """Return the detection by the titles of a table among the first lines."""

    def detect(capture: Capture) -> Detection | None:
        found = any(is_header(titles(line.strip())) for line in capture.head.split("\n")[:80])
        return Detection(96, reason) if found else None

    return detect


def rows(is_header: Callable[[Sequence[str]], bool]) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields the rows of every such table, with ``array`` where several arrays are listed."""

    def read(capture: Capture, out: Writer) -> Iterator[TextRow]:
        return with_arrays(PackedList(_cut(is_header, capture, out)))

    return read


def numbered(
    read: Callable[[Capture, Writer], Iterator[TextRow]], column: str
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields these rows with the number of the volume in decimal digits as ``volume``."""

    def yielded(capture: Capture, out: Writer) -> Iterator[TextRow]:
        found = PackedList(read(capture, out))
        if found:
            base = number_base(capture, (row.values.get(column, "") for row in found), out, found[0].line)
            for row in found:
                row.values["volume"] = volume_name(row.text(column), base) or ""
                yield row

    return yielded


def _cut(is_header: Callable[[Sequence[str]], bool], capture: Capture, out: Writer) -> Iterator[TextRow]:
    names: tuple[str, ...] = ()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        found = titles(text)
        if found:
            names = found if is_header(found) else ()
        elif names and len(text) < LONGEST_LINE and (match := _row(names).match(text)):
            values = {name: (value or "").strip('"') for name, value in zip(names, match.groups(), strict=True)}
            yield TextRow(number, values)
        elif not _NOISE.match(text):
            out.unread(number)


def with_arrays(found: Sequence[TextRow]) -> Iterator[TextRow]:
    """Yield the rows, with the serial number of the array as ``array`` if there are several arrays."""
    serials = {row.text(*SERIALS) for row in found} - {None}
    for row in found:
        if len(serials) > 1:
            row.values["array"] = row.text(*SERIALS) or ""
        yield row


def owner_in(text: str) -> str | None:
    """Return the serial number of the array, unless a text has those of several."""
    found: set[str] = set(_BLOCK_SERIAL.findall(text[:_OWNER_CHARACTERS]))
    names: tuple[str, ...] = ()
    for line in text[:_OWNER_CHARACTERS].split("\n"):
        words = titles(line.strip())
        if words:
            names = words if not set(SERIALS).isdisjoint(words) else ()
        elif names and len(line) < LONGEST_LINE and (match := _row(names).match(line.strip())):
            values = dict(zip(names, match.groups(), strict=True))
            found.update(values[name] for name in SERIALS if name in values)
    return found.pop() if len(found) == 1 else None


ARRAY_NAME = first("array", owner)
"""Source: the array of a row."""
ARRAY: Facts[TextRow] = Facts(
    "storage_array", VENDOR, needs="storage_array", distinct=True, storage_array=ARRAY_NAME,
    serial=lambda row: row.text(*SERIALS),
)  # fmt: skip
"""The array that a row names."""
