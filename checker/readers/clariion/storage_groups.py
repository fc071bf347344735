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
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.clariion.lines import Entry, entries, is_iscsi, node_and_port, port_name, processor, report
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_PAIR = re.compile(r"(?P<uid>\S{8,80})[ \t]+SP[ \t]+(?P<sp>[AB])[ \t]+(?P<port>[0-9]{1,3})\Z")
_LUN = re.compile(r"(?P<hlu>[0-9]{1,5})[ \t]+(?P<alu>[0-9]{1,6})\Z")
_HEADER = re.compile(r"HBA UID[ \t]+SP Name[ \t]+SPPort|HLU Number[ \t]+ALU Number", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    if re.search(r"(?m)^[ \t]*Storage Group Name:", capture.head):
        return Detection(95, "storage groups of a CLARiiON or VNX")
    return None


def write_groups(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write each storage group as a view, with its initiators, ports and LUNs."""
    group = _Group(capture, out)
    for entry in found:
        if entry.key == "storage group name":
            group.finish()
            group = _Group(capture, out)
            group.begin(entry)
        elif entry.key == "host name":
            group.name_host(entry.value)
        elif entry.key or _HEADER.match(entry.value):
            continue
        elif (pair := _PAIR.match(entry.value)) is not None:
            group.add_pair(entry.line, pair["uid"], processor(pair["sp"]), pair["port"])
        elif (lun := _LUN.match(entry.value)) is not None:
            group.add_lun(entry.line, int(lun["hlu"]), lun["alu"])
        else:
            report(entry, out)
    group.finish()


class _Group:
    """One storage group; its initiators wait for the host's name in the line below."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._view: str | None = None
        # Per initiator: first line, UID, host.
        self._initiators: dict[str, tuple[int, str | None]] = {}
        self._last: list[str] = []
        self._ports: set[str] = set()

    def begin(self, entry: Entry) -> None:
        self._view = entry.value or None
        if self._view is not None:
            self._out.add("mask_view", entry.line, storage_array=self._capture.owner, view=self._view)

    def add_pair(self, line: int, uid: str, director: str | None, port: str) -> None:
        name = port_name(director, port)
        # A UID of zeros is a path whose initiator the array does not know.
        if is_iscsi(uid) or not uid.strip("0:"):
            self._last = []
            return
        self._initiators.setdefault(uid, (line, None))
        self._last.append(uid)
        if self._view is not None and name is not None and name not in self._ports:
            self._ports.add(name)
            self._out.add("mask_port", line, storage_array=self._capture.owner, view=self._view, port_name=name)

    def name_host(self, name: str) -> None:
        for uid in self._last:
            line, host = self._initiators[uid]
            self._initiators[uid] = line, host or name or None
        self._last = []

    def add_lun(self, line: int, number: int, volume: str) -> None:
        if self._view is None:
            self._out.note(line, "a LUN was left out: the storage group it belongs to is not in this text")
            return
        self._out.add(
            "mask_volume",
            line,
            storage_array=self._capture.owner,
            view=self._view,
            volume_name=volume,
            lun=number,
        )

    def finish(self) -> None:
        out, owner = self._out, self._capture.owner
        for uid, (line, host) in self._initiators.items():
            node, port = node_and_port(uid, line, out, "mask_initiator", "initiator_wwpn")
            name = None if port else uid
            out.add(
                "registered_initiator",
                line,
                storage_array=owner,
                initiator_name=name,
                initiator_wwpn=port,
                wwnn=node,
                host=host,
                registered=True,
            )
            if self._view is not None:
                out.add(
                    "mask_initiator",
                    line,
                    storage_array=owner,
                    view=self._view,
                    initiator_wwpn=port,
                    initiator_name=name,
                )


def _read(capture: Capture, out: Writer) -> None:
    write_groups(entries(capture), capture, out)


READERS = (
    Reader(
        name="clariion-storagegroup-list",
        platform="clariion",
        command="naviseccli storagegroup -list -host",
        provides={
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
            "mask_port": ("storage_array", "view", "port_name"),
            "mask_volume": ("storage_array", "view", "volume_name", "lun"),
            "registered_initiator": word_list("storage_array initiator_name initiator_wwpn wwnn host registered"),
        },
        detect=_detect,
        read=_read,
        needles=("Storage Group Name:",),
    ),
)
