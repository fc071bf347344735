"""``portstatsshow`` and ``portstats64show``: all counters of a port, with the time they were cleared.

Synthetic samples, shortened::

    port:  5
    =========
    stat_ftx            	8123        Frames transmitted
    tim_txcrd_z         	284417      Time TX Credit Zero (2.5Us ticks)
    tim_txcrd_z_vc  0- 3:  284417         0          0          0
    er_crc              	3           Frames with CRC errors
    phy_stats_clear_ts  	06-12-2024 UTC Wed 10:30:00	Timestamp of phy_port stats clear

    stat64_ftx          0           top_int : Frames transmitted
                        8123        bottom_int : Frames transmitted
    er64_crc            0           top_int : Frames with CRC errors

64-bit counters are printed as two numbers of 32 bits; of words, only these are read. The others have 32 bits, unless a value
of the port is larger. ``er_*`` counters belong to the physical port.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.numbers import whole

_PORT = re.compile(r"[ \t]*port:[ \t]*(\d{1,3}/\d{1,4}|\d{1,4})[ \t]*\Z", re.IGNORECASE)
_COMMAND = re.compile(
    r"\bportstats(?:64)?show[ \t]+(?:-\w+[ \t]+)*(\d{1,3}/\d{1,4}|\d{1,4})[ \t]*(?::[ \t]*)?(?:\||\Z)", re.IGNORECASE
)
_ROW = re.compile(
    r"[ \t]*((?:stat|er|tim|fec|phy|lgc|latency|other)(?:64)?_[\w]{2,40}?)[ \t]+(\d{1,20})(?![\w\-:/])(.*)"
)
_GLUED = re.compile(
    r"(?<![ \t])[ \t]*(er_single_credit_loss|er_multi_credit_loss|fec_corrected_rate|latency_dma_ts)(\d{1,20}|[ \t])"
)
_CLEARED = re.compile(
    r"[ \t]*phy_stats_clear_ts[ \t]+(\d{2})-(\d{2})-(\d{4})[ \t]+([A-Z]{2,5})[ \t]+[A-Z][a-z]{2}[ \t]+(\d{2}:\d{2}:\d{2})"
)
_BOTTOM = re.compile(r"[ \t]*(\d{1,20})[ \t]+bottom_int\b")
_KNOWN_LINE = re.compile(
    r"[ \t]*(?:(?:stat|er|tim|fec|phy|lgc|latency|other|open|transfer|opened|starve_stop|fl_tenancy|nl_tenancy"
    r"|zero_tenancy|swtx|swrx|uncor)\w*(?:[ \t]|$)|\d[\d \t.\-]*(?:-[ \t]*\d+:|\Z)|={3,})",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(r"^[ \t]*(?:stat|er|tim)(?:64)?_\w{2,30}[ \t]+\d", re.MULTILINE)
_COUNTERS = {
    "stat_ftx": "frames_tx", "stat_frx": "frames_rx", "tim_txcrd_z": "credit_zero", "er_enc_in": "enc_in",
    "er_enc_out": "enc_out", "er_crc": "crc_err", "er_crc_good_eof": "crc_good_eof", "er_trunc": "too_short",
    "er_toolong": "too_long", "er_bad_eof": "bad_eof", "er_bad_os": "invalid_ordered_sets",
    "er_disc_c3": "class3_discard", "er_rx_c3_timeout": "class3_timeout_rx", "er_tx_c3_timeout": "class3_timeout_tx",
    "er_c3_timeout": "class3_timeout", "er_pcs_blk": "pcs_err",
}  # fmt: skip
# The 32-bit forms wrap around within seconds on a busy link.
_WORDS = {"stat64_wtx": "words_tx", "stat64_wrx": "words_rx"}


@dataclass
class _Port:
    name: str | None
    line: int
    counters: list[tuple[int, str, int]] = field(default_factory=list)
    halves: set[int] = field(default_factory=set)
    cleared_at: datetime | None = None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    found = len(_ANYWHERE.findall(head[:4_000]))
    if found >= 3:
        return Detection(95, "counters stat_…, er_… of one port")
    return Detection(75, "a counter stat_… or er_…") if found else None


def _time(found: re.Match[str]) -> datetime | None:
    month, day, year, _, clock = found.groups()
    try:
        return datetime.strptime(f"{year}-{month}-{day} {clock}", "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _read(capture: Capture, out: Writer) -> None:
    echoed = _COMMAND.search(capture.command or "")
    port = _Port(echoed.group(1) if echoed else None, capture.first_line)
    high: tuple[int, str, int] | None = None
    for number, line in printed(capture, 400):
        named = _PORT.match(line) or (_COMMAND.search(line) if "portstats" in line else None)
        if named:
            _write(port, capture, out)
            port, high = _Port(named.group(1), number), None
            continue
        bottom = _BOTTOM.match(line)
        if bottom:
            if high is not None:
                port.counters.append((high[0], high[1], (high[2] << 32) + whole(bottom.group(1))))
                port.halves.add(high[0])
            high = None
            continue
        cleared, row = _CLEARED.match(line), _ROW.match(_GLUED.sub(r" \1 \2", line))
        high = None
        if cleared:
            port.cleared_at = _time(cleared)
        elif row:
            name = row.group(1).lower()
            counter = _WORDS.get(name) or _COUNTERS.get(name.replace("64_", "_"))
            # Each counter is followed by its description; a number without one may be truncated.
            if counter is None or not row.group(3).strip():
                continue
            if "top_int" in row.group(3):
                high = (number, counter, whole(row.group(2)))
            elif "64_" not in row.group(1).lower():
                port.counters.append((number, counter, whole(row.group(2))))
        elif not (_KNOWN_LINE.match(line) or fos.is_noise(line)):
            out.unread(number)
    _write(port, capture, out)
    if high is not None:
        out.ends_inside_record = True
        out.note(high[0], "truncated between the two halves of a counter, which was skipped")


def _write(port: _Port, capture: Capture, out: Writer) -> None:
    if not port.counters:
        return
    if port.name is None:
        out.note(port.line, "skipped counters without a port")
        return
    long = any(value >> 32 for line, _, value in port.counters if line not in port.halves)
    for line, counter, value in port.counters:
        if value < 1 << 63:
            out.add(
                "counter_sample", line, switch=capture.owner, port=port.name, port_index=fos.index_of(port.name),
                counter=counter, value=value, rounded=False, bits=64 if long or line in port.halves else 32,
                captured_at=capture.captured_at, cleared_at=port.cleared_at,
            )  # fmt: skip


READERS = (
    fos.reader(
        "portstatsshow", _detect, _read,
        columns(counter_sample="switch port port_index counter value rounded bits captured_at cleared_at"), also=("portstats64show",), needles=("_",),
        begins=r"^[ \t]*port:[ \t]*\d[\d/]{0,7}[ \t]*\n[ \t]*={3,}",
    ),
)  # fmt: skip
