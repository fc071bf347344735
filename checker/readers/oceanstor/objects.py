"""LUNs, ports and the array itself of Huawei OceanStor: ``show lun general``, ``show port general``, ``show system general``.

::

    ID  Name     Pool ID  Capacity  Health Status  Running Status  Type  WWN
    --  -------  -------  --------  -------------  --------------  ----  --------------------------------
    0   lun0000  3         1.000GB  Normal         Online          Thin  688cf98100aa000000aa000100000000

    FC port:
    ID                         : CTE0.A3.P0
    Running Status             : Link Up
    Type                       : Host Port
    WWN                        : 22083400a3dc00aa

Titles and meanings: OceanStor Dorado command reference. A port's name holds its controller (``CTE0.A``).
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.oceanstor.tables import ARRAY, has, rows, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_LUN = frozenset(("ID", "Name", "Capacity", "WWN"))
_PORT = frozenset(("ID", "Running Status", "Type", "WWN"))
_SYSTEM = frozenset(("System Name", "Product Model", "SN"))
_CONTROLLER = re.compile(r"((?:CTE|ENG)[0-9]{1,2}\.(?:[A-D]|IOM))\.?([A-Z0-9.]{1,16})\Z")
_FRONT_END = ("INI and TGT", "TGT")
_STATES = {"link up": "up", "link down": "down"}


def _detect_luns(capture: Capture) -> Detection | None:
    return Detection(93, "LUNs of an OceanStor") if has(capture, _LUN | {"Pool ID"}) else None


def _read_luns(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out, _LUN):
        name = row.get("Name")
        if name is None:
            continue
        first = first or row.line
        kind = (row.get("Type") or "").lower()
        out.add(
            "storage_volume",
            row.line,
            device=out.device_id(row.get("WWN"), row.line, "storage_volume", "device", name),
            storage_array=capture.owner,
            storage_volume=name,
            size_bytes=normalise.size_bytes(row.get("Capacity")),
            operational_status=row.get("Running Status"),
            health_state=row.get("Health Status"),
            provision_type=kind if kind in ("thin", "thick") else None,
            pool=row.get("Pool ID"),
        )
    write_array(capture, out, first)


def _detect_ports(capture: Capture) -> Detection | None:
    found = has(capture, _PORT | {"Health Status"})
    return Detection(92, "ports of an OceanStor") if found else None


def _read_ports(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out, _PORT):
        name = row.get("ID")
        # SAS ports to the disks have similar names.
        if name is None or row.get("Type") != "Host Port":
            continue
        first = first or row.line
        place = _CONTROLLER.match(name)
        state = (row.get("Running Status") or "").lower()
        out.add(
            "target_port",
            row.line,
            target_wwpn=out.wwn(row.get("WWN"), row.line, "target_port", "target_wwpn", name),
            storage_array=capture.owner,
            director=place.group(1) if place else None,
            port=place.group(2) if place else None,
            port_name=name,
            role="front-end" if row.get("Role") in _FRONT_END else None,
            port_state=_STATES.get(state, state or None),
            operational_status=row.get("Health Status"),
            enabled=normalise.yes_no(row.get("Enabled")),
            protocol="fc",
            speed_gbps=row.gigabits("Working Rate(Mbps)"),
            max_speed_gbps=row.gigabits("Max Speed(Mbps)"),
        )
    write_array(capture, out, first)


def _detect_system(capture: Capture) -> Detection | None:
    return Detection(97, "an OceanStor") if has(capture, _SYSTEM | {"Product Version"}) else None


def _read_system(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out, _SYSTEM):
        out.add(
            "storage_array",
            row.line,
            storage_array=row.get("System Name") or capture.owner,
            serial=row.get("SN"),
            vendor="HUAWEI",
            family="other",
            model=row.get("Product Model"),
            array_version=row.get("Product Version"),
            array_state=row.get("Running Status"),
        )


_SYSTEM_NAME = re.compile(r"^[ \t]*System Name[ \t]*:[ \t]+(\S{1,64})[ \t]*$", re.MULTILINE)


def _system_name(text: str) -> str | None:
    found = _SYSTEM_NAME.search(text[:16_384])
    return found.group(1) if found and "Product Model" in text[:16_384] else None


_PORT_COLUMNS = word_list("""
    target_wwpn storage_array director port port_name role port_state operational_status enabled protocol speed_gbps
    max_speed_gbps
""")
READERS = (
    Reader(
        name="oceanstor-lun",
        platform="oceanstor",
        command="show lun general",
        provides={
            "storage_array": ARRAY,
            "storage_volume": word_list("""
                device storage_array storage_volume size_bytes operational_status health_state provision_type pool
            """),
        },
        detect=_detect_luns,
        read=_read_luns,
        needles=("Pool ID", "WWN", "Capacity"),
        begins=r"^[ \t]*ID[ \t]+Name[ \t]+Pool ID[ \t]+Capacity\b",
    ),
    Reader(
        name="oceanstor-port",
        platform="oceanstor",
        command="show port general",
        provides={"storage_array": ARRAY, "target_port": _PORT_COLUMNS},
        detect=_detect_ports,
        read=_read_ports,
        needles=("Running Status", "Health Status", "WWN"),
        begins=r"^(?:[ \t]*[A-Za-z]{2,5} port:[ \t]*\n)?[ \t]*ID[ \t]+Health Status[ \t]+Running Status[ \t]+Type\b",
    ),
    Reader(
        name="oceanstor-system",
        platform="oceanstor",
        command="show system general",
        provides={"storage_array": (*ARRAY, "serial", "model", "array_version", "array_state")},
        detect=_detect_system,
        read=_read_system,
        needles=("System Name", "Product Model", "Product Version"),
        owner_in=_system_name,
    ),
)
