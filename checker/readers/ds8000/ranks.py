"""What the volumes of IBM DS8000 are on: ranks (``lsrank``), arrays (``lsarray``) and drives (``lsddm``).

::

    ID Group State  datastate Array RAIDtype extpoolID stgtype
    ==========================================================
    R0     0 Normal Normal    A0           5 P0        fb

    Array State    Data   RAIDtype  arsite Rank DA Pair DDMcap (10^9B)
    ==================================================================
    A0    Assigned Normal 5 (7+P)   S34    R0        18          400.0

    ID                        DA Port dkcap (10^9B) dkuse        arsite State
    =========================================================================
    IBM.2107-D01-00235/R1P1D1      10         146.0 array member S4     Normal

A rank has a configuration state and a data state; a fault of either is one.
"""

from __future__ import annotations

import re

from checker.readers.ds8000.tables import ARRAY, BANNER, has_titles, reader, table
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const, found, owner
from checker.readers.toolkit.declarations.records import TextRow

_RANK_HEADER = re.compile(r"ID\s+Group\s+State\s+datastate\s+Array\s+RAIDtype\s+extpoolID\b")
_RANK_ROW = re.compile(
    r"(?P<ID>R[0-9]{1,5})\s+(?P<Group>[0-9]+|-)\s+(?P<State>[A-Z].{0,40}?)\s+(?P<datastate>[A-Z]\w{0,30}(?: [a-z]\w{0,20})*)\s+(?P<Array>A[0-9]{1,5}|-)"
    r"\s+(?P<RAIDtype>[0-9]+|-)\s+(?P<extpoolID>P[0-9]{1,5}|-)(?:\s.*)?\Z"
)
_ARRAY_HEADER = re.compile(r"Array\s+State\s+Data\s+RAIDtype\s+arsite\s+Rank\b")
_ARRAY_ROW = re.compile(
    r"(?P<Array>A[0-9]{1,5})\s+(?P<State>[A-Z]\w{0,30})\s+(?P<Data>[A-Z]\w{0,30}(?: [a-z]\w{0,20})?)\s+(?P<RAIDtype>[0-9]{1,2} \([0-9A-Zx+]{1,20}\))"
    r"\s+S[0-9]{1,5}\s+(?:R[0-9]{1,5}|-)(?:\s.*)?\Z"
)
_DRIVE_HEADER = re.compile(r"ID\s+DA (?:Port|Pair)\s+dkcap\b.*\bdkuse\s+arsite\s+State\b")
_DRIVE_ROW = re.compile(
    r"(?P<ID>IBM\.[^\s/]+/\S+)\s+(?P<port>[0-9]+|-)\s+(?P<size>[0-9.]+|-)\s+(?P<use>[a-z-].{0,30}?)\s+(?P<arsite>S[0-9]{1,5}|-)"
    r"\s+(?P<State>[A-Z][^\n]{0,40}?)\Z"
)
_GOOD = ("normal", "unassigned")


def _rank_state(row: TextRow) -> str | None:
    """Return the data state of a rank, or its configuration state if only that shows a fault."""
    data, configuration = row.text("datastate"), row.text("State")
    if data is not None and data.lower() not in _GOOD:
        return data
    return configuration if configuration is not None and configuration.lower() not in _GOOD else data


def _raid_type(row: TextRow) -> str | None:
    level = row.text("RAIDtype")
    return f"RAID {level}" if level else None


_RANK: Facts[TextRow] = Facts(
    "raid_group", storage_array=owner, raid_group="ID", raid_type=_raid_type, operational_status=_rank_state
)
_ARRAYS: Facts[TextRow] = Facts(
    "component", storage_array=owner, component_type=const("array"), component="Array", operational_status="Data"
)
_DRIVE: Facts[TextRow] = Facts(
    "component",
    storage_array=owner,
    component_type=const("drive"),
    component="ID",
    operational_status=found(r"\A(\w+)", "State"),
)

READERS = (
    reader(
        "ds8000-lsrank", "lsrank", has_titles("ranks of a DS8000", _RANK_HEADER), ARRAY, _RANK,
        rows=table(_RANK_HEADER, _RANK_ROW), needles=("datastate", "RAIDtype", "extpoolID"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*ID[ \t,]+Group[ \t,]+State[ \t,]+datastate\b",
    ),
    reader(
        "ds8000-lsarray", "lsarray", has_titles("arrays of a DS8000", _ARRAY_HEADER), ARRAY, _ARRAYS,
        rows=table(_ARRAY_HEADER, _ARRAY_ROW), needles=("RAIDtype", "arsite", "Rank"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Array[ \t,]+State[ \t,]+Data[ \t,]+RAIDtype\b",
    ),
    reader(
        "ds8000-lsddm", "lsddm", has_titles("drives of a DS8000", _DRIVE_HEADER), ARRAY, _DRIVE,
        rows=table(_DRIVE_HEADER, _DRIVE_ROW), needles=("dkcap", "arsite"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*ID[ \t,]+DA (?:Port|Pair)[ \t,]+dkcap\b",
    ),
)  # fmt: skip
