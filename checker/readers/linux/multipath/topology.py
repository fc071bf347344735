r"""Topology of dm-multipath maps: ``multipath -ll``, ``multipath -l``, ``multipathd show topology``.

New syntax (0.4.9 and later)::

    data7 (36000144000000010300aa00000000001) dm-4 EMC,Invista
    size=100G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
    |-+- policy='service-time 0' prio=50 status=active
    | `- 3:0:1:4 sdk 8:160 active ready running
    `-+- policy='service-time 0' prio=10 status=enabled
      `- 4:0:1:4 sdu 65:64 active ready running

Old syntax (0.4.5 to 0.4.8)::

    data7 (36000144000000010300aa00000000001) dm-4 EMC,Invista
    [size=100G][features=1 queue_if_no_path][hwhandler=0][rw]
    \_ round-robin 0 [prio=2][active]
     \_ 3:0:1:4 sdk 8:160 [active][ready]

With ``-v3``, ``===== paths list =====`` precedes the maps (:mod:`path_list`).

No WWPN is printed: ``hba`` (host3) and ``target`` (3:0:1) join a path to fc_host and fc_remote_ports exports. A path
whose device is gone (``#:#:#:# - #:#``) has no name; it is called ``#1``, ``#2`` … within its map. Maps of the
kernel's native NVMe multipathing (``[nvme]:``) are read by :mod:`native`.
This is a hot format: regular text is read in columns, the rest line by line (performance.md).
"""

from __future__ import annotations

from checker.facts.observations import Writer
from checker.readers.linux.multipath.columns import DEVICE_COLUMNS, PATH_COLUMNS, Topology
from checker.readers.linux.multipath.lines import note_cut
from checker.readers.linux.multipath.regular import RegularReader
from checker.readers.linux.nvme.states import OWNER
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.family import by_pattern

_SIZE_LINE = r"^[^\n]{0,400}?\[?size= ?[0-9][0-9.]{0,15} ?[KMGTPE]?B?\]?[ \t]*\[?features="

_FIRST = r"^(?:[a-z]{4,12}: )?\S{1,128}(?: \(\S{1,128}\))?[ \t]+dm-[0-9]{1,6}\b[^\n]{0,200}\n\[?size="
"""The line of a map; before it, an action may be named."""


def _read(capture: Capture, out: Writer) -> None:
    topology = Topology(out, capture.owner)
    RegularReader(capture, topology).read()
    only_native = topology.native.started and not topology.maps
    software = OWNER if only_native else "dm-multipath"
    out.add("host", capture.first_line, host=capture.owner, platform="linux", multipath_software=software)
    topology.write()
    note_cut(topology, capture, out)


_PROVIDES = {
    "host": ("host", "platform", "multipath_software"),
    "device": ("host", *DEVICE_COLUMNS, "multipath_owner"),
    "device_owner": ("host", "device", "multipath_owner"),
    "path": PATH_COLUMNS,
    "scsi_address": ("host", "kernel_name", "hctl"),
}
READERS = (
    Reader(
        name="linux-multipath-topology", platform="linux", command="multipath -ll", provides=_PROVIDES,
        detect=by_pattern("size=… features=… of a dm-multipath map", (95, _SIZE_LINE)), read=_read,
        also=("multipathd show topology",), needles=("size=", "features="), begins=_FIRST,
        selects=r"\bmultipath[ \t]+(?:-\S+[ \t]+)*-l{1,2}(?:[ \t]+-v[ \t]*\d|[ \t]+-(?!v[ \t])\w+)*[ \t]+(?!\d?>)[\w/]",
    ),
    Reader(
        name="linux-multipath-list", platform="linux", command="multipath -v3", provides=_PROVIDES,
        detect=by_pattern("paths list of multipath -v3", (89, r"^=+ paths list =+[ \t]*$")), read=_read,
        needles=("= paths list =",),
    ),
)  # fmt: skip
