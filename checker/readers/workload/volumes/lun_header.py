"""The column names that array tools and spreadsheets use for the load of a volume, and their units."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.readers.toolkit.base import word_list

_UNIT = re.compile(r"[(\[]([^()\[\]]{1,20})[)\]]")
_SIZE_UNITS = {"b": 1, "byte": 1, "bytes": 1, "kb": 1024, "kib": 1024, "k": 1024, "mb": 1 << 20, "mib": 1 << 20}
_CAPACITY_UNITS = {
    **_SIZE_UNITS, "gb": 1 << 30, "gib": 1 << 30, "g": 1 << 30, "tb": 1 << 40, "tib": 1 << 40, "t": 1 << 40,
}  # fmt: skip
_TIMES = {
    **dict.fromkeys(("ms", "msec", "millisec", "milliseconds"), 1.0), **dict.fromkeys(("us", "usec", "µs"), 1e-3),
    **dict.fromkeys(("s", "sec"), 1e3),
}  # fmt: skip
_RATES = {"mb/s": 1.0, "mb/sec": 1.0, "mbps": 1.0, "mib/s": 1.048576, "kb/s": 1e-3, "kb/sec": 1e-3, "kib/s": 1.024e-3}
_ABOUT = {
    **dict.fromkeys(("storage group", "storagegroup", "group"), "group"),
    **dict.fromkeys(("host", "hostname", "host name", "server"), "host"), "virtual volume": "virtual_volume",
}  # fmt: skip
_NAME_WORDS = frozenset(
    (
        "name", "device", "lun", "volume", "ldev", "vdisk", "disk", "symdev", "datastore", "luns", "device name",
        "lun name", "volume name", "device id", "lun id", "volume id", "storage volume", "symm dev", "sym dev", "wwn",
        "naa", "device wwn", *_ABOUT,
    )
)  # fmt: skip
_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        r"(?:host |total |front ?end |fe )?i/?os ?(?:/|per) ?s(?:ec(?:ond)?)?|(?:host |total |avg |average |fe )?iops(?: total)?|i/?o rate|throughput iops",
        "iops",
    ),
    (r"(?:host )?reads? ?(?:/|per) ?s(?:ec)?|read iops|read i/?o rate", "read_iops"),
    (r"(?:host )?writes? ?(?:/|per) ?s(?:ec)?|write iops|write i/?o rate", "write_iops"),
    (r"(?:average |avg )?read (?:response|latency|resp)(?: ?time)?|read rt|rrt", "read_ms"),
    (r"(?:average |avg )?write (?:response|latency|resp)(?: ?time)?|write rt|wrt", "write_ms"),
    (r"(?:average |avg )?(?:total )?(?:response|latency|resp)(?: ?time)?|rt|avg rt", "latency_ms"),
    (
        r"% ?(?:read )?hits?|(?:read )?hit ?(?:%|ratio|rate|percent)|(?:read )?cache hits? ?(?:%|ratio)?|% ?cache hits?",
        "hit",
    ),
    (r"% ?read ?miss(?:es)?|read miss(?:es)? ?%?", "read_miss"),
    (r"% ?reads?|reads? ?(?:%|ratio|percent|pct)", "read"),
    (r"% ?writes?|writes? ?(?:%|ratio|percent|pct)", "write"),
    (r"(?:average |avg |mean )?(?:i/?o|request|transfer|block|xfer) ?size|avg size", "size"),
    (r"(?:average |avg )?read (?:i/?o )?size", "read_size"),
    (r"(?:average |avg )?write (?:i/?o )?size", "write_size"),
    (r"(?:% ?)?(?:rr|random reads?)(?: ?%)?", "rr"),
    (r"(?:% ?)?(?:sr|sequential reads?|seq reads?)(?: ?%)?", "sr"),
    (r"(?:% ?)?(?:rw|random writes?)(?: ?%)?", "rw"),
    (r"(?:% ?)?(?:sw|sequential writes?|seq writes?)(?: ?%)?", "sw"),
    (r"% ?(?:seq|sequential)|(?:seq|sequential) ?(?:%|ratio)|sequential", "sequential"),
    (r"% ?(?:rand|random)|(?:rand|random) ?(?:%|ratio)", "random"),
    (r"wp count|write pendings?(?: count)?|wp", "write_pending"),
    (r"(?:total )?capacity|volume size|lun size|device size", "capacity"),
    (r"% ?used|used ?%|% ?allocated", "used"),
    (r"% ?i/?o(?: avg)?|i/?o ?%|% ?of i/?o|share of i/?o", "share"),
    (r"members?|member count|# ?members", "members"),
    (r"(?:avg |average )?queue(?: length| depth)?|outstanding(?: i/?os?)?|aqu-?sz", "outstanding"),
    (r"(?:% ?)?(?:busy|utili[sz]ation|util)(?: ?%)?", "busy"),
    (r"(?:total |host )?(?:throughput|bandwidth|mb/s(?:ec)?|mbps)", "rate"),
    (r"read (?:throughput|bandwidth|mb/s(?:ec)?|mbps)", "read_rate"),
    (r"write (?:throughput|bandwidth|mb/s(?:ec)?|mbps)", "write_rate"),
)
_COMPILED = tuple((re.compile(pattern + r"\Z"), fact) for pattern, fact in _PATTERNS)
_PERCENTAGES = word_list("hit read_miss read write rr sr rw sw sequential random used share busy")


@dataclass(frozen=True)
class Column:
    """One column of the table: its fact, the factor of its unit, and whether it is a percentage."""

    fact: str
    factor: float = 1.0
    percent: bool = False
    about_kind: str = ""
    shown: str = ""


def column(name: str) -> Column | None:
    """Return the column of a header cell; None if it is not about load."""
    shown = " ".join(name.replace("_", " ").strip().strip('"').lower().split())
    unit_match = _UNIT.search(shown)
    unit = unit_match.group(1).strip() if unit_match else ""
    bare = " ".join(_UNIT.sub(" ", shown).split())
    if bare in _NAME_WORDS:
        return Column("name", about_kind=_ABOUT.get(bare, "storage_volume"), shown=shown)
    # A unit may also follow the name without parentheses.
    trailing = re.search(r" (ms|msec|us|kb|kib|gb|gib|tb|mb)\Z", bare)
    if trailing and not unit:
        unit, bare = trailing.group(1), bare[: trailing.start()]
    if unit == "%" and "%" not in bare:
        bare = f"% {bare}"
    fact = next((fact for pattern, fact in _COMPILED if pattern.match(bare)), None)
    if fact is None:
        return None
    percent = fact in _PERCENTAGES and (
        "%" in shown or "percent" in shown or "pct" in shown or fact in ("rr", "sr", "rw", "sw")
    )
    factor = _factor(fact, unit)
    return None if factor is None else Column(fact, factor, percent, shown=shown)


def _factor(fact: str, unit: str) -> float | None:
    """Return the factor to bytes, ms or MB/s; None for an unknown unit."""
    if fact in ("size", "read_size", "write_size"):
        return _SIZE_UNITS.get(unit, 1024 if not unit else None)
    if fact == "capacity":
        return _CAPACITY_UNITS.get(unit, 1 << 30 if not unit else None)
    if fact in ("read_ms", "write_ms", "latency_ms"):
        return _TIMES.get(unit, 1.0 if not unit else None)
    if fact in ("rate", "read_rate", "write_rate"):
        return _RATES.get(unit, 1.0 if not unit else None)
    return 1.0
