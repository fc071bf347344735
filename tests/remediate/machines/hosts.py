"""Commands of hosts and arrays that set one thing: sysctl, DMP, PowerPath, HDLM, claim rules of ESXi, naviseccli."""

from __future__ import annotations

import re

from checker.facts.kinds import kinds
from tests.remediate.machines.base import Rows, UnknownCommandError

_HDLM = {"lb": "Load Balance", "pchk": "Path Health Checking"}
_POWERPATH = {"ad": "Adaptive"}
_DMP = {"minimumq": "MinimumQ"}
LINUX = ("sysctl", "vxdmpadm", "powermt", "dlnkmgr")
WINDOWS = ("Set-ItemProperty", "Set-MPIOSetting")
# The parameters of Set-MPIOSetting and what Get-MPIOSetting calls them; two of them are switched by a word.
_MPIO = {
    "NewPathVerificationState": "PathVerificationState", "NewPathVerificationPeriod": "PathVerificationPeriod",
    "NewPDORemovePeriod": "PDORemovePeriod", "NewRetryCount": "RetryCount", "NewRetryInterval": "RetryInterval",
    "CustomPathRecovery": "UseCustomPathRecoveryTime", "NewPathRecoveryInterval": "CustomPathRecoveryTime",
    "NewDiskTimeout": "DiskTimeoutValue",
}  # fmt: skip
_SWITCHED = {"NewPathVerificationState", "CustomPathRecovery"}
CLAIMS = ("esxcli storage core claimrule load", "esxcli storage core claimrule run", "esxcli storage nmp satp rule")


def linux(rows: Rows, host: str, command: str) -> None:
    """A command of a Linux host; ``host`` is empty if no export names it."""
    sysctl = re.fullmatch(r"sysctl -w (\S+)=(\S+)", command)
    dmp = re.fullmatch(r"vxdmpadm setattr enclosure (\S+) iopolicy=(\S+)", command)
    policy = re.fullmatch(r"powermt set policy=(\S+) dev=(\S+)", command)
    function = re.fullmatch(r"dlnkmgr set -(\S+) (on|off)", command)
    if sysctl:
        rows.one("host_setting", host=host, scope="sysctl", setting=sysctl.group(1))["value"] = sysctl.group(2)
    elif dmp:
        rows.one("dmp_enclosure", host=host, enclosure=dmp.group(1))["io_policy"] = _DMP[dmp.group(2)]
    elif policy:
        rows.one("device", host=host, kernel_name=policy.group(2))["policy"] = _POWERPATH[policy.group(1)]
    elif function:
        name, value = function.groups()
        rows.one("host_setting", host=host, scope="hdlm", setting=_HDLM[name])["value"] = value
    elif command == "powermt restore":
        for row in rows.of("device"):
            if host in ("", row["host"]) and row["default_owner"]:
                row["current_owner"] = row["default_owner"]
    elif command != "powermt save":
        raise UnknownCommandError(command)


def aix(rows: Rows, host: str, command: str) -> None:
    """``chdev -l NAME -a ATTRIBUTE=VALUE … -P``: attributes of an adapter or a disk, as they are after the next boot."""
    found = re.fullmatch(r"chdev -l (\w+)((?: -a \w+=\w+)+) -P", command)
    if found is None:
        raise UnknownCommandError(command)
    for setting, value in re.findall(r"-a (\w+)=(\w+)", found.group(2)):
        rows.one("host_setting", host=host, scope=found.group(1), setting=setting)["value"] = value


def is_sysctl_file(line: str) -> bool:
    """Return whether this is a line of a file below /etc/sysctl.d."""
    return re.fullmatch(r"[\w.]+ = \S+", line) is not None


def sysctl_file(rows: Rows, host: str, line: str) -> None:
    """A line of a file below /etc/sysctl.d, as it is read at the next boot."""
    name, _, value = line.partition(" = ")
    rows.one("host_setting", host=host, scope="sysctl", setting=name)["value"] = value


def powershell(rows: Rows, host: str, command: str) -> None:
    """The timeout of all disks in the registry, or a setting of MPIO; a switch takes a word, everything else a number."""
    timeout = re.fullmatch(
        r"Set-ItemProperty -Path HKLM:\\SYSTEM\\CurrentControlSet\\Services\\Disk -Name TimeOutValue -Type DWord -Value (\d+)",
        command,
    )
    setting = re.fullmatch(r"Set-MPIOSetting -(\w+) (\w+)", command)
    if timeout:
        rows.one("host_setting", host=host, scope="disk", setting="TimeOutValue")["value"] = timeout.group(1)
    elif setting and setting.group(1) in _MPIO:
        name, value = setting.groups()
        if not (value in ("Enabled", "Disabled") if name in _SWITCHED else value.isdigit()):
            raise UnknownCommandError(command)
        rows.one("host_setting", host=host, scope="mpio", setting=_MPIO[name])["value"] = value
    else:
        raise UnknownCommandError(command)


def claims(rows: Rows, host: str, command: str) -> None:
    """Load the stored claim rules of an ESX host, or add or remove a rule for a storage array type plug-in."""
    found = re.fullmatch(
        r'esxcli storage nmp satp rule (add|remove) -c (\S+) -e "(.+)" -M (\S+) -P (\S+) -O (\S+) -s (\S+) -t vendor -V (\S+)',
        command,
    )
    if command == "esxcli storage core claimrule load":
        rules = rows.of("claim_rule")
        here = [row for row in rules if row["host"] == host and row["rule_class"] == "MP"]
        stored = [row for row in here if row["rule_loaded_as"] == "file"]
        rules[:] = [row for row in rules if row not in here] + [
            {**row, "rule_loaded_as": place} for row in stored for place in ("file", "runtime")
        ]
    elif found:
        verb, claim, text, model, psp, options, satp, vendor = found.groups()
        empty = dict.fromkeys(kinds()["satp_rule"].column_names)
        what = {"satp": satp, "vendor": vendor, "model": model, "claim_options": claim, "default_psp": psp}
        rule = {**empty, "host": host, **what, "psp_options": options, "description": text}
        (rows.of("satp_rule").append if verb == "add" else rows.of("satp_rule").remove)(rule)
    elif command != "esxcli storage core claimrule run":
        raise UnknownCommandError(command)


def naviseccli(rows: Rows, array: str, command: str) -> None:
    """Switch the write cache of the whole array; that of single LUNs stays as it is."""
    found = re.fullmatch(r"naviseccli setcache -wc ([01])", command)
    if not found:
        raise UnknownCommandError(command)
    setting = rows.one("array_setting", storage_array=array, scope="", setting="SP Write Cache State")
    setting["value"] = "Enabled" if found.group(1) == "1" else "Disabled"
