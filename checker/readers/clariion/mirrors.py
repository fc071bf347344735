"""Mirrors to another array (MirrorView): naviseccli ``mirror -sync -list`` and ``mirror -async -list``.

::

    MirrorView Name:  mv_db01
    MirrorView UID:  50:06:01:60:BB:20:02:C7:04:00:00:00:00:00:00:00
    Remote Mirror Status:  Mirrored
    MirrorView State:  Active
    Images:
    Image UID:  50:06:01:60:BB:20:02:C7
    Is Image Primary:  YES
    Image Condition:  Primary Image

    Image UID:  50:06:01:60:BB:20:13:0D
    Is Image Primary:  NO
    Image State:  Synchronized
    Image Condition:  Normal

Both arrays list a mirror with the same UID; ``Secondary Copy`` is the status on the one with the copy. An image that is
fractured keeps its state, so that the condition counts unless it is Normal. Only synchronous mirrors have a quiesce threshold
or a write intent log, only asynchronous ones a rollback throttle.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.clariion.lines import ARRAY, Record, by_lines, entries, report
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import computed
from checker.readers.toolkit.declarations.records import Context

_NAME, _IMAGE = "mirrorview name", "image uid"
_RUNNING = frozenset(("normal", "synchronizing"))


def _mirrors(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield each mirror with the states of its secondary images, in order and each once, as ``states``."""
    mirror: Record | None = None
    image: Record | None = None
    states: dict[str, None] = {}
    for entry in entries(capture):
        if entry.key == _NAME:
            yield from _finished(mirror, image, states)
            mirror, image, states = Record(entry.line, title=entry.value), None, {}
        elif mirror is None or not entry.key:
            report(entry, out)
        elif entry.key == _IMAGE:
            _add_state(image, states)
            image = Record(entry.line, title=entry.value)
        else:
            (image or mirror).add(entry.line, entry.key, entry.value)
    yield from _finished(mirror, image, states)


def _add_state(image: Record | None, states: dict[str, None]) -> None:
    if image is None or image.text("is image primary") != "NO":
        return
    condition = image.text("image condition")
    state = image.text("image state") if (condition or "normal").lower() in _RUNNING else condition
    if state:
        states[state] = None


def _finished(mirror: Record | None, image: Record | None, states: dict[str, None]) -> Iterator[Record]:
    if mirror is not None:
        _add_state(image, states)
        mirror.values["states"] = ", ".join(states)
        yield mirror


def _relation(mirror: Record) -> str | None:
    """Return the name with the UID without the zeros at its end: names of mirrors are unique on one array only."""
    uid = (mirror.text("mirrorview uid") or "").upper()
    while uid.endswith(":00"):
        uid = uid[:-3]
    return f"{mirror.title} ({uid})" if mirror.title and uid else None


def _is_secondary(mirror: Record) -> bool | None:
    """Return whether this array has the copy; None for other states, such as a mirror without a copy."""
    return {"secondary copy": True, "mirrored": False}.get((mirror.text("remote mirror status") or "").lower())


def _mode(mirror: Record) -> str | None:
    if mirror.values.keys() & {"quiesce threshold", "write intent log used"}:
        return "synchronous"
    return "asynchronous" if "rollback throttle" in mirror.values else None


def _here(mirror: Record, context: Context, *, secondary: bool) -> str | None:
    return context.owner if _is_secondary(mirror) is secondary else None


_LINK: Facts[Record] = Facts(
    "replication_link", needs="replication_link", replication_link=_relation, operational_status="states",
    mode=_mode,
    source_array=computed(lambda mirror, context: _here(mirror, context, secondary=False)),
    target_array=computed(lambda mirror, context: _here(mirror, context, secondary=True)),
)  # fmt: skip

READERS = (
    Family("clariion", _mirrors, Facts[Record]("storage_array", ARRAY)).reader(
        "clariion-mirror-list", "naviseccli mirror -sync -list",
        by_lines(95, "mirrors with their images", r"^[ \t]*MirrorView Name:", r"^[ \t]*(?:Remote Mirror Status|Image UID):"),
        _LINK, needles=("MirrorView Name",),
    ),
)  # fmt: skip
