"""Hosts of Huawei OceanStor and their LUNs: ``show host general``, ``show initiator``, ``show host lun`` and mappings.

::

    WWN               Running Status  Free  Alias  Host ID  Multipath Type  Host Name
    ----------------  --------------  ----  -----  -------  --------------  ---------
    2100000a00aa0001  Online          No    --     1        Default         host1

    LUN ID  LUN Name  Host LUN ID  Mapping Type
    ------  --------  -----------  ------------
    0       lun0000   1            Host Group

Titles and meanings: OceanStor Dorado command reference. Releases 5 and older print no host's name with an initiator; it is
then called by its number (``host 1``), as is the host of a mapping that was asked for by number.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.oceanstor.tables import ARRAY, Row, has, rows, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_HOST = frozenset(("ID", "Name", "Operating System"))
_INITIATOR = frozenset(("WWN", "Running Status", "Free"))
_ISCSI = frozenset(("iSCSI IQN", "Running Status", "Free"))
_MAPPING = frozenset(("LUN ID", "LUN Name", "Host LUN ID"))
_HOST_ARGUMENT = re.compile(r"\bhost(?:_group)?_(id|name)=(\S{1,80})")


def _detect_hosts(capture: Capture) -> Detection | None:
    found = has(capture, _HOST | {"Health Status", "IP Address"})
    return Detection(93, "hosts of an OceanStor") if found else None


def _read_hosts(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out, _HOST):
        name = row.get("Name")
        if name is None:
            continue
        first = first or row.line
        out.add("mask_view", row.line, storage_array=capture.owner, view=name, health_state=row.get("Health Status"))
        for title, setting in (("Operating System", "operating system"), ("Access Mode", "access mode")):
            if value := row.get(title):
                out.add(
                    "array_setting",
                    row.line,
                    storage_array=capture.owner,
                    scope=name,
                    setting=setting,
                    value=value,
                )
    write_array(capture, out, first)


def _detect_initiators(capture: Capture) -> Detection | None:
    found = has(capture, _INITIATOR | {"Multipath Type"}, _ISCSI | {"Multipath Type"})
    return Detection(93, "initiators of an OceanStor") if found else None


def _read_initiators(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out, frozenset(("Running Status", "Free"))):
        text = row.get("WWN")
        if text is None:
            # An iSCSI or NVMe over RoCE initiator.
            continue
        first = first or row.line
        host = _host(row)
        wwpn = out.wwn(text, row.line, "registered_initiator", "initiator_wwpn", host or "")
        alias = row.get("Alias")
        out.add(
            "registered_initiator",
            row.line,
            storage_array=capture.owner,
            initiator_name=alias,
            initiator_wwpn=wwpn,
            host=row.get("Host Name"),
            initiator_type=row.get("Multipath Type"),
            port_state=row.get("Running Status"),
            registered=host is not None,
        )
        if host is not None:
            out.add(
                "mask_initiator",
                row.line,
                storage_array=capture.owner,
                view=host,
                initiator_wwpn=wwpn,
                initiator_name=None if wwpn else alias,
            )
    write_array(capture, out, first)


def _host(row: Row) -> str | None:
    number = row.get("Host ID")
    return row.get("Host Name") or (f"host {number}" if number else None)


def _detect_mappings(capture: Capture) -> Detection | None:
    return Detection(96, "LUNs of a host of an OceanStor") if has(capture, _MAPPING) else None


def _read_mappings(capture: Capture, out: Writer) -> None:
    argument = _HOST_ARGUMENT.search(capture.command or "")
    view: str | None = None
    if argument is not None:
        group = "host group " if "host_group_" in argument.group() else ""
        view = argument.group(2) if argument.group(1) == "name" else f"{group or 'host '}{argument.group(2)}"
    first: int | None = None
    for row in rows(capture, out, _MAPPING):
        if first is None and view is not None:
            out.add("mask_view", row.line, storage_array=capture.owner, view=view)
        elif first is None:
            out.note(row.line, "which host these LUNs are mapped to is told only by the command, which is missing here")
        first = first or row.line
        if view is not None:
            out.add(
                "mask_volume",
                row.line,
                storage_array=capture.owner,
                view=view,
                volume_name=row.get("LUN Name"),
                lun=normalise.integer(row.get("Host LUN ID")),
            )
    write_array(capture, out, first)


_INITIATOR_COLUMNS = word_list("storage_array initiator_name initiator_wwpn host initiator_type port_state registered")
READERS = (
    Reader(
        name="oceanstor-host",
        platform="oceanstor",
        command="show host general",
        provides={
            "storage_array": ARRAY,
            "mask_view": ("storage_array", "view", "health_state"),
            "array_setting": ("storage_array", "scope", "setting", "value"),
        },
        detect=_detect_hosts,
        read=_read_hosts,
        needles=("Operating System", "Health Status"),
        begins=r"^[ \t]*ID[ \t]+Name[ \t]+Health Status[ \t]+Operating System\b",
    ),
    Reader(
        name="oceanstor-initiator",
        platform="oceanstor",
        command="show initiator",
        provides={
            "storage_array": ARRAY,
            "registered_initiator": _INITIATOR_COLUMNS,
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
        },
        detect=_detect_initiators,
        read=_read_initiators,
        needles=("Running Status", "Free", "Multipath Type"),
        begins=r"^[ \t]*(?:WWN|iSCSI IQN)[ \t]+Running Status[ \t]+Free\b",
    ),
    Reader(
        name="oceanstor-mapping",
        platform="oceanstor",
        command="show host lun",
        provides={
            "storage_array": ARRAY,
            "mask_view": ("storage_array", "view"),
            "mask_volume": ("storage_array", "view", "volume_name", "lun"),
        },
        detect=_detect_mappings,
        read=_read_mappings,
        needles=("LUN ID", "LUN Name", "Host LUN ID"),
        begins=r"^[ \t]*LUN ID[ \t]+LUN Name[ \t]+Host LUN ID\b",
    ),
)
