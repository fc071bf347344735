"""Volumes of a VSP at a port: ``raidscan -p PORT``, with ``-fw`` and the identity that hosts see.

::

    PORT# /ALPA/C,TID#, LU#.Num(LDEV#....)...P/S, Status,Fence, LDEV#,LUN-WWN
    CL1-A-1 /e1/ 4, 28,   1.1(397)...........P-VOL PAIR  NEVER    397,60060e8008ab01000050ab010000018d
    CL1-A-1 /e1/ 4, 28,  17.1(510)...........SMPL  ----  ------ -----,60060e8008ab01000050ab01000001fe

    PORT# /ALPA/C,TID#, LU#.Num(LDEV#....)...P/S, Status,Fence, LDEV#,P-Seq#,P-LDEV#
    CL1-A-1 /e1/ 4, 28,   1.1(18d)...........P-VOL PAIR  NEVER    18d,540002  18d

The first number in parentheses is the volume; further ones belong to the same LU. ``Unknown`` is a volume that answers
no inquiry, such as a command device. ``PSUE`` is a pair that was suspended by an error. ``-fx`` prints numbers of volumes in
hexadecimal. What follows the number of the volume without ``-fw``, such as the partner of a pair or the external volume of
``-fe``, is not read: no sample of it was found. Without the number of a host group (``CL1-A``), the group is unknown.
"""

from __future__ import annotations

import re

from checker.readers.hitachi.names import PORT, VENDOR, port_name, view_name
from checker.readers.hitachi.tables import NOISE, numbered
from checker.readers.toolkit.declarations.blocks import line_rows
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, device_id, number, owner
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = r"^[ \t]*PORT#[ \t]*/ALPA/C[^\n]{1,60}P/S[ \t]*,[ \t]*Status[ \t]*,[ \t]*Fence\b"
_ROW = re.compile(
    rf"[ \t]*(?P<port>{PORT}[0-9]{{0,2}})(?:-(?P<group>[0-9]{{1,4}}))?[ \t]*/[ \t]*[0-9A-Fa-f]{{1,2}}/[ \t]*[0-9A-Fa-f]{{1,2}},[ \t]*[0-9]{{1,3}},"
    r"[ \t]*(?P<lun>[0-9]{1,4})\.[0-9]{1,3}\((?P<ldev>[0-9A-Fa-f]{1,5})[^)]{0,60}\)\.*[ \t]*(?:(?P<side>[PS]-VOL)[ \t]+(?P<pair>[A-Z]{4})|SMPL)[^,]{0,60},"
    r"[ \t]*(?:(?P<identity>(?!Unknown)[0-9A-Za-z#*]{7,40})[ \t]*\Z|\S[^\n]{0,80}\Z)"
)
_KNOWN = re.compile(rf"{_HEADER}|[ \t]*(?:{NOISE})")


def _port(row: TextRow) -> str | None:
    return port_name(row.text("port"))


def _view(row: TextRow) -> str | None:
    return view_name(row.text("port"), row.text("group"))


_PATHS: tuple[Facts[TextRow], ...] = (
    Facts("mask_view", needs="view", distinct=True, storage_array=owner, view=_view, port_group=_port),
    Facts("mask_port", needs=("view", "port_name"), distinct=True, storage_array=owner, view=_view, port_name=_port),
    Facts(
        "mask_volume", needs=("view", "volume_name"), storage_array=owner, view=_view, volume_name="volume", lun=number("lun")
    ),
)  # fmt: skip
_PAIRS = Facts[TextRow](
    "component", needs=("component", "operational_status"), distinct=True, storage_array=owner, component_type=const("copy pair"),
    component=lambda row: f"{row.text('side')} {row.text('volume')}" if row.text("side") else None, operational_status="pair",
)  # fmt: skip
_RAIDSCAN: Family[TextRow] = Family(
    "hitachi", numbered(line_rows(_ROW, _KNOWN.match), "ldev"), Facts("storage_array", VENDOR, storage_array=owner)
)
READERS = (
    _RAIDSCAN.reader(
        "hitachi-raidscan", "raidscan -p PORT -fw", by_pattern("volumes of a VSP at a port", (96, _HEADER)),
        Facts(
            "storage_volume", needs="storage_volume", place="volume", storage_array=owner, storage_volume="volume",
            device=device_id("identity"),
        ),
        _PAIRS, *_PATHS,
        needles=("PORT#", "Fence"), begins=_HEADER,
    ),
)  # fmt: skip
