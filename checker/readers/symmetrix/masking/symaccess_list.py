"""``symaccess list view``: masking views with their groups; ``symaccess list``: names of groups (5874 and later).

::

    Symmetrix ID          : 000192601234

    Masking View Name   Initiator Group     Port Group          Storage Group
    ------------------- ------------------- ------------------- -------------------
    esx01_view          esx01_ig            esx_pg              esx01_sg

::

    Group Name                          Type
    --------------------------------  ---------
    esx01_ig                          Initiator

A star after a group marks a cascaded group. No rule needs the names of groups without a view.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts
from checker.readers.symmetrix.symcli.text import AFTER_ID, GROUP_NAME, Arrays, detector, rows, symcli_reader
from checker.readers.toolkit.base import Capture

_VIEW_HEADER = re.compile(r"Masking View Name\s+Initiator Group\b", re.IGNORECASE)
_GROUP_HEADER = re.compile(
    r"(?:Group Name\s+Type|(?:Initiator|Port|Storage) Group Name(?:\s+[A-Z][\w ]*)?)\Z", re.IGNORECASE
)
_NAME = re.compile(r"[\w\-]+\Z")
_GROUP_ROW = re.compile(r"\S{1,70}\s+(?:Initiator|Port|Storage|Raid|RecoverPoint)\Z", re.IGNORECASE)
_COUNT_ROW = re.compile(r"\S{1,70}(?:\s+\S+){0,4}(?:\s+[0-9:]+ [AP]M on .*)?\Z")
_HEADER = re.compile(
    r"(?:(?:Dev|SG|View|Port|Init|Count|Last|Update|Updated|Flags|FLG|Name|Group)\b[\s\w]*)\Z", re.IGNORECASE
)


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    mode = ""
    for number, line in rows(capture, arrays):
        if _VIEW_HEADER.match(line):
            arrays.announce(number)
            mode = "views"
        elif _GROUP_HEADER.match(line):
            arrays.announce(number)
            mode = "types" if line.lower().endswith("type") else "groups"
        elif (
            (mode == "views" and _view(arrays, number, line))
            or (mode == "types" and _GROUP_ROW.match(line))
            or (mode == "groups" and _COUNT_ROW.match(line))
        ):
            continue
        elif not _HEADER.match(line):
            out.unread(number)


def _view(arrays: Arrays, number: int, line: str) -> bool:
    words = [name for word in line.split() if (name := word.rstrip("*"))]
    is_view = len(words) == 4 and all(map(_NAME.match, words))
    if is_view:
        arrays.view(number, *words)
    return is_view


READERS = (
    symcli_reader(
        "symaccess-list", "symaccess list view", _read,
        provides=facts.provides("mask_view"),
        detect=detector(
            r"^[ \t]*Masking View Name\s+Initiator Group\s+Port Group\s+Storage Group"
            r"|^[ \t]*Group Name\s+Type\s*$(?=[\s\S]{0,400}?(?:Initiator|Port|Storage)\s*$)"
            r"|^[ \t]*Symmetrix ID\s*:.*\n\s*(?:(?:Dev|SG|Init|Port|View)\b[^\n]{0,60}\n\s*)?"
            r"(?:Initiator|Port|Storage) Group Name\s*(?:\n|[A-Z])",
            94, "columns of symaccess list", refuse=GROUP_NAME,
        ),
        needles=("Group Name|Masking View Name|GROUP NAME",),
        begins=AFTER_ID + r"(?:Masking View Name +Initiator|Group Name +Type)",
    ),
)  # fmt: skip
