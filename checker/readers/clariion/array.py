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
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.clariion.lines import ARRAY, Facts, Record, by_lines, processor, records, setting, title
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner, parsed

_OPERATING = re.compile(r"operating.?environment|flare", re.IGNORECASE)
_SERIAL = re.compile(r"[A-Z]{2,4}[0-9]{8,14}")
_PACKAGE = "name of the software package"
_REVISION = "revision of the software package"


def _only(pattern: str) -> Callable[[str], str | None]:
    """Return the function that extracts a name, unless the text contains several different ones."""
    names = re.compile(pattern, re.MULTILINE)

    def owner_in(text: str) -> str | None:
        found = set(names.findall(text))
        return found.pop() if len(found) == 1 else None

    return owner_in


def _first(pattern: str) -> Callable[[str], str | None]:
    search = re.compile(pattern, re.MULTILINE).search
    return lambda text: found.group(1) if (found := search(text)) else None


agent_serial = _first(r"^[ \t]*Serial No:[ \t]+([A-Za-z0-9]{4,32})[ \t]*$")


def _detect_name(capture: Capture) -> Detection | None:
    if re.match(r"\s*(?:Array Name|Array UID):", capture.head) and capture.head.count("\n") < 12:
        return Detection(80, "naviseccli names an array")
    return None


def _packages(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the packages, and then the array with the revision of its operating environment."""
    array: Record | None = None
    for record in records(_PACKAGE)(capture, out):
        array = array or Record(record.line, type="array")
        operating = _OPERATING.search(record.title) or record.flag("is this system software")
        if operating and (revision := record.text(_REVISION)):
            array.line, array.values[_REVISION] = record.at(_REVISION), revision
        yield record
    if array is not None:
        yield array


_AGENT = Facts("storage_array", ARRAY, serial="serial no", model="model", array_version="revision")
_ANSWERING = Facts(
    "director", needs="director", line="sp identifier", storage_array=owner,
    director=parsed(processor, "sp identifier"), letter=lambda record: record.values["sp identifier"][-1].upper(),
    version="revision",
)  # fmt: skip
_NODES = Facts(
    "storage_array", ARRAY, when=title, storage_array=title,
    serial=lambda record: record.title if _SERIAL.fullmatch(record.title) else None,
)  # fmt: skip
_VERSION = Facts("storage_array", ARRAY, when=lambda record: record.type == "array", array_version=_REVISION)
_NODE = r"^[ \t]*Node:[ \t]+"

READERS = (
    Family("clariion", records("agent rev")).reader(
        "clariion-getagent", "naviseccli getagent",
        by_lines(
            95, "the agent of a CLARiiON or VNX names itself", r"^[ \t]*Agent Rev:",
            r"^[ \t]*(?:Serial No|SP Identifier|Model):",
        ),
        _AGENT, _ANSWERING, needles=("Agent Rev:",), begins=r"^[ \t]*Agent Rev:", owner_in=agent_serial,
    ),
    Family("clariion", records("node")).reader(
        "clariion-domain-list", "naviseccli domain -list",
        by_lines(92, "nodes of a Navisphere domain with their secure ports", rf"{_NODE}\S", r"^[ \t]*Secure Port:"),
        _NODES, needles=("Node:", "Secure Port:"), owner_in=_only(_NODE + r"([A-Za-z0-9_.\-]{4,64})[ \t]*$"), trust=50,
    ),
    Family("clariion", records("array name", "array uid")).reader(
        "clariion-arrayname", "naviseccli arrayname", _detect_name, Facts("storage_array", ARRAY),
        needles=("Array ",), owner_in=_first(r"^[ \t]*Array Name:[ \t]+(\S.{0,63}?)[ \t]*$"),
    ),
    Family("clariion", _packages).reader(
        "clariion-ndu-list", "naviseccli ndu -list",
        by_pattern("software packages of a CLARiiON or VNX", (95, "Commit Required:"), (90, "software package:")),
        setting("active state", title, "Active State"), _VERSION, needles=("Name of the software package:",),
    ),
)  # fmt: skip
