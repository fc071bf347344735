"""``esxcli storage hpp path list`` (ESXi 7 and 8): paths of the high performance plug-in, mostly to NVMe namespaces.

    fc.20000024ff000001:21000024ff000001-fc.5000144000aa0001:5000144010aa0001-uuid.0123456789abcdef0123456789abcdef
       Runtime Name: vmhba64:C0:T0:L3
       Device: uuid.0123456789abcdef0123456789abcdef
       Device Display Name: NVMe Fibre Channel Disk (uuid.0123456789abcdef0123456789abcdef)
       Path State: active unoptimized
       Path Config: {ANA_GRP_id=4,ANA_GRP_state=ANO,health=UP}

ESXi 7 prints ``TPG_state`` for NVMe as well. The code shared with NMP paths is in :mod:`nmp_path`.
"""

from __future__ import annotations

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.paths import nmp_path, path_rows
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = frozenset(("runtime name", "device", "device display name", "path state", "path config"))
_NEEDED = ("runtime name", "device", "path state")


def path_list(capture: Capture, out: Writer) -> nmp_path.PathList:
    """Return the collector of this command's records."""
    return nmp_path.PathList(capture, out, "HPP")


def _read(capture: Capture, out: Writer) -> None:
    paths = path_list(capture, out)
    for record in listing.read_records(capture, listing.RecordReader(out, KEYS, listing.path_name, _NEEDED)):
        paths.take(record)
    paths.finish()


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(
        capture, KEYS, listing.path_name, "path state", "records with Runtime Name, Path State and Path Config"
    )


READERS = (
    Reader(
        name="esxi-hpp-path-list", platform="esxi", command="esxcli storage hpp path list",
        provides={
            "host": ("host", "platform"), "path": nmp_path.COLUMNS, "initiator": ("host", *path_rows.INITIATOR_COLUMNS),
            "remote_port": ("host", *path_rows.REMOTE_PORT_COLUMNS), "device": ("host", *path_rows.DEVICE_COLUMNS),
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=_detect, read=_read, needles=("Runtime Name", "Path State"),
    ),
)  # fmt: skip
