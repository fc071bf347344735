"""Paths under DMP: ``vxdmpadm getsubpaths``, all of them or those of one controller, node, enclosure or array port.

Sample (columns change with the filter and with the version)::

    NAME         STATE[A]   PATH-TYPE[M] DMPNODENAME  ENCLR-NAME   CTLR   ATTRS
    ================================================================================
    sdbk         ENABLED(A)   -          xtremio0_12  xtremio0     c5        -
    sdcf         DISABLED     -          xtremio0_12  xtremio0     c7        -

The mark (A) shows the paths that DMP sends I/O to: an enabled path without it waits. DISABLED(M) was switched off by
hand. The identity of a LUN is not printed; ``vxdmpadm list dmpnode all`` tells it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.veritas.device_names import is_path_name, node_identity, path_name
from checker.readers.veritas.tables import rows

_HEADER = re.compile(
    r"^[ \t]*NAME[ \t]+STATE(?:\[[^\]\n]{0,4}\])?[ \t]+PATH-TYPE(?:\[[^\]\n]{0,4}\])?[ \t]", re.MULTILINE
)
_NODE_OF_COMMAND = re.compile(r"\bdmpnodename=(\S{1,120})")
_STATE = re.compile(r"([A-Z][A-Z_-]{2,20})(?:\(([A-Z])\))?\Z", re.IGNORECASE)
_COLUMNS = word_list("""
    host device path_name hba target_wwpn lun state state_text optimised group_state preferred current plugin
""")


def state_of(text: str, path_type: str | None, marked: bool) -> str:
    """Return the normalised state; ``marked`` if this listing marks the paths in use with (A)."""
    match = _STATE.match(text)
    word, mark = (match.group(1).upper(), (match.group(2) or "").upper()) if match else ("", "")
    if word == "DISABLED":
        return "disabled" if mark == "M" else "dead"
    if word != "ENABLED":
        return "unknown"
    kind = (path_type or "").lower()
    if mark == "A":
        return "active"
    if kind.startswith("active/"):
        # Active/Non-Optimized: the array takes I/O there, DMP sends it elsewhere.
        return "active"
    return "standby" if marked or kind.startswith(("secondary", "standby")) else "active"


def optimised_of(path_type: str | None) -> bool | None:
    """Return whether the array prefers this path, where its type tells."""
    kind = (path_type or "").lower()
    if kind.startswith(("active/optimized", "active/optimised", "primary")):
        return True
    return False if kind.startswith(("active/non-optimi", "secondary", "standby")) else None


def _read(capture: Capture, out: Writer) -> None:
    host = capture.owner
    argument = _NODE_OF_COMMAND.search(capture.command or "")
    first = unnamed = 0
    nodes: dict[str, int] = {}
    for row in rows(capture, out, _is_header):
        cells, line = row.cells, row.line
        node = _node(cells) or (argument.group(1) if argument else None)
        if node is not None:
            nodes.setdefault(node, line)
        name, state = cells["NAME"], cells["STATE"]
        parsed = path_name(name)
        path_type = cells.get("PATH-TYPE")
        path_type = None if path_type in (None, "-") else path_type
        controller = cells.get("CTLR") or cells.get("CTLR-NAME")
        values = (
            host,
            node_identity(node) if node else None,
            name,
            parsed.controller if controller is None or is_path_name(controller) else controller,
            parsed.target_wwpn,
            parsed.lun,
            state_of(state, path_type, marked="A" in row.marks.get("STATE", "")),
            state,
            optimised_of(path_type),
            path_type,
            True if path_type and path_type.endswith("(P)") else None,
            state.upper().endswith("(A)") if "A" in row.marks.get("STATE", "") else None,
            "DMP",
        )
        first = first or line
        unnamed += values[1] is None
        out.add("path", line, **dict(zip(_COLUMNS, values, strict=True)))
    if first:
        out.add("host", first, host=host, multipath_software="dmp")
    if unnamed:
        out.note(first, "paths of one DMP node, but the listing does not name it")
    for node, line in nodes.items():
        device = node_identity(node)
        out.add("device", line, host=host, device=device, kernel_name=f"vx/dmp/{node}", multipath_owner="dmp")
        out.add("device_owner", line, host=host, device=device, multipath_owner="dmp")


def _node(cells: Mapping[str, str]) -> str | None:
    node = cells.get("DMPNODENAME")
    if node is None and "CTLR" not in cells:
        # Some versions print the node below CTLR-NAME when asked for one controller.
        listed = cells.get("CTLR-NAME")
        node = listed if listed is not None and is_path_name(listed) else None
    return None if node in (None, "-") else node


def _is_header(words: list[str]) -> bool:
    return words[:1] == ["NAME"] and len(words) > 3 and "PATH-TYPE" in words and "STATE" in words


def _detect(capture: Capture) -> Detection | None:
    if _HEADER.search(capture.head):
        return Detection(95, "NAME, STATE and PATH-TYPE columns of vxdmpadm getsubpaths")
    return None


READERS = (
    Reader(
        name="veritas-getsubpaths",
        platform="veritas",
        command="vxdmpadm getsubpaths",
        provides={
            "host": ("host", "multipath_software"),
            "device": ("host", "device", "kernel_name", "multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": _COLUMNS,
        },
        detect=_detect,
        read=_read,
        needles=("NAME", "PATH-TYPE"),
        begins=_HEADER.pattern,
    ),
)
