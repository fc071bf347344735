"""``porterrshow``: error counters of every port.

Synthetic sample, shortened::

          frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy
       tx     rx      in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig
      0:    1.7g   2.0g   0      0      0      0      0      0      0      6      0      0      0      0      0

Large values are rounded (``1.7g``). Newer releases have more columns (crc g_eof, c3timeout, pcs, uncor), so the name of each
counter is joined from both header lines. Rows are keyed by port index, even on directors. ``porterrshow | grep`` drops the
header; then the number of columns identifies the release and the meaning of the columns.
"""

from __future__ import annotations

import re
from decimal import Decimal

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import note_truncated, printed

_UPPER = re.compile(r"^[ \t]*frames[ \t]+enc[ \t]+crc[ \t]+(?:crc|too)\b", re.MULTILINE)
_LOWER = re.compile(r"\s*tx\s+rx\s+in\s+err\b")
_ROW = re.compile(r"\s*(\d{1,4}(?:/\d{1,4})?):(?:\s+(\S.*))?\Z")
_VALUE = re.compile(r"(\d{1,15})(?:(\.\d{1,6})?([kmgt]))?\Z", re.IGNORECASE)
_FACTOR = {"k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
# Number of words in the lower header line below one word of the upper line.
_WORDS_BELOW = {"frames": 2, "c3timeout": 2, "frjt": 0, "fbsy": 0}
_COUNTERS = {
    "frames tx": "frames_tx", "frames rx": "frames_rx", "enc in": "enc_in", "crc err": "crc_err",
    "crc g_eof": "crc_good_eof", "too shrt": "too_short", "too short": "too_short", "too long": "too_long",
    "bad eof": "bad_eof", "enc out": "enc_out", "disc c3": "class3_discard", "link fail": "link_failure",
    "loss sync": "loss_sync", "loss sig": "loss_signal", "frjt": "frjt", "fbsy": "fbsy",
    "c3timeout tx": "class3_timeout_tx", "c3timeout rx": "class3_timeout_rx", "pcs err": "pcs_err",
    "uncor err": "uncor_err",
}  # fmt: skip


# Columns in order; releases since 6.1 print one of these numbers of columns. Older releases print fourteen, without g_eof,
# which cannot be distinguished from a truncated row of fifteen.
_IN_ORDER = tuple(dict.fromkeys(_COUNTERS.values()))
_BY_COUNT = {count: _IN_ORDER[:count] for count in (15, 17, 18, 19)}
_BARE_ROW = re.compile(
    r"^[ \t]*[0-9]{1,4}(?:/[0-9]{1,4})?:(?:[ \t]+[0-9]{1,15}(?:\.[0-9]{1,6})?[kmgt]?){15,19}[ \t]*$", re.MULTILINE
)


def _detect_rows(capture: Capture) -> Detection | None:
    row = None if _UPPER.search(capture.head) else _BARE_ROW.search(capture.head)
    if row is None or len(row.group().split()) - 1 not in _BY_COUNT:
        return None
    by_command = "porterrshow" in (capture.command or "")
    return Detection(95 if by_command else 70, "rows of porterrshow without their header")


def counter_names(upper: str, lower: str) -> list[str | None]:
    """Return the counter of each column from both header lines; None for a column of unknown meaning."""
    below = iter(lower.split())
    names: list[str | None] = []
    for word in upper.split():
        count = _WORDS_BELOW.get(word, 1)
        if count == 0:
            names.append(_COUNTERS.get(word))
        names.extend(_COUNTERS.get(f"{word} {next(below, '')}".strip()) for _ in range(count))
    return names


def _value(text: str) -> tuple[int, bool] | None:
    """Return the value of a counter and whether it was rounded; None if it is not a count."""
    found = _VALUE.match(text)
    if found is None:
        return None
    if not found.group(3):
        return numbers.whole(found.group(1)), False
    return numbers.whole(Decimal(found.group(1) + (found.group(2) or "")) * _FACTOR[found.group(3).lower()]), True


def _read(capture: Capture, out: Writer, *, bare: bool = False) -> None:
    upper = ""
    names: list[str | None] = []
    short_row = 0
    for number, line in printed(capture):
        row = _ROW.match(line)
        if row is None:
            if _UPPER.match(line):
                upper, names = line, []
            elif upper and _LOWER.match(line):
                names = counter_names(upper, line)
                if None in names:
                    out.note(number, f"skipped columns of unknown meaning: {names.count(None)}")
            elif not fos.is_noise(line):
                out.unread(number)
            continue
        values = [_value(text) for text in (row.group(2) or "").split()]
        whole = [value for value in values if value is not None]
        short_row = 0
        if bare and not upper:
            names = list(_BY_COUNT.get(len(values), ()))
        if not names or len(whole) != len(values) or len(values) != len(names):
            out.unread(number)
            short_row = number if len(values) < len(names) else 0
            continue
        known = [(name, *value) for name, value in zip(names, whole, strict=True) if name is not None]
        port, count = row.group(1), len(known)
        out.extend("counter_sample", [number] * count, {
            "switch": [capture.owner] * count, "port": [port] * count, "port_index": [fos.index_of(port)] * count,
            "counter": [name for name, _, _ in known], "value": [value for _, value, _ in known],
            "rounded": [rounded for _, _, rounded in known], "captured_at": [capture.captured_at] * count,
        })  # fmt: skip
    note_truncated(out, short_row, "counter row")


def _read_rows(capture: Capture, out: Writer) -> None:
    _read(capture, out, bare=True)


_PROVIDES = {"counter_sample": ("switch", "port", "port_index", "counter", "value", "rounded", "captured_at")}
READERS = (
    fos.reader(
        "porterrshow", fos.head_contains(_UPPER, 95, "header frames enc crc"), _read, _PROVIDES,
        needles=("frames", "crc"), begins=r"^[ \t]*frames[ \t]+enc[ \t]+crc[ \t]+(?:crc|too)\b",
    ),
    fos.reader(
        "porterrshow | grep", _detect_rows, _read_rows, _PROVIDES, name="porterrshow-rows", needles=(":",),
        verified=False,
    ),
)  # fmt: skip
