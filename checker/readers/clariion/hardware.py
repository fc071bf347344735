"""Parts with a state: naviseccli ``getcrus``, ``faults -list`` and ``ioportconfig -list``.

::

    DPE9 Bus 0 Enclosure 0
    SP A State:                 Present
    Bus 0 Enclosure 0 Fan A State: Present
    Bus 0 Enclosure 0 SPS A State: Present

    Faulted Subsystems:  Bus 1 Enclosure 0 Disk 3 : Removed

``faults -list`` prints one sentence if nothing is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.clariion.lines import (
    ARRAY,
    Entry,
    Facts,
    Record,
    by_lines,
    entries,
    processor,
    records,
    report,
    title,
)
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import owner

_STATE = re.compile(r"(?P<part>.{1,80}?) (?:state|sub-state)\Z")
_PART = re.compile(r"(?:bus [0-9]+ enclosure [0-9]+ )?(?P<type>[a-z][a-z/ ]{0,40}?)(?: [a-z0-9]{1,3})?\Z")
_UNIT = re.compile(
    r"(?m)^[ \t]*(?:Bus [0-9]+ Enclosure [0-9]+ )?"
    r"(?:SP|Fan|Power|LCC|SPS|CPU Module|DIMM Module|Blower|Management Module)[ A-Z0-9/]{0,24} State:"
)
_ENCLOSURE = re.compile(r"(?:[DSX]PE|DAE|[A-Z]{2,4})[0-9A-Z-]{0,6} (?:Bus [0-9]+ )?Enclosure", re.IGNORECASE)
_NORMAL = "The array is operating normally"
_FAULT = re.compile(
    r"(?P<part>(?:Bus|Enclosure|SP|SPS|SPE|xPE|DAE|DPE|Storage)\b[^:]{0,100}?)[ \t]*:[ \t]*(?P<state>\S.*)\Z",
    re.IGNORECASE,
)
_CAPITALS = ("sp", "lcc", "sps", "cpu", "dimm", "i/o", "a", "b")


def _detect_parts(capture: Capture) -> Detection | None:
    if len(_UNIT.findall(capture.head)) >= 2:
        return Detection(93, "replaceable units of enclosures with their states")
    return None


def _detect_faults(capture: Capture) -> Detection | None:
    if _NORMAL in capture.head or re.match(r"\s*Faulted Subsystems", capture.head):
        return Detection(92, "faults of a CLARiiON or VNX")
    return None


def is_part(entry: Entry) -> bool:
    """Return TRUE for the state of a replaceable unit."""
    known = _STATE.match(entry.key)
    return known is not None and bool(re.search(r"\b(?:sp|fan|power|lcc|sps|module)\b", known["part"]))


def _component(line: int, kind: str, name: str, state: str | None) -> Record:
    return Record(line, {"type": kind, "state": state or ""}, title=name, type="component")


def _shown(part: str) -> str:
    return " ".join(word.upper() if word in _CAPITALS else word.capitalize() for word in part.split())


def _parts(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield each replaceable unit; power supplies have a type of their own."""
    for entry in entries(capture):
        known = _STATE.match(entry.key)
        if known is None:
            if not entry.key and not _ENCLOSURE.match(entry.value):
                report(entry, out)
            continue
        kind = _PART.match(known["part"])
        word = kind["type"].strip() if kind else known["part"]
        part = _component(entry.line, word.replace(" ", "-"), _shown(known["part"]), entry.value)
        part.type = "supply" if word in ("power", "sps") else part.type
        yield part


def _faults(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield whether the array has faults, and each faulted part."""
    for entry in entries(capture):
        faulted, normal = entry.key.startswith("faulted"), _NORMAL in entry.value
        if normal or faulted:
            yield Record(entry.line, {"state": "operating normally" if normal else "faulted"}, type="array")
        text = entry.value if not entry.key or faulted else f"{entry.key}: {entry.value}"
        if normal or not text:
            continue
        known = _FAULT.match(text)
        if known is not None:
            part = known["part"].lower()
            yield _component(entry.line, "disk" if " disk " in part else "part", _shown(part), known["state"])
        elif not entry.key:
            report(entry, out)


def _modules(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the I/O modules and their ports."""
    module = ""
    for record in records("sp id", "physical port id", skipped=("information about",))(capture, out):
        if "sp id" in record.values:
            director, slot = processor(record.title), record.text("i/o module slot")
            module = f"{director} I/O module {slot}" if director and slot else ""
            if module:
                yield _component(record.line, "io-module", module, record.text("i/o module state"))
        elif module and record.title:
            yield _component(record.line, "io-port", f"{module} port {record.title}", record.text("port state"))


def _status(record: Record) -> str | None:
    return record.values["state"] or None


def _type(record: Record) -> str:
    return record.values["type"]


_COMPONENTS = Facts("component", storage_array=owner, component_type=_type, component=title, operational_status=_status)
_SUPPLIES = Facts(
    "power_supply", storage_array=owner, power_supply=title,
    supply_type=lambda record: "sps" if _type(record) == "sps" else "psu", operational_status=_status,
)  # fmt: skip
_STATES = Facts("storage_array", ARRAY, array_state="state")

READERS = (
    Family("clariion", _parts).reader(
        "clariion-getcrus", "naviseccli getcrus", _detect_parts,
        ByType({"component": (_COMPONENTS,), "supply": (_SUPPLIES,)}), needles=("State:",), verified=False,
    ),
    Family("clariion", _faults).reader(
        "clariion-faults-list", "naviseccli faults -list", _detect_faults,
        ByType({"array": (_STATES,), "component": (_COMPONENTS,)}), needles=(f"{_NORMAL}|Faulted Subsystems",), verified=False,
    ),
    Family("clariion", _modules).reader(
        "clariion-ioportconfig", "naviseccli ioportconfig -list -iomodule",
        by_lines(93, "I/O modules of storage processors", r"^[ \t]*SP ID[ ]?:", "I/O Module Slot"),
        _COMPONENTS, needles=("I/O Module Slot",),
    ),
)  # fmt: skip
