"""``portperfshow``: bytes a second of each port, received and sent together, printed again after each interval.

Synthetic sample::

      0      1      2      3      Total
    ====================================
    302.2k   1.7m      0      0    2.0m

      0      1      2      3      Total
    ====================================
    310.0k   1.6m      0      0    1.9m

More than one line of ports follow each other in blocks; ``slot  1:`` begins the values of a slot. With ``-tx`` or ``-rx`` the values
are of one direction. The interval is that of ``-t`` or the number after the command, 1 second without (Fabric OS Command Reference,
portPerfShow). The values are rounded. Nothing is printed of the time: samples over time begin at the time of the capture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.numbers import decimal, whole

_TITLES = re.compile(r"[ \t]*\d{1,4}(?:[ \t]+\d{1,4})*(?:[ \t]+Total)?[ \t]*\Z", re.IGNORECASE)
_RULER = re.compile(r"[ \t]*={5,}[ \t]*\Z")
_VALUES = re.compile(
    r"[ \t]*(?:slot[ \t]+(?P<slot>\d{1,2})[ \t]*:)?(?P<cells>(?:[ \t]*\d{1,6}(?:\.\d{1,3})?[kmg]?(?=[ \t]|\Z))+)[ \t]*\Z",
    re.IGNORECASE,
)
_CELL = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)([kmg]?)", re.IGNORECASE)
_SCALE = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9}
_COMMAND = re.compile(r"\bportperfshow\b(?P<options>[^|;\n]{0,200})", re.IGNORECASE)
_SECONDS = re.compile(r"(?:-t[ \t]+|(?<![\w/-])(?=\d))(\d{1,4})(?![\w/-])")
_BOTH = "throughput"


class _Iterations:
    """Values of each port, iteration by iteration; a port that is printed again begins the next one."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self.values: dict[str, list[float]] = {}

    def add(self, line: int, slot: str | None, ports: Sequence[str], cells: Sequence[tuple[str, str]]) -> None:
        for port, (number, unit) in zip(ports, cells, strict=False):
            name = fos.port_name(port, slot)
            self.lines.setdefault(name, line)
            self.values.setdefault(name, []).append(decimal(number) * _SCALE[unit.lower()])


def _options(capture: Capture) -> tuple[str, float]:
    """Return the event of the values, and the interval in seconds."""
    found = _COMMAND.search(capture.command or "") or _COMMAND.search(capture.head[:500])
    options = found.group("options") if found else ""
    seconds = _SECONDS.search(options)
    one_way = [way for way in ("tx", "rx") if re.search(rf"(?<!\S)-{way}\b", options)]
    event = f"{_BOTH} {one_way[0]}" if len(one_way) == 1 else _BOTH
    return event, decimal(seconds.group(1)) if seconds and whole(seconds.group(1)) else 1.0


def _titles(line: str) -> list[str]:
    """Return the ports of a line of titles: consecutive numbers, which values hardly are; empty for any other line."""
    if not _TITLES.match(line):
        return []
    words = [word for word in line.split() if word.isdecimal()]
    first = whole(words[0])
    return words if len(words) > 1 and words == [str(first + place) for place in range(len(words))] else []


def _read(capture: Capture, out: Writer) -> None:
    found = _Iterations()
    ports: list[str] = []
    for number, line in capture.lines():
        row = _VALUES.match(line)
        cells = _CELL.findall(row.group("cells")) if row else []
        if titles := _titles(line):
            ports = titles
        elif ports and row and len(ports) <= len(cells) <= len(ports) + 1:
            found.add(number, row.group("slot"), ports, cells)
        elif row or not (_RULER.match(line) or fos.is_noise(line)):
            out.unread(number)
    _write(capture, out, found)


def _write(capture: Capture, out: Writer, found: _Iterations) -> None:
    event, seconds = _options(capture)
    begun = capture.captured_at
    for port, values in found.values.items():
        about = {"about_kind": "switch_port", "about_key": f"{capture.owner} {port}"}
        direction = event.removeprefix(_BOTH).strip() or "both"
        out.add(
            "port_load", found.lines[port], metric="throughput_mbps", unit="MB/s", value=sum(values) / len(values) / 1e6,
            peak=max(values) / 1e6, direction=direction, samples=len(values), captured_at=begun, **about,
        )  # fmt: skip
        if begun is None or not out.samples:
            continue
        for place, value in enumerate(values):
            out.add(
                "port_sample", found.lines[port], switch=capture.owner, port=port, event=event, utc=True, value=value,
                started_at=begun + timedelta(seconds=seconds * place), ended_at=begun + timedelta(seconds=seconds * (place + 1)),
            )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    lines = [line for line in capture.head.split("\n")[:40] if line.strip()]
    for title, ruler, row in zip(lines, lines[1:], lines[2:], strict=False):
        if _titles(title) and _RULER.match(ruler) and (found := _VALUES.match(row)):
            count = len(_CELL.findall(found.group("cells")))
            if len(_titles(title)) <= count <= len(_titles(title)) + 1:
                return Detection(93, "ports in a row, and their throughput below")
    return None


READERS = (
    fos.reader(
        "portperfshow", _detect, _read,
        columns(
            port_load="about_kind about_key metric unit value peak direction samples captured_at",
            port_sample="switch port event started_at ended_at utc value",
        ),
        needles=("=====",), verified=False,
    ),
)  # fmt: skip
