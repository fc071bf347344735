"""Arrays as DMP sees them, and how it spreads I/O: ``vxdmpadm listenclosure``, ``vxdmpadm getattr … iopolicy``.

Samples::

    ENCLR_NAME        ENCLR_TYPE     ENCLR_SNO      STATUS       ARRAY_TYPE     LUN_COUNT    FIRMWARE
    ===================================================================================================
    xtremio0          XtremIO        CKM00990090009 CONNECTED    A/A            8            0402

    ENCLR_NAME     DEFAULT        CURRENT
    ============================================
    xtremio0       MinimumQ       Round-Robin

Older versions have no FIRMWARE and no ARRAY_TYPE; other attributes than the policy are passed over.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.veritas.device_names import serial_of
from checker.readers.veritas.tables import rows

_LIST_HEADER = re.compile(r"^[ \t]*ENCLR[_-]NAME[ \t]+ENCLR[_-]TYPE[ \t]+ENCLR[_-](?:SNO|SN)\b", re.MULTILINE)
_POLICY_HEADER = re.compile(
    r"^[ \t]*(?:ENCLR[_-]NAME|ENCLOSURE|ARRAY_NAME)[ \t]+DEFAULT[ \t]+CURRENT[ \t]*$", re.MULTILINE
)
_POLICIES = frozenset(
    word_list("minimumq round-robin adaptive adaptiveminq balanced priority single-active singleactive")
)


def _plain(word: str) -> str:
    return word.replace("-", "_")


def _read_list(capture: Capture, out: Writer) -> None:
    host_written = False
    for row in rows(capture, out, lambda words: len(words) > 3 and _plain(words[2]) in ("ENCLR_SNO", "ENCLR_SN")):
        cells = {_plain(name): None if cell == "-" else cell for name, cell in row.cells.items()}
        if not host_written:
            out.add("host", row.line, host=capture.owner, multipath_software="dmp")
            host_written = True
        kind = cells.get("ENCLR_TYPE")
        serial = cells.get("ENCLR_SNO") or cells.get("ENCLR_SN")
        out.add(
            "dmp_enclosure",
            row.line,
            host=capture.owner,
            enclosure=cells.get("ENCLR_NAME"),
            enclosure_type=kind,
            array_serial=serial_of(serial),
            status=(cells.get("STATUS") or "").lower() or None,
            array_type=cells.get("ARRAY_TYPE"),
            luns=normalise.integer(cells.get("LUN_COUNT")),
            firmware_version=cells.get("FIRMWARE"),
        )


def _read_policy(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out, lambda words: words[1:] == ["DEFAULT", "CURRENT"], optional=0):
        name, default, current = row.cells.values()
        if default.lower() in _POLICIES and current.lower() not in _POLICIES:
            out.note(row.line, f"the policy of {name} is no word of DMP's: it is cut; it was left out")
        elif current.lower() in _POLICIES:
            out.add(
                "dmp_enclosure",
                row.line,
                host=capture.owner,
                enclosure=name,
                default_io_policy=default,
                io_policy=current,
            )


def _detect_list(capture: Capture) -> Detection | None:
    if _LIST_HEADER.search(capture.head):
        return Detection(95, "ENCLR_NAME, ENCLR_TYPE and ENCLR_SNO columns of vxdmpadm listenclosure")
    return None


def _detect_policy(capture: Capture) -> Detection | None:
    if _POLICY_HEADER.search(capture.head):
        return Detection(91, "ENCLR_NAME, DEFAULT and CURRENT columns of vxdmpadm getattr")
    return None


READERS = (
    Reader(
        name="veritas-listenclosure",
        platform="veritas",
        command="vxdmpadm listenclosure all",
        provides={
            "host": ("host", "multipath_software"),
            "dmp_enclosure": word_list("""
                host enclosure enclosure_type array_serial status array_type luns firmware_version
            """),
        },
        detect=_detect_list,
        read=_read_list,
        needles=("ENCLR",),
        begins=_LIST_HEADER.pattern,
    ),
    Reader(
        name="veritas-getattr-iopolicy",
        platform="veritas",
        command="vxdmpadm getattr enclosure <name> iopolicy",
        provides={"dmp_enclosure": ("host", "enclosure", "default_io_policy", "io_policy")},
        detect=_detect_policy,
        read=_read_policy,
        needles=("DEFAULT", "CURRENT"),
        begins=_POLICY_HEADER.pattern,
        verified=False,
    ),
)
