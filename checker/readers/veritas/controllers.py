"""What DMP's controllers are and which nodes it has: ``vxdmpadm getctlr all``, ``listctlr all``, ``getdmpnode``.

Samples::

    LNAME    PNAME                                   VENDOR      CTLR-ID
    ==================================================================================
    c5       /pci@1f,2000/QLGC,qla@2/fp@0,0          QLogic      21:00:00:24:ff:00:00:10

    NAME                 STATE        ENCLR-TYPE   PATHS  ENBL  DSBL  ENCLR-NAME
    =========================================================================================
    xtremio0_12          ENABLED      XtremIO      16     15    1     xtremio0

The controller id is the port's WWN, where the driver gives it. ``listctlr`` only says that controllers exist: it is
recognised, and nothing is read from its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import computed, const, number, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.veritas.paths import HOST, node_identity
from checker.readers.veritas.tables import Row, rows

_CTLR_HEADER = r"^[ \t]*LNAME[ \t]+PNAME[ \t]+\S*VENDOR[ \t]+CTLR-ID"
_NODE_HEADER = r"^[ \t]*NAME[ \t]+STATE[ \t]+ENCLR-TYPE[ \t]+PATHS[ \t]+ENBL[ \t]+DSBL"
_LIST_HEADER = r"^[ \t]*CTLR[-_]NAME[ \t]+ENCLR[-_]TYPE[ \t]+STATE[ \t]+ENCLR[-_]NAME"
_CONTROLLER = re.compile(r"[A-Za-z][A-Za-z_-]{0,20}[0-9]{1,6}\Z")
_IDENTIFIER = re.compile(r"(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}\Z|[0-9A-Fa-f]{16}\Z")


def _controllers(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the controllers whose id is a WWN, or was one before it was redacted."""
    heading = False
    for place, line in capture.lines():
        words = line.split()
        if not words or set(line.strip()) <= set("=- "):
            continue
        if words[:2] == ["LNAME", "PNAME"]:
            heading = True
        elif heading and len(words) >= 2 and _CONTROLLER.match(words[0]):
            # The vendor may have several words, so the id is found by its place at the end.
            if _IDENTIFIER.match(words[-1]) or normalise.problem_of(words[-1]) == "redacted":
                yield TextRow(place, {"hba": words[0], "id": words[-1]})
        else:
            out.unread(place)


def _is_balanced(row: Row) -> bool:
    """Return FALSE for a node above another multipathing product, whose enclosures are named after it."""
    return not row.values["ENCLR_TYPE"].startswith("PP_")


def _device(row: Row) -> str:
    return node_identity(row.values["NAME"])


_INITIATORS = Facts(
    "initiator", needs="initiator_wwpn", place=computed(lambda row, context: f"{context.owner} {row.text('hba')}"),
    host=owner, hba="hba", initiator_wwpn=wwn("id"),
)  # fmt: skip
_NODES = Facts(
    "device", when=_is_balanced, host=owner, device=_device, kernel_name=lambda row: f"vx/dmp/{row.values['NAME']}",
    device_state=lambda row: row.values["STATE"].lower(), printed_paths=number("PATHS"), working_paths=number("ENBL"),
    multipath_owner=const("dmp"),
)  # fmt: skip
_OWNERS = Facts("device_owner", when=_is_balanced, host=owner, device=_device, multipath_owner=const("dmp"))

READERS = (
    Family("veritas", _controllers).reader(
        "veritas-getctlr", "vxdmpadm getctlr all",
        by_pattern("LNAME, PNAME and CTLR-ID columns of vxdmpadm", (95, _CTLR_HEADER)), _INITIATORS,
        needles=("LNAME", "CTLR-ID"), begins=_CTLR_HEADER, verified=False,
        # The operating system's own name of a port is the better one.
        trust=40,
    ),
    Family("veritas", rows(lambda words: words[:3] == ["NAME", "STATE", "ENCLR_TYPE"], optional=1)).reader(
        "veritas-getdmpnode", "vxdmpadm getdmpnode",
        by_pattern("PATHS, ENBL and DSBL columns of vxdmpadm", (95, _NODE_HEADER)), HOST, _NODES, _OWNERS,
        needles=("ENBL", "DSBL"), begins=_NODE_HEADER, verified=False,
    ),
    Family("veritas", rows(lambda words: words[:2] == ["CTLR_NAME", "ENCLR_TYPE"])).reader(
        "veritas-listctlr", "vxdmpadm listctlr all",
        by_pattern("CTLR-NAME, ENCLR-TYPE and STATE columns of vxdmpadm", (95, _LIST_HEADER)), HOST,
        needles=("CTLR", "ENCLR"), begins=_LIST_HEADER, verified=False,
    ),
)  # fmt: skip
