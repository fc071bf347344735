"""Tables of load per volume as array tools and spreadsheets export them: CSV with ``,``, ``;`` or tabs.

Sample::

    Name;Host IOs/sec;Read Response Time (ms);Write Response Time (ms);% Hit;% Reads;Avg I/O Size (KB);%RR;%SR;%RW;%SW
    dbf1;522,1;2,7;0,8;51,5;99,6;19;95;4;0;0
    redo1;70,2;6;0,7;87,9;3,1;28;3;0;88;9

Names of columns have many variants (see ``lun_header``). Without a unit, sizes are in KB and capacities in GB. A comma is
the decimal sign if it doesn't separate the fields. Impossible figures are reported with their line.
"""

from __future__ import annotations

import csv
import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.lines import Lines
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.numbers import whole
from checker.readers.workload import measures
from checker.readers.workload.volumes.lun_header import Column, column

_DELIMITERS = (";", "\t", ",", "|")
_MOST_LINES = 20
# A comma before one, two or four digits doesn't group thousands.
_DECIMAL_COMMA = re.compile(r"\b[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})(?![0-9,])")
_NEEDED = 3
_RATE = re.compile(r"\bi/?ops\b|\bi/?os? ?(?:/|per\b)|\bi/?o rate|\breads? ?/|\breads? per", re.IGNORECASE)
_MOST_COLUMNS = 500
_SUMS = 3.0
_MIX = {
    "rr": "random_read_ratio", "sr": "sequential_read_ratio", "rw": "random_write_ratio",
    "sw": "sequential_write_ratio",
}  # fmt: skip
_PLAIN = {
    **{name: name for name in ("iops", "read_iops", "write_iops", "read_ms", "write_ms", "latency_ms")},
    "size": "io_bytes", "read_size": "read_io_bytes", "write_size": "write_io_bytes", "write_pending": "write_pending",
    "outstanding": "outstanding", "rate": "throughput_mbps", "read_rate": "read_mbps", "write_rate": "write_mbps",
}  # fmt: skip
_SHARES = {
    "hit": "hit_ratio", "read_miss": "read_miss_ratio", "read": "read_ratio", "sequential": "sequential_ratio",
    "used": "used_ratio", "share": "load_share", "busy": "busy_ratio", **_MIX,
}  # fmt: skip
_FACTS = {**_PLAIN, **_SHARES, "write": "read_ratio", "random": "sequential_ratio", "capacity": "capacity_bytes"}
_COLUMNS = (
    *word_list("about_kind about_key phase device tool measured capacity_bytes members"),
    *_PLAIN.values(), *_SHARES.values(),
)  # fmt: skip
_TOTALS = ("total", "totals", "sum", "average", "avg", "mean", "all", "grand total", "max", "min")


def _header(lines: list[str]) -> tuple[int, str, list[Column | None]] | None:
    """Return line index, delimiter and columns of the header; None if it is not in the first lines."""
    for index, line in enumerate(lines[:_MOST_LINES]):
        for delimiter in _DELIMITERS:
            if not _NEEDED <= line.count(delimiter) <= _MOST_COLUMNS:
                continue
            try:
                cells = next(csv.reader([line], delimiter=delimiter), [])
            except csv.Error:
                continue
            columns = [column(cell) for cell in cells]
            facts = [one.fact for one in columns if one is not None]
            named = facts.count("name") >= 1
            load = "iops" in facts or ("read_iops" in facts and "write_iops" in facts)
            if named and load and len(set(facts)) >= 2 + _NEEDED - 1 and len(facts) * 2 >= len(cells):
                return index, delimiter, columns
    return None


def _read(capture: Capture, out: Writer) -> None:
    lines = Lines(capture.text, range(capture.text.count("\n") + 1))
    header = _header([lines.whole(index) for index in range(min(len(lines), _MOST_LINES))])
    if header is None:
        return
    place, delimiter, columns = header
    seen: set[str] = set()
    out.unread_lines += sum(
        1 for line in map(lines.whole, range(place)) if line.strip() and delimiter in line.strip(delimiter)
    )
    decimal_comma = delimiter == ";" or (delimiter != "," and _DECIMAL_COMMA.search(capture.head) is not None)
    for index in range(place + 1, len(lines)):
        number = capture.first_line + index
        text = lines.whole(index)
        if not text.strip() or not text.replace(delimiter, "").strip():
            continue
        try:
            cells = next(csv.reader([text], delimiter=delimiter), [])
        except csv.Error:
            out.unread(number)
            continue
        if len(cells) < len(columns) and not text.rstrip().endswith(delimiter) and len(cells) < 3:
            out.note(number, "skipped a line: it has fewer fields than the header")
            out.ends_inside_record = True
            out.unread(number)
            continue
        _row(out, number, cells, columns, decimal_comma, seen)


def _row(
    out: Writer, line: int, cells: list[str], columns: list[Column | None], decimal_comma: bool, seen: set[str]
) -> None:
    name, kind = "", ""
    values: dict[str, float] = {}
    for cell, one in zip(cells, columns, strict=False):
        if one is None or not cell.strip():
            continue
        if one.fact == "name":
            if not name:
                name, kind = cell.strip(), one.about_kind
            continue
        value = measures.number(cell, decimal_comma)
        if value is None and cell.strip().lower() in ("-", "n/a", "na", "nan", "--"):
            continue
        if value is None:
            out.bad_value("workload", _FACTS.get(one.fact, one.fact), cell, line, name)
            continue
        share = one.fact in _SHARES or one.fact in ("write", "random")
        if share:
            value = value / 100 if one.percent or cell.strip().endswith("%") or value > 1 else value
        if value < 0 or (share and value > 1.0005):
            out.note(line, f"{name or 'a volume'}: {one.shown} {cell.strip()} is not possible")
            out.bad_value("workload", _FACTS.get(one.fact, one.fact), cell, line, name)
            continue
        values.setdefault(one.fact, value * (1.0 if share else one.factor))
    if not name or not values:
        out.unread(line)
        return
    if name.lower() in _TOTALS:
        return
    if name in seen:
        out.note(line, f"skipped a repeated line: {name} is already in the table")
        return
    seen.add(name)
    facts = _facts(out, line, name, values, {one.fact for one in columns if one is not None})
    out.add("workload", line, **load_of(kind, name, "array", facts, phase=""))


def _facts(out: Writer, line: int, name: str, values: dict[str, float], header: set[str]) -> dict[str, Value]:
    if "read" in values and "write" in values and abs(values["read"] + values["write"] - 1) > _SUMS / 100:
        out.note(line, f"{name}: reads and writes add up to {100 * (values['read'] + values['write']):.1f} %")
    mix = [values[one] for one in _MIX if one in values]
    # The four columns add up only if none is missing.
    if mix and header >= _MIX.keys():
        total = sum(mix)
        if abs(total - 1) > _SUMS / 100:
            out.note(line, f"{name}: random and sequential reads and writes add up to {100 * total:.1f} %")
        else:
            # If the shares are complete, an empty field is 0.
            for one in _MIX:
                values.setdefault(one, 0.0)
    if "read" not in values and "write" in values:
        values["read"] = 1 - values["write"]
    if "read" not in values and "iops" not in values and {"read_iops", "write_iops"} <= values.keys():
        values["iops"] = values["read_iops"] + values["write_iops"]
    if "sequential" not in values and "random" in values:
        values["sequential"] = 1 - values["random"]
    facts: dict[str, Value] = {
        fact: round(values[one], 6) for one, fact in (*_PLAIN.items(), *_SHARES.items()) if one in values
    }
    if mix and all(one in values for one in _MIX) and "sequential" not in values and abs(sum(mix) - 1) <= _SUMS / 100:
        facts["sequential_ratio"] = round((values["sr"] + values["sw"]) / sum(values[one] for one in _MIX), 6)
    if "capacity" in values:
        facts["capacity_bytes"] = round(values["capacity"])
    if "members" in values and values["members"].is_integer():
        facts["members"] = whole(values["members"])
    device = normalise.device_id(name)
    if device is not None:
        facts["device"] = device
    return facts


def _detect(capture: Capture) -> Detection | None:
    # The names of columns are only compared one by one if one of them may be a rate.
    if not _RATE.search(capture.head):
        return None
    found = _header(capture.head.split("\n"))
    if found is None:
        return None
    facts = {one.fact for one in found[2] if one is not None}
    if (
        facts & {"rr", "sr", "rw", "sw"}
        or len(facts & {"read", "write", "hit", "size", "read_ms", "write_ms", "latency_ms"}) >= 2
    ):
        return Detection(82, "a table of volumes with I/Os a second and their shares, sizes or latencies")
    return Detection(55, "a table of volumes with I/Os a second")


READERS = (
    Reader(
        name="workload-lun-table", platform="sanlint", command="a table of load per volume (CSV)",
        provides={"workload": _COLUMNS}, detect=_detect, read=_read, needles=("io|IO|Io|i/|I/|ead|EAD",), trust=45, verified=False,
    ),
)  # fmt: skip
