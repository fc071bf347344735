"""``esxcli storage core device list`` (ESXi 5 to 8) and ``esxcli corestorage device list`` (4.x).

    naa.6000144000000010aa00000000000001
       Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       Size: 102400
       Device Type: Direct-Access
       Multipath Plugin: NMP
       Vendor: EMC
       Model: Invista
       Status: on

``Size`` is in whole MiB, so it is an interval. ``Status: degraded`` means that one path is left (formats-hosts.md section 1.5).
"""

from __future__ import annotations

from checker.facts import normalise
from checker.readers.esxi import listing, names
from checker.readers.esxi.family import HOST, Facts, Named, device_name, shown
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, first, flag, number, owner, parsed
from checker.readers.toolkit.rounded import Interval, columns, of_disk

KEYS = frozenset(
    (
        "display name", "size", "multipath plugin", "vendor", "model", "revision", "status", "is local", "is ssd",
        "is perennially reserved", "is boot device", "device max queue depth",
        "no of outstanding ios with competing worlds", "queue full sample size", "queue full threshold", "is vvol pe",
        "is protocol endpoint", "has settable display name", "device type", "devfs path", "scsi level", "is pseudo",
        "is rdm capable", "is removable", "is offline", "thin provisioning status", "attached filters", "vaai status",
        "other uids", "is shared clusterwide", "is local sas device", "is sas", "is usb", "is boot usb device",
        "drive type", "raid level", "number of physical drives", "protection enabled", "pi activated", "pi type",
        "pi protection mask", "supported guard types", "dix enabled", "dix guard type", "emulated dix/dif enabled",
        "is sed", "is clusterwide vmdk", "nvme version", "protocol",
    )
)  # fmt: skip
NEEDED = ("display name", "size", "multipath plugin", "vendor", "model", "status")


def _device(record: Record) -> str | None:
    return device_name(record) or (record.text("devfs path") or "").rpartition("/")[2] or None


def _size(record: Record) -> Interval | None:
    return of_disk((record.text("size") or "").removesuffix("MB").strip(), "M")


_OWNER = parsed(names.multipath_owner, "multipath plugin")
PARTS = (
    Where(
        lambda record: record.values,
        Named(
            _device, "skipped a device record without a device name",
            HOST,
            Facts(
                "device", columns("size", _size), host=owner, device=device_id(of=_device), alias=shown("display name", "alias"),
                vendor=first("vendor", shown("display name", "vendor")), model="model", revision="revision",
                transport=shown("display name", "transport"), multipath_owner=_OWNER,
                device_state="status", is_local=flag("is local"), is_ssd=flag("is ssd"), is_boot=flag("is boot device"),
                perennially_reserved=flag("is perennially reserved"), queue_depth=number("device max queue depth"),
                outstanding_limit=number("no of outstanding ios with competing worlds"),
                protocol_endpoint=parsed(normalise.yes_no, "is vvol pe", "is protocol endpoint"),
                queue_full_sample_size=number("queue full sample size"),
                queue_full_threshold=number("queue full threshold"),
            ),
            Facts(
                "device_owner", needs=("device", "multipath_owner"), line="multipath plugin", host=owner,
                device=device_id(of=_device, report=False), multipath_owner=_OWNER,
            ),
        ),
    ),
)  # fmt: skip
READERS = (
    Family("esxi", listing.records(KEYS, listing.device_name, NEEDED)).reader(
        "esxi-core-device-list", "esxcli storage core device list",
        listing.by_keys("records with Multipath Plugin and Devfs Path", "multipath plugin", KEYS, listing.device_name),
        *PARTS, needles=("Multipath", "Status", "Vendor"), begins=listing.DEVICE_LINE + r" *Display Name: ",
    ),
)  # fmt: skip
