"""``esxcli storage nmp psp roundrobin deviceconfig get --device <id>``, once or in a loop over devices.

       Byte Limit: 10485760
       Device: naa.6000144000000010aa00000000000001
       IOOperation Limit: 1
       Latency Evaluation Interval: 0 milliseconds
       Limit Type: Iops
       Number Of Sampling IOs Per Path: 0
       Use Active Unoptimized Paths: false

Records have no name line: a repeated key begins the next one. Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = frozenset(
    (
        "byte limit", "device", "iooperation limit", "latency evaluation interval", "limit type",
        "number of sampling ios per path", "use active unoptimized paths",
    )
)  # fmt: skip
_NEEDED = ("byte limit", "device", "iooperation limit", "limit type", "use active unoptimized paths")
_TYPES = ("default", "iops", "bytes", "latency")
_COLUMNS = ("host", "device", "rr_type", "rr_iops", "rr_iops_text", "rr_bytes", "rr_use_ano")


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write the settings of one device."""
    printed = record.get("device")
    if printed is None:
        out.note(record.line, "skipped round-robin settings without a device")
        out.unread(record.line, len(record.values))
        return False
    iops = record.get("iooperation limit")
    kind = (record.get("limit type") or "").lower()
    if kind and kind not in _TYPES:
        out.bad_value("device", "rr_type", kind, record.at("limit type"), printed)
    out.add(
        "device", record.line, host=capture.owner, device=out.device_id(printed, record.at("device"), "device"),
        rr_type=kind if kind in _TYPES else None, rr_iops=normalise.integer(iops), rr_iops_text=iops,
        rr_bytes=normalise.integer(record.get("byte limit")),
        rr_use_ano=normalise.yes_no(record.get("use active unoptimized paths")),
    )  # fmt: skip
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    for record in listing.read_records(capture, listing.RecordReader(out, KEYS, None, _NEEDED)):
        writer.take(record)


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(capture, KEYS, None, "iooperation limit", "IOOperation Limit and Limit Type")


READERS = (
    Reader(
        name="esxi-psp-roundrobin", platform="esxi", command="esxcli storage nmp psp roundrobin deviceconfig get",
        provides={"host": ("host", "platform"), "device": _COLUMNS}, detect=_detect, read=_read,
        needles=("IOOperation",),
    ),
)  # fmt: skip
