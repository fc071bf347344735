"""Snapshots of a VSP (Thin Image): ``raidcom get snapshot``, of a group or a volume.

::

    SnapShot_name                    P/S   STAT  Serial# LDEV#  MU# P-LDEV#  PID    % MODE SPLT-TIME
    nightly                          P-VOL PSUS   540001   509    3     529    0  100 G--A 64634be7

A pair is named by the volume and its number MU#. PSUS and SSUS are snapshots that were taken; PSUE is one that the array gave
up, for example because its pool was full. Without a group or volume, the command lists only the names of groups.
"""

from __future__ import annotations

from checker.readers.hitachi.tables import ARRAY, ARRAY_NAME, header, listed, numbered, owner_in, rows
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const
from checker.readers.toolkit.declarations.records import TextRow

_SNAPSHOTS = header("SnapShot_name", "P/S STAT Serial# LDEV# MU#")


def _pair(row: TextRow) -> str | None:
    role, volume, mirror = row.text("P/S"), row.text("volume"), row.text("MU#")
    return f"{role} {volume} MU {mirror}" if role and volume and mirror and mirror.isdecimal() else None


READERS = (
    Family("hitachi", numbered(rows(_SNAPSHOTS), "LDEV#")).reader(
        "hitachi-raidcom-snapshot", "raidcom get snapshot", listed("snapshots of a VSP", _SNAPSHOTS), ARRAY,
        Facts(
            "component", needs=("component", "operational_status"), distinct=True, storage_array=ARRAY_NAME,
            component_type=const("snapshot"), component=_pair, operational_status="STAT",
        ),
        needles=("SnapShot_name", "STAT"), begins=r"^[ \t]*SnapShot_name[ \t]+P/S\b", owner_in=owner_in,
    ),
)  # fmt: skip
