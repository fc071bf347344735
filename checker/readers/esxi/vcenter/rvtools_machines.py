"""RVTools tab vDisk as CSV, and the tabs without facts about the SAN (RVTools 3 and 4).

    VM,Powerstate,Disk,Disk Path,Capacity MiB,Raw,Disk Mode,Sharing mode,Shared Bus,Raw LUN ID,Host
    vm01,poweredOn,Hard disk 1,[ds1] vm01/vm01.vmdk,102400,False,persistent,sharingNone,noSharing,,esx01.lab.example
    vm02,poweredOn,Hard disk 2,[ds1] vm02/rdm.vmdk,51200,True,independent_persistent,sharingNone,physicalSharing,naa.6000144000000010aa00000000000001,esx01.lab.example

The tabs of virtual machines (vInfo, vCPU, vMemory, vNetwork, vPartition …), networks, clusters and licences are recognised
and skipped: vPartition states sizes but not the start. Grammar: formats-hosts.md section 4.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi.vcenter import objects, rows, rvtools_hosts, rvtools_storage
from checker.readers.toolkit.base import Capture, Detection, Reader

_MEBIBYTE = 1 << 20
_DATASTORE = re.compile(r"\[([^\]\n]{1,200})\]")
_DISK_COLUMNS = ("guest", "disk", "host", "datastore", "device", "raw_mapping", "sharing", "size_bytes")
# Each set of titles occurs only in the tab it names.
_OTHER_TABS: tuple[tuple[str, frozenset[str]], ...] = (
    ("vPartition", frozenset(("vm", "disk", "capacitymib", "consumedmib"))),
    ("vPartition", frozenset(("vm", "disk", "capacitymb", "consumedmb"))),
    ("vPartition", frozenset(("vm", "disk", "capacitymb", "freemb", "free%"))),
    ("vNetwork", frozenset(("vm", "macaddress", "network", "adapter"))),
    ("vInfo", frozenset(("vm", "powerstate", "cpus", "memory"))),
    ("vInfo", frozenset(("vm", "powerstate", "guestrequireddiskspacemib"))),
    ("vCluster", frozenset(("name", "numhosts", "totalcpu"))),
    ("vCluster", frozenset(("name", "numeffectivehosts"))),
    ("vSource", frozenset(("name", "apiversion", "fullname"))),
    ("vMetaData", frozenset(("rvtoolsversion",))),
    ("a tab of virtual machines", frozenset(("vm", "powerstate", "template"))),
    ("another tab", frozenset(("visdkserver",))),
)


def is_disk_header(titles: Collection[str]) -> bool:
    """Whether these are the titles of vDisk."""
    return {"vm", "disk"} <= {*titles} and bool({*titles} & {"diskmode", "raw", "sharedbus", "rawlunid"})


def _tab(titles: Collection[str]) -> str | None:
    """Return the name of the tab with this header, among those without a reader; None if unknown."""
    own = (
        is_disk_header, rvtools_hosts.is_hba_header, rvtools_hosts.is_host_header, rvtools_storage.is_multipath_header,
        rvtools_storage.is_datastore_header,
    )  # fmt: skip
    if any(is_own(titles) for is_own in own):
        return None
    return next((name for name, needed in _OTHER_TABS if needed <= {*titles}), None)


def _read_disks(capture: Capture, out: Writer) -> None:
    hosts = objects.Hosts(out)
    for row in rows.read_rows(capture, out, is_disk_header):
        guest, disk = row.get("vm", "vmname"), row.get("disk", "diskname")
        if guest is None or disk is None:
            out.unread(row.line)
            continue
        host = row.get("host", "hostname")
        if host:
            hosts.see(row.line, host)
        place = _DATASTORE.match(row.get("diskpath", "path") or "")
        size = row.whole("capacitymib", "capacitymb")
        bus, mode = row.get("sharedbus"), row.get("sharingmode")
        several_writers = mode is not None and "multiwriter" in mode.lower()
        out.add(
            "guest_disk", row.line, guest=guest, disk=disk, host=host, datastore=place.group(1) if place else None,
            device=objects.device(out, row, row.get("rawlunid", "lunuuid"), "guest_disk"),
            raw_mapping=normalise.yes_no(row.get("raw")), sharing=mode if several_writers else bus or mode,
            size_bytes=None if size is None else size * _MEBIBYTE,
        )  # fmt: skip


def _pass_over(capture: Capture, out: Writer) -> None:
    """Add a note only: these tabs contain no facts of the model."""
    titles = rows.header_in(capture.head)
    tab = _tab(titles) if titles else None
    out.note(capture.first_line, f"skipped {tab or 'a tab'} of RVTools: it contains no facts about the SAN")


def _detect_disks(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    return Detection(95, "column titles of the RVTools tab vDisk") if titles and is_disk_header(titles) else None


def _detect_other(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    tab = _tab(titles) if titles else None
    return Detection(80, f"column titles of RVTools: {tab}") if tab else None


READERS = (
    Reader(
        name="rvtools-vdisk", platform="rvtools", command="RVTools vDisk",
        provides={"host": ("host", "platform"), "guest_disk": _DISK_COLUMNS}, detect=_detect_disks, read=_read_disks,
        needles=("VM", "Disk", "a"), trust=40,
    ),
    Reader(
        name="rvtools-other", platform="rvtools", command="RVTools", provides={"host": ()}, detect=_detect_other,
        read=_pass_over, trust=40,
    ),
)  # fmt: skip
