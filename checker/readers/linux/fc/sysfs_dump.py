"""Files of /sys dumped with their names: FC ports, remote ports, SCSI targets, block devices and their queues.

``grep "" /sys/class/fc_host/*/*``, ``grep . /sys/block/*/queue/*``, ``grep -r . /sys/block/*/device/timeout``, loops
that echo ``$f: $(cat $f)``, and ``tail -n +1 /sys/block/*/queue/scheduler`` (``==> name <==``). All families may be
mixed in one text::

    /sys/class/fc_host/host3/port_name:0x10000000c9000001
    /sys/class/fc_remote_ports/rport-3:0-1/scsi_target_id:1
    /sys/block/sdb/queue/scheduler:noop [deadline] cfq
    /sys/block/sdb/device/timeout:60
    /sys/block/dm-4/dm/uuid:mpath-36000144000000010300aa00000000001
    /sys/class/scsi_host/host3/lpfc_lun_queue_depth:30
    /sys/module/qla2xxx/parameters/ql2xmaxqdepth:64

A block device without ``wwid`` or map ``uuid`` is written as ``block:<kernel name>``.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.linux.fc.attributes import (
    INITIATOR_COLUMNS,
    REMOTE_PORT_COLUMNS,
    fc_host,
    host_name_in,
    remote_port,
)
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_FC = re.compile(
    r"(?:\S*?/)?(?:fc_(?:host|remote_ports|transport)/)?"
    r"(host[0-9]{1,6}|rport-[0-9]{1,6}:[0-9]{1,6}-[0-9]{1,9}|target[0-9]{1,6}:[0-9]{1,6}:[0-9]{1,6})/"
    r"([a-z][a-z0-9_]{1,40})\Z"
)
_FC_FOLDER = re.compile(r"fc_(?:host|remote_ports|transport)/")
_BLOCK = re.compile(r"(?:\S*?/)?block/([A-Za-z][A-Za-z0-9!_-]{0,40})/([A-Za-z0-9_/!-]{1,120})\Z")
_PARTITION = re.compile(r"([A-Za-z][A-Za-z0-9!-]{0,40})/(start|size|partition)\Z")
_NAMED_LINE = re.compile(
    r"(\S*?(?:(?:fc_host|fc_remote_ports|fc_transport|scsi_host)/[A-Za-z0-9:-]{1,60}|module/[A-Za-z0-9_]{1,40}/parameters"
    r"|proc/sys/vxvm|block/[A-Za-z0-9!_-]{1,60})/[A-Za-z0-9_/!-]{1,120}"
    r"|(?:host[0-9]{1,6}|rport-[0-9]{1,6}:[0-9]{1,6}-[0-9]{1,9})/[a-z_]{2,40})(?:\s*[:=]\s*|\s+|\Z)(.*)\Z"
)
_TAIL_HEADING = re.compile(r"==> (\S+) <==\Z")
_SYSFS = re.compile(
    r"\S*/sys/\S+?(?:[:=]|\s|\Z)|(?:grep|cat|tail|head|for|do|done|echo)\b|[\[\]\w@:~./ -]{0,80}[#$>] |===> |--\Z"
)
_DETECT_FC = re.compile(
    r"^(?:==> )?\S*(?:fc_host/host[0-9]+|fc_remote_ports/rport-[0-9:-]+|fc_transport/target[0-9:]+)/"
    r"(?:port_name|node_name|port_state|port_id|port_type|speed|supported_speeds|fabric_name|symbolic_name|dev_loss_tmo"
    r"|roles|scsi_target_id|fast_io_fail_tmo|[a-z_]{3,40})(?:\s*[:=]| <==|[ \t])",
    re.MULTILINE,
)
_DETECT_BLOCK = re.compile(
    r"^(?:==> )?\S*block/[A-Za-z0-9!_-]+/(?:queue|device|dm|size|wwid|[a-z]+[0-9a-z]*/start)(?:/[a-z_/]+)?(?:\s*[:=]| <==|[ \t])",
    re.MULTILINE,
)
_DETECT_DRIVER = re.compile(
    r"^(?:==> )?\S*(?:scsi_host/host[0-9]+/[a-z][a-z0-9_]+|module/[A-Za-z0-9_]+/parameters/[A-Za-z0-9_]+|proc/sys/vxvm/\S+?)"
    r"(?:\s*[:=]| <==|[ \t])",
    re.MULTILINE,
)
_SCHEDULER = re.compile(r"\[([a-z][a-z0-9-]{1,30})\]")
_INTEGERS = {
    "queue/nr_requests": "nr_requests", "queue/nomerges": "nomerges", "queue/read_ahead_kb": "read_ahead_kb",
    "queue/add_random": "add_random", "queue/rotational": "rotational", "queue/rq_affinity": "rq_affinity",
    "queue/max_sectors_kb": "max_sectors_kb", "queue/optimal_io_size": "optimal_io_bytes",
    "queue/logical_block_size": "sector_bytes", "device/timeout": "scsi_timeout_seconds",
    "device/queue_depth": "queue_depth",
}  # fmt: skip
_TEXTS = {
    "device/vendor": "vendor", "device/model": "model", "device/rev": "revision", "device/state": "device_state",
    "dm/name": "alias",
}  # fmt: skip
_SYSFS_SECTOR = 512
_SCSI_HOST = re.compile(r"(?:\S*?/)?scsi_host/(host[0-9]{1,6})/([a-z][a-z0-9_]{1,60})\Z")
_PARAMETER = re.compile(r"(?:\S*?/)?module/([A-Za-z0-9_]{1,40})/parameters/([A-Za-z0-9_]{1,60})\Z")
_TUNABLE = re.compile(r"(?:\S*?/)?proc/sys/(vxvm/[A-Za-z0-9_/]{1,60})\Z")
# Names of the same attribute in the FC drivers (lpfc, qla2xxx, bfa).
_ADAPTER_INTEGERS = {"lpfc_lun_queue_depth": "queue_depth", "lpfc_devloss_tmo": "dev_loss_seconds"}
_ADAPTER_TEXTS = {
    "proc_name": "driver", "modelname": "model", "model_name": "model", "model": "model", "fwrev": "firmware_version",
    "fw_version": "firmware_version", "firmware_version": "firmware_version", "driver_version": "driver_version",
    "lpfc_drvr_version": "driver_version",
}  # fmt: skip

# The paths of a LUN may differ in these; the LUN keeps one value.
QUEUE_COLUMNS = ("scheduler", "nr_requests", "max_sectors_kb", "queue_depth", "scsi_timeout_seconds")

_Files = dict[str, tuple[int, str]]


def _read(capture: Capture, out: Writer) -> None:
    ports: dict[str, _Files] = {}
    blocks: dict[str, _Files] = {}
    adapters: dict[str, _Files] = {}
    heading: str | None = None
    first: int | None = None
    for number, line in capture.lines():
        stripped = line.strip()
        if not stripped:
            continue
        if match := _TAIL_HEADING.match(stripped):
            heading = match.group(1)
            continue
        match = _NAMED_LINE.match(stripped)
        if match:
            heading, path, value = None, match.group(1), match.group(2)
        elif heading is not None:
            path, value, heading = heading, stripped, None
        else:
            if not _SYSFS.match(stripped):
                out.unread(number)
            continue
        first = number if first is None else first
        if (port := _FC.match(path)) and (_FC_FOLDER.search(path) or path.count("/") == 1):
            ports.setdefault(port.group(1), {})[port.group(2)] = (number, value)
        elif adapter := _SCSI_HOST.match(path):
            adapters.setdefault(adapter.group(1), {})[adapter.group(2)] = (number, value)
        elif parameter := _PARAMETER.match(path):
            _write_setting(f"module/{parameter.group(1)}", parameter.group(2), value, number, capture.owner, out)
        elif tunable := _TUNABLE.match(path):
            _write_setting("sysctl", tunable.group(1).replace("/", "."), value, number, capture.owner, out)
        elif block := _BLOCK.match(path):
            blocks.setdefault(block.group(1).replace("!", "/"), {})[block.group(2)] = (number, value)
    if first is not None:
        out.add("host", first, host=capture.owner, platform="linux")
    names = {name: found["port_name"][1] for name, found in ports.items() if "port_name" in found}
    for name, found in ports.items():
        if name.startswith("host"):
            fc_host(name, found, capture.owner, out, names=names)
        else:
            remote_port(name, found, capture.owner, out)
    for name, found in adapters.items():
        _write_adapter(name, found, capture.owner, out)
    for name, found in blocks.items():
        _write_block(name, found, capture.owner, out)


def _write_setting(scope: str, name: str, value: str, line: int, host: str, out: Writer) -> None:
    out.add("host_setting", line, host=host, scope=scope, setting=name, value=value.strip())


def _write_adapter(name: str, found: _Files, host: str, out: Writer) -> None:
    """Write the driver's facts about one of its ports; other SCSI hosts have none of these attributes."""
    facts: dict[str, Value] = {}
    for attribute, column in _ADAPTER_TEXTS.items():
        text = found[attribute][1].strip() if attribute in found else ""
        if text and text != "(null)":
            facts.setdefault(column, text)
    for attribute, column in _ADAPTER_INTEGERS.items():
        if attribute in found:
            facts[column] = normalise.integer(found[attribute][1])
    if set(facts) - {"driver"} or facts.get("driver") in ("lpfc", "qla2xxx", "bfa", "fnic", "bnx2fc", "qedf"):
        line = min(number for number, _ in found.values())
        out.add("initiator", line, host=host, hba=name, protocol="fcp", **facts)


def _write_block(name: str, found: _Files, host: str, out: Writer) -> None:
    line = min(number for number, _ in found.values())
    device, real = _identity(name, found, host, out)
    facts: dict[str, Value] = {}
    for path, column in _INTEGERS.items():
        if path in found:
            facts[column] = normalise.integer(found[path][1])
    for path, column in _TEXTS.items():
        if path in found:
            facts[column] = found[path][1].strip() or None
    if "queue/scheduler" in found:
        facts["scheduler"] = _scheduler(found["queue/scheduler"][1])
    if "size" in found:
        sectors = normalise.integer(found["size"][1])
        facts["size_bytes"] = sectors * _SYSFS_SECTOR if sectors is not None else None
    if facts or real:
        known = {column: value for column, value in facts.items() if value is not None}
        out.add("device", line, host=host, device=device, kernel_name=name, **known)
        queue = {column: value for column, value in known.items() if column in QUEUE_COLUMNS}
        if queue and name.startswith("sd"):
            out.add("block_queue", line, host=host, kernel_name=name, device=device if real else None, **queue)
    _write_partitions(found, host, device, out)


def _identity(name: str, found: _Files, host: str, out: Writer) -> tuple[str, bool]:
    """Return the identity of the block device, and whether it is a LUN identity."""
    for path in ("device/wwid", "wwid", "dm/uuid"):
        if path not in found:
            continue
        line, text = found[path]
        text = text.strip()
        if path == "dm/uuid":
            if not text.startswith("mpath-"):
                continue
            text = text.removeprefix("mpath-")
        if normalise.problem_of(text) == "redacted":
            out.bad_value("device", "device", text, line, f"{host} {name}")
            continue
        normal = normalise.device_id(text)
        if normal is not None:
            return normal, True
    return f"block:{name}", False


def _scheduler(text: str) -> str | None:
    """Return the active scheduler: the word in brackets, or the only word."""
    match = _SCHEDULER.search(text)
    if match:
        return match.group(1)
    words = text.split()
    return words[0] if len(words) == 1 and words[0].replace("-", "").isalnum() else None


def _write_partitions(found: _Files, host: str, device: str, out: Writer) -> None:
    """Write the partitions whose start is dumped; sysfs counts in units of 512 bytes for all sector sizes."""
    partitions: dict[str, dict[str, tuple[int, int]]] = {}
    for path, (line, text) in found.items():
        match = _PARTITION.match(path)
        value = normalise.integer(text)
        if match and value is not None:
            partitions.setdefault(match.group(1), {})[match.group(2)] = (line, value)
    for node, values in partitions.items():
        trailing = re.search(r"(?:(?<=[0-9])p)?([0-9]{1,4})\Z", node)
        number = values["partition"][1] if "partition" in values else int(trailing.group(1)) if trailing else None
        if number is None or "start" not in values:
            continue
        line, start = values["start"]
        size = values["size"][1] * _SYSFS_SECTOR if "size" in values else None
        out.add(
            "partition", line, host=host, device=device, partition=number, start_bytes=start * _SYSFS_SECTOR,
            start_sector=start, sector_bytes=_SYSFS_SECTOR, size_bytes=size, exact=True,
        )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    if _DETECT_FC.search(capture.head):
        return Detection(92, "files of an FC transport class under /sys, each with its name")
    if _DETECT_BLOCK.search(capture.head):
        return Detection(90, "files of block devices under /sys, each with its name")
    if _DETECT_DRIVER.search(capture.head):
        return Detection(90, "files of SCSI hosts or parameters of modules under /sys, each with its name")
    return None


READERS = (
    Reader(
        name="linux-sysfs", platform="linux",
        command='grep "" /sys/class/fc_host/*/* /sys/class/fc_remote_ports/*/* /sys/block/*/queue/*',
        provides={
            "host": ("host", "platform"),
            "initiator": (*INITIATOR_COLUMNS, "queue_depth", "driver"),
            "remote_port": REMOTE_PORT_COLUMNS,
            "host_setting": ("host", "scope", "setting", "value"),
            "block_queue": ("host", "kernel_name", "device", *QUEUE_COLUMNS),
            "device": (
                "host", "device", "kernel_name", "scheduler", "size_bytes", *_INTEGERS.values(), *_TEXTS.values(),
            ),
            "partition": word_list("host device partition start_bytes start_sector sector_bytes size_bytes exact"),
        },
        detect=_detect, read=_read, needles=("/",), owner_in=host_name_in,
    ),
)  # fmt: skip
