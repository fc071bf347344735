"""``esxcli storage nmp path list`` (ESXi 5 to 8) and ``esxcli nmp path list`` (4.x).

    fc.20000010aa000001:10000010aa000001-fc.5000144000aa0001:5000144010aa0001-naa.6000144000000010aa00000000000001
       Runtime Name: vmhba2:C0:T0:L1
       Device: naa.6000144000000010aa00000000000001
       Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       Group State: active
       Array Priority: 0
       Storage Array Type Path Config: {TPG_id=1,TPG_state=AO,RTP_id=1,RTP_health=UP}
       Path Selection Policy Path Config: {current: yes; preferred: yes}

``esxcli storage hpp path list`` (ESXi 7 and 8) lists the paths of the high performance plug-in, mostly to NVMe
namespaces. ESXi 7 prints ``TPG_state`` for NVMe as well::

    fc.20000024ff000001:21000024ff000001-fc.5000144000aa0001:5000144010aa0001-uuid.0123456789abcdef0123456789abcdef
       Runtime Name: vmhba64:C0:T0:L3
       Device: uuid.0123456789abcdef0123456789abcdef
       Device Display Name: NVMe Fibre Channel Disk (uuid.0123456789abcdef0123456789abcdef)
       Path State: active unoptimized
       Path Config: {ANA_GRP_id=4,ANA_GRP_state=ANO,health=UP}

Only the line with the UID contains the WWPNs. Grammar: formats-hosts.md section 1.2.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing, names
from checker.readers.esxi.paths import path_rows
from checker.readers.toolkit.base import Capture, Reader, word_list

KEYS = frozenset(
    (
        "runtime name", "device", "device display name", "group state", "array priority",
        "storage array type path config", "path selection policy path config",
    )
)  # fmt: skip
HPP_KEYS = frozenset(("runtime name", "device", "device display name", "path state", "path config"))
_TPG_STATE = re.compile(r"\b(?:TPG|ANA_GRP)_state=([A-Z]+)")
_CURRENT = re.compile(r"\bcurrent:\s?(yes|no)\b", re.IGNORECASE)
_PREFERRED = re.compile(r"\bpreferred:\s?(yes|no)\b", re.IGNORECASE)
_MOST_RECENTLY_USED = re.compile(r"\{\s?(non-current|current) path\b", re.IGNORECASE)
COLUMNS = word_list("""
    host device protocol initiator_wwpn target_wwpn hctl hba target lun state state_text optimised group_state preferred
    current plugin transport
""")


def _optimised(from_state: bool | None, config: str | None) -> bool | None:
    """Return whether the path is optimised.

    The group state only shows "not optimised"; the target port group state shows both.
    """
    found = _TPG_STATE.search(config) if config else None
    if found and found.group(1) in ("AO", "ANO"):
        return found.group(1) == "AO" and from_state is not False
    return from_state


def _yes(found: re.Match[str] | None) -> bool | None:
    return found.group(1).lower() == "yes" if found else None


class PathList:
    """Writes the records of a path list: the paths, and the devices and ports that they state.

    ``plugin`` is the multipath plug-in whose paths are listed.
    """

    def __init__(self, capture: Capture, out: Writer, plugin: str = "NMP") -> None:
        self._host = capture.owner
        self._out = out
        self._plugin = plugin
        self._side = path_rows.SideFacts()

    def take(self, record: listing.Record) -> None:
        """Write one path."""
        _write(self._out, record, self._host, self._side, self._plugin)

    def finish(self) -> None:
        """Write the devices and ports that the paths stated; call it once, after the last record."""
        self._side.write(self._out, self._host)


def _write(out: Writer, record: listing.Record, host: str, side: path_rows.SideFacts, plugin: str) -> None:
    parts = names.split_fc_uid(record.name)
    hctl = record.get("runtime name")
    runtime = names.RUNTIME_NAME.match(hctl) if hctl else None
    device = path_rows.agreed_device(out, record.get("device"), parts[2] if parts else None, record.at("device"))
    if hctl and not runtime:
        out.bad_value("path", "hctl", hctl, record.at("runtime name"), device or "")
    if device is None and runtime is None and parts is None:
        out.note(record.line, "skipped a path record without device and path name")
        out.unread(record.line, len(record.values))
        return
    initiator = names.split_identifier(parts[0]) if parts else None
    target = names.split_identifier(parts[1]) if parts else None
    shown = record.get("device display name")
    transport = initiator[0] if initiator else names.display_name(shown).transport
    hba = runtime.group(2) if runtime else None
    scsi_target = runtime.group(1) if runtime else None
    wwpn = out.wwn(initiator[2], record.line, "path", "initiator_wwpn", hctl or "") if initiator else None
    wwnn = out.wwn(initiator[1], record.line, "initiator", "wwnn", hba or "") if initiator else None
    target_wwpn = out.wwn(target[2], record.line, "path", "target_wwpn", hctl or "") if target else None
    target_wwnn = out.wwn(target[1], record.line, "remote_port", "target_wwnn", scsi_target or "") if target else None
    side.seen(record.line)
    side.initiator(record.line, hba, wwpn, wwnn, transport)
    side.remote_port(record.line, hba, scsi_target, target_wwpn, target_wwnn)
    side.device(record.line, device, plugin.lower(), transport, shown)
    group_state = record.get("group state") or record.get("path state")
    state, optimised = names.path_state(group_state)
    config = record.get("path selection policy path config") or ""
    current = _yes(_CURRENT.search(config))
    recent = _MOST_RECENTLY_USED.search(config)
    if current is None and recent:
        current = recent.group(1).lower() == "current"
    values = (
        host, device, path_rows.protocol_of(transport, shown, device), wwpn, target_wwpn, hctl if runtime else None,
        hba, scsi_target, normalise.integer(runtime.group(3)) if runtime else None, state, group_state,
        _optimised(optimised, record.get("storage array type path config") or record.get("path config")), group_state,
        _yes(_PREFERRED.search(config)), current, plugin, transport,
    )  # fmt: skip
    out.add("path", record.line, **dict(zip(COLUMNS, values, strict=True)))


def _reader(
    plugin: str, keys: Collection[str], needed: Collection[str], signature: str, reason: str, needles: tuple[str, ...]
) -> Reader:
    def read(capture: Capture, out: Writer) -> None:
        paths = PathList(capture, out, plugin)
        for record in listing.records(keys, listing.path_name, needed)(capture, out):
            paths.take(record)
        paths.finish()

    return Reader(
        name=f"esxi-{plugin.lower()}-path-list", platform="esxi", command=f"esxcli storage {plugin.lower()} path list",
        provides=path_rows.provides(COLUMNS), read=read, needles=needles,
        begins=r"^ *[A-Za-z0-9]{1,20}\.[^\s=-]{0,120}-[^\s=]{1,250}[ \t]*\n *Runtime Name: ",
        detect=listing.by_keys(reason, signature, keys, listing.path_name), selects=listing.ONE_DEVICE, narrows=listing.ONE_PATH,
    )  # fmt: skip


READERS = (
    _reader(
        "NMP", KEYS, ("runtime name", "device", "group state", "path selection policy path config"),
        "path selection policy path config", "records with Group State and Path Selection Policy Path Config",
        ("Selection", "Config", "State"),
    ),
    _reader(
        "HPP", HPP_KEYS, ("runtime name", "device", "path state"), "path state",
        "records with Runtime Name, Path State and Path Config", ("Runtime Name", "Path State"),
    ),
)  # fmt: skip
