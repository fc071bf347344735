"""Pairs of a device group of CCI: ``pairdisplay -g GROUP``, with ``-CLI``, ``-l``, ``-fcx``, ``-fxce`` or none of them.

::

    Group   PairVol(L/R) (Port#,TID, LU),Seq#,LDEV#.P/S,Status,Fence,   %,P-LDEV# M CTG JID AP EM       E-Seq# E-LDEV# R/W
    oradb   dev1(L)  (CL1-A-1, 0,   1)540001  2222.P-VOL PAIR ASYNC ,  100  6666 -   0   0  1  -            -       - -/-
    oradb   dev1(R)  (CL1-A-1, 0,   1)540002  6666.S-VOL PAIR ASYNC ,  100  2222 -   0   0  1  -            -       - -/-

    Group   PairVol L/R  Device_File     Seq# LDEV# P/S Status Fence    % P-LDEV# M
    oradb   dev1    L    sdb            540001 36864 P-VOL PAIR NEVER    100 36864 -

A pair with a fence level is a remote copy (TrueCopy, Universal Replicator, global-active device): a group of them is one relation
between two arrays. A pair without one is a copy within an array (ShadowImage, Thin Image).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.hitachi.names import VENDOR, number_base, volume_name
from checker.readers.hitachi.tables import NOISE
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, note_truncated, printed
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = r"^[ \t]*Group[ \t]+PairVol[ \t]*(?:\(L/R\)|L/R)[ \t][^\n]{0,40}Seq#"
_ROW = re.compile(
    r"[ \t]*(?P<group>[^ \t]{1,31})[ \t]+(?P<pair>[^ \t()]{1,31})(?:\((?P<side>[LR])\)|[ \t]+(?P<cli_side>[LR]))[ \t]+"
    r"(?:\([^()]{1,40}\)[ \t,]*|(?:CL[1-9A-Ga-g]-[A-Ra-r](?:-?[0-9]{1,4})?(?:[ \t]+[0-9]{1,4}(?:-[0-9]{1,3})?){1,3}|[^ \t()]{1,80})[ \t]+)"
    r"(?P<serial>[0-9]{5,6})[ \t]+(?P<ldev>[0-9a-fA-F]{1,5})[ \t]*\.?[ \t]*(?P<role>P-VOL|S-VOL|SMPL)[ \t]+(?P<status>[A-Z]{4}|-{2,4})[ \t]*,?"
    r"[ \t]*(?:(?P<fence>NEVER|DATA|STATUS|ASYNC|-{1,6})[ \t]*,?)?(?:[ \t]+\S[^\n]{0,300})?\Z"
)
_STARTED = re.compile(r"[ \t]*[^ \t]{1,31}[ \t]+[^ \t]{1,31}(?:\([LR]\)|[ \t]+[LR])(?:[ \t]|\Z)")
_IS_HEADER = re.compile(_HEADER.removeprefix("^"))
_IS_NOISE = re.compile(rf"pairdisplay\b|{NOISE}")
_ECHO = re.compile(r"(?:[\[\]\w@:~./ -]{0,80}[#$>] ?)?(?:\S{1,60}/)?pairdisplay\b")
_MODES = {"NEVER": "synchronous", "DATA": "synchronous", "STATUS": "synchronous", "ASYNC": "asynchronous"}


def _pairs(capture: Capture, out: Writer) -> Iterator[TextRow]:
    cut = 0
    for number, line in printed(capture, LONGEST_LINE):
        cut = 0
        if match := _ROW.match(line):
            yield TextRow(number, {name: (value or "").strip("-") for name, value in match.groupdict().items()})
        elif not (_IS_HEADER.match(line) or _ECHO.match(line) or _IS_NOISE.match(line.strip())):
            out.unread(number)
            cut = number if _STARTED.match(line) else 0
    note_truncated(out, cut, "pair")


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield each group of remote copies as one row, and each volume of a local copy as another."""
    groups: dict[str, list[TextRow]] = {}
    for row in _pairs(capture, out):
        groups.setdefault(row.values["group"], []).append(row)
    local: list[TextRow] = []
    for name, members in groups.items():
        if any(row.values["fence"] for row in members):
            yield _relation(name, members, out)
        else:
            local += [row for row in members if row.values["role"] != "SMPL"]
    if local:
        base = number_base(capture, (row.values["ldev"] for row in local), out, local[0].line)
        for row in local:
            row.values["volume"] = volume_name(row.text("ldev"), base) or ""
            row.values["array"] = row.values["serial"]
            yield row


def _relation(name: str, members: list[TextRow], out: Writer) -> TextRow:
    """Return the relation that the pairs of a group are part of, with all their states."""
    states: dict[str, None] = {}
    of: dict[str, dict[str, None]] = {"P-VOL": {}, "S-VOL": {}, "SMPL": {}}
    fences: dict[str, None] = {}
    for row in members:
        # The side that is asked cannot see the other one if the link is down: such rows have no status.
        states[row.values["status"] or "SMPL"] = None
        of[row.values["role"]][row.values["serial"]] = None
        if row.values["fence"]:
            fences[_MODES[row.values["fence"]]] = None
    if len(of["P-VOL"]) > 1 or len(of["S-VOL"]) > 1:
        out.note(members[0].line, f"the pairs of {name} do not all have one direction, so its arrays are not named")
        of["P-VOL"], of["S-VOL"] = {}, {}
    values = {"relation": name, "states": ", ".join(states), "mode": next(iter(fences)) if len(fences) == 1 else ""}
    values.update(source=next(iter(of["P-VOL"]), ""), target=next(iter(of["S-VOL"]), ""))
    return TextRow(members[0].line, values)


_LINK = Facts[TextRow](
    "replication_link", needs="replication_link", replication_link="relation", operational_status="states", mode="mode",
    source_array="source", target_array="target",
)  # fmt: skip
_ARRAY = Facts[TextRow](
    "storage_array", VENDOR, needs="storage_array", distinct=True, storage_array="array", serial="array",
)  # fmt: skip
_PAIR = Facts[TextRow](
    "component", needs=("component", "operational_status"), distinct=True, storage_array="array", component_type=const("copy pair"),
    component=lambda row: f"{row.text('role')} {row.text('volume')}" if row.text("volume") else None, operational_status="status",
)  # fmt: skip


def owner_in(text: str) -> str | None:
    """Return the array of the local side, the one whose instance was asked."""
    found = [
        match for line in text[:65_536].split("\n") if len(line) < LONGEST_LINE and (match := _ROW.match(line.rstrip()))
    ]
    local = {match["serial"] for match in found if (match["side"] or match["cli_side"]) == "L"}
    return local.pop() if len(local) == 1 else None


READERS = (
    Family("hitachi", _rows).reader(
        "hitachi-pairdisplay", "pairdisplay -g GROUP -fxce", by_pattern("pairs of a device group of CCI", (96, _HEADER)), _LINK, _ARRAY,
        _PAIR, needles=("PairVol", "Seq#"), begins=_HEADER, owner_in=owner_in,
    ),
)  # fmt: skip
