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
from collections.abc import Iterator
from operator import attrgetter

from checker.facts.observations import Writer
from checker.readers.clariion.lines import (
    ARRAY,
    Facts,
    Record,
    by_lines,
    entries,
    letter,
    printed,
    processor,
    records,
    report,
    title,
)
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import owner

_STATE = r"(?m)^[ \t]*SP[AB]? (?:Read|Write) Cache State"
_SHARED = re.compile(
    r"(?m)^[ \t]*(?:Prct Dirty Cache Pages|(?:Read |Write )?Cache [Pp]age size|Write Cache Mirrored"
    r"|(?:Low|High) Watermark)"
)
_CACHE_KEYS = re.compile(
    r"(?:sp(?P<letter>[ab])? )?(?:read cache state|write cache state|write cache mirrored)"
    r"|(?:read |write )?cache page size.*|low watermark.*|high watermark.*|statistics logging"
    r"|(?:hw|lw|idle)_flush_o(?:n|ff)"
)
_FAULT_LED = "system fault led"


def _detect_cache(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(_STATE, head) and "System Fault LED:" not in head:
        return Detection(93 if _SHARED.search(head) else 90, "state of the caches of storage processors")
    return None


def _settings(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the settings of the caches and the state of the array; counters of the running system are skipped."""
    for entry in entries(capture):
        if not entry.key:
            # Headlines and rulers of ``cache -sp -info`` carry no data.
            if not re.search(r"cache|information|prefetch", entry.value, re.IGNORECASE):
                report(entry, out)
            continue
        known = _CACHE_KEYS.fullmatch(entry.key)
        if known is not None and entry.value and entry.value.upper() not in ("N/A", "UNKNOWN"):
            scope = f"SP {known['letter'].upper()}" if known["letter"] else ""
            values = {"setting": _setting(entry.key), "value": entry.value.lstrip("= ")}
            yield Record(entry.line, values, title=scope, type="setting")
        elif entry.key == _FAULT_LED:
            yield Record(entry.line, {_FAULT_LED: entry.value}, type="array")


def _setting(key: str) -> str:
    """Return one name for a setting, independent of the storage processor and command that print it."""
    key = re.sub(r"^sp[ab] ", "sp ", key)
    return f"SP {key[3:].title()}" if key.startswith("sp ") else key.capitalize()


def _array_state(record: Record) -> str | None:
    led = record.values[_FAULT_LED]
    return f"fault LED {led.lower()}" if led else None


_PROCESSORS = Facts(
    "director", storage_array=owner, director=title, letter=letter, version="revision number for the sp",
    serial="serial number for the sp",
)  # fmt: skip
_NAMES = Facts(
    "director", storage_array=owner, director=title, letter=letter, hostname="storage processor network name"
)
_SETTINGS = Facts(
    "array_setting", storage_array=owner, scope=attrgetter("title"), setting="setting", value=printed("value")
)
_ARRAY_STATE = Facts("storage_array", ARRAY, array_state=_array_state)
_CACHES = Family("clariion", _settings)

READERS = (
    Family("clariion", records("", title=processor)).reader(
        "clariion-getsp", "naviseccli getsp",
        by_lines(95, "storage processors with their signatures", "(?:Signature|Revision Number) For The SP:"),
        _PROCESSORS, needles=("For The SP:",),
    ),
    _CACHES.reader(
        "clariion-getcontrol", "naviseccli getcontrol",
        by_lines(
            95, "control page of a storage processor", r"^[ \t]*System Fault LED:", rf"{_STATE}|Statistics Logging:"
        ),
        ByType({"setting": (_SETTINGS,), "array": (_ARRAY_STATE,)}),
        needles=("System Fault LED:",), begins=r"^[ \t]*System Fault LED:",
    ),
    _CACHES.reader(
        "clariion-getcache", "naviseccli getcache", _detect_cache, ByType({"setting": (_SETTINGS,)}),
        needles=("Cache State",),
    ),
    Family("clariion", records("storage processor", title=processor)).reader(
        "clariion-networkadmin", "naviseccli networkadmin -get",
        by_lines(
            92, "management network of a storage processor", r"^[ \t]*Storage Processor:[ \t]+SP [AB]",
            "Storage Processor Network Name",
        ),
        _NAMES, needles=("Storage Processor Network Name",),
    ),
)  # fmt: skip
