"""Data ONTAP 7-Mode: ``igroup show``, ``lun show`` (``-m``, ``-v``), ``fcp show adapters`` and ``fcp show initiators``.

::

        esx_hosts (FCP) (ostype: vmware):
            10:00:00:00:c9:00:00:46 (not logged in)
            10:00:00:00:c9:00:00:47 (logged in on: 0c, vtic)

        /vol/vol_a/lun_a             10g (10737418240)   (r/w, online, mapped)
            Serial#: HnTMWZEqHqCu
            Maps: esx_hosts=0

    LUN path                            Mapped to          LUN ID  Protocol
    -----------------------------------------------------------------------
    /vol/vol_a/lun_a                    esx_hosts               0       FCP

    Initiators connected on adapter 0c:
    Portname                   Group
    10:00:00:00:c9:00:00:47    esx_hosts

Each line is recognised by its form. ``vtic`` is the path through the partner's ports.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.netapp.objects import ARRAY
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.declarations.records import Context, TextRow
from checker.readers.toolkit.numbers import whole

_GROUP = re.compile(
    r"[ \t]*(?P<name>\S{1,200})[ \t]+\((?P<protocol>FCP|iSCSI)\)[ \t]+\((?:ostype|os type): (?P<kind>\w+)\):?[ \t]*\Z",
    re.IGNORECASE,
)
_MEMBER = re.compile(
    r"[ \t]*(?P<name>(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}|(?:iqn|eui)\.\S{1,250})[ \t]*\((?P<state>not logged in|logged in(?: on:[ \t]*(?P<ports>[^)]{1,200}))?)[^)]{0,200}\)?[ \t]*\Z"
)
_MAPPED = re.compile(
    r"[ \t]*(?P<path>/vol/\S{1,500})[ \t]+(?P<group>\S{1,200})[ \t]+(?P<lun>[0-9]{1,5})[ \t]+(?P<protocol>FCP|iSCSI)\b.*\Z",
    re.IGNORECASE,
)
_LUN = re.compile(
    r"[ \t]*(?P<path>/vol/\S{1,500})[ \t]+[0-9.]{1,12}[kmgt]?[ \t]+\((?P<size>[0-9]{1,18})\)[ \t]+\((?P<state>[^)]{1,120})\)[ \t]*\Z",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"[ \t]*(?P<key>Serial#|Share|Space Reservation|Multiprotocol Type|Maps|Comment|Occupied Size|Creation Time|Cluster Shared Volume Information"
    r"|Slot|Description|Adapter Type|Status|FC Nodename|FC Portname|Standby|Cluster|Space Reservation \(.{1,40}\)|Backing Snapshot|LUN UUID"
    r"|Device Text|Read-Only|QTree|Extended Cylinders|Cylinders|Alignment)[ \t]*:[ \t]*(?P<value>.*\S|)[ \t]*\Z"
)
_CONNECTED = re.compile(r"[ \t]*Initiators connected on adapter (?P<adapter>\w{1,16}):?[ \t]*\Z")
_LOGIN = re.compile(r"[ \t]*(?P<name>(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2})(?:[ \t]+(?P<group>\S.{0,500}))?[ \t]*\Z")
_NOISE = re.compile(
    r"[ \t]*(?:[-=]{4,}(?:[ \t]+-{4,})?|None connected\.?|WWPN Alias\(es\):.*|LUN path[ \t]+Mapped to[ \t]+LUN ID.*|Portname[ \t]+Group[ \t]*|None[ \t]*|No initiators connected.*"
    r"|[\w.\-]{1,63}(?:\*?)>.*|(?:igroup|lun|fcp)[ \t].*|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*)\Z",
    re.IGNORECASE,
)
_MAP = re.compile(r"(\S{1,200}?)=([0-9]{1,5})(?:[,\s]|\Z)")
_SERIAL = re.compile(r"[\x21-\x7e]{12}\Z")
_PREFIX = "naa.60a98000"
"""NAA name of a 7-Mode LUN: NetApp's prefix and the twelve characters of its serial number in hexadecimal."""


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    lines = head.split("\n")
    if any(_GROUP.match(line) for line in lines):
        return Detection(95, "initiator groups of Data ONTAP 7-Mode")
    if re.search(r"(?im)^[ \t]*LUN path[ \t]+Mapped to[ \t]+LUN ID[ \t]+Protocol", head):
        return Detection(95, "mapped LUNs of Data ONTAP 7-Mode")
    if any(_LUN.match(line) for line in lines):
        return Detection(93, "LUNs of Data ONTAP 7-Mode")
    if any(_CONNECTED.match(line) for line in lines):
        return Detection(95, "initiators connected to adapters of Data ONTAP 7-Mode")
    if "FC Portname:" in head and re.search(r"(?m)^[ \t]*Slot:", head):
        return Detection(94, "target adapters of Data ONTAP 7-Mode")
    return None


def identity_of(serial: str) -> str | None:
    """Return the identity that hosts see for a LUN with this twelve-character serial number."""
    return _PREFIX + serial.encode("ascii").hex() if _SERIAL.match(serial) else None


class _Reading:
    """Reads line by line; the group, the LUN or the adapter of a line is that of the last line that names one."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._array, self._out = capture.owner, out
        self._group = TextRow(0)
        self._adapter = ""
        # The LUN of the current ``lun show -v`` lines, and the keys of the current adapter.
        self._lun: TextRow | None = None
        self._slot = TextRow(0)
        self._views: set[str] = set()

    def line(self, number: int, text: str) -> None:
        """Read one line."""
        if match := _GROUP.match(text):
            self.finish()
            self._group = TextRow(number, match.groupdict(""))
            self._view(number, match["name"])
        elif (match := _MEMBER.match(text)) and self._group.values:
            self._member(number, match)
        elif match := _MAPPED.match(text):
            self._mapped(number, match["group"], match["path"], whole(match["lun"]), None)
        elif match := _LUN.match(text):
            self.finish()
            self._lun = TextRow(number, match.groupdict(""))
        elif match := _CONNECTED.match(text):
            self.finish()
            self._adapter = match["adapter"]
        elif (match := _PAIR.match(text)) is not None:
            self._pair(number, match["key"].lower(), match["value"])
        elif (match := _LOGIN.match(text)) and self._adapter:
            self._login(number, match["name"], match["group"])
        elif not _NOISE.match(text):
            self._out.unread(number)

    def finish(self) -> None:
        """Write the LUN or adapter that the previous lines describe."""
        if self._lun is not None:
            self._volume(self._lun)
        if "fc portname" in self._slot.values:
            self._port(self._slot)
        self._lun, self._adapter = None, ""
        self._group, self._slot = TextRow(0), TextRow(0)

    def _add(self, kind: str, line: int, **facts: Value) -> None:
        self._out.add(kind, line, storage_array=self._array, **facts)

    def _volume(self, lun: TextRow) -> None:
        serial, words = lun.values.get("serial#"), [word.strip() for word in lun.values["state"].split(",")]
        device = None if serial is None else identity_of(serial)
        if serial is not None and device is None:
            self._out.bad_value("storage_volume", "device", serial, lun.at("serial#"), self._array)
        self._add(
            "storage_volume", lun.line, device=device, storage_volume=lun.text("path"), size_bytes=lun.number("size"),
            operational_status=next((word for word in words if word in ("online", "offline")), None),
        )  # fmt: skip

    def _port(self, adapter: TextRow) -> None:
        slot, status = adapter.values["slot"], adapter.values.get("status", "").lower() or None
        name, line = adapter.values["fc portname"].partition("(")[0], adapter.at("fc portname")
        self._add(
            "target_port", adapter.line, target_wwpn=self._out.wwn(name, line, "target_port", "target_wwpn", slot),
            wwnn=normalise.wwn(adapter.values.get("fc nodename", "").partition("(")[0]), director=self._array,
            port=slot, port_name=slot, role="front-end", port_state="up" if status == "online" else status,
            operational_status=status, protocol="fc",
        )  # fmt: skip

    def _view(self, number: int, name: str) -> None:
        if name not in self._views:
            self._views.add(name)
            self._add("mask_view", number, view=name)

    def _member(self, number: int, match: re.Match[str]) -> None:
        group, name = self._group.values["name"], match["name"]
        if name.lower().startswith(("iqn.", "eui.")):
            if (iscsi := normalise.iscsi_name(name)) is not None:
                self._add("mask_iscsi", number, view=group, initiator_name=iscsi)
            return
        wwpn = self._out.wwn(name, number, "mask_initiator", "initiator_wwpn", group)
        kind = self._group.values["kind"]
        self._add("mask_initiator", number, view=group, initiator_wwpn=wwpn)
        self._add("registered_initiator", number, initiator_wwpn=wwpn, initiator_type=kind, registered=True)
        for port in map(str.strip, (match["ports"] or "").split(",")):
            # Logins over the partner's ports belong to the partner, which lists them itself.
            if port and port != "vtic" and wwpn is not None:
                self._add("array_login", number, initiator_wwpn=wwpn, port_name=port, logged_in=True)

    def _mapped(self, number: int, group: str, path: str, lun: int, device: str | None) -> None:
        self._view(number, group)
        self._add("mask_volume", number, view=group, device=device, volume_name=path, lun=lun)

    def _pair(self, number: int, key: str, value: str) -> None:
        if key == "slot":
            self.finish()
            self._slot = TextRow(number)
        if self._slot.line:
            self._slot.add(number, key, value)
        elif self._lun is not None and key == "serial#":
            self._lun.values[key], self._lun.lines[key] = value, number
        elif self._lun is not None and key == "maps":
            device = identity_of(self._lun.values.get("serial#", ""))
            for group, lun in _MAP.findall(value):
                self._mapped(number, group, self._lun.values["path"], whole(lun), device)

    def _login(self, number: int, name: str, groups: str | None) -> None:
        wwpn = self._out.wwn(name, number, "array_login", "initiator_wwpn", self._adapter)
        if wwpn is None:
            return
        self._add("array_login", number, initiator_wwpn=wwpn, port_name=self._adapter, logged_in=True)
        known = [group for group in re.split(r"[,\s]+", groups or "") if group and group.lower() != "none"]
        if not known:
            self._add("registered_initiator", number, initiator_wwpn=wwpn, registered=False)
        for group in known:
            self._view(number, group)
            self._add("mask_initiator", number, view=group, initiator_wwpn=wwpn)


def _read(capture: Capture, out: Writer) -> None:
    reading = _Reading(capture, out)
    before = out.records
    for number, line in capture.lines():
        if line.strip():
            reading.line(number, line)
    reading.finish()
    if out.records > before:
        ARRAY.write(TextRow(capture.first_line), Context(capture, out, capture.owner))


READERS = (
    Reader(
        name="netapp-7mode", platform="netapp", command="igroup show", detect=_detect, read=_read,
        needles=("FCP|fcp|SCSI|scsi|/vol/|nitiators|FC Portname|LUN path",),
        begins=(
            r"^[ \t]*(?:\S{1,200}[ \t]+\((?:FCP|iSCSI)\)[ \t]+\((?:ostype|os type): \w+\):?[ \t]*$|LUN path[ \t]+Mapped to[ \t]+LUN ID\b"
            r"|Initiators connected on adapter \w)"
        ),
        provides={
            "storage_array": word_list("storage_array vendor family"),
            "mask_view": word_list("storage_array view"),
            "mask_initiator": word_list("storage_array view initiator_wwpn"),
            "mask_iscsi": word_list("storage_array view initiator_name"),
            "mask_volume": word_list("storage_array view device volume_name lun"),
            "registered_initiator": word_list("storage_array initiator_wwpn initiator_type registered"),
            "array_login": word_list("storage_array initiator_wwpn port_name logged_in"),
            "storage_volume": word_list("device storage_array storage_volume size_bytes operational_status"),
            "target_port": word_list(
                "target_wwpn wwnn storage_array director port port_name role port_state operational_status protocol"
            ),
        },
    ),
)  # fmt: skip
