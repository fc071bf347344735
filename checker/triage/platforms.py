"""Commands that users type, by purpose and platform, for what triage asks them to collect or to look at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from checker.collect import TRIAGE
from checker.facts.store.store import Store
from checker.triage.model import Need

Purpose = Literal[
    "latency",
    "identity",
    "volumes",
    "queue",
    "depth",
    "paths",
    "counters",
    "optics",
    "log",
    "partitions",
    "credits",
    "zoning",
    "cache",
    "legs",
]

_PORT = re.compile(r"\bPORT\b|\bfcX/Y\b")
"""Where a command names a port."""
_LONGEST = 60
"""Characters of a command above which a report names where it is printed."""
_NO_LATENCY = ("brocade", "cisco-mds", "vplex")
"""Platforms whose first command is none that shows latencies."""
_COMMANDS: Mapping[Purpose, Mapping[str, str]] = {
    "latency": {
        **{
            platform: script.first
            if len(script.first) < _LONGEST
            else f"what sanlint collect --triage {platform} prints"
            for platform, script in TRIAGE.items()
            if platform not in _NO_LATENCY
        },
        "vplex": "monitor collect, or the perpetual monitors of all directors and virtual volumes",
    },
    "identity": {
        "linux": "multipath -ll; lsblk",
        "solaris": "mpathadm show lu",
        "aix": "lsmpio",
        "hpux": "scsimgr lun_map",
        "windows": "mpclaim -s -d",
        "esxi": "esxcli storage core device list",
    },
    "volumes": {
        "symmetrix": "symdev list -v, or GET /univmax/restapi/sloprovisioning/symmetrix/ID/volume/VOLUME",
        "clariion": "naviseccli getlun -uid -name",
        "svc": "lsvdisk -delim :",
        "3par": "showvv -d",
        "hitachi": "raidscan -p PORT -fw",
        "unity": "GET /api/types/lun/instances?fields=id,name,wwn",
        "pure": "purevol list",
        "netapp": "lun show -fields vserver,path,serial-hex",
        "powerstore": "GET /api/rest/volume?select=id,name,wwn",
    },
    "queue": {
        "esxi": "esxtop, key u: DQLEN, ACTV, QUED of the device",
        "linux": "cat /sys/block/DISK/device/queue_depth; iostat -xt 10",
        "solaris": "iostat -xn 10",
        "aix": "lsattr -El DISK -a queue_depth; iostat -Dl 10",
        "hpux": "scsimgr get_attr -D /dev/rdisk/DISK -a max_q_depth; sar -d 10",
        "windows": 'typeperf "\\PhysicalDisk(*)\\Current Disk Queue Length"',
    },
    "depth": {
        "linux": "cat /sys/block/DISK/device/queue_depth",
        "windows": "reg query HKLM\\SYSTEM\\CurrentControlSet\\Services\\DRIVER\\Parameters\\Device",
    },
    "paths": {
        "esxi": "esxcli storage nmp device list",
        "linux": "multipath -ll",
        "solaris": "mpathadm show lu",
        "aix": "lsmpio",
        "hpux": "scsimgr lun_map",
        "windows": "mpclaim -s -d",
    },
    "partitions": {
        "esxi": "partedUtil getptbl /vmfs/devices/disks/DEVICE",
        "linux": "parted DISK unit s print",
        "windows": "wmic partition get Name,StartingOffset",
    },
    "log": {"esxi": "grep -E 'ScsiDeviceIO' /var/log/vmkernel.log"},
    "counters": {
        "brocade": "date; portstats64show PORT, twice, 60 s apart, while it is slow",
        "cisco": "show clock; show interface counters detailed, twice, 60 s apart, while it is slow",
    },
    "credits": {"brocade": "portbuffershow; islshow", "cisco": "show interface fcX/Y bbcredit"},
    "zoning": {"brocade": "cfgshow", "cisco": "show zoneset active"},
    "cache": {"clariion": "naviseccli getcache; naviseccli faults -list"},
    "optics": {"brocade": "sfpshow PORT -f", "cisco": "show interface fcX/Y transceiver details"},
    "legs": {"vplex": "ll /distributed-storage/distributed-devices/*; rebuild status"},
}
_WORDS: Mapping[Purpose, str] = {
    "latency": "latency of volumes over time, in intervals of 10 s",
    "identity": "list of disks with their LUN identities",
    "volumes": "list of the volumes of the array with their identities (WWN)",
    "queue": "queue depth and queued I/Os of the device",
    "depth": "queue depth of its LUNs",
    "paths": "path list and path policy",
    "partitions": "partition table with start sectors",
    "log": "log of SCSI errors",
    "counters": "port counters, twice, 60 s apart, while it is slow",
    "credits": "buffer credits and distance of its ISLs",
    "zoning": "active zones",
    "cache": "state of its write cache, batteries and controllers",
    "optics": "transceiver readings of the port",
    "legs": "state of the legs of distributed devices, and rebuilds",
}
_PLATFORMS = """
    SELECT host, platform FROM host WHERE platform IS NOT NULL
    UNION SELECT switch, vendor FROM switch WHERE vendor IS NOT NULL
    UNION SELECT storage_array, family FROM storage_array WHERE family IS NOT NULL ORDER BY ALL
"""


_NAMELESS = """
    SELECT DISTINCT storage_array FROM triage_object WHERE host IS NULL AND storage_array <> '' AND about_kind = 'storage_volume'
        AND storage_array NOT IN (SELECT system FROM triage_array_key WHERE system IS NOT NULL)
"""


class Platforms:
    """Platforms of hosts, vendors of switches and families of arrays, and the commands for each.

    Attributes:
        known: the platforms.
        measured: arrays with response times over time.
    """

    def __init__(self, store: Store) -> None:
        store.ensure_entities(("host", "switch", "storage_array", "export"))
        self.known: Mapping[str, str] = dict(store.rows(_PLATFORMS))
        given = store.rows("SELECT DISTINCT owner, command FROM export WHERE owner <> '' AND command <> ''")
        self._given = {(owner, command) for owner, command in given}
        self._nameless = {system for (system,) in store.rows(_NAMELESS)}
        self.measured = {system for (system,) in store.rows("SELECT DISTINCT system FROM triage_array_key")}

    def need(self, purpose: Purpose, owner: str, why: str, port: str = "") -> Need:
        """Return the command for a machine, or what it has to show if the command for its platform is not known.

        Args:
            purpose: what the command has to show.
            owner: the machine; empty if it is unknown.
            why: what it is for.
            port: the port of a switch that it is about, if it is about one.
        """
        if purpose == "latency" and owner in self._nameless:
            purpose, why = "volumes", "its latencies are there, but not which LUN each of its volumes is"
        platform = self.known.get(owner, "")
        command = _COMMANDS[purpose].get(platform, _WORDS[purpose])
        if purpose == "latency" and platform and platform not in _COMMANDS[purpose]:
            command = f"latency of volumes over time, of which triage reads no export of {platform}"
        return Need(_PORT.sub(lambda _: port, command) if port else command, platform, owner, why)

    def identities(self, host: str, why: str) -> list[Need]:
        """Return the commands that identify the disks of a host, without those whose output is there; empty if nothing is left."""
        need = self.need("identity", host, why)
        left = [one for one in need.command.split("; ") if (host, one) not in self._given]
        return [replace(need, command="; ".join(left))] if left else []
