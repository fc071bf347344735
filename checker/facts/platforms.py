"""What the platforms of readers are: operating systems and software of hosts, switches, arrays, or documents about many machines."""

from __future__ import annotations

import re

OPERATING_SYSTEMS = ("esxi", "linux", "windows", "aix", "solaris", "hpux")
SYSTEM_NAMES = dict(zip(OPERATING_SYSTEMS, ("ESXi", "Linux", "Windows", "AIX", "Solaris", "HP-UX"), strict=True))
"""Operating systems as people write them."""
HOSTS = (
    *OPERATING_SYSTEMS,
    "unix",
    "powerpath",
    "veritas",
    "hdlm",
    "ultrapath",
    "sdd",
    "sanlun",
    "emulex",
    "qlogic",
    "cci",
    "symcli",
)
"""Platforms whose exports are taken from one host; unix is any of the systems; cci and symcli list disks of a host, with their arrays."""
ARRAY_FAMILIES = {
    "3par": "3PAR",
    "clariion": "CLARiiON or VNX",
    "hitachi": "Hitachi VSP",
    "netapp": "ONTAP",
    "powerstore": "PowerStore",
    "pure": "Pure FlashArray",
    "svc": "SVC or FlashSystem",
    "symmetrix": "Symmetrix",
    "unity": "Unity",
    "vplex": "VPLEX",
    "xtremio": "XtremIO",
}
"""Families of arrays as people write them; others have no name of their own."""
PRODUCT_LINES = {"symmetrix": ("VMAX", "PowerMax")}
"""Names of products that are better known than the name of their family."""
SWITCH_SYSTEMS = {"brocade": "Fabric OS", "cisco-mds": "NX-OS"}
"""Operating systems of switches by platform."""
SWITCHES = tuple(SWITCH_SYSTEMS)
DOCUMENTS = ("sanlint", "rvtools", "powercli", "fio", "vdbench", "iometer", "network")
"""Platforms whose exports describe machines without being taken from one."""


def noun_of(platform: str) -> str | None:
    """Return what an export of this platform is taken from: host, switch or array; None for a document."""
    if platform in HOSTS:
        return "host"
    if platform in SWITCHES:
        return "switch"
    return None if platform in DOCUMENTS else "array"


def is_unnamed(owner: str) -> bool:
    """Return whether a name is that of a machine which neither content nor path names: ``unknown host (multipath.txt)``."""
    return re.match(r"unknown (?:host|switch|array) \(", owner) is not None
