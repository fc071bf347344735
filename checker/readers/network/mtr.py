"""``mtr`` (report, CSV, JSON) and WinMTR: loss and round trip to the last hop, which is the destination.

Synthetic samples::

    HOST: db01                        Loss%   Snt   Last   Avg  Best  Wrst StDev
      1.|-- 10.1.1.254                 0.0%  1000    0.4   0.5   0.3   2.1   0.1
      2.|-- 10.2.2.1                   0.2%  1000    4.2   4.4   4.1  19.8   0.3

    Mtr_Version,Start_Time,Status,Host,Hop,Ip,Loss%,Snt, ,Last,Avg,Best,Wrst,StDev,
    MTR.0.95,1768464000,OK,10.2.2.1,2,10.2.2.1,0.20,1000,0,4.2,4.4,4.1,19.8,0.3

    |                       Host              -   %  | Sent | Recv | Best | Avrg | Wrst | Last |
    |                                10.2.2.1 -    0 | 1000 | 1000 |    4 |    4 |   20 |    4 |

Losses at hops before the last say little, because routers answer probes with low priority. A last hop without an answer
is not the loss of a link.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping

from checker.facts.observations import Writer
from checker.readers.network import measurement
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import line_of
from checker.readers.toolkit.numbers import decimal, whole

_HEADER = re.compile(r"HOST: (?P<host>\S{1,253})\s+(?P<columns>(?:\S+\s+)*Loss%\s+Snt\b.*\bAvg\b.*)", re.IGNORECASE)
_ANY_HEADER = re.compile(r"^HOST: \S+ +(?:\S+ +)*Loss% +Snt ", re.MULTILINE | re.IGNORECASE)
_HOP = re.compile(r"\s*(?P<hop>\d{1,3})\.\s?(?:\|--)?\s*(?P<rest>\S.*)")
_MORE_HOSTS = re.compile(r"\s+(?:\|\s*)?(?:[|`]--\s*)?\S+\s*\Z|Start: ", re.IGNORECASE)
_CSV_HEADER = re.compile(r"^Mtr_Version,Start_Time,Status,Host,Hop,Ip,", re.MULTILINE | re.IGNORECASE)
_WIN_HEADER = re.compile(r"\|\s+Host\s+-\s+%+\s+\|\s*Sent \| Recv \| Best \| Avrg \| Wrst \| Last \|", re.IGNORECASE)
_WIN_ROW = re.compile(
    r"\|\s*(?P<host>\S+(?: \S+){0,5})\s++-\s++(?P<loss>\d{1,3}) \|\s*(?P<sent>\d+) \|\s*(?P<received>\d+) \|\s*(?P<best>\d+) \|\s*(?P<avg>\d+) \|"
    r"\s*(?P<worst>\d+) \|\s*\d+ \|"
)
_WIN_FRAME = re.compile(r"\|[-_|]+\|\Z|\|\s+WinMTR statistics\s+\||\s*WinMTR v|\s*\Z", re.IGNORECASE)
_UNKNOWN = ("???", "no response from host", "request timed out.", "")
_NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,6})?")


def _hop(out: Writer, line: int, tool: str, source: str, destination: str, hop: Mapping[str, str]) -> None:
    """Write the last hop; ``hop`` has its columns by title in lower case."""
    host = hop.get("host", "")
    sent, loss = _number(hop, "snt"), _number(hop, "loss%")
    if host.lower() in _UNKNOWN or sent is None or loss is None or loss >= 100:
        out.note(line, f"{destination or 'the destination'} did not answer: its loss and round trip are unknown")
        return
    received = _number(hop, "recv")
    measurement.write(
        out, line, tool, source, destination or host,
        destination_address=host if destination and host != destination else None, sent=whole(sent),
        received=round(sent * (1 - loss / 100)) if received is None else whole(received),
        rtt_min_ms=_number(hop, "best"), rtt_avg_ms=_number(hop, "avg"), rtt_max_ms=_number(hop, "wrst"),
        rtt_mdev_ms=_number(hop, "stdev"),
    )  # fmt: skip


def _number(hop: Mapping[str, str], name: str) -> float | None:
    found = _NUMBER.match(hop.get(name, "").strip())
    return decimal(found.group()) if found else None


def _read_report(capture: Capture, out: Writer) -> None:
    source, titles = "", [""]
    last: tuple[int, dict[str, str]] | None = None
    for number, line in capture.lines():
        header, hop = _HEADER.match(line.strip()), _HOP.match(line)
        if header:
            _end_report(capture, out, source, last)
            source, last = header.group("host"), None
            titles = header.group("columns").lower().split()
            titles = titles[titles.index("loss%") :]
        elif hop and len(cells := hop.group("rest").split()) > len(titles) > 1:
            values = dict(zip(titles, cells[-len(titles) :], strict=True))
            last = number, {**values, "host": _host(cells[: -len(titles)])}
        elif line.strip() and not _MORE_HOSTS.match(line):
            out.unread(number)
    _end_report(capture, out, source, last)


def _host(cells: list[str]) -> str:
    """Return the host of a hop; an AS number may precede it, and its address follow in parentheses."""
    names = [cell for cell in cells if not re.match(r"AS[\d?]+\Z", cell)]
    return next((cell.strip("()") for cell in names if cell.startswith("(")), names[0] if names else "")


def _end_report(capture: Capture, out: Writer, source: str, last: tuple[int, dict[str, str]] | None) -> None:
    if last is not None:
        _hop(out, last[0], "mtr", source, measurement.last_argument(capture) or "", last[1])


def _read_csv(capture: Capture, out: Writer) -> None:
    titles: list[str] = []
    last: dict[tuple[str, str], tuple[int, dict[str, str]]] = {}
    for number, line in capture.lines():
        cells = [cell.strip() for cell in next(csv.reader([line]), [])]
        if _CSV_HEADER.match(line):
            titles = [cell.lower() for cell in cells]
        elif titles and len(cells) >= 10:
            row = dict(zip(titles, cells, strict=False))
            if (row.get("hop") or "").isdecimal():
                last[row["start_time"], row["host"]] = number, {**row, "host": row.get("ip", ""), "to": row["host"]}
                continue
            out.unread(number)
        elif line.strip():
            out.unread(number)
    for number, row in last.values():
        _hop(out, number, "mtr", measurement.place_of(capture), row["to"], row)


def _read_json(capture: Capture, out: Writer) -> None:
    for document in noted_documents(capture.text, capture.first_line, out, strays=False):
        report = document.value.get("report") if isinstance(document.value, dict) else None
        head, hubs = (report.get("mtr"), report.get("hubs")) if isinstance(report, dict) else (None, None)
        if not isinstance(head, dict) or not isinstance(hubs, list) or not hubs or not isinstance(hubs[-1], dict):
            out.unread(document.line)
            continue
        hop = {str(name).lower(): str(value) for name, value in hubs[-1].items()}
        line = line_of(hubs[-1], document.line)
        _hop(out, line, "mtr", str(head.get("src") or ""), str(head.get("dst") or ""), hop)


def _read_winmtr(capture: Capture, out: Writer) -> None:
    last: tuple[int, dict[str, str]] | None = None
    for number, line in capture.lines():
        row = _WIN_ROW.match(line.strip())
        if row:
            names = {"loss": "loss%", "sent": "snt", "received": "recv", "worst": "wrst"}
            last = number, {names.get(name, name): text for name, text in row.groupdict().items()}
        elif not _WIN_FRAME.match(line) and not _WIN_HEADER.search(line):
            out.unread(number)
    if last is not None:
        _hop(out, last[0], "winmtr", measurement.place_of(capture), "", last[1])


def _detect_json(capture: Capture) -> Detection | None:
    if re.search(r'"mtr"\s*:\s*\{', capture.head) and re.search(r'"(?:psize|bitpattern|tests)"', capture.head):
        return Detection(96, '"report", "mtr" and "hubs" of mtr')
    return None


def _reader(
    name: str, command: str, pattern: re.Pattern[str] | None, needle: str, *, wins: bool = False, verified: bool = True
) -> Reader:  # fmt: skip
    reads = {"report": _read_report, "csv": _read_csv, "json": _read_json, "winmtr": _read_winmtr}

    def detect(capture: Capture) -> Detection | None:
        if pattern is None:
            return _detect_json(capture)
        return Detection(95, f"header of {command.split(maxsplit=1)[0]}") if pattern.search(capture.head) else None

    return Reader(
        name="network-winmtr" if wins else f"network-mtr-{name}", platform="network", command=command,
        provides={
            "network_test": (*measurement.ENDS, *measurement.PROBES, *(() if wins else ("rtt_mdev_ms", measurement.ADDRESS))),
        },
        detect=detect, read=reads[name], needles=(needle,), verified=verified,
    )  # fmt: skip


READERS = (
    _reader("report", "mtr --report --report-wide -c 1000 <address of the other site>", _ANY_HEADER, "Loss%"),
    _reader("csv", "mtr --csv -c 1000 <address of the other site>", _CSV_HEADER, "Mtr_Version"),
    _reader("json", "mtr --json -c 1000 <address of the other site>", None, '"hubs"', verified=False),
    _reader("winmtr", "WinMTR (text)", _WIN_HEADER, "Avrg", wins=True),
)
