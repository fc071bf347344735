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

Each line is recognized by its own form. ``vtic`` is the path over the partner's ports.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

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
    r"|Device Text|Read-Only|QTree|Extended Cylinders|Cylinders|Alignment)[ \t]*:[ \t]*(?P<value>.*?)[ \t]*\Z"
)
_CONNECTED = re.compile(r"[ \t]*Initiators connected on adapter (?P<adapter>\w{1,16}):?[ \t]*\Z")
_LOGIN = re.compile(r"[ \t]*(?P<name>(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2})(?:[ \t]+(?P<group>\S.{0,500}))?[ \t]*\Z")
_NOISE = re.compile(
    r"[ \t]*(?:[-=]{4,}|LUN path[ \t]+Mapped to[ \t]+LUN ID.*|Portname[ \t]+Group[ \t]*|None[ \t]*|No initiators connected.*"
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
    """Reads line by line; what is told apart by lines above is the group, the LUN, and the adapter."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._array = capture.owner
        self._out = out
        self._group: str | None = None
        self._kind: str | None = None
        self._adapter: str | None = None
        # The LUN of the current ``lun show -v`` lines: line, path, size, state, serial number.
        self._lun: tuple[int, str, int, str] | None = None
        self._serial: tuple[int, str] | None = None
        self._slot: dict[str, tuple[int, str]] = {}
        self._views: set[str] = set()

    def line(self, number: int, text: str) -> None:
        """Read one line."""
        if match := _GROUP.match(text):
            self.finish()
            self._group, self._kind = match["name"], match["kind"]
            self._view(number, match["name"])
        elif (match := _MEMBER.match(text)) and self._group is not None:
            self._member(number, match)
        elif match := _MAPPED.match(text):
            self._mapped(number, match["group"], match["path"], int(match["lun"]), None)
        elif match := _LUN.match(text):
            self.finish()
            self._lun = number, match["path"], int(match["size"]), match["state"]
        elif match := _CONNECTED.match(text):
            self.finish()
            self._adapter = match["adapter"]
        elif (match := _PAIR.match(text)) is not None:
            self._pair(number, match["key"].lower(), match["value"])
        elif (match := _LOGIN.match(text)) and self._adapter is not None:
            self._login(number, match["name"], match["group"])
        elif not _NOISE.match(text):
            self._out.unread(number)

    def finish(self) -> None:
        """Write the LUN or adapter that the previous lines describe."""
        if self._lun is not None:
            line, path, size, state = self._lun
            words = [word.strip() for word in state.split(",")]
            self._out.add(
                "storage_volume",
                line,
                device=self._device(),
                storage_array=self._array,
                storage_volume=path,
                size_bytes=size,
                operational_status=next((word for word in words if word in ("online", "offline")), None),
            )
        if "fc portname" in self._slot:
            self._adapter_port()
        self._lun = self._serial = self._group = self._adapter = None
        self._slot = {}

    def _device(self) -> str | None:
        if self._serial is None:
            return None
        found = identity_of(self._serial[1])
        if found is None:
            self._out.bad_value("storage_volume", "device", self._serial[1], self._serial[0], self._array)
        return found

    def _view(self, number: int, name: str) -> None:
        if name not in self._views:
            self._views.add(name)
            self._out.add("mask_view", number, storage_array=self._array, view=name)

    def _member(self, number: int, match: re.Match[str]) -> None:
        name, group = match["name"], self._group or ""
        if not name[0].isalnum() or name.lower().startswith(("iqn.", "eui.")):
            return
        out = self._out
        wwpn = out.wwn(name, number, "mask_initiator", "initiator_wwpn", group)
        out.add("mask_initiator", number, storage_array=self._array, view=group, initiator_wwpn=wwpn)
        out.add(
            "registered_initiator",
            number,
            storage_array=self._array,
            initiator_wwpn=wwpn,
            initiator_type=self._kind,
            registered=True,
        )
        for port in (match["ports"] or "").split(","):
            # Logins over the partner's ports belong to the partner, which lists them itself.
            if port.strip() and port.strip() != "vtic" and wwpn is not None:
                out.add(
                    "array_login",
                    number,
                    storage_array=self._array,
                    initiator_wwpn=wwpn,
                    port_name=port.strip(),
                    logged_in=True,
                )

    def _mapped(self, number: int, group: str, path: str, lun: int, device: str | None) -> None:
        self._view(number, group)
        self._out.add(
            "mask_volume",
            number,
            storage_array=self._array,
            view=group,
            device=device,
            volume_name=path,
            lun=lun,
        )

    def _pair(self, number: int, key: str, value: str) -> None:
        if key == "slot":
            self.finish()
            self._slot["slot"] = number, value
        elif self._slot:
            self._slot.setdefault(key, (number, value))
        elif self._lun is not None and key == "serial#":
            self._serial = number, value
        elif self._lun is not None and key == "maps":
            for name, lun in _MAP.findall(value):
                serial = self._serial[1] if self._serial else ""
                self._mapped(number, name, self._lun[1], int(lun), identity_of(serial))

    def _login(self, number: int, name: str, group: str | None) -> None:
        out = self._out
        wwpn = out.wwn(name, number, "array_login", "initiator_wwpn", self._adapter or "")
        if wwpn is None:
            return
        out.add(
            "array_login",
            number,
            storage_array=self._array,
            initiator_wwpn=wwpn,
            port_name=self._adapter,
            logged_in=True,
        )
        known = [one for one in re.split(r"[,\s]+", group or "") if one and one.lower() != "none"]
        if not known:
            out.add("registered_initiator", number, storage_array=self._array, initiator_wwpn=wwpn, registered=False)
        for one in known:
            self._view(number, one)
            out.add("mask_initiator", number, storage_array=self._array, view=one, initiator_wwpn=wwpn)

    def _adapter_port(self) -> None:
        line, slot = self._slot["slot"]
        place, name = self._slot["fc portname"]
        status = self._slot.get("status", (line, ""))[1].lower() or None
        node = self._slot.get("fc nodename", (line, ""))[1].partition("(")[0]
        self._out.add(
            "target_port",
            line,
            target_wwpn=self._out.wwn(name.partition("(")[0], place, "target_port", "target_wwpn", slot),
            wwnn=normalise.wwn(node),
            storage_array=self._array,
            director=self._array,
            port=slot,
            port_name=slot,
            role="front-end",
            port_state="up" if status == "online" else status,
            operational_status=status,
            protocol="fc",
        )


def _read(capture: Capture, out: Writer) -> None:
    reading = _Reading(capture, out)
    before = out.records
    for number, line in capture.lines():
        if line.strip():
            reading.line(number, line)
    reading.finish()
    if out.records > before:
        out.add("storage_array", capture.first_line, storage_array=capture.owner, vendor="NETAPP", family="netapp")


READERS = (
    Reader(
        name="netapp-7mode",
        platform="netapp",
        command="igroup show",
        provides={
            "storage_array": ("storage_array", "vendor", "family"),
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn"),
            "mask_volume": ("storage_array", "view", "device", "volume_name", "lun"),
            "registered_initiator": ("storage_array", "initiator_wwpn", "initiator_type", "registered"),
            "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
            "storage_volume": ("device", "storage_array", "storage_volume", "size_bytes", "operational_status"),
            "target_port": word_list("""
                target_wwpn wwnn storage_array director port port_name role port_state operational_status protocol
            """),
        },
        detect=_detect,
        read=_read,
        begins=(
            r"^[ \t]*(?:\S{1,200}[ \t]+\((?:FCP|iSCSI)\)[ \t]+\((?:ostype|os type): \w+\):?[ \t]*$|LUN path[ \t]+Mapped to[ \t]+LUN ID\b"
            r"|Initiators connected on adapter \w)"
        ),
    ),
)
