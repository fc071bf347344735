"""The array as a whole: naviseccli ``getagent``, ``domain -list``, ``arrayname``, ``getarrayuid`` and ``ndu -list``.

::

    Agent Rev:           7.33.8 (2.97)
    Node:                B-APM00150000001
    Revision:            05.33.008.3.297
    Model:               VNX5800
    Serial No:           APM00150000001
    SP Identifier:       B

``domain -list`` prints a ``Node:`` for each array and then name and address of its storage processors; the newer
``ndu -list`` prints packages, one of which is the operating environment. FLARE 19 up to VNX2 (05.33).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.clariion.lines import Entry, Record, entries, processor, records
from checker.readers.toolkit.base import Capture, Detection, Reader

_SERIAL = re.compile(r"(?m)^[ \t]*Serial No:[ \t]+([A-Za-z0-9]{4,32})[ \t]*$")
_NODE = re.compile(r"(?m)^[ \t]*Node:[ \t]+([A-Za-z0-9_.\-]{4,64})[ \t]*$")
_NAME = re.compile(r"(?m)^[ \t]*Array Name:[ \t]+(\S.{0,63}?)[ \t]*$")
_OPERATING = re.compile(r"operating.?environment|flare", re.IGNORECASE)


def _detect_agent(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m)^[ \t]*Agent Rev:", head) and re.search(r"(?m)^[ \t]*(?:Serial No|SP Identifier|Model):", head):
        return Detection(95, "the agent of a CLARiiON or VNX names itself")
    return None


def agent_serial(text: str) -> str | None:
    """Return the serial number that the agent prints."""
    found = _SERIAL.search(text)
    return found.group(1) if found else None


def write_agent(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write the array and the storage processor that answered."""
    for record in records(found, lambda entry: "" if entry.key == "agent rev" else None, out):
        version = record.get("revision")
        out.add(
            "storage_array",
            record.line,
            storage_array=capture.owner,
            serial=record.get("serial no"),
            vendor="EMC",
            family="clariion",
            model=record.get("model"),
            array_version=version,
        )
        director = processor(record.get("sp identifier"))
        if director is not None:
            out.add(
                "director",
                record.at("sp identifier"),
                storage_array=capture.owner,
                director=director,
                letter=director[-1],
                version=version,
            )


def _read_agent(capture: Capture, out: Writer) -> None:
    write_agent(entries(capture), capture, out)


def _detect_domain(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m)^[ \t]*Node:[ \t]+\S", head) and re.search(r"(?m)^[ \t]*Secure Port:", head):
        return Detection(92, "nodes of a Navisphere domain with their secure ports")
    return None


def _domain_node(text: str) -> str | None:
    names = set(_NODE.findall(text))
    return names.pop() if len(names) == 1 else None


def _read_domain(capture: Capture, out: Writer) -> None:
    for record in records(entries(capture), lambda entry: entry.value if entry.key == "node" else None, out):
        if record.title:
            serial = record.title if re.fullmatch(r"[A-Z]{2,4}[0-9]{8,14}", record.title) else None
            out.add(
                "storage_array", record.line, storage_array=record.title, serial=serial, vendor="EMC", family="clariion"
            )


def _detect_name(capture: Capture) -> Detection | None:
    if re.match(r"\s*(?:Array Name|Array UID):", capture.head) and capture.head.count("\n") < 12:
        return Detection(80, "naviseccli names an array")
    return None


def _array_name(text: str) -> str | None:
    found = _NAME.search(text)
    return found.group(1) if found else None


def _read_name(capture: Capture, out: Writer) -> None:
    for record in records(
        entries(capture), lambda entry: "" if entry.key in ("array name", "array uid") else None, out
    ):
        out.add("storage_array", record.line, storage_array=capture.owner, vendor="EMC", family="clariion")


def _detect_packages(capture: Capture) -> Detection | None:
    head = capture.head
    if "Name of the software package:" in head and "software package:" in head and "Commit Required:" in head:
        return Detection(95, "software packages of a CLARiiON or VNX")
    return Detection(90, "software packages of a CLARiiON") if "Name of the software package:" in head else None


def _package(entry: Entry) -> str | None:
    return entry.value if entry.key == "name of the software package" else None


def _read_packages(capture: Capture, out: Writer) -> None:
    version: tuple[int, str] | None = None
    first: int | None = None
    for record in records(entries(capture), _package, out):
        first = record.line if first is None else first
        if _is_operating_environment(record) and (revision := record.get("revision of the software package")):
            version = record.at("revision of the software package"), revision
        state = record.get("active state")
        if record.title and state is not None:
            out.add(
                "array_setting",
                record.at("active state"),
                storage_array=capture.owner,
                scope=record.title,
                setting="Active State",
                value=state,
            )
    if first is not None:
        line, text = version or (first, None)
        out.add("storage_array", line, storage_array=capture.owner, vendor="EMC", family="clariion", array_version=text)


def _is_operating_environment(record: Record) -> bool:
    return bool(_OPERATING.search(record.title)) or record.flag("is this system software") is True


READERS = (
    Reader(
        name="clariion-getagent",
        platform="clariion",
        command="naviseccli getagent",
        provides={
            "storage_array": ("storage_array", "serial", "vendor", "family", "model", "array_version"),
            "director": ("storage_array", "director", "letter", "version"),
        },
        detect=_detect_agent,
        read=_read_agent,
        needles=("Agent Rev:",),
        begins=r"^[ \t]*Agent Rev:",
        owner_in=agent_serial,
    ),
    Reader(
        name="clariion-domain-list",
        platform="clariion",
        command="naviseccli domain -list",
        provides={"storage_array": ("storage_array", "serial", "vendor", "family")},
        detect=_detect_domain,
        read=_read_domain,
        needles=("Node:", "Secure Port:"),
        owner_in=_domain_node,
        trust=50,
    ),
    Reader(
        name="clariion-arrayname",
        platform="clariion",
        command="naviseccli arrayname",
        provides={"storage_array": ("storage_array", "vendor", "family")},
        detect=_detect_name,
        read=_read_name,
        needles=("Array ",),
        owner_in=_array_name,
    ),
    Reader(
        name="clariion-ndu-list",
        platform="clariion",
        command="naviseccli ndu -list",
        provides={
            "storage_array": ("storage_array", "vendor", "family", "array_version"),
            "array_setting": ("storage_array", "scope", "setting", "value"),
        },
        detect=_detect_packages,
        read=_read_packages,
        needles=("Name of the software package:",),
    ),
)
