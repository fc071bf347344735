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

from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts, Named
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import checked, device_id, flag, number, owner

KEYS = (
    "byte limit", "device", "iooperation limit", "latency evaluation interval", "limit type",
    "number of sampling ios per path", "use active unoptimized paths",
)  # fmt: skip
_NEEDED = ("byte limit", "device", "iooperation limit", "limit type", "use active unoptimized paths")


def _type(text: str) -> str | None:
    return text.lower() if text.lower() in ("default", "iops", "bytes", "latency") else None


PARTS = (
    Named(
        lambda record: record.text("device"), "skipped round-robin settings without a device",
        HOST,
        Facts(
            "device", place=device_id("device", report=False), host=owner, device=device_id("device"),
            rr_type=checked(_type, "limit type"), rr_iops=number("iooperation limit"), rr_iops_text="iooperation limit", rr_bytes=number("byte limit"),
            rr_use_ano=flag("use active unoptimized paths"),
        ),
    ),
)  # fmt: skip
READERS = (
    Family("esxi", listing.records(KEYS, None, _NEEDED)).reader(
        "esxi-psp-roundrobin", "esxcli storage nmp psp roundrobin deviceconfig get",
        listing.by_keys("IOOperation Limit and Limit Type", "iooperation limit", KEYS, None),
        *PARTS, needles=("IOOperation",),
    ),
)  # fmt: skip
