"""Kind of a command: it only inspects, it fixes, or it follows the fix (a rescan, clearing counters).

A command that is not known to be harmless counts as a fix and is handled with the same care.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

Kind = Literal["inspect", "fix", "follow-up"]

_SHELL_READ_ONLY = r'(multipath (-v\d )?-(ll|d)|multipathd? show|powermt (display|check_registration)|pvs|vxprint|vxdmpadm get(attr|tune)|nvme list|upadmin show|lsblk|lspci|cat /|grep (\.|"") /sys/|dlnkmgr view|dmsetup table|sysctl [a-z.]+|hbacmd (listhbas|hbaattributes|portattributes))\b.*|iscsiadm -m session( -P [0-3])?'
_SYMCLI_READ_ONLY = r"(symcfg list|symaccess -sid \S+ (list|show|-type \S+ (show|list))|symdev (list|show))\b.*"
_READ_ONLY: Mapping[str, str] = {
    "brocade": r"tsclockserver|firmwaredownloadstatus|(\w*show|(ag|defzone|mapspolicy|mapsdb) --show|nodefind|cfgsize|nszonemember|zone --(validate|show)|portbuffercalc)\b.*",
    "cisco-mds": r"show .*",
    "vplexcli": r"(ll|ls|health-check|cluster (status|summary)|connectivity validate-\S+|ndu pre-check|validate-system-configuration|vpn status"
    r"|rebuild (status|show-transfer-size)|back-end degraded list|monitor stat-list|version|\S+ summary)(?!\S).*",
    "esxi": r"(esxcli( [a-z]\S*)+ (list|get|getconfig)|esxtop|vmkfstools -P|partedUtil getptbl)(?!\S).*",
    "linux": _SHELL_READ_ONLY,
    "symcli": _SYMCLI_READ_ONLY,
    "naviseccli": r"naviseccli( -h \S+)? (get\w*|port -list|storagegroup -list)\b.*",
    "xmcli": r"show-.*",
    "powershell": r"Get-\S+.*",
    "windows": r"(Get-\S+|mpclaim -[se]|dmdiag).*",
    "powercli": r"Get-\S+.*",
    "aix": r"ls\w+( (-\S+|\w+))*",
}
_AFTERWARDS: Mapping[str, str] = {
    "brocade": r"(portstatsclear|statsclear)\b.*",
    "cisco-mds": r"clear counters\b.*",
    "esxi": r"esxcli storage core adapter rescan\b.*",
    "linux": r"(rescan-scsi-bus\.sh|udevadm trigger --subsystem-match=block)",
}

# Commands that remove an object: a script runs them last, because later commands may still change the object.
_REMOVING: Mapping[str, str] = {
    "brocade": r"(cfgremove|zoneobjectexpunge|alidelete)\b.*",
    "cisco-mds": r"(zoneset name .+ ; no member|no zone name)\b.*",
}

# Commands that change or remove a zone, with its name.
_ZONE: Mapping[str, str] = {
    "brocade": r'(?:zoneadd|zoneremove|zoneobjectexpunge) "([^"]+)".*',
    "cisco-mds": r"(?:no )?zone name (\S+ vsan \d+)\b.*",
}

# The commands of these platforms have no redirection that could write a file.
_NO_SHELL = frozenset({"brocade", "cisco-mds", "vplexcli", "xmcli"})


def kind_of(command: str, platform: str) -> Kind:
    """Return what a command does on its platform."""
    if platform not in _NO_SHELL and re.search(r"[;|&<>`]|\$\(", command):
        return "fix"
    if _pattern(_READ_ONLY.get(platform, r"(?!)")).fullmatch(command):
        return "inspect"
    if _pattern(_AFTERWARDS.get(platform, r"(?!)")).fullmatch(command):
        return "follow-up"
    return "fix"


def removes(command: str, platform: str) -> bool:
    """Return whether a command removes a whole zone or alias, or takes a zone out of its configuration."""
    return bool(_pattern(_REMOVING.get(platform, r"(?!)")).fullmatch(command))


def changed_zone(command: str, platform: str) -> str | None:
    """Return the zone that a command changes or removes, on NX-OS with its VSAN; None for all other commands."""
    match = _pattern(_ZONE.get(platform, r"(?!)")).fullmatch(command)
    return match.group(1) if match else None


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)
