"""Paths under DMP: ``vxdmpadm getsubpaths``, all of them or those of one controller, node, enclosure or array port.

Sample (columns change with the filter and with the version)::

    NAME         STATE[A]   PATH-TYPE[M] DMPNODENAME  ENCLR-NAME   CTLR   ATTRS
    ================================================================================
    sdbk         ENABLED(A)   -          xtremio0_12  xtremio0     c5        -
    sdcf         DISABLED     -          xtremio0_12  xtremio0     c7        -

The mark (A) shows the paths that DMP sends I/O to: an enabled path without it waits. DISABLED(M) was switched off by
hand. The identity of a LUN is not printed; ``vxdmpadm list dmpnode all`` prints it.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.veritas.paths import (
    NODE,
    PATH,
    is_of_other_product,
    is_path_name,
    node_identity,
    write_host,
    write_node,
    write_path,
)
from checker.readers.veritas.tables import Row, rows

_HEADER = r"^[ \t]*NAME[ \t]+STATE(?:\[[^\]\n]{0,4}\])?[ \t]+PATH-TYPE(?:\[[^\]\n]{0,4}\])?[ \t]"
_NODE_OF_COMMAND = re.compile(r"\bdmpnodename=(\S{1,120})")
_NODE_OF_FILE = re.compile(r"dmpnodename[=_-](\w{1,120}?)(?:\.[a-z]{1,4})?\Z", re.IGNORECASE)


def _is_header(words: list[str]) -> bool:
    return words[:1] == ["NAME"] and len(words) > 3 and "PATH_TYPE" in words and "STATE" in words


def _node(row: Row) -> str | None:
    if "DMPNODENAME" in row.values or "CTLR" in row.values:
        return row.text("DMPNODENAME")
    # Some versions print the node below CTLR-NAME when asked for one controller.
    listed = row.text("CTLR_NAME")
    return listed if listed is not None and is_path_name(listed) else None


def _argument(capture: Capture) -> str | None:
    """Return the DMP node that the command was asked for: its argument, else that in the name of the file."""
    if capture.command is not None:
        found = _NODE_OF_COMMAND.search(capture.command)
    else:
        # Loops over nodes write one file each, named after the node.
        found = _NODE_OF_FILE.search((capture.member or capture.file).replace("\\", "/").rpartition("/")[2])
    return found.group(1) if found else None


def _read(capture: Capture, out: Writer) -> None:
    host = capture.owner
    argument = _argument(capture)
    first = unnamed = 0
    nodes: dict[str, int] = {}
    for row in rows(_is_header)(capture, out):
        if "NAME" not in row.values or "STATE" not in row.values:
            out.unread(row.line)
            continue
        if is_of_other_product(out, row.line, row.values["NAME"]):
            continue
        node = _node(row) or argument
        if node is not None:
            nodes.setdefault(node, row.line)
        state, kind = row.values["STATE"], row.text("PATH_TYPE")
        controller = row.values.get("CTLR") or row.values.get("CTLR_NAME")
        marked = "A" in row.marks.get("STATE", "")
        write_path(
            out, row.line, host, node_identity(node) if node else None, row.values["NAME"], state, kind, marked=marked,
            hba=None if controller is None or is_path_name(controller) else controller,
            preferred=True if kind and kind.endswith("(P)") else None,
            current=state.upper().endswith("(A)") if marked else None,
        )  # fmt: skip
        first = first or row.line
        unnamed += node is None
    if first:
        write_host(out, first, host)
    if unnamed:
        out.note(first, "the DMP node of these paths is unknown: the listing does not name it")
    for node, line in nodes.items():
        write_node(out, line, host, node, node_identity(node))


READERS = (
    Reader(
        name="veritas-getsubpaths", platform="veritas", command="vxdmpadm getsubpaths",
        provides={**NODE, "path": (*PATH, "preferred", "current")},
        detect=by_pattern("NAME, STATE and PATH-TYPE columns of vxdmpadm getsubpaths", (95, _HEADER)),
        read=_read, needles=("NAME", "PATH-TYPE"), begins=_HEADER,
        selects=r"\b(?:dmpnodename|enclosure)=(?!\$)\S", narrows=r"\b(?:ctlr|portid|pwwn)=(?!\$)\S",
    ),
)  # fmt: skip
