"""``/dumps/iostats/Nv_stats_NODE_DATE_TIME`` of an SVC: totals of the volumes of one node, as XML.

::

    <diskStatsColl xmlns="http://ibm.com/storage/management/performance/api/2005/08/vDiskStats" contains="virtualDiskStats"
      scope="node" id="node1" cluster="svc_a" sizeUnits="512B" timeUnits="1ms" timestamp="2026-03-04 07:05:00" timezone="GMT+1:00">
     <vdsk idx="0" id="vol_a" ro="120400" wo="50210" rb="963200" wb="401680" rl="54180" wl="30126"><ca rh="0"/></vdsk>
    </diskStatsColl>

All figures count since the node started (Starting statistics collection, IBM and Lenovo Storage V7000: ``ro`` and ``wo`` operations,
``rb`` and ``wb`` blocks, ``rl`` and ``wl`` their response times), so two files of a node make a sample. Files of managed disks, nodes
and drives are the back end and have other names for everything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.documents.sax import LONGEST_VALUE, documents, new_parser, parse_noted
from checker.readers.toolkit.numbers import whole

if TYPE_CHECKING:
    from xml.sax.xmlreader import AttributesImpl

_ROOT = re.compile(r"<diskStatsColl\b[^>]{0,2000}>")
_CONTAINS = re.compile(r"\bcontains\s*=\s*[\"'](\w{1,60})[\"']")
_CLUSTER = re.compile(r"\bcluster\s*=\s*[\"']([^\"'<>&]{1,100})[\"']")
_VOLUMES = "virtualDiskStats"
_ZONE = re.compile(r"(?:GMT|UTC)(?:([+-])([0-9]{1,2})(?::?([0-9]{2}))?)?\Z")
_NUMBER = re.compile(r"[0-9]{1,18}\Z")
_BLOCK = re.compile(r"([0-9]{1,6}) ?B\Z", re.IGNORECASE)
_MILLISECONDS = ("1ms", "ms", "msec", "1msec")
_TOTALS = {"reads": "ro", "writes": "wo", "read_total_ms": "rl", "write_total_ms": "wl"}
_BYTES = {"bytes_read": "rb", "bytes_written": "wb"}


def _moment(values: Mapping[str, str]) -> tuple[datetime, bool] | None:
    """Return the time of a file, and whether it is UTC."""
    try:
        if values.get("timestamp_utc"):
            return datetime.strptime(values["timestamp_utc"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC), True
        local = datetime.strptime(values.get("timestamp", ""), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        zone = _ZONE.match(values.get("timezone", ""))
        if zone is None:
            return local, False
        ahead = timedelta(hours=whole(zone.group(2) or "0"), minutes=whole(zone.group(3) or "0"))
        return local - (ahead if zone.group(1) == "+" else -ahead), True
    except (ValueError, OverflowError):
        return None


class _Totals:
    """The file that is read: what it is about, and its volumes."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._owner, self._out = capture.owner, out
        self._about: dict[str, Value] = {}
        self._block: int | None = None
        self._stated = False

    def opened(self, name: str, values: Mapping[str, str], line: int) -> None:
        """Read an element."""
        if name == "diskStatsColl":
            self._begin(values, line)
        elif name == "vdsk" and self._about:
            self._volume(values, line)

    def _begin(self, values: Mapping[str, str], line: int) -> None:
        self._about, moment = {}, _moment(values)
        block = _BLOCK.match(values.get("sizeUnits", ""))
        self._block = whole(block.group(1)) if block else None
        if values.get("contains") != _VOLUMES:
            self._out.note(line, "skipped statistics of managed disks, nodes or drives: only those of volumes are read")
        elif moment is None:
            self._out.note(line, "skipped statistics without a time")
        elif values.get("timeUnits", _MILLISECONDS[0]) not in _MILLISECONDS:
            self._out.note(line, f"skipped statistics in an unknown unit of time: {values['timeUnits'][:40]}")
        else:
            self._about = {
                "about_kind": "storage_volume", "storage_array": values.get("cluster") or self._owner,
                "director": values.get("id", ""), "counted_at": moment[0], "utc": moment[1],
            }  # fmt: skip
            if not self._stated:
                self._out.add(
                    "storage_array", line, storage_array=self._about["storage_array"], vendor="IBM", family="svc"
                )
                self._stated = True

    def _volume(self, values: Mapping[str, str], line: int) -> None:
        name = values.get("id")
        totals: dict[str, Value] = {
            column: whole(values[key]) for column, key in _TOTALS.items() if _NUMBER.match(values.get(key, ""))
        }
        if not name or "reads" not in totals or "writes" not in totals:
            self._out.note(line, "skipped a volume without a name or its operations")
            return
        for column, key in _BYTES.items():
            if self._block is not None and _NUMBER.match(values.get(key, "")):
                size = whole(values[key]) * self._block
                if size < 1 << 63:
                    totals[column] = size
        if self._out.samples:
            self._out.add("load_counter", line, **self._about, about_key=name, **totals)


def _read(capture: Capture, out: Writer) -> None:
    from xml.sax.handler import ContentHandler

    totals = _Totals(capture, out)

    class Handler(ContentHandler):
        line_of_text = capture.first_line

        def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the interface's name
            values = {key: value for key, value in attrs.items() if len(value) < LONGEST_VALUE}
            totals.opened(name.rpartition(":")[2], values, self.line_of_text + (parser.getLineNumber() or 1) - 1)

    for text, line in documents(capture, out, "diskStatsColl", lambda _line: False):
        parser, handler = new_parser(), Handler()
        handler.line_of_text = line
        parse_noted(parser, handler, text, line, out)


def _owner(text: str) -> str | None:
    root = _ROOT.search(text[:20_000])
    cluster = _CLUSTER.search(root.group()) if root else None
    return cluster.group(1) if cluster else None


def _detect(capture: Capture) -> Detection | None:
    root = _ROOT.search(capture.head)
    contains = _CONTAINS.search(root.group()) if root else None
    return Detection(95, f"statistics of an SVC: {contains.group(1)}") if contains else None


READERS = (
    Reader(
        name="svc-iostats", platform="svc", command="/dumps/iostats/Nv_stats_*",
        provides={
            "storage_array": ("storage_array", "vendor", "family"),
            "load_counter": (*word_list("about_kind about_key storage_array director counted_at utc"), *_TOTALS, *_BYTES),
        },
        detect=_detect, read=_read, needles=("<diskStatsColl",), owner_in=_owner, verified=False,
    ),
)  # fmt: skip
