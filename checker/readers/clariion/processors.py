"""Storage processors and their cache: naviseccli ``getsp``, ``getcontrol``, ``getcache``/``cache -sp -info``, ``networkadmin -get``.

::

    SP A

    Cabinet:             DPE9
    Signature For The SP:          4000001
    Revision Number For The SP:    05.33.008.3.297
    Serial Number For The SP:      FCN00000000018

``getcontrol`` and ``getcache`` print the caches (``SP Write Cache State   Enabled``) and the watermarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.clariion.lines import Entry, Record, entries, processor, records, report
from checker.readers.toolkit.base import Capture, Detection, Reader

_STATE = re.compile(r"(?m)^[ \t]*SP[AB]? (?:Read|Write) Cache State")
_SHARED = re.compile(
    r"(?m)^[ \t]*(?:Prct Dirty Cache Pages|(?:Read |Write )?Cache [Pp]age size|Write Cache Mirrored|(?:Low|High) Watermark|Cache Page size)"
)
_CACHE_KEYS = re.compile(
    r"(?:sp(?P<letter>[ab])? )?(?:read cache state|write cache state|write cache mirrored)"
    r"|(?:read |write )?cache page size.*|low watermark.*|high watermark.*|statistics logging"
    r"|(?:hw|lw|idle)_flush_o(?:n|ff)"
)


def _detect_processors(capture: Capture) -> Detection | None:
    if "Signature For The SP:" in capture.head or "Revision Number For The SP:" in capture.head:
        return Detection(95, "storage processors with their signatures")
    return None


def write_processors(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write the storage processors of ``getsp``."""
    for record in records(found, lambda entry: processor(entry.value) if not entry.key else None, out):
        out.add(
            "director",
            record.line,
            storage_array=capture.owner,
            director=record.title,
            letter=record.title[-1],
            version=record.get("revision number for the sp"),
            serial=record.get("serial number for the sp"),
        )


def _read_processors(capture: Capture, out: Writer) -> None:
    write_processors(entries(capture), capture, out)


def _detect_control(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m)^[ \t]*System Fault LED:", head) and ("Statistics Logging:" in head or _STATE.search(head)):
        return Detection(95, "control page of a storage processor")
    return None


def _detect_cache(capture: Capture) -> Detection | None:
    head = capture.head
    if _STATE.search(head) and "System Fault LED:" not in head:
        return Detection(93 if _SHARED.search(head) else 90, "state of the caches of storage processors")
    return None


def write_settings(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write the cache settings; counters of the running system are skipped."""
    for entry in found:
        if not entry.key:
            # Headlines and rulers of ``cache -sp -info`` carry no data.
            if not re.search(r"cache|information|prefetch", entry.value, re.IGNORECASE):
                report(entry, out)
            continue
        known = _CACHE_KEYS.fullmatch(entry.key)
        if known is not None and entry.value and entry.value.upper() not in ("N/A", "UNKNOWN"):
            letter = known.group("letter")
            out.add(
                "array_setting",
                entry.line,
                storage_array=capture.owner,
                scope=f"SP {letter.upper()}" if letter else "",
                setting=_setting(entry.key),
                value=entry.value.lstrip("= "),
            )
        elif entry.key == "system fault led":
            out.add(
                "storage_array",
                entry.line,
                storage_array=capture.owner,
                vendor="EMC",
                family="clariion",
                array_state=f"fault LED {entry.value.lower()}" if entry.value else None,
            )


def _setting(key: str) -> str:
    """Return one name for a setting, independent of the storage processor and command that print it."""
    key = re.sub(r"^sp[ab] ", "sp ", key)
    if key.startswith("sp "):
        return "SP " + key[3:].title()
    return key.capitalize()


def _read_settings(capture: Capture, out: Writer) -> None:
    write_settings(entries(capture), capture, out)


def _detect_network(capture: Capture) -> Detection | None:
    if (
        re.search(r"(?m)^[ \t]*Storage Processor:[ \t]+SP [AB]", capture.head)
        and "Storage Processor Network Name" in capture.head
    ):
        return Detection(92, "management network of a storage processor")
    return None


def write_network(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write the network names of the storage processors."""
    record: Record
    for record in records(
        found, lambda entry: processor(entry.value) if entry.key == "storage processor" else None, out
    ):
        out.add(
            "director",
            record.line,
            storage_array=capture.owner,
            director=record.title,
            letter=record.title[-1],
            hostname=record.get("storage processor network name"),
        )


def _read_network(capture: Capture, out: Writer) -> None:
    write_network(entries(capture), capture, out)


_SETTING = {
    "array_setting": ("storage_array", "scope", "setting", "value"),
    "storage_array": ("storage_array", "vendor", "family", "array_state"),
}

READERS = (
    Reader(
        name="clariion-getsp",
        platform="clariion",
        command="naviseccli getsp",
        provides={"director": ("storage_array", "director", "letter", "version", "serial")},
        detect=_detect_processors,
        read=_read_processors,
        needles=("For The SP:",),
    ),
    Reader(
        name="clariion-getcontrol",
        platform="clariion",
        command="naviseccli getcontrol",
        provides=_SETTING,
        detect=_detect_control,
        read=_read_settings,
        needles=("System Fault LED:",),
        begins=r"^[ \t]*System Fault LED:",
    ),
    Reader(
        name="clariion-getcache",
        platform="clariion",
        command="naviseccli getcache",
        provides={"array_setting": ("storage_array", "scope", "setting", "value")},
        detect=_detect_cache,
        read=_read_settings,
        needles=("Cache State",),
    ),
    Reader(
        name="clariion-networkadmin",
        platform="clariion",
        command="naviseccli networkadmin -get",
        provides={"director": ("storage_array", "director", "letter", "hostname")},
        detect=_detect_network,
        read=_read_network,
        needles=("Storage Processor Network Name",),
    ),
)
