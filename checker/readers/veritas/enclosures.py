"""Arrays as DMP sees them, and how it spreads I/O: ``vxdmpadm listenclosure``, ``vxdmpadm getattr … iopolicy``.

Samples::

    ENCLR_NAME        ENCLR_TYPE     ENCLR_SNO      STATUS       ARRAY_TYPE     LUN_COUNT    FIRMWARE
    ===================================================================================================
    xtremio0          XtremIO        CKM00990090009 CONNECTED    A/A            8            0402

    ENCLR_NAME     DEFAULT        CURRENT
    ============================================
    xtremio0       MinimumQ       Round-Robin

Older versions have no FIRMWARE and no ARRAY_TYPE. Attributes other than the policy are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import lower, number, owner, parsed
from checker.readers.veritas.paths import HOST, serial_of
from checker.readers.veritas.tables import Row, rows

_LIST_HEADER = r"^[ \t]*ENCLR[_-]NAME[ \t]+ENCLR[_-]TYPE[ \t]+ENCLR[_-](?:SNO|SN)\b"
_POLICY_HEADER = r"^[ \t]*(?:ENCLR[_-]NAME|ENCLOSURE|ARRAY_NAME)[ \t]+DEFAULT[ \t]+CURRENT[ \t]*$"
_POLICIES = frozenset(
    ["minimumq", "round-robin", "adaptive", "adaptiveminq", "balanced", "priority", "single-active", "singleactive"]
)


def _policies(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield the rows about the I/O policy; other attributes have other values."""
    for row in rows(lambda words: words[1:] == ["DEFAULT", "CURRENT"], optional=0)(capture, out):
        name, default, current = row.values.values()
        row.values["name"] = name
        if current.lower() in _POLICIES:
            yield row
        elif default.lower() in _POLICIES:
            out.note(row.line, f"skipped the policy of {name}: it is not a policy of DMP, and probably truncated")


_ENCLOSURES = Facts(
    "dmp_enclosure", host=owner, enclosure="ENCLR_NAME", enclosure_type="ENCLR_TYPE",
    array_serial=parsed(serial_of, "ENCLR_SNO", "ENCLR_SN"), status=lower("STATUS"), array_type="ARRAY_TYPE",
    luns=number("LUN_COUNT"), firmware_version="FIRMWARE",
)  # fmt: skip
_IO_POLICIES: Facts[Row] = Facts(
    "dmp_enclosure", host=owner, enclosure=lambda row: row.values["name"],
    default_io_policy=lambda row: row.values["DEFAULT"], io_policy="CURRENT",
)  # fmt: skip

READERS = (
    Family("veritas", rows(lambda words: len(words) > 3 and words[2] in ("ENCLR_SNO", "ENCLR_SN"))).reader(
        "veritas-listenclosure", "vxdmpadm listenclosure all",
        by_pattern("ENCLR_NAME, ENCLR_TYPE and ENCLR_SNO columns of vxdmpadm listenclosure", (95, _LIST_HEADER)),
        HOST, _ENCLOSURES, needles=("ENCLR",), begins=_LIST_HEADER,
    ),
    Family("veritas", _policies).reader(
        "veritas-getattr-iopolicy", "vxdmpadm getattr enclosure <name> iopolicy",
        by_pattern("ENCLR_NAME, DEFAULT and CURRENT columns of vxdmpadm getattr", (91, _POLICY_HEADER)),
        _IO_POLICIES, needles=("DEFAULT", "CURRENT"), begins=_POLICY_HEADER, verified=False,
    ),
)  # fmt: skip
