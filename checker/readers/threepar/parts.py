"""``showpd`` and ``shownode -ps`` of 3PAR, Primera and Alletra: drives and power supplies.

::

                               ----Size(MB)---- ----Ports----
     Id CagePos Type RPM State    Total    Free A      B
      0 0:0:0   FC    10 normal  559104   89088 1:0:1* 0:0:1
      1 0:1:0   FC    10 failed  559104       0 1:0:1  0:0:1*

    Node PS -Assem_Part- -Assem_Serial- ACState DCState PSState
     0,1  0   682372-001 5CQLQA0000H0B8 OK      OK      OK
     0,1  1   682372-001 5CQLQA0000W2ED Failed  OK      Degraded

Older releases print the states of the fan and the battery of each supply, too. The columns of ``showpd`` depend on its options;
it is read if they include the cage position and the state.
"""

from __future__ import annotations

from checker.readers.threepar.tables import ARRAY, Row, header, listed, rows
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner, text

_lists_drives = header("id cagepos", "state")
_lists_drive_states = header("id cagepos", "detailed_state")
_lists_supplies = header("node ps", "psstate")


def _drive(row: Row) -> str | None:
    number, position = row.text("id"), row.text("cagepos")
    return f"{number} ({position})" if number and position else number


def _supply(row: Row) -> str | None:
    number, node = row.text("ps"), row.text("node")
    return f"PSU {number} of node {node}" if number and node else None


def _battery(row: Row) -> str | None:
    supply = _supply(row)
    return f"battery of {supply}" if supply and row.text("batstate") else None


def _fan(row: Row) -> str | None:
    supply = _supply(row)
    return f"fan of {supply}" if supply and row.text("fanstate") else None


_DRIVES: Facts[Row] = Facts(
    "component", needs="component", storage_array=owner, component_type=const("drive"), component=_drive,
    operational_status=text("state", "detailed_state"),
)  # fmt: skip
_SUPPLIES: Facts[Row] = Facts(
    "power_supply", needs="power_supply", storage_array=owner, supply_type=const("psu"), power_supply=_supply,
    operational_status="psstate",
)  # fmt: skip
_BATTERIES: Facts[Row] = Facts(
    "component", needs="component", storage_array=owner, component_type=const("battery"), component=_battery,
    operational_status="batstate",
)  # fmt: skip
_FANS: Facts[Row] = Facts(
    "component", needs="component", storage_array=owner, component_type=const("fan"), component=_fan,
    operational_status="fanstate",
)  # fmt: skip

READERS = (
    Family("3par", rows(_lists_drives, _lists_drive_states)).reader(
        "3par-showpd", "showpd", listed("drives of a 3PAR array", _lists_drives, _lists_drive_states), ARRAY, _DRIVES,
        needles=("CagePos",), begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n)?[ \t]*Id(?:[ \t]+|,)CagePos\b",
    ),
    Family("3par", rows(_lists_supplies)).reader(
        "3par-shownode-ps", "shownode -ps", listed("power supplies of a 3PAR array", _lists_supplies), ARRAY, _SUPPLIES,
        _BATTERIES, _FANS, needles=("PSState",), begins=r"^[ \t]*Node(?:[ \t]+|,)PS(?:[ \t]+|,)",
    ),
)  # fmt: skip
