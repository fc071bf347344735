"""What DMP's controllers are and which nodes it has: ``vxdmpadm getctlr all``, ``listctlr all``, ``getdmpnode``.

Samples::

    LNAME    PNAME                                   VENDOR      CTLR-ID
    ==================================================================================
    c5       /pci@1f,2000/QLGC,qla@2/fp@0,0          QLogic      21:00:00:24:ff:00:00:10

    NAME                 STATE        ENCLR-TYPE   PATHS  ENBL  DSBL  ENCLR-NAME
    =========================================================================================
    xtremio0_12          ENABLED      XtremIO      16     15    1     xtremio0

The controller id is the port's WWN, where the driver gives it. ``listctlr`` says nothing more than that controllers
exist; it is recognised and passed over.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.veritas.device_names import node_identity
from checker.readers.veritas.tables import rows

_CTLR_HEADER = re.compile(r"^[ \t]*LNAME[ \t]+PNAME[ \t]+\S*VENDOR[ \t]+CTLR-ID", re.MULTILINE)
_NODE_HEADER = re.compile(r"^[ \t]*NAME[ \t]+STATE[ \t]+ENCLR-TYPE[ \t]+PATHS[ \t]+ENBL[ \t]+DSBL", re.MULTILINE)
_LIST_HEADER = re.compile(r"^[ \t]*CTLR[-_]NAME[ \t]+ENCLR[-_]TYPE[ \t]+STATE[ \t]+ENCLR[-_]NAME", re.MULTILINE)
_CONTROLLER = re.compile(r"[A-Za-z][A-Za-z_-]{0,20}[0-9]{1,6}\Z")
_IDENTIFIER = re.compile(r"(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}\Z|[0-9A-Fa-f]{16}\Z")


def _read_controllers(capture: Capture, out: Writer) -> None:
    heading = False
    for number, line in capture.lines():
        words = line.split()
        if not words or set(line.strip()) <= set("=- "):
            continue
        if words[:2] == ["LNAME", "PNAME"]:
            heading = True
        elif heading and len(words) >= 2 and _CONTROLLER.match(words[0]):
            # The vendor may be of several words, so the id is told by its place at the end.
            identifier = words[-1]
            facts: dict[str, Value] = {"host": capture.owner, "hba": words[0]}
            if _IDENTIFIER.match(identifier):
                facts["initiator_wwpn"] = out.wwn(
                    identifier, number, "initiator", "initiator_wwpn", f"{capture.owner} {words[0]}"
                )
            elif normalise.problem_of(identifier) == "redacted":
                out.bad_value("initiator", "initiator_wwpn", identifier, number, f"{capture.owner} {words[0]}")
            if facts.get("initiator_wwpn"):
                out.add("initiator", number, **facts)
        else:
            out.unread(number)


def _read_nodes(capture: Capture, out: Writer) -> None:
    host_written = False
    for row in rows(capture, out, lambda words: words[:3] == ["NAME", "STATE", "ENCLR-TYPE"], optional=1):
        if not host_written:
            out.add("host", row.line, host=capture.owner, multipath_software="dmp")
            host_written = True
        name = row.cells["NAME"]
        device = node_identity(name)
        out.add(
            "device",
            row.line,
            host=capture.owner,
            device=device,
            kernel_name=f"vx/dmp/{name}",
            device_state=row.cells["STATE"].lower(),
            printed_paths=normalise.integer(row.cells.get("PATHS")),
            working_paths=normalise.integer(row.cells.get("ENBL")),
            multipath_owner="dmp",
        )
        out.add("device_owner", row.line, host=capture.owner, device=device, multipath_owner="dmp")


def _read_list(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(
        capture, out, lambda words: [w.replace("_", "-") for w in words[:2]] == ["CTLR-NAME", "ENCLR-TYPE"]
    ):
        first = row.line if first is None else first
    if first is not None:
        out.add("host", first, host=capture.owner, multipath_software="dmp")


def _detection(pattern: re.Pattern[str], words: str, capture: Capture) -> Detection | None:
    return Detection(95, f"{words} columns of vxdmpadm") if pattern.search(capture.head) else None


READERS = (
    Reader(
        name="veritas-getctlr",
        platform="veritas",
        command="vxdmpadm getctlr all",
        provides={"initiator": ("host", "hba", "initiator_wwpn")},
        detect=lambda capture: _detection(_CTLR_HEADER, "LNAME, PNAME and CTLR-ID", capture),
        read=_read_controllers,
        needles=("LNAME", "CTLR-ID"),
        begins=_CTLR_HEADER.pattern,
        verified=False,
        # The operating system's own name of a port is the better one.
        trust=40,
    ),
    Reader(
        name="veritas-getdmpnode",
        platform="veritas",
        command="vxdmpadm getdmpnode",
        provides={
            "host": ("host", "multipath_software"),
            "device": word_list("host device kernel_name device_state printed_paths working_paths multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=lambda capture: _detection(_NODE_HEADER, "PATHS, ENBL and DSBL", capture),
        read=_read_nodes,
        needles=("ENBL", "DSBL"),
        begins=_NODE_HEADER.pattern,
        verified=False,
    ),
    Reader(
        name="veritas-listctlr",
        platform="veritas",
        command="vxdmpadm listctlr all",
        provides={"host": ("host", "multipath_software")},
        detect=lambda capture: _detection(_LIST_HEADER, "CTLR-NAME, ENCLR-TYPE and STATE", capture),
        read=_read_list,
        needles=("CTLR", "ENCLR"),
        begins=_LIST_HEADER.pattern,
        verified=False,
    ),
)
