"""Hosts and arrays: esxcli NMP, multipath.conf and udev, VPlexcli, symaccess."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.remediate.machines.base import Row, Rows, UnknownCommandError

_ESXCLI: Mapping[str, tuple[str, Mapping[str, str]]] = {
    r"esxcli nmp device setpolicy --device (?P<d>\S+) --psp (?P<psp>\S+)": ("device", {"psp": "psp"}),
    r"esxcli storage nmp device set --device (?P<d>\S+) --psp (?P<psp>\S+)": ("device", {"psp": "psp"}),
    r"esxcli nmp roundrobin setconfig --device (?P<d>\S+) --iops (?P<n>\d+) --type (?P<type>\S+)": (
        "device", {"rr_iops": "n", "rr_type": "type", "rr_iops_text": "n"}),
    r"esxcli storage nmp psp roundrobin deviceconfig set --type=(?P<type>\S+)(?: --iops=(?P<n>\d+))? --device=(?P<d>\S+)": (
        "device", {"rr_iops": "n", "rr_type": "type", "rr_iops_text": "n"}),
    r"esxcli storage nmp psp roundrobin deviceconfig set --useano=(?P<ano>[01]) --device=(?P<d>\S+)": (
        "device", {"rr_use_ano": "ano"}),
    r"esxcli storage hpp device set --device (?P<d>\S+) --pss (?P<pss>\S+)": ("device", {"policy": "pss"}),
    r"esxcli nmp satp setdefaultpsp -s (?P<satp>\S+) -P (?P<psp>\S+)": ("satp", {"default_psp": "psp"}),
    r"esxcli storage nmp satp set --satp (?P<satp>\S+) --default-psp (?P<psp>\S+)": ("satp", {"default_psp": "psp"}),
    r"esxcli storage core device set --device (?P<d>\S+) --sched-num-req-outstanding (?P<n>\d+)": (
        "device", {"outstanding_limit": "n"}),
    r"esxcli storage core device setconfig -d (?P<d>\S+) --perennially-reserved=(?P<flag>true|false)": (
        "device", {"perennially_reserved": "flag"}),
}  # fmt: skip
# The attribute of a block device, and the columns of the LUN and of its SCSI disks.
_UDEV = {
    "queue/scheduler": "scheduler", "queue/nr_requests": "nr_requests", "queue/nomerges": "nomerges",
    "queue/read_ahead_kb": "read_ahead_kb", "queue/add_random": "add_random", "device/timeout": "scsi_timeout_seconds",
}  # fmt: skip
_SINGLE_QUEUE = {"noop", "deadline", "cfq", "anticipatory"}


def esxcli(rows: Rows, host: str, command: str) -> None:
    """A command of a host about its native multipathing plugin, its devices or its advanced settings."""
    setting = re.fullmatch(r"esxcli system settings advanced set --option /(\w+)/(\w+) --int-value (\d+)", command)
    if setting:
        scope, name, value = setting.groups()
        rows.one("host_setting", host=host, scope=scope, setting=name)["value"] = value
        return
    for pattern, (kind, columns) in _ESXCLI.items():
        found = re.fullmatch(pattern, command)
        if found:
            given = found.groupdict()
            key = {"device": given["d"]} if kind == "device" else {"satp": given["satp"]}
            row = rows.one(kind, host=host, **key)
            if given.get("type") == "default":
                given["n"] = "1000"
            for column, name in columns.items():
                if column != "rr_iops_text" or row[column] is not None:
                    row[column] = _as(column, given[name])
            return
    raise UnknownCommandError(command)


def _as(column: str, text: str) -> object:
    """The text as a value of the column."""
    if column in ("rr_use_ano", "perennially_reserved"):
        return text in ("1", "true")
    return int(text) if column in ("rr_iops", "outstanding_limit") else text


def udev(rows: Rows, host: str, line: str) -> None:
    """A udev rule for the map of one LUN (dm) or for its SCSI disks (sd), if the device has the scheduler it asks for."""
    found = re.fullmatch(
        r'ACTION=="add\|change", KERNEL=="(dm-\*|sd\*\[!0-9\])", ENV\{(?:DM_UUID|ID_SERIAL)\}=="(?:mpath-)?3(\w+)",'
        r'(?: ATTR\{queue/scheduler\}=="\*(\w+)\*",)? ATTR\{(\S+?)\}="(\w+)"',
        line,
    )
    if not found or found.group(4) not in _UDEV:
        raise UnknownCommandError(line)
    kernel, wwid, has, attribute, value = found.groups()
    column = _UDEV[attribute]
    for row in [*rows.of("device"), *(rows.of("block_queue") if kernel.startswith("sd") else ())]:
        here = row["host"] == host and str(row["device"]).endswith(wwid) and column in row
        offered = has is None or (has == "noop") == (row.get("scheduler") in _SINGLE_QUEUE)
        if here and offered:
            row[column] = value if column == "scheduler" else int(value)


def multipath_conf(rows: Rows, host: str, line: str) -> None:
    """A line of multipath.conf: a section for one map, for all, or for the remote ports. Other lines are udev rules."""
    if line.startswith("ACTION"):
        udev(rows, host, line)
        return
    device = re.fullmatch(r'devices \{ device \{ vendor "(.+?)" product "(.+?)" (\S+) (\S+) \} \}', line)
    if device:
        vendor, product, setting, value = device.groups()
        own = {"host": host, "section": "devices", "vendor_pattern": vendor, "product_pattern": product}
        rows.one("multipath_setting", **own, setting=setting)["value"] = value
        return
    found = re.fullmatch(r'(\w+) \{ (?:multipath \{ wwid "(\S+)" )?(.*?) \}(?: \})?', line)
    if not found:
        raise UnknownCommandError(line)
    section, wwid, rest = found.groups()
    words = rest.split()
    values = dict(zip(words[::2], words[1::2], strict=True))
    for row in rows.of("device"):
        if section == "multipaths" and row["host"] == host and str(row["device"]).endswith(wwid[1:]):
            row["no_path_retry"], row["queue_if_no_path"] = values["no_path_retry"], False
    for row in rows.of("remote_port"):
        if section == "overrides" and row["host"] == host:
            row["fast_io_fail"], row["dev_loss_seconds"] = values["fast_io_fail_tmo"], int(values["dev_loss_tmo"])
    if section == "defaults":
        settings = rows.of("multipath_setting")
        empty = dict.fromkeys(settings[0]) if settings else {}
        new = {"host": host, "origin": "file", "section": "defaults", "value_index": 1}
        settings += [{**empty, **new, "setting": name, "value": value} for name, value in values.items()]


def vplexcli(rows: Rows, array: str, command: str) -> None:
    """Rebuild transfer sizes, and detach rules in the context of a consistency group."""
    size = re.fullmatch(
        r"rebuild set-transfer-size --devices (?:/clusters/(\S+?)|/distributed-storage)/(?:distributed-)?devices/(\S+) --limit (\d+)([BKM])",
        command,
    )
    rule = re.fullmatch(
        r"cd /clusters/\S+?/consistency-groups/(\S+) ; set-detach-rule winner --cluster (\S+) --delay \S+ ; cd /",
        command,
    )
    if size:
        cluster, device, number, unit = size.groups()
        row = rows.one("vplex_device", storage_array=array, cluster=cluster or "", vplex_device=device)
        row["transfer_size_bytes"] = int(number) * {"B": 1, "K": 1024, "M": 1024**2}[unit]
        row["transfer_size_text"] = f"{number}{unit}"
    elif rule:
        row = rows.one("consistency_group", storage_array=array, consistency_group=rule.group(1))
        row["detach_rule"], row["winner"] = "winner", rule.group(2)
    else:
        raise UnknownCommandError(command)


def symaccess(rows: Rows, command: str) -> None:
    """Ports of port groups and initiators of initiator groups, in every masking view that uses the group."""
    port = re.fullmatch(r"symaccess -sid (\S+) -type port -name (\S+) (add|remove) -dirport (\S+)", command)
    initiator = re.fullmatch(r"symaccess -sid (\S+) -type initiator -name (\S+) (add|remove) -wwn (\S+)", command)
    if port:
        array, group, verb, name = port.groups()
        _in_group(rows, "mask_port", array, ("port_group", group), verb, {"port_name": f"FA-{name}", "enabled": True})
    elif initiator:
        array, group, verb, wwpn = initiator.groups()
        _in_group(rows, "mask_initiator", array, ("initiator_group", group), verb, {"initiator_wwpn": wwpn})
    else:
        raise UnknownCommandError(command)


def _in_group(rows: Rows, kind: str, array: str, group: tuple[str, str], verb: str, member: Row) -> None:
    views = {r["view"] for r in rows.of("mask_view") if r["storage_array"] == array and r[group[0]] == group[1]}
    if not views:
        raise UnknownCommandError(f"no view of {array} uses {group}")
    found = rows.of(kind)
    name, value = next(iter(member.items()))
    if verb == "add":
        empty = dict.fromkeys(found[0])
        found += [{**empty, "storage_array": array, "cluster": "", "view": view, **member} for view in sorted(views)]
    else:
        found[:] = [
            row for row in found if not (row["storage_array"] == array and row["view"] in views and row[name] == value)
        ]
