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
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.clariion.lines import Entry, entries, processor, records, report
from checker.readers.toolkit.base import Capture, Detection, Reader

_STATE = re.compile(r"(?P<part>.{1,80}?) (?:state|sub-state)\Z")
_PART = re.compile(r"(?:bus [0-9]+ enclosure [0-9]+ )?(?P<type>[a-z][a-z/ ]{0,40}?)(?: [a-z0-9]{1,3})?\Z")
_ENCLOSURE = re.compile(r"(?:[DSX]PE|DAE|[A-Z]{2,4})[0-9A-Z-]{0,6} (?:Bus [0-9]+ )?Enclosure", re.IGNORECASE)
_NORMAL = "The array is operating normally"
_FAULT = re.compile(
    r"(?P<part>(?:Bus|Enclosure|SP|SPS|SPE|xPE|DAE|DPE|Storage)\b[^:]{0,100}?)[ \t]*:[ \t]*(?P<state>\S.*)\Z"
)


def _detect_parts(capture: Capture) -> Detection | None:
    head = capture.head
    if (
        len(
            re.findall(
                r"(?m)^[ \t]*(?:Bus [0-9]+ Enclosure [0-9]+ )?(?:SP|Fan|Power|LCC|SPS|CPU Module|DIMM Module|Blower|Management Module)[ A-Z0-9/]{0,24} State:",
                head,
            )
        )
        >= 2
    ):
        return Detection(93, "replaceable units of enclosures with their states")
    return None


def is_part(entry: Entry) -> bool:
    """Return TRUE for the state of a replaceable unit."""
    known = _STATE.match(entry.key) if entry.key else None
    return known is not None and bool(re.search(r"\b(?:sp|fan|power|lcc|sps|module)\b", known["part"]))


def write_parts(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write each replaceable unit as a component, power supplies as such."""
    for entry in found:
        known = _STATE.match(entry.key) if entry.key else None
        if known is None:
            if not entry.key and not _ENCLOSURE.match(entry.value):
                report(entry, out)
            continue
        part = known["part"]
        kind = _PART.match(part)
        word = kind["type"].strip() if kind else part
        if word in ("power", "sps"):
            out.add(
                "power_supply",
                entry.line,
                storage_array=capture.owner,
                power_supply=_shown(part),
                supply_type="sps" if word == "sps" else "psu",
                operational_status=entry.value or None,
            )
        else:
            out.add(
                "component",
                entry.line,
                storage_array=capture.owner,
                component_type=word.replace(" ", "-"),
                component=_shown(part),
                operational_status=entry.value or None,
            )


def _shown(part: str) -> str:
    capital = ("sp", "lcc", "sps", "cpu", "dimm", "i/o", "a", "b")
    return " ".join(word.upper() if word in capital else word.capitalize() for word in part.split())


def _read_parts(capture: Capture, out: Writer) -> None:
    write_parts(entries(capture), capture, out)


def _detect_faults(capture: Capture) -> Detection | None:
    head = capture.head
    if _NORMAL in head or re.match(r"\s*Faulted Subsystems", head):
        return Detection(92, "faults of a CLARiiON or VNX")
    return None


def write_faults(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write whether the array has faults, and each faulted part."""
    for entry in found:
        text = entry.value if not entry.key or entry.key.startswith("faulted") else f"{entry.key}: {entry.value}"
        if _NORMAL in entry.value:
            _write_state(entry.line, "operating normally", capture, out)
            continue
        if entry.key.startswith("faulted"):
            _write_state(entry.line, "faulted", capture, out)
            if not text:
                continue
        known = re.match(_FAULT.pattern, text, re.IGNORECASE)
        if known is None:
            if not entry.key:
                report(entry, out)
            continue
        out.add(
            "component",
            entry.line,
            storage_array=capture.owner,
            component_type="disk" if " disk " in known["part"].lower() else "part",
            component=_shown(known["part"].lower()),
            operational_status=known["state"],
        )


def _write_state(line: int, state: str, capture: Capture, out: Writer) -> None:
    out.add("storage_array", line, storage_array=capture.owner, vendor="EMC", family="clariion", array_state=state)


def _read_faults(capture: Capture, out: Writer) -> None:
    write_faults(entries(capture), capture, out)


def _detect_modules(capture: Capture) -> Detection | None:
    if re.search(r"(?m)^[ \t]*SP ID[ ]?:", capture.head) and "I/O Module Slot" in capture.head:
        return Detection(93, "I/O modules of storage processors")
    return None


def _read_modules(capture: Capture, out: Writer) -> None:
    lines = (entry for entry in entries(capture) if not entry.key.startswith("information about"))
    module = ""
    for record in records(
        lines, lambda entry: entry.value if entry.key in ("sp id", "physical port id") else None, out
    ):
        if "sp id" in record.values:
            director, slot = processor(record.title), record.get("i/o module slot")
            module = f"{director} I/O module {slot}" if director and slot else ""
            if module:
                _write_component(record.line, "io-module", module, record.get("i/o module state"), capture, out)
        elif module and record.title:
            _write_component(
                record.line, "io-port", f"{module} port {record.title}", record.get("port state"), capture, out
            )


def _write_component(line: int, kind: str, name: str, state: str | None, capture: Capture, out: Writer) -> None:
    out.add(
        "component",
        line,
        storage_array=capture.owner,
        component_type=kind,
        component=name,
        operational_status=state,
    )


_COMPONENT = ("storage_array", "component_type", "component", "operational_status")

READERS = (
    Reader(
        name="clariion-getcrus",
        platform="clariion",
        command="naviseccli getcrus",
        provides={
            "component": _COMPONENT,
            "power_supply": ("storage_array", "power_supply", "supply_type", "operational_status"),
        },
        detect=_detect_parts,
        read=_read_parts,
        needles=("State:",),
        verified=False,
    ),
    Reader(
        name="clariion-faults-list",
        platform="clariion",
        command="naviseccli faults -list",
        provides={
            "storage_array": ("storage_array", "vendor", "family", "array_state"),
            "component": _COMPONENT,
        },
        detect=_detect_faults,
        read=_read_faults,
        verified=False,
    ),
    Reader(
        name="clariion-ioportconfig",
        platform="clariion",
        command="naviseccli ioportconfig -list -iomodule",
        provides={"component": _COMPONENT},
        detect=_detect_modules,
        read=_read_modules,
        needles=("I/O Module Slot",),
    ),
)
