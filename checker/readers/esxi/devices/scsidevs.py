"""``esxcfg-scsidevs -c``: one line per device; ``esxcfg-scsidevs -m``: one line per VMFS extent.

    Device UID                            Device Type      Console Device                                            Size      Multipath PluginDisplay Name
    naa.6000144000000010aa00000000000001  Direct-Access    /vmfs/devices/disks/naa.6000144000000010aa00000000000001  102400MB  NMP     EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)

    naa.6000144000000010aa00000000000001:1 /vmfs/devices/disks/naa.6000144000000010aa00000000000001:1 4fc903bb-00000001-0001-000000000001 0 datastore one

Sizes are in whole MiB, so a size is an interval. Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re

from checker.readers.esxi import listing, names
from checker.readers.esxi.family import HOST, Facts, shown
from checker.readers.esxi.tables import rows
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, number, owner, parsed
from checker.readers.toolkit.rounded import disk_size

_DEVICE = re.compile(
    r"((?:naa|eui|t10|mpx|uuid|vml)\.\S+)\s+(\S[^/\n]{0,60}?)\s+(/\S+)\s+(\d{1,15})\s?MB\s+(\S+)\s+(\S.*)\Z"
)
_EXTENT = re.compile(
    r"((?:naa|eui|t10|mpx|uuid|vml)\.\S+):(\d{1,3})\s+(/\S+)\s+([0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"\s+(\d{1,3})\s+(\S.*)\Z"
)
_HEADER = re.compile(r"Device UID\s+Device Type\s+Console Device\s", re.IGNORECASE)
_OWNER = parsed(names.multipath_owner, "plugin")
_DEVICES = (
    HOST,
    Facts(
        "device", disk_size("size", "M"), host=owner, device=device_id("device"),
        multipath_owner=_OWNER, vendor=shown("shown", "vendor"), alias=shown("shown", "alias"),
        transport=shown("shown", "transport"), is_local=shown("shown", "is_local"),
    ),
    Facts(
        "device_owner", needs=("device", "multipath_owner"), host=owner, device=device_id("device", report=False),
        multipath_owner=_OWNER,
    ),
)  # fmt: skip
_EXTENTS = (
    HOST,
    Facts(
        "datastore", host=owner, datastore="datastore", device=device_id("device"), uuid="uuid",
        extent=number("extent"), partition=number("partition"),
    ),
)  # fmt: skip
_CLAIMS = ((0.6, 95), (0.3, 60))

READERS = (
    Family("esxi", rows(_DEVICE, _HEADER, ("device", "type", "console", "size", "plugin", "shown"))).reader(
        "esxi-scsidevs-compact", "esxcfg-scsidevs -c",
        listing.by_share(
            "rows of device, type, console device, size and plug-in", _DEVICE, _HEADER, needs=_DEVICE, claims=_CLAIMS
        ),
        *_DEVICES, needles=("MB", "/"), begins=r"^ *Device UID +Device Type +Console Device", trust=50,
    ),
    Family("esxi", rows(_EXTENT, _HEADER, ("device", "partition", "console", "uuid", "extent", "datastore"))).reader(
        "esxi-scsidevs-vmfs", "esxcfg-scsidevs -m",
        listing.by_share(
            "rows of partition, device, VMFS UUID, extent and label", _EXTENT, _HEADER, needs=_EXTENT, claims=_CLAIMS
        ),
        *_EXTENTS, needles=("/vmfs/devices/",),
    ),
)  # fmt: skip
