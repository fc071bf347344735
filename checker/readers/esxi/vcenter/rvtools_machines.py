"""RVTools tab vDisk as CSV, and the tabs without facts about the SAN (RVTools 3 and 4).

    VM,Powerstate,Disk,Disk Path,Capacity MiB,Raw,Disk Mode,Sharing mode,Shared Bus,Raw LUN ID,Host
    vm01,poweredOn,Hard disk 1,[ds1] vm01/vm01.vmdk,102400,False,persistent,sharingNone,noSharing,,esx01.lab.example
    vm02,poweredOn,Hard disk 2,[ds1] vm02/rdm.vmdk,51200,True,independent_persistent,sharingNone,physicalSharing,naa.6000144000000010aa00000000000001,esx01.lab.example

The tabs of virtual machines (vInfo, vCPU, vMemory, vNetwork, vPartition …), networks, clusters and licences are recognised
and skipped: vPartition states sizes but not the start. Grammar: formats-hosts.md section 4.
"""

from __future__ import annotations

from collections.abc import Set

from checker.facts.observations import Writer
from checker.readers.esxi.vcenter import objects, rows, rvtools_hosts, rvtools_storage
from checker.readers.esxi.vcenter.objects import HOST, HOST_OF_ROW, Facts
from checker.readers.esxi.vcenter.rows import Row
from checker.readers.esxi.vcenter.rvtools_storage import mebibytes
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.family import Family, names_that_fit
from checker.readers.toolkit.declarations.fields import flag, found, text

is_disk_header = names_that_fit("vm disk diskmode|raw|sharedbus|rawlunid")
_OWN_TABS = (
    is_disk_header, rvtools_hosts.is_hba_header, rvtools_hosts.is_host_header, rvtools_storage.is_multipath_header,
    rvtools_storage.is_datastore_header,
)  # fmt: skip
# Each set of titles occurs only in the tab it names.
_OTHER_TABS = [
    (name, names_that_fit(titles))
    for name, titles in (
        ("vPartition", "vm disk capacitymib consumedmib"),
        ("vPartition", "vm disk capacitymb consumedmb"),
        ("vPartition", "vm disk capacitymb freemb free%"),
        ("vNetwork", "vm macaddress network adapter"),
        ("vInfo", "vm powerstate cpus memory"),
        ("vInfo", "vm powerstate guestrequireddiskspacemib"),
        ("vCluster", "name numhosts totalcpu"),
        ("vCluster", "name numeffectivehosts"),
        ("vSource", "name apiversion fullname"),
        ("vMetaData", "rvtoolsversion"),
        ("a tab of virtual machines", "vm powerstate template"),
        ("another tab", "visdkserver"),
    )
]


def _tab(titles: Set[str] | None) -> str | None:
    """Return the name of the tab with this header, among those without a reader; None if unknown."""
    if not titles or any(is_own(titles) for is_own in _OWN_TABS):
        return None
    return next((name for name, is_header in _OTHER_TABS if is_header(titles)), None)


def _sharing(row: Row) -> str | None:
    """Return the sharing of the bus, or the sharing mode if several hosts may write."""
    bus, mode = row.text("sharedbus"), row.text("sharingmode")
    return mode if mode is not None and "multiwriter" in mode.lower() else bus or mode


_DISK = Facts(
    "guest_disk", mebibytes("size", "capacitymib", "capacitymb"), guest=text("vm", "vmname"), disk=text("disk", "diskname"), host=HOST_OF_ROW,
    datastore=found(r"^\[([^\]\n]{1,200})\]", "diskpath", "path"), device=objects.device("rawlunid", "lunuuid"),
    raw_mapping=flag("raw"), sharing=_sharing,
)  # fmt: skip


def _skip(capture: Capture, out: Writer) -> None:
    """Add a note only: these tabs contain no facts of the model."""
    tab = _tab(rows.header_in(capture.head)) or "a tab"
    out.note(capture.first_line, f"skipped {tab} of RVTools: it contains no facts about the SAN")


def _detect_other(capture: Capture) -> Detection | None:
    tab = _tab(rows.header_in(capture.head))
    return Detection(80, f"column titles of RVTools: {tab}") if tab else None


READERS = (
    Family("rvtools", rows.rows(is_disk_header, "vm vmname", "disk diskname")).reader(
        "rvtools-vdisk", "RVTools vDisk", rows.by_titles("column titles of the RVTools tab vDisk", is_disk_header),
        HOST, _DISK, needles=("VM", "Disk", "a"), trust=40,
    ),
    Reader(
        name="rvtools-other", platform="rvtools", command="RVTools", provides={"host": ()}, detect=_detect_other,
        read=_skip, needles=(",|;|\t",), trust=40,
    ),
)  # fmt: skip
