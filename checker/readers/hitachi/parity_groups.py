"""RAID groups of a VSP: ``raidcom get parity_grp``.

::

    T GROUP Num_LDEV U(%) AV_CAP(GB) R_LVL R_TYPE SL CL DRIVE_TYPE
    R 1-1          5   87        321 RAID5  7D+1P  0  0 DKS5E-J900SS

``R_TYPE`` counts the drives with data and with parity or copies. No state is printed, and no serial number. External groups
(``E``) are volumes of another array and have no drives here.
"""

from __future__ import annotations

import re

from checker.facts.normalise import integer
from checker.readers.hitachi.names import VENDOR
from checker.readers.hitachi.tables import header, listed, rows
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_GROUPS = header("T", "GROUP Num_LDEV R_LVL R_TYPE DRIVE_TYPE")
_DRIVES = re.compile(r"([0-9]{1,3})D\+([0-9]{1,3})[DP]\Z")


def _drives(group: TextRow) -> int | None:
    found = _DRIVES.match(group.text("R_TYPE") or "")
    return sum(integer(count) or 0 for count in found.groups()) if found else None


READERS = (
    Family[TextRow]("hitachi", rows(_GROUPS), Facts("storage_array", VENDOR, storage_array=owner)).reader(
        "hitachi-raidcom-parity-grp", "raidcom get parity_grp", listed("RAID groups of a VSP", _GROUPS),
        Facts[TextRow](
            "raid_group", needs="raid_group", when=_drives, storage_array=owner, raid_group="GROUP", raid_type="R_LVL", drives=_drives,
            drive_type="DRIVE_TYPE",
        ),
        needles=("R_LVL", "DRIVE_TYPE"), begins=r"^[ \t]*T[ \t]+GROUP[ \t]+Num_LDEV\b", verified=False,
    ),
)  # fmt: skip
