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

Titles and meanings: OceanStor Dorado command reference. The name of a port contains its controller (``CTE0.A``).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.readers.oceanstor.tables import OCEANSTOR, Facts, Row, has_titles, rows_with
from checker.readers.toolkit.declarations.fields import const, device_id, first, flag, found, owner, parsed, words, wwn
from checker.readers.toolkit.rounded import sizes

_LUN_TITLES = "ID, Name, Capacity, WWN"
_PORT_TITLES = "ID, Running Status, Type, WWN"
_SYSTEM_TITLES = "System Name, Product Model, SN"
_CONTROLLER = r"(?:CTE|ENG)[0-9]{1,2}\.(?:[A-D]|IOM)"
_PORT = r"[A-Z0-9.]{1,16}"


def _is_host_port(row: Row) -> bool:
    """Return FALSE for SAS ports to the disks, which have similar names."""
    return row.text("ID") is not None and row.text("Type") == "Host Port"


def _port_state(text: str) -> str:
    state = text.lower()
    return state.removeprefix("link ") if state in ("link up", "link down") else state


def _gigabits(title: str) -> Callable[[Row], float | None]:
    """Source: a speed that is printed in Mbit/s."""
    return lambda row: value / 1000 if (value := row.number(title)) else None


_LUNS = Facts(
    "storage_volume", sizes("size", "Capacity"), needs="storage_volume", place="Name", device=device_id("WWN"), storage_array=owner,
    storage_volume="Name", operational_status="Running Status",
    health_state="Health Status", provision_type=words("Type", {"thin": "thin", "thick": "thick"}, others=False),
    pool="Pool ID",
)  # fmt: skip
_PORTS = Facts(
    "target_port", when=_is_host_port, place="ID", target_wwpn=wwn("WWN"), storage_array=owner,
    director=found(rf"\A({_CONTROLLER})\.?{_PORT}\Z", "ID"), port=found(rf"\A{_CONTROLLER}\.?({_PORT})\Z", "ID"),
    port_name="ID",
    role=words("Role", {"ini and tgt": "front-end", "tgt": "front-end"}, others=False),
    port_state=parsed(_port_state, "Running Status"), operational_status="Health Status", enabled=flag("Enabled"),
    protocol=const("fc"), speed_gbps=_gigabits("Working Rate(Mbps)"), max_speed_gbps=_gigabits("Max Speed(Mbps)"),
)  # fmt: skip
_SYSTEM = Facts(
    "storage_array", storage_array=first("System Name", owner), serial="SN", vendor=const("HUAWEI"),
    family=const("other"), model="Product Model", array_version="Product Version", array_state="Running Status",
)  # fmt: skip


_SYSTEM_NAME = re.compile(r"^[ \t]*System Name[ \t]*:[ \t]+(\S{1,64})[ \t]*$", re.MULTILINE)


def _system_name(text: str) -> str | None:
    found = _SYSTEM_NAME.search(text[:16_384])
    return found.group(1) if found and "Product Model" in text[:16_384] else None


READERS = (
    OCEANSTOR.reader(
        "oceanstor-lun", "show lun general", has_titles(93, "LUNs of an OceanStor", f"{_LUN_TITLES}, Pool ID"), _LUNS,
        rows=rows_with(_LUN_TITLES), needles=("Pool ID", "WWN", "Capacity"),
        begins=r"^[ \t]*ID[ \t]+Name[ \t]+Pool ID[ \t]+Capacity\b",
    ),
    OCEANSTOR.reader(
        "oceanstor-port", "show port general", has_titles(92, "ports of an OceanStor", f"{_PORT_TITLES}, Health Status"),
        _PORTS, rows=rows_with(_PORT_TITLES), needles=("Running Status", "Health Status", "WWN"),
        begins=r"^(?:[ \t]*[A-Za-z]{2,5} port:[ \t]*\n)?[ \t]*ID[ \t]+Health Status[ \t]+Running Status[ \t]+Type\b",
    ),
    OCEANSTOR.reader(
        "oceanstor-system", "show system general",
        has_titles(97, "an OceanStor", f"{_SYSTEM_TITLES}, Product Version"), _SYSTEM, once=False,
        rows=rows_with(_SYSTEM_TITLES), needles=("System Name", "Product Model", "Product Version"),
        owner_in=_system_name,
    ),
)  # fmt: skip
