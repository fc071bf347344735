"""``SMcli ARRAY -c "show storageArray healthStatus;"`` (older: ``storageSubsystem``): the health of an E-Series and its faults.

::

    Storage array health status = fixing.
    The following failures have been found:
    Failed physical disk
    Storage array: nfs5raid1
    Component reporting problem: Physical Disk in slot 1
      Status: Failed
      Location: RAID enclosure 0, Drawer 1

    Degraded Virtual Disk
    Storage array: nfs5raid1
      Disk group: 1
        RAID level: 6
        Status: Degraded

The first line of a failure is its kind; the lines below it depend on the kind. What names a component or a group of drives with a
state is a fact about it. The other failures are only known from the state of the array, and a note repeats their first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import const, lower, owner
from checker.readers.toolkit.declarations.records import TypedRow

Facts = declared.Facts[TypedRow]
_HEALTH = re.compile(
    r"[ \t]*Storage (?:array|subsystem) health status = ([A-Za-z][A-Za-z ]{1,30}?)\.?[ \t]*\Z", re.IGNORECASE
)
_FAILURES = re.compile(r"[ \t]*The following failures have been found:[ \t]*\Z", re.IGNORECASE)
_PAIR = re.compile(r"[ \t]*([A-Z][A-Za-z ]{1,40}(?:\([a-z]{1,10}\))?(?: at)?):[ \t]*(.*\S|)[ \t]*\Z")
_END = re.compile(r"[ \t]*(?:Script execution complete|SMcli completed|SMcli failed)\b", re.IGNORECASE)
_ARRAY_NAME = re.compile(r"^[ \t]*Storage (?:array|subsystem):[ \t]+(\S{1,64})[ \t]*$", re.IGNORECASE | re.MULTILINE)
_GROUPS = ("volume group", "disk group", "array", "disk pool")


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    failure: TypedRow | None = None
    stated = begun = False
    for number, line in capture.lines():
        if (health := _HEALTH.match(line)) is not None:
            stated = True
            yield TypedRow(number, {"health": health.group(1)}, type="array")
        elif _FAILURES.match(line):
            begun = True
            if not stated:
                yield TypedRow(number, {"health": "needs attention"}, type="array")
        elif begun and (not line.strip() or _END.match(line)):
            yield from _finish(failure, out)
            failure, begun = None, not _END.match(line)
        elif begun and (failure is None or _begins_failure(line)):
            yield from _finish(failure, out)
            failure = TypedRow(number, {"kind": line.strip()})
        elif failure is not None and (pair := _PAIR.match(line)) is not None:
            failure.add(number, pair.group(1).lower(), pair.group(2))
    yield from _finish(failure, out)


def _begins_failure(line: str) -> bool:
    """Whether a line is the kind of the next failure, in a text that has lost the blank line before it."""
    return line[0] not in " \t" and _PAIR.match(line) is None


def _finish(failure: TypedRow | None, out: Writer) -> Iterator[TypedRow]:
    """Yield the component or the group of drives that a failure names with its state."""
    if failure is None:
        return
    group = next((name for name in _GROUPS if failure.text(name)), None)
    if failure.text("status") and failure.text("component reporting problem"):
        failure.type = "component"
        yield failure
    elif failure.text("status") and group is not None:
        failure.values["group"] = failure.values[group]
        failure.type = "group"
        yield failure
    else:
        out.note(failure.line, f"failure without a state: {failure.values['kind'][:100]}")


def _component(failure: TypedRow) -> str:
    name, place = failure.values["component reporting problem"], failure.text("location")
    return f"{name} ({place})" if place else name


def _detect(capture: Capture) -> Detection | None:
    found = any(_HEALTH.match(line) or _FAILURES.match(line) for line in capture.head.split("\n"))
    named = "health status = " in capture.head or _ARRAY_NAME.search(capture.head)
    return Detection(95, "health of an E-Series") if found and named else None


def _name(text: str) -> str | None:
    names = set(_ARRAY_NAME.findall(text[:16_384])) if "failures have been found" in text[:16_384] else set()
    return names.pop() if len(names) == 1 else None


_TYPES = ByType(
    {
        "array": (Facts("storage_array", storage_array=owner, family=const("other"), array_state=lower("health")),),
        "component": (
            Facts(
                "component", place="status", storage_array=owner, component_type=const("component"), component=_component,
                operational_status="status",
            ),
        ),
        "group": (
            Facts(
                "raid_group", place="status", storage_array=owner, raid_group="group", raid_type="raid level",
                operational_status="status",
            ),
        ),
    }
)  # fmt: skip

READERS = (
    Family("eseries", _rows).reader(
        "eseries-health", 'SMcli -c "show storageArray healthStatus;"', _detect, _TYPES,
        needles=("health status =|failures have been found",),
        # The failures below the line of the health, which ends with a full stop, belong to it.
        begins=r"^[ \t]*Storage (?:array|[Ss]ubsystem) health status = |(?<!\.\n)^[ \t]*The following failures have been found:",
        owner_in=_name,
    ),
)  # fmt: skip
