"""Facts about devices, initiators and target ports that path listings state; shared by the ESXi path readers.

Every path repeats the facts about its device and ports. Each is written once, with the first line that states it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi import names
from checker.readers.toolkit.base import word_list

PATH_COLUMNS = word_list("""
    host device protocol initiator_wwpn target_wwpn hctl hba target lun state state_text optimised plugin transport
    max_io_bytes
""")
INITIATOR_COLUMNS = word_list("hba initiator_wwpn wwnn transport")
REMOTE_PORT_COLUMNS = word_list("hba scsi_target target_wwpn target_wwnn")
DEVICE_COLUMNS = word_list("device multipath_owner transport vendor alias is_local")


def provides(paths: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the columns of a reader of paths with these columns, and of what :class:`SideFacts` writes."""
    return {
        "host": ("host", "platform"),
        "path": paths,
        "initiator": ("host", *INITIATOR_COLUMNS),
        "remote_port": ("host", *REMOTE_PORT_COLUMNS),
        "device": ("host", *DEVICE_COLUMNS),
        "device_owner": ("host", "device", "multipath_owner"),
    }


class SideFacts:
    """Collects the host, initiators, remote ports, devices and device owners in the records of paths."""

    def __init__(self) -> None:
        self._first_line: int | None = None
        self._initiators: dict[tuple[Value, ...], int] = {}
        self._remote_ports: dict[tuple[Value, ...], int] = {}
        self._devices: dict[tuple[Value, ...], int] = {}
        self._owners: dict[tuple[Value, ...], int] = {}

    def seen(self, line: int) -> None:
        """Remember the first line that was understood."""
        if self._first_line is None or line < self._first_line:
            self._first_line = line

    def initiator(self, line: int, hba: str | None, wwpn: str | None, wwnn: str | None, transport: str | None) -> None:
        """Remember an FC port of the host, unless neither its adapter nor its port has a name."""
        if transport in names.FC_TRANSPORTS and (wwpn or hba):
            self._initiators.setdefault((hba, wwpn, wwnn, transport), line)

    def remote_port(
        self, line: int, hba: str | None, scsi_target: str | None, wwpn: str | None, wwnn: str | None
    ) -> None:
        """Remember a target port with its WWPN."""
        if wwpn:
            self._remote_ports.setdefault((hba, scsi_target, wwpn, wwnn), line)

    def device(
        self, line: int, device: str | None, owner: str | None, transport: str | None, shown: str | None
    ) -> None:
        """Remember a device with its owner, its transport and the facts from its display name."""
        if device is None:
            return
        name = names.display_name(shown)
        local = True if name.is_local else names.is_local_transport(transport)
        key = (device, owner, transport or name.transport, name.vendor, name.alias, local)
        self._devices.setdefault(key, line)
        if owner:
            self._owners.setdefault((device, owner), line)

    def write(self, out: Writer, host: str) -> None:
        """Write all collected facts."""
        if self._first_line is None:
            return
        out.add("host", self._first_line, host=host, platform="esxi")
        _write(out, "initiator", host, INITIATOR_COLUMNS, self._initiators)
        _write(out, "remote_port", host, REMOTE_PORT_COLUMNS, self._remote_ports)
        _write(out, "device", host, DEVICE_COLUMNS, self._devices)
        _write(out, "device_owner", host, ("device", "multipath_owner"), self._owners)


def agreed_device(out: Writer, printed: str | None, in_uid: str | None, line: int) -> str | None:
    """Return the device id from the ``Device`` line or the end of the path's UID; a bad value if the two disagree.

    None for a path that ESXi prints without a device.
    """
    if printed and names.no_device(printed):
        return None
    known = list(dict.fromkeys(name for text in (printed, in_uid) if (name := normalise.device_id(text))))
    if len(known) > 1:
        out.bad_value("path", "device", f"{printed} but UID has {in_uid}", line)
        return None
    return known[0] if known else out.device_id(printed or in_uid, line, "path")


def protocol_of(transport: str | None, shown: str | None, device: str | None) -> str | None:
    """Return nvme if the display name says so, fcp for other FC paths; None if unknown.

    ``eui.`` and ``uuid.`` ids with a custom display name may be NVMe namespaces.
    """
    if transport not in names.FC_TRANSPORTS:
        return None
    name = names.display_name(shown)
    if name.nvme:
        return "nvme"
    if name.vendor is None and device is not None and device.startswith(("eui.", "uuid.")):
        return None
    return "fcp"


def _write(out: Writer, kind: str, host: str, columns: Iterable[str], facts: dict[tuple[Value, ...], int]) -> None:
    if not facts:
        return
    stated: dict[str, Sequence[Value]] = {"host": [host] * len(facts)}
    stated.update(zip(columns, zip(*facts, strict=True), strict=True))
    out.extend(kind, list(facts.values()), stated)
