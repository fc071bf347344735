"""``show interface counters brief`` and ``show interface counters detailed``.

Synthetic samples::

    -------------------------------------------------------------------------------
    Interface                Input (rate is 5 min avg)    Output (rate is 5 min avg)
                             ---------------------------  ---------------------------
                             Rate     Total               Rate     Total
                             MB/s     Frames              MB/s     Frames
    -------------------------------------------------------------------------------
    fc1/1                    12       480849              3        480932

and, with one counter per line::

    fc1/1
      Total Stats:
        Rx total frames:                                   480849
        Tx total discards:                                      0
      Link Stats:
        Rx Link failures:                                       1
        Rx Invalid CRCs:                                        0
      Congestion Stats:
        Tx Timeout discards:                                    0
        Percentage TxWait not available for last 1s/1m/1h/72h: 0%/0%/0%/0%
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.numbers import decimal, whole

_BRIEF_HEADER = re.compile(r"Interface\s+Input \(rate is\b.*Output \(rate is", re.IGNORECASE)
_BRIEF_ROW = re.compile(r"(?P<port>\S{2,24}(?: \d{1,5})?)\s+(\d{1,9})\s+(\d{1,20})\s+(\d{1,9})\s+(\d{1,20})\Z")
_BRIEF_REMARKS = re.compile(r"(?:Interface\s+Input|Rate\s+Total|M?B(?:its)?/s\s+Frames|MB/s)", re.IGNORECASE)
_PORT_LINE = re.compile(r"(\S{2,24}(?: \d{1,5})?)\Z")
_COUNTER = re.compile(r"(?P<name>[A-Z][\w ()\-./]{2,70}?)\s*:\s*(?P<value>\d{1,20})\Z")
_SHARES = re.compile(r"Percentage TxWait[^:]{0,60}:\s*(\d{1,3})%/(\d{1,3})%/(\d{1,3})%/(\d{1,3})%", re.IGNORECASE)
_SHARE_NAMES = ("txwait_percent_1s", "txwait_percent_1m", "txwait_percent_1h", "txwait_percent_72h")
_OTHER = re.compile(
    r"(?:\w+ Stats:\Z|[RT]x 5 min|FIB drops|XBAR errors|Last clearing|.* min rate|BB_SC)", re.IGNORECASE
)
_NAMES = {
    "rx total frames": "frames_rx", "tx total frames": "frames_tx", "rx total bytes": "bytes_rx",
    "tx total bytes": "bytes_tx", "rx total discards": "discards_rx", "tx total discards": "discards_tx",
    "rx total errors": "errors_rx", "tx total errors": "errors_tx", "rx class-3 frames discards": "class3_discard",
    "rx link failures": "link_failure", "rx sync losses": "loss_sync", "rx signal losses": "loss_signal",
    "rx primitive sequence protocol errors": "primitive_sequence_errors",
    "rx invalid transmission words": "invalid_words", "rx invalid crcs": "crc_err",
    "rx delimiter errors": "delimiter_errors", "rx unknown class frames": "unknown_class", "rx too long": "too_long",
    "rx too short": "too_short", "rx fec corrected blocks": "fec_corrected",
    "rx fec uncorrected blocks": "fec_uncorrected", "rx link reset(lr) while link is active": "link_reset_in_use_rx",
    "tx link reset(lr) while link is active": "link_reset_in_use_tx", "rx link reset responses(lrr)": "link_reset_rx",
    "tx link reset responses(lrr)": "link_reset_tx", "rx offline sequences(ols)": "ols_rx",
    "tx offline sequences(ols)": "ols_tx", "rx non-operational sequences(nos)": "nos_rx",
    "tx non-operational sequences(nos)": "nos_tx", "tx timeout discards": "class3_timeout_tx",
    "tx credit loss": "credit_loss", "txwait 2.5us due to lack of transmit credits": "txwait_2_5us",
    "rx b2b credit transitions to zero": "credit_zero_rx", "tx b2b credit transitions to zero": "credit_zero",
    "zone drops": "zone_drops",
}  # fmt: skip
_COLUMNS = "switch port counter value rounded captured_at"


def _detect_detailed(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if nxos.port_name(first) and re.search(r"^[ \t]*(?:Total|Link|Congestion) Stats:", capture.head, re.MULTILINE):
        return Detection(95, "fcX/Y and Total Stats:")
    return None


def _read_brief(capture: Capture, out: Writer) -> None:
    samples: list[tuple[int, str, str, int]] = []
    for number, stripped in nxos.stripped_lines(capture):
        row = _BRIEF_ROW.match(stripped)
        port = nxos.port_name(row.group("port")) if row else None
        if row and port:
            nxos.state_switch_once(out, capture, number)
            samples.append((number, port, "frames_rx", whole(row.group(3)[:18])))
            samples.append((number, port, "frames_tx", whole(row.group(5)[:18])))
            for rate, way in ((row.group(2), "rx"), (row.group(4), "tx")):
                out.add(
                    "port_load", number, about_kind="switch_port", about_key=f"{capture.owner} {port}",
                    metric="throughput_mbps", value=decimal(rate), direction=way, captured_at=capture.captured_at,
                )  # fmt: skip
        elif row is None and not nxos.is_noise(stripped) and not _BRIEF_REMARKS.match(stripped):
            out.unread(number)
    nxos.write_counters(samples, capture, out)


def _read_detailed(capture: Capture, out: Writer) -> None:
    samples: list[tuple[int, str, str, int]] = []
    port: str | None = None
    for number, stripped in nxos.stripped_lines(capture):
        heading = _PORT_LINE.match(stripped)
        name = nxos.port_name(stripped) if heading else None
        counter, shares = _COUNTER.match(stripped), _SHARES.match(stripped)
        if name is not None:
            port = name
            nxos.state_switch_once(out, capture, number)
        elif port is not None and shares:
            for share, value in zip(_SHARE_NAMES, shares.groups(), strict=True):
                samples.append((number, port, share, whole(value)))
        elif port is not None and counter:
            known = _NAMES.get(" ".join(counter.group("name").lower().split()))
            if known and len(counter.group("value")) <= 18:
                samples.append((number, port, known, whole(counter.group("value"))))
        elif heading and re.match(r"(?:mgmt|Ethernet|sup-|GigabitEthernet)", stripped):
            port = None
        elif port is not None and not nxos.is_noise(stripped) and not _OTHER.match(stripped):
            out.unread(number)
    nxos.write_counters(samples, capture, out)


READERS = (
    nxos.reader(
        "show interface counters brief",
        nxos.begins_with(_BRIEF_HEADER, 95, "header Interface Input (rate is …) Output"),
        _read_brief,
        columns(
            counter_sample=_COLUMNS, port_load="about_kind about_key metric value direction captured_at",
            switch=nxos.SWITCH,
        ),
        needles=("(rate is",), verified=False, begins=r"^Interface\s+Input \(rate is", trust=50,
    ),
    nxos.reader(
        "show interface counters detailed", _detect_detailed, _read_detailed,
        columns(counter_sample=_COLUMNS, switch=nxos.SWITCH), needles=("Stats:",), begins=r"^fc1/1[ \t]*$",
        verified=False,
    ),
)  # fmt: skip
