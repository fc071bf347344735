"""``esxcfg-mpath -L``: one line per path, with its device and both ends.

    vmhba2:C0:T0:L1 state:active naa.6000144000000010aa00000000000001 vmhba2 0 0 1 NMP active san fc.20000010aa000001:10000010aa000001 fc.5000144000aa0001:5000144010aa0001
    vmhba1:C0:T0:L0 state:dead no device vmhba1 0 0 0 NMP dead local sata.vmhba1 sata.0:0

After the device: adapter, channel, target, LUN, plug-in, state, ``san`` or ``local``, and the identifiers of adapter and target.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing, names
from checker.readers.esxi.paths import path_rows
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, note_truncated, printed

_PATH = re.compile(
    r"((vmhba\d{1,4}):C\d{1,4}:T\d{1,5}:L(\d{1,5})) +state:(\S{1,20}) +(no device|\S{1,200}) +\2 +\d{1,4} +\d{1,5} +\3"
    r" +(\S{1,30}) +\S{1,20}(?: +(?:san|local))?(?: +(\S{1,200})(?: +(\S{1,300}))?)?\Z"
)
_STARTED = re.compile(r"vmhba\d{1,4}:C\d{1,4}:T\d{1,5}:L\d{1,5}(?: |\Z)")
_COLUMNS = tuple(column for column in path_rows.PATH_COLUMNS if column != "max_io_bytes")


class _Paths:
    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._side = path_rows.SideFacts()

    def read(self) -> None:
        cut = 0
        for line, text in printed(self._capture, LONGEST_LINE):
            found = _PATH.match(text.strip())
            cut = 0
            if found:
                self._path(line, found)
            elif not listing.is_noise(text.strip()):
                self._out.unread(line)
                cut = line if _STARTED.match(text.strip()) else 0
        note_truncated(self._out, cut, "path")
        self._side.write(self._out, self._capture.owner)

    def _path(self, line: int, found: re.Match[str]) -> None:
        out = self._out
        hctl, hba, lun, printed_state, printed_device, plugin, adapter, remote = found.groups()
        scsi_target = hctl.rpartition(":")[0]
        device = None if names.no_device(printed_device) else out.device_id(printed_device, line, "path")
        near, far = names.split_identifier(adapter), names.split_identifier(remote)
        transport = near[0] if near else _transport(adapter or "")
        wwpn = target_wwpn = None
        if transport in names.FC_TRANSPORTS and near:
            wwpn = out.wwn(near[2], line, "path", "initiator_wwpn", hba)
            self._side.initiator(line, hba, wwpn, out.wwn(near[1], line, "initiator", "wwnn", hba), transport)
        if transport in names.FC_TRANSPORTS and far:
            target_wwpn = out.wwn(far[2], line, "path", "target_wwpn", scsi_target)
            target_wwnn = out.wwn(far[1], line, "remote_port", "target_wwnn", scsi_target)
            self._side.remote_port(line, hba, scsi_target, target_wwpn, target_wwnn)
        state, optimised = names.path_state(printed_state)
        self._side.seen(line)
        self._side.device(line, device, names.multipath_owner(plugin) if device else None, transport, None)
        out.add(
            "path", line, host=self._capture.owner, device=device, protocol=path_rows.protocol_of(transport, None, device),
            initiator_wwpn=wwpn, target_wwpn=target_wwpn, hctl=hctl, hba=hba, target=scsi_target, lun=normalise.integer(lun),
            state=state, state_text=printed_state, optimised=optimised, plugin=plugin, transport=transport,
        )  # fmt: skip


def _transport(adapter: str) -> str | None:
    """Return the transport of an adapter without world wide names."""
    word = adapter.partition(".")[0].lower()
    return "iscsi" if word == "iqn" else word if names.is_local_transport(word) else None


def _read(capture: Capture, out: Writer) -> None:
    _Paths(capture, out).read()


READERS = (
    Reader(
        name="esxi-mpath-compact", platform="esxi", command="esxcfg-mpath -L", provides=path_rows.provides(_COLUMNS),
        detect=listing.by_share("one line per path with state: and both ends", _PATH, needs=_PATH, claims=((0.6, 95), (0.3, 60))),
        read=_read, needles=("vmhba", "state:"), verified=False,
    ),
)  # fmt: skip
