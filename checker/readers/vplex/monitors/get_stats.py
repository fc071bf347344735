"""``monitor get-stats`` over REST: the latest statistics of a VPLEX monitor.

::

    {"timestamp": "2016-10-11 10:56:54",
     "stats": [{"Virtual Volume": "dd_db01_vol", "VPD Id": "VPD83T3:6000144000000010a0a1b20000000001",
                "fe-lu ops (counts/s)": "120.5", "fe-lu read (KB/s)": "5012"}]}

VPLEX itself answers with a Python literal inside ``custom-data``,
``{u'director-1-1-A_VIRTUAL_VOLUMES_PERPETUAL_MONITOR': {u'timestamp': …}}``; it is converted to JSON and never evaluated. A monitor without samples prints ``no data``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.vplex.monitors.measure import PORT_LOAD, WORKLOAD, Measurements
from checker.readers.vplex.monitors.metrics import METRIC, director_in, moment, number, parse_column

_SINGLE = re.compile(r"""[uU]?'((?:[^'\\\n]|\\.)*+)'|[uU]?"((?:[^"\\\n]|\\.)*+)"|\b(None|True|False)\b""")
_WORDS = {"None": "null", "True": "true", "False": "false"}
_STATS = re.compile(r"""['"]stats['"]\s*:""")
_METRIC_KEY = re.compile(rf"""['"](?:{METRIC})[^'"\n]*\((?:us|[KM]B/s|counts/s|counts|%)\)['"]\s*:""")
_LITERAL = re.compile(r"\s*\{\s*[uU]?'")
_NO_DATA = re.compile(r"""['"][\w.-]*_PERPETUAL[\w.-]*['"]\s*:\s*[uU]?['"]no data['"]""")
_MAX_DEPTH = 8


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if '"custom-data"' in head:
        return None
    if _STATS.search(head) and (_METRIC_KEY.search(head) or re.search(r"""['"]Virtual Volume['"]\s*:""", head)):
        return Detection(93, "statistics of a VPLEX monitor")
    if _NO_DATA.search(head):
        return Detection(90, "a VPLEX monitor without data")
    return None


def is_literal(text: str) -> bool:
    """Return whether the text in ``custom-data`` is a Python literal, as ``monitor get-stats`` prints it."""
    return bool(_LITERAL.match(text)) and (bool(_STATS.search(text[:4_000])) or bool(_NO_DATA.search(text[:4_000])))


def as_json(text: str) -> str:
    """Return a Python literal of dictionaries, lists, strings and numbers as JSON, line for line."""

    def word(match: re.Match[str]) -> str:
        if match.group(3):
            return _WORDS[match.group(3)]
        inner = match.group(1) if match.group(1) is not None else match.group(2)
        return json.dumps(re.sub(r"\\(['\"\\])", r"\1", inner), ensure_ascii=False)

    return _SINGLE.sub(word, text)


def read_stats(text: str, first_line: int, out: Writer, owner: str, monitor: str) -> bool:
    """Read the statistics in a text; return FALSE if none were found."""
    if "'" in text[:200] and not text.lstrip().startswith('{"'):
        text = as_json(text)
    found = False
    for document in noted_documents(text, first_line, out):
        found |= _walk(document.value, document.line, out, owner, monitor, 0)
    return found


def _walk(value: object, line: int, out: Writer, owner: str, monitor: str, depth: int) -> bool:
    if depth > _MAX_DEPTH:
        return False
    if isinstance(value, list):
        below = [_walk(item, line_of(item, line), out, owner, monitor, depth + 1) for item in value]
        return any(below)
    if not isinstance(value, LocatedDict):
        return False
    if isinstance(value.get("stats"), (list, dict)):
        _stats(value, out, owner, monitor)
        return True
    if isinstance(value.get("statistics"), dict):
        name = value.get("name")
        write_statistics(value["statistics"], value.line, out, owner, name if isinstance(name, str) else monitor)
        return True
    found = False
    for key, item in value.items():
        where = value.key_lines.get(key, value.line)
        if item == "no data":
            out.note(where, f"monitor {key[:80]} has no data")
            found = True
        elif isinstance(item, (dict, list)):
            found |= _walk(
                item, line_of(item, where), out, owner, key if "MONITOR" in key.upper() else monitor, depth + 1
            )
    return found


def _stats(value: LocatedDict, out: Writer, owner: str, monitor: str) -> None:
    measured = Measurements(owner, director_in(monitor))
    measured.at(moment(value.get("timestamp")))
    stats = value["stats"]
    for entry in stats if isinstance(stats, list) else [stats]:
        if not isinstance(entry, LocatedDict):
            continue
        volume = next(
            (entry[key] for key in ("Virtual Volume", "virtual_volume") if isinstance(entry.get(key), str)), None
        )
        identity = next((entry[key] for key in ("VPD Id", "vpd_id") if isinstance(entry.get(key), str)), None)
        if volume is not None:
            measured.identify(volume, out.device_id(identity, entry.line, "workload", "device", volume))
        _take(entry, volume, entry.line, measured)
    measured.write(out)


def _take(entry: Mapping[str, object], volume: str | None, line: int, measured: Measurements) -> None:
    lines = entry.key_lines if isinstance(entry, LocatedDict) else {}
    for title, cell in entry.items():
        metric = parse_column(title, volume)
        if metric is not None and (value := number(cell)) is not None:
            measured.add(metric, value, line if volume is not None else lines.get(title, line))


def write_statistics(entry: Mapping[str, object], line: int, out: Writer, owner: str, monitor: str) -> None:
    """Write the map of metrics of a REST v2 monitor (``fe_director.read_avg_lat (us)``)."""
    measured = Measurements(owner, director_in(monitor))
    for title in ("timestamp", "Time (UTC)", "Time"):
        measured.at(moment(entry.get(title)))
    _take(entry, None, line, measured)
    measured.write(out)


def _read(capture: Capture, out: Writer) -> None:
    if not read_stats(capture.text, capture.first_line, out, capture.owner, capture.file):
        out.note(capture.first_line, "this text contains no monitor statistics")


_STAMP = re.compile(r"""['"]timestamp['"]\s*:\s*[uU]?['"]?([^'",}]{8,40})""")


def _captured(text: str) -> datetime | None:
    """Return the time of the statistics."""
    found = _STAMP.search(text)
    return moment(found.group(1)) if found else None


READERS = (
    Reader(
        name="vplex-monitor-stats", platform="vplex", command="monitor get-stats --monitors=<monitor>",
        provides={"port_load": PORT_LOAD, "workload": WORKLOAD}, detect=_detect, read=_read, needles=("{", ":"),
        captured_in=_captured,
    ),
)  # fmt: skip
