"""Reclaiming a volume on ESXi: the claim rules that are loaded choose the plug-in, the SATP rules the type of array."""

from __future__ import annotations

import re

from checker.facts.kinds import kinds
from tests.remediate.machines.base import Row, Rows, UnknownCommandError

RECLAIM = "esxcli storage core claiming reclaim"
# The rule of the array that was added first, as ``only_if`` of the command says: its vendor, model and plug-ins.
ADDED = (
    ("NETAPP", "LUN C-Mode", "VMW_SATP_ALUA", "VMW_PSP_RR"),
    ("NETAPP", "INF-01-00", "VMW_SATP_ALUA", "VMW_PSP_RR"),
    ("EMC", "SYMMETRIX", "VMW_SATP_SYMM", "VMW_PSP_RR"),
)


def add_rules(rows: Rows, host: str) -> None:
    """Add the rules of the arrays."""
    empty = dict.fromkeys(kinds()["satp_rule"].column_names)
    rows.of("satp_rule").extend(
        {**empty, "host": host, "vendor": vendor, "model": model, "satp": satp, "default_psp": psp}
        for vendor, model, satp, psp in ADDED
    )


def reclaim(rows: Rows, host: str, command: str) -> None:
    """Claim the paths of a volume by the rules of the host as they are now."""
    found = re.fullmatch(rf"{RECLAIM} --device (\S+)", command)
    if not found:
        raise UnknownCommandError(command)
    device = rows.one("device", host=host, device=found.group(1))
    loaded = [
        row
        for row in rows.of("claim_rule")
        if (row["host"], row["rule_class"], row["rule_loaded_as"]) == (host, "MP", "runtime")
    ]
    plugins = [row["plugin"] for row in sorted(loaded, key=lambda row: row["rule"]) if _matches(row, device)]
    if not plugins:
        raise UnknownCommandError(f"no claim rule matches {device['device']}")
    for row in rows.of("path"):
        if (row["host"], row["device"]) == (host, device["device"]):
            row["plugin"] = plugins[0]
    owners = rows.of("device_owner")
    owners[:] = [
        row for row in owners
        if (row["host"], row["device"]) != (host, device["device"]) or row["multipath_owner"] == plugins[0].lower()
    ]  # fmt: skip
    device["multipath_owner"] = plugins[0].lower()
    if plugins[0] == "NMP":
        rules = [row for row in rows.of("satp_rule") if row["host"] == host and _is_for(row, device)]
        best = max(rules, key=lambda row: (bool(row["model"]), bool(row["vendor"])), default=None)
        device["satp"] = best["satp"] if best else "VMW_SATP_DEFAULT_AA"
        device["psp"] = best["default_psp"] if best and best["default_psp"] else "VMW_PSP_FIXED"


def _matches(rule: Row, device: Row) -> bool:
    wanted = dict(re.findall(r"(\w+)=(.+?)(?= \w+=|$)", rule["matches"]))
    return all(wanted[name] in ("*", device[name]) for name in ("vendor", "model") if name in wanted)


def _is_for(rule: Row, device: Row) -> bool:
    return all(rule[name] in (None, "", device[name]) for name in ("vendor", "model"))
