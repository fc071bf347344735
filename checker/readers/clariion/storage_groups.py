"""Masking: naviseccli ``storagegroup -list`` with ``-host``, ``-iscsiAttributes`` or ``-messner``.

::

    Storage Group Name:    SG_esx01
    Storage Group UID:     0B:33:4A:6E:81:38:EC:11:90:2B:00:60:16:63:00:01
    HBA/SP Pairs:

      HBA UID                                          SP Name     SPPort
      -------                                          -------     ------
      20:00:00:00:C9:00:00:01:10:00:00:00:C9:00:00:01   SP A         6
    Host name:             esx01

    HLU/ALU Pairs:

      HLU Number     ALU Number
      ----------     ----------
        1               12
    Shareable:             YES

A pair is a registration, not a login. The host's name is printed below its pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.clariion.lines import (
    Facts,
    Record,
    by_lines,
    entries,
    is_iscsi,
    port_name,
    port_of,
    processor,
    report,
    title,
    uid_node,
    uid_port,
)
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import iscsi_name, number, owner

_PAIR = re.compile(r"(?P<uid>\S{8,80})[ \t]+SP[ \t]+(?P<sp>[AB])[ \t]+(?P<port>[0-9]{1,3})\Z")
_LUN = re.compile(r"(?P<hlu>[0-9]{1,5})[ \t]+(?P<alu>[0-9]{1,6})\Z")
_HEADER = re.compile(r"HBA UID[ \t]+SP Name[ \t]+SPPort|HLU Number[ \t]+ALU Number", re.IGNORECASE)


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield each storage group, its ports and LUNs, and then its initiators: their hosts are printed below them."""
    view = ""
    initiators: dict[str, Record] = {}
    unnamed: list[Record] = []
    ports: set[str | None] = set()
    for entry in entries(capture):
        if entry.key == "storage group name":
            yield from initiators.values()
            view, initiators, unnamed, ports = entry.value, {}, [], set()
            yield Record(entry.line, title=view, type="view")
        elif entry.key == "host name":
            for initiator in unnamed:
                initiator.values["host"] = initiator.values["host"] or entry.value
            unnamed = []
        elif entry.key or _HEADER.match(entry.value):
            continue
        elif (pair := _PAIR.match(entry.value)) is not None:
            uid, name = pair["uid"], port_name(processor(pair["sp"]), pair["port"])
            # A UID of zeros is a path whose initiator the array does not know.
            if is_iscsi(uid) or not uid.strip("0:"):
                unnamed = []
                yield Record(entry.line, {"uid": uid}, title=view, type="iscsi initiator")
                continue
            initiator = Record(entry.line, {"uid": uid, "host": ""}, title=view, type="initiator")
            unnamed.append(initiators.setdefault(uid, initiator))
            if name not in ports:
                ports.add(name)
                yield Record(entry.line, {"port": name or ""}, title=view, type="port")
        elif (lun := _LUN.match(entry.value)) is None:
            report(entry, out)
        elif view:
            yield Record(entry.line, lun.groupdict(), title=view, type="volume")
        else:
            out.note(entry.line, "skipped a LUN: its storage group is not in this text")
    yield from initiators.values()


def _name(record: Record) -> str | None:
    uid = record.values["uid"]
    return None if normalise.wwn(port_of(uid)) else uid


_VIEWS = Facts("mask_view", needs="view", storage_array=owner, view=title)
_INITIATORS = Facts(
    "registered_initiator", storage_array=owner, initiator_name=_name,
    initiator_wwpn=uid_port("uid", about="mask_initiator"), wwnn=uid_node("uid"),
    host=lambda record: record.values["host"] or None, registered=True,
)  # fmt: skip
_MEMBERS = Facts(
    "mask_initiator", needs="view", storage_array=owner, view=title, initiator_wwpn=uid_port("uid", report=False),
    initiator_name=_name,
)  # fmt: skip
_ISCSI_MEMBERS = Facts(
    "mask_iscsi", needs=("view", "initiator_name"), distinct=True, storage_array=owner, view=title,
    initiator_name=iscsi_name("uid"),
)  # fmt: skip
_PORTS = Facts("mask_port", needs="view", storage_array=owner, view=title, port_name="port")
_VOLUMES = Facts("mask_volume", storage_array=owner, view=title, volume_name="alu", lun=number("hlu"))
_TYPES = {
    "view": (_VIEWS,), "initiator": (_INITIATORS, _MEMBERS), "iscsi initiator": (_ISCSI_MEMBERS,), "port": (_PORTS,),
    "volume": (_VOLUMES,),
}  # fmt: skip

READERS = (
    Family("clariion", _rows).reader(
        "clariion-storagegroup-list", "naviseccli storagegroup -list -host",
        by_lines(95, "storage groups of a CLARiiON or VNX", r"^[ \t]*Storage Group Name:"), ByType(_TYPES),
        needles=("Storage Group Name:",),
    ),
)  # fmt: skip
