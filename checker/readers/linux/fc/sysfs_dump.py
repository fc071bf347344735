"""Files of /sys dumped with their names: FC ports, remote ports, SCSI targets, block devices and their queues.

``grep "" /sys/class/fc_host/*/*``, ``grep . /sys/block/*/queue/*``, ``grep -r . /sys/block/*/device/timeout``, loops
that echo ``$f: $(cat $f)``, and ``tail -n +1 /sys/block/*/queue/scheduler`` (``==> name <==``). All families may be
mixed in one text::

    /sys/class/fc_host/host3/port_name:0x10000000c9000001
    /sys/class/fc_host/host3/statistics/invalid_crc_count:0x1f
    /sys/class/fc_remote_ports/rport-3:0-1/scsi_target_id:1
    /sys/block/sdb/queue/scheduler:noop [deadline] cfq
    /sys/block/sdb/device/timeout:60
    /sys/block/dm-4/dm/uuid:mpath-36000144000000010300aa00000000001
    /sys/class/scsi_host/host3/lpfc_lun_queue_depth:30
    /sys/module/qla2xxx/parameters/ql2xmaxqdepth:64

The value that ``cat /sys/module/nvme_core/parameters/multipath`` prints has the name that the prompt shows.

A block device without ``wwid`` or map ``uuid`` is written as ``block:<kernel name>``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.fc.attributes import (
    COUNTERS,
    FIRST,
    INITIATOR,
    NAME,
    REMOTE_PORT,
    Attributes,
    host_name_in,
    link_virtual_ports,
)
from checker.readers.linux.host import HOST, SETTING
from checker.readers.toolkit.base import Capture, Detection, word_list
from checker.readers.toolkit.declarations.declared import Each, Facts, Source
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner, parsed, text

_FC = re.compile(
    r"(?:\S*?/)?(?:fc_(?:host|remote_ports|transport)/)?"
    r"(host[0-9]{1,6}|rport-[0-9]{1,6}:[0-9]{1,6}-[0-9]{1,9}|target[0-9]{1,6}:[0-9]{1,6}:[0-9]{1,6})/"
    r"([a-z][a-z0-9_]{1,40})\Z"
)
_STATISTIC = re.compile(r"(?:\S*?/)?fc_host/(host[0-9]{1,6})/statistics/([a-z][a-z0-9_]{1,40})\Z")
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
_DETECT_FC = (
    r"^(?:==> )?\S*(?:fc_host/host[0-9]+|fc_remote_ports/rport-[0-9:-]+|fc_transport/target[0-9:]+)/"
    r"(?:port_name|node_name|port_state|port_id|statistics/[a-z_]{3,40}|port_type|speed|supported_speeds|fabric_name|symbolic_name|dev_loss_tmo"
    r"|roles|scsi_target_id|fast_io_fail_tmo|[a-z_]{3,40})(?:\s*[:=]| <==|[ \t])"
)
_DETECT_BLOCK = r"^(?:==> )?\S*block/[A-Za-z0-9!_-]+/(?:queue|device|dm|size|wwid|[a-z]+[0-9a-z]*/start)(?:/[a-z_/]+)?(?:\s*[:=]| <==|[ \t])"
_DETECT_DRIVER = (
    r"^(?:==> )?\S*(?:scsi_host/host[0-9]+/[a-z][a-z0-9_]+|module/[A-Za-z0-9_]+/parameters/[A-Za-z0-9_]+|proc/sys/vxvm/\S+?)"
    r"(?:\s*[:=]| <==|[ \t])"
)
_ASKED = re.compile(r"(?:sudo )?cat (?P<path>/sys/module/\w{1,40}/parameters/\w{1,60})")
"""The command that prints one value without its name."""
_SCHEDULER = re.compile(r"\[([a-z][a-z0-9-]{1,30})\]")
_SYSFS_SECTOR = 512
_SCSI_HOST = re.compile(r"(?:\S*?/)?scsi_host/(host[0-9]{1,6})/([a-z][a-z0-9_]{1,60})\Z")
_PARAMETER = re.compile(r"(?:\S*?/)?module/([A-Za-z0-9_]{1,40})/parameters/([A-Za-z0-9_]{1,60})\Z")
_TUNABLE = re.compile(r"(?:\S*?/)?proc/sys/(vxvm/[A-Za-z0-9_/]{1,60})\Z")
_FC_DRIVERS = word_list("lpfc qla2xxx bfa fnic bnx2fc qedf")
_DEVICE = "(device)"


def _objects(capture: Capture, out: Writer) -> Iterator[Attributes]:
    """Yield the settings, then the ports, adapters and block devices; a row without type is the first line."""
    found: dict[str, dict[str, list[Attributes]]] = {"port": {}, "adapter": {}, "block": {}}
    samples: dict[str, list[Attributes]] = {}
    heading: str | None = None
    first = True
    for at, line in capture.lines():
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
        elif (asked := _ASKED.fullmatch(capture.command or "")) is not None and len(stripped.split()) == 1:
            path, value = asked["path"], stripped
        else:
            if not _SYSFS.match(stripped):
                out.unread(at)
            continue
        if first:
            yield Attributes(at)
            first = False
        if parameter := _PARAMETER.match(path):
            scope, setting = f"module/{parameter.group(1)}", parameter.group(2)
            yield Attributes(at, {"scope": scope, "setting": setting, "value": value.strip()}, type="setting")
        elif tunable := _TUNABLE.match(path):
            setting = tunable.group(1).replace("/", ".")
            yield Attributes(at, {"scope": "sysctl", "setting": setting, "value": value.strip()}, type="setting")
        elif statistic := _STATISTIC.match(path):
            of_port, name = samples.setdefault(statistic.group(1), []), statistic.group(2)
            # The same file again begins another sample.
            if not of_port or name in of_port[-1].values:
                of_port.append(Attributes(at, {NAME: statistic.group(1)}, type="statistics"))
            of_port[-1].add(at, name, value.strip())
        elif placed := _place(path):
            kind, name, attribute = placed
            rows = found[kind].setdefault(name, [])
            # Another value of the same file is of another machine, or of another time.
            if not rows or rows[-1].values.get(attribute, value) != value:
                rows.append(Attributes(at, {NAME: name}, type=kind))
            rows[-1].values[attribute], rows[-1].lines[attribute] = value, at
    link_virtual_ports(row for rows in found["port"].values() for row in rows)
    for block in (row for rows in found["block"].values() for row in rows):
        block.values[_DEVICE] = _identity(block, capture.owner, out)
    for objects in found.values():
        yield from (row for rows in objects.values() for row in rows)
    for of_port in samples.values():
        yield from of_port


def _place(path: str) -> tuple[str, str, str] | None:
    """Return type and name of the object that a file belongs to, and the attribute that the file contains."""
    if (match := _FC.match(path)) and (_FC_FOLDER.search(path) or path.count("/") == 1):
        return "port", match.group(1), match.group(2)
    if match := _SCSI_HOST.match(path):
        return "adapter", match.group(1), match.group(2)
    match = _BLOCK.match(path)
    return ("block", match.group(1).replace("!", "/"), match.group(2)) if match else None


def _identity(block: Attributes, host: str, out: Writer) -> str:
    """Return the identity of the LUN, or the name that is valid on this host."""
    for path in ("device/wwid", "wwid", "dm/uuid"):
        text = block.values.get(path, "").strip()
        if path == "dm/uuid" and not text.startswith("mpath-"):
            continue
        text = text.removeprefix("mpath-") if path == "dm/uuid" else text
        if normalise.problem_of(text) == "redacted":
            out.bad_value("device", "device", text, block.at(path), f"{host} {block.values[NAME]}")
        elif (normal := normalise.device_id(text)) is not None:
            return normal
    return f"block:{block.values[NAME]}"


def _is_lun(block: Attributes) -> bool:
    return not block.values[_DEVICE].startswith("block:")


def _scheduler(text: str) -> str | None:
    """Return the active scheduler: the word in brackets, or the only word."""
    match = _SCHEDULER.search(text)
    if match:
        return match.group(1)
    words = text.split()
    return words[0] if len(words) == 1 and words[0].replace("-", "").isalnum() else None


def _size(sectors: str) -> int | None:
    count = normalise.integer(sectors)
    return None if count is None else count * _SYSFS_SECTOR


# Names of the same attribute in the FC drivers (lpfc, qla2xxx, bfa).
_MODEL, _FIRMWARE, _DRIVER = (
    word_list("modelname model_name model"),
    word_list("fwrev fw_version firmware_version"),
    word_list("driver_version lpfc_drvr_version"),
)
_DEPTH, _LOSS = "lpfc_lun_queue_depth", "lpfc_devloss_tmo"


def _is_fc_adapter(row: Attributes) -> bool:
    """Rule out other SCSI hosts, which have none of these attributes."""
    return row.text("proc_name") in _FC_DRIVERS or row.text(*_MODEL, *_FIRMWARE, *_DRIVER, _DEPTH, _LOSS) is not None


_ADAPTER = Facts(
    "initiator", when=_is_fc_adapter, line=FIRST, host=owner, hba=NAME, protocol=const("fcp"), driver="proc_name",
    model=text(*_MODEL), firmware_version=text(*_FIRMWARE), driver_version=text(*_DRIVER), queue_depth=number(_DEPTH),
    dev_loss_seconds=number(_LOSS),
)  # fmt: skip
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
_FILES = {*_INTEGERS, *_TEXTS, "queue/scheduler", "size"}
_COLUMNS: Mapping[str, Source[Attributes]] = {
    **{column: number(path) for path, column in _INTEGERS.items()}, **{column: path for path, column in _TEXTS.items()},
    "scheduler": parsed(_scheduler, "queue/scheduler"), "size_bytes": parsed(_size, "size"),
}  # fmt: skip
_BLOCK_DEVICE = Facts(
    "device", _COLUMNS, when=lambda row: _is_lun(row) or _FILES & row.values.keys(), line=FIRST, host=owner, device=_DEVICE,
    kernel_name=NAME,
)  # fmt: skip
# The paths of a LUN may differ in these; the LUN keeps one value.
_QUEUE_COLUMNS = word_list("scheduler nr_requests max_sectors_kb queue_depth scsi_timeout_seconds")
_QUEUE = Facts(
    "block_queue", {column: _COLUMNS[column] for column in _QUEUE_COLUMNS}, any_of=_QUEUE_COLUMNS,
    when=lambda row: row.values[NAME].startswith("sd"), line=FIRST, host=owner, kernel_name=NAME,
    device=lambda row: row.values[_DEVICE] if _is_lun(row) else None,
)  # fmt: skip


def _partitions(block: Attributes) -> Iterator[Attributes]:
    """Yield the partitions whose start is dumped."""
    found: dict[str, Attributes] = defaultdict(lambda: Attributes(0, {_DEVICE: block.values[_DEVICE]}))
    for path, value in block.values.items():
        match = _PARTITION.match(path)
        if match and normalise.integer(value) is not None:
            found[match.group(1)].values[match.group(2)] = value
            found[match.group(1)].lines[match.group(2)] = block.lines[path]
    for node, partition in found.items():
        trailing = re.search(r"(?:(?<=[0-9])p)?([0-9]{1,4})\Z", node)
        if trailing is not None:
            partition.values.setdefault("partition", trailing.group(1))
        if "start" in partition.values:
            yield partition


# sysfs counts in units of 512 bytes for all sector sizes.
_PARTITION_FACTS = Facts(
    "partition", needs="partition", line="start", host=owner, device=_DEVICE, partition=number("partition"),
    start_bytes=parsed(_size, "start"), start_sector=number("start"), sector_bytes=const(_SYSFS_SECTOR),
    size_bytes=parsed(_size, "size"), exact=True,
)  # fmt: skip

_named = by_pattern("files under /sys, each with its name", (92, _DETECT_FC), (90, _DETECT_BLOCK), (90, _DETECT_DRIVER))


def _detect(capture: Capture) -> Detection | None:
    if _ASKED.fullmatch(capture.command or "") and len(capture.text.split()) == 1:
        return Detection(90, "the value of a module's parameter")
    return _named(capture)


READERS = (
    Family("linux", _objects).reader(
        "linux-sysfs",
        'grep "" /sys/class/fc_host/*/* /sys/class/fc_host/*/statistics/* /sys/class/fc_remote_ports/*/* /sys/block/*/queue/*',
        _detect,
        HOST,
        ByType({
            "setting": (SETTING,), "port": (INITIATOR, REMOTE_PORT), "adapter": (_ADAPTER,), "statistics": (COUNTERS,),
            "block": (_BLOCK_DEVICE, _QUEUE, Each(_partitions, _PARTITION_FACTS)),
        }),
        needles=("/",), owner_in=host_name_in,
    ),
)  # fmt: skip
