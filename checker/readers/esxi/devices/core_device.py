"""``esxcli storage core device list`` (ESXi 5 to 8) and ``esxcli corestorage device list`` (4.x).

    naa.6000144000000010aa00000000000001
       Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       Size: 102400
       Device Type: Direct-Access
       Multipath Plugin: NMP
       Vendor: EMC
       Model: Invista
       Status: on

``Size`` is in MiB. ``Status: degraded`` means that one path is left (formats-hosts.md section 1.5).
"""

from __future__ import annotations

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.esxi import listing, names
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_MEBIBYTE = 1 << 20
USED = (
    "display name", "size", "multipath plugin", "vendor", "model", "revision", "status", "is local", "is ssd",
    "is perennially reserved", "is boot device", "device max queue depth",
    "no of outstanding ios with competing worlds", "queue full sample size", "queue full threshold", "is vvol pe",
    "is protocol endpoint",
)  # fmt: skip
KEYS = frozenset(
    (
        *USED, "has settable display name", "device type", "devfs path", "scsi level", "is pseudo", "is rdm capable",
        "is removable", "is offline", "thin provisioning status", "attached filters", "vaai status", "other uids",
        "is shared clusterwide", "is local sas device", "is sas", "is usb", "is boot usb device", "drive type",
        "raid level", "number of physical drives", "protection enabled", "pi activated", "pi type",
        "pi protection mask", "supported guard types", "dix enabled", "dix guard type", "emulated dix/dif enabled",
        "is sed", "is clusterwide vmdk", "nvme version", "protocol",
    )
)  # fmt: skip
_NEEDED = ("display name", "size", "multipath plugin", "vendor", "model", "status")
COLUMNS = word_list("""
    host device alias vendor model revision size_bytes transport multipath_owner device_state is_local is_ssd is_boot
    perennially_reserved queue_depth outstanding_limit protocol_endpoint queue_full_sample_size queue_full_threshold
""")  # fmt: skip


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one device and the plug-in that claims it."""
    if not record.values:
        return False
    shown = record.get("display name")
    printed = record.name or names.device_in_display_name(shown) or _in_devfs(record.get("devfs path"))
    if printed is None:
        out.note(record.line, "skipped a device record without a device name")
        out.unread(record.line, len(record.values))
        return False
    device = out.device_id(printed, record.line, "device")
    owner = names.multipath_owner(record.get("multipath plugin"))
    facts: dict[str, Value] = _facts(record, shown, owner)
    facts.update(host=capture.owner, device=device)
    out.add("device", record.line, **{column: facts[column] for column in COLUMNS})
    if device and owner:
        line = record.at("multipath plugin")
        out.add("device_owner", line, host=capture.owner, device=device, multipath_owner=owner)
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    for record in listing.read_records(capture, listing.RecordReader(out, KEYS, listing.device_name, _NEEDED)):
        writer.take(record)


def _facts(record: listing.Record, shown: str | None, owner: str | None) -> dict[str, Value]:
    name = names.display_name(shown)
    size = normalise.integer((record.get("size") or "").removesuffix("MB"))
    endpoint = normalise.yes_no(record.get("is vvol pe") or record.get("is protocol endpoint"))
    return {
        "alias": name.alias, "vendor": record.get("vendor") or name.vendor, "model": record.get("model"),
        "revision": record.get("revision"), "size_bytes": None if size is None or size < 0 else size * _MEBIBYTE,
        "transport": name.transport, "multipath_owner": owner, "device_state": record.get("status"),
        "is_local": normalise.yes_no(record.get("is local")), "is_ssd": normalise.yes_no(record.get("is ssd")),
        "is_boot": normalise.yes_no(record.get("is boot device")),
        "perennially_reserved": normalise.yes_no(record.get("is perennially reserved")),
        "queue_depth": normalise.integer(record.get("device max queue depth")), "protocol_endpoint": endpoint,
        "queue_full_sample_size": normalise.integer(record.get("queue full sample size")),
        "queue_full_threshold": normalise.integer(record.get("queue full threshold")),
        "outstanding_limit": normalise.integer(record.get("no of outstanding ios with competing worlds")),
    }  # fmt: skip


def _in_devfs(path: str | None) -> str | None:
    return path.rpartition("/")[2] or None if path else None


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(
        capture, KEYS, listing.device_name, "multipath plugin", "records with Multipath Plugin and Devfs Path"
    )


READERS = (
    Reader(
        name="esxi-core-device-list", platform="esxi", command="esxcli storage core device list",
        provides={
            "host": ("host", "platform"),
            "device": COLUMNS,
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=_detect, read=_read, needles=("Multipath", "Status", "Vendor"),
    ),
)  # fmt: skip
