"""Parts of Huawei OceanStor: disks, enclosures, fans, batteries, power supplies, controllers and pools.

::

    ID      Health Status  Running Status  Type  Capacity   Role         Disk Domain ID  Speed(RPM)
    ------  -------------  --------------  ----  ---------  -----------  --------------  ----------
    CTE0.0  Normal         Online          SSD   925.759GB  Member Disk  0               --
    CTE0.1  Fault          Offline         SSD   925.759GB  Member Disk  0               --

    Controller                : 0A
    Health Status             : Normal
    Running Status            : Online
    Location                  : CTE0.A

Titles: OceanStor Dorado command reference.
"""

from __future__ import annotations

from typing import Any

from checker.readers.oceanstor.tables import OCEANSTOR, Facts, has_titles, rows_with
from checker.readers.toolkit.base import Reader
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.rounded import columns, of_disk, remainder, sizes

_STATES: dict[str, Any] = {"operational_status": "Running Status", "health_state": "Health Status"}
_CONTROLLERS = Facts(
    "director", _STATES, needs="director", storage_array=owner, director="Location", version="Software Version",
)  # fmt: skip
_USED = columns("used", lambda row: remainder(of_disk(row.text("Total Capacity")), of_disk(row.text("Free Capacity"))))
_POOLS = Facts(
    "pool", sizes("size", "Total Capacity"), _USED, needs="pool", storage_array=owner, pool="Name",
    operational_status="Health Status",
)  # fmt: skip
_SUPPLIES = Facts(
    "power_supply", needs="power_supply", storage_array=owner, power_supply="ID", supply_type=const("psu"),
    operational_status="Health Status",
)  # fmt: skip
_STATE_TITLES = r"[ \t]+Health Status[ \t]+Running Status[ \t]+"


def _part(name: str, command: str, what: str, titles: str, begins: str, facts: Facts, score: int = 94) -> Reader:
    return OCEANSTOR.reader(
        f"oceanstor-{name}", command, has_titles(score, f"{what} of an OceanStor", titles), facts, rows=rows_with(titles),
        needles=("Health Status", "Running Status"), begins=begins, verified=False,
    )  # fmt: skip


def _component(kind: str) -> Facts:
    return Facts(
        "component", _STATES, needs="component", storage_array=owner, component_type=const(kind), component="ID"
    )


READERS = (
    _part(
        "disk", "show disk general", "disks", "ID, Health Status, Running Status, Type, Capacity, Role, Disk Domain ID",
        rf"^[ \t]*ID{_STATE_TITLES}Type[ \t]+Capacity\b", _component("disk"),
    ),
    _part(
        "enclosure", "show enclosure", "enclosures", "ID, Logic Type, Health Status, Running Status, Type, Temperature(Celsius)",
        rf"^[ \t]*ID[ \t]+Logic Type{_STATE_TITLES}Type\b", _component("enclosure"),
    ),
    _part(
        "fan", "show fan", "fans", "ID, Name, Health Status, Running Status, Running Level",
        rf"^[ \t]*ID[ \t]+Name{_STATE_TITLES}Running Level\b", _component("fan"),
    ),
    _part(
        "bbu", "show bbu general", "batteries", "ID, Health Status, Running Status, Current Voltage(V), Number Of Discharges",
        rf"^[ \t]*ID{_STATE_TITLES}Current Voltage", _component("battery"),
    ),
    # Ports and disks have these titles, too, and more; they have readers with a higher score.
    _part(
        "power-supply", "show power_supply", "power supplies", "ID, Health Status, Running Status, Type",
        rf"^[ \t]*ID{_STATE_TITLES}Type[ \t]*$", _SUPPLIES, score=60,
    ),
    _part(
        "controller", "show controller general", "controllers", "Controller, Health Status, Running Status, Location, Role",
        r"^[ \t]*Controller[ \t]+:[ \t]+[0-9]{1,2}[A-D][ \t]*$", _CONTROLLERS,
    ),
    _part(
        "pool", "show storage_pool general", "storage pools",
        "ID, Name, Disk Domain ID, Health Status, Running Status, Total Capacity, Free Capacity",
        rf"^[ \t]*ID[ \t]+Name[ \t]+Disk Domain ID{_STATE_TITLES}Total Capacity\b", _POOLS,
    ),
)  # fmt: skip
