"""SCSI devices by ``lsscsi``: plain, ``-g``, ``-s``, ``-t`` (target ports), ``-u``/``-w``/``-i`` (identities), ``-l``, ``-H -t``.

Samples::

    [3:0:1:4]    disk    EMC      Invista          5200  /dev/sdk
    [3:0:1:4]    disk    fc:0x5000144280000001,0x010600  /dev/sdk
    [3:0:1:4]    disk    6000144000000010300aa00000000001  /dev/sdk
      state=running queue_depth=32 scsi_level=6 type=0 device_blocked=0 timeout=60
    [3]    qla2xxx       fc:0x21000024ff000010,0x010200

``-t`` links H:C:T numbers to target ports; ``-t -L`` adds attributes of the remote port (``dev_loss_tmo=30``). Disks are
not written as paths, because the listing may be incomplete. Their addresses are written for PowerPath and DMP exports,
which name paths by kernel name only. ``-s`` prints a size of three digits (``107GB``), so it is an interval.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.block.names import block_device
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, fcid, lower, number, of_owner, owner, wwn
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, columns, interval, on_sectors

_TYPES = (
    r"disk|cd/dvd|enclosu|storage|process|mediumx|tape|scanner|optical|comms|zbc|rbc|osd|no dev|wlun|\(0x[0-9a-f]{2}\)"
)
_DEVICE = re.compile(rf"\s*\[([0-9]{{1,9}}:[0-9]{{1,9}}:[0-9]{{1,9}}):([0-9]{{1,18}})\]\s+({_TYPES})(?: (.*)|\s*\Z)")
_NVME = re.compile(r"\s*\[N:[0-9]+:[0-9]+:[0-9]+\]\s")
_ADAPTER = re.compile(r"\s*\[([0-9]{1,9})\]\s+(\S+)\s*(.*)\Z")
# Old versions print no comma between the port name and the port id.
_FC = re.compile(r"\b(fc|fcoe):(0x(?:[0-9a-fA-F]{16}|[0-9a-fA-FxX*]{8,18}))(?:,?\s*(0x[0-9a-fA-F]{6})\b)?")
_OTHER_TRANSPORT = re.compile(r"(iqn\.|sas:|sata:|usb:|spi:|fcoe:|ata:|none\Z)")
_TRANSPORTS = {"iqn.": "iscsi", "sas:": "sas", "sata:": "sata", "usb:": "usb", "spi:": "parallel"}
_NODE = re.compile(r"(?:\A|\s)(/dev/(?!sg|bsg)\S+)")
_ATTRIBUTE = re.compile(r"\b(queue_depth|timeout|state)=(\S+)")
_REMOTE = re.compile(
    r"\s+(node_name|port_name|port_id|port_state|roles|fast_io_fail_tmo|dev_loss_tmo)=(\S.{0,60}?)\s*\Z"
)
_INDENTED = re.compile(r"\s+(?:\w+=|dir: |transport=|\[/sys/)|(?:state|device_blocked|queue_depth)=")
_UNIT_NAME = re.compile(r"(?:0x)?(3?(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{16}))\Z")
_SIZE = re.compile(r"[0-9.]{1,8}[kMGTPE]i?B\Z")
_UDEV_ID = re.compile(r"3[2356][0-9a-fA-F]{15}(?:[0-9a-fA-F]{16})?\Z")
_INQUIRY_WIDTH = 26
_SECTOR = 512
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?lsscsi\b|===> |-+\Z")
_DETECT = rf"^[ \t]*\[[0-9]{{1,9}}:[0-9]{{1,9}}:[0-9]{{1,9}}:[0-9]{{1,18}}\][ \t]+(?:{_TYPES})(?:[ \t]|$)"
_DETECT_HOST = r"^[ \t]*\[[0-9]{1,9}\][ \t]+\S+[ \t]+fc(?:oe)?:0x[0-9a-fA-F]{16}\b"


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    """Yield the disks, their attributes, the target ports and the ports of the host."""
    ports: set[tuple[str, str]] = set()
    disk: dict[str, str] | None = None
    remote: dict[str, str] | None = None
    for at, line in capture.lines():
        if match := _DEVICE.match(line):
            target, lun, kind, body = match.groups("")
            yield TypedRow(at)
            disk = _disk(body) if kind == "disk" else None
            if disk is not None:
                yield TypedRow(at, {**disk, "lun": lun, "hctl": f"{target}:{lun}"}, type="disk")
                disk = {name: disk[name] for name in ("device", "kernel_name")}
            port, remote = _FC.search(body), None
            if port and (target, port.group(2)) not in ports:
                ports.add((target, port.group(2)))
                values = {"hba": f"host{target.partition(':')[0]}", "target": target}
                yield TypedRow(at, {**values, "wwpn": port.group(2), "fcid": port.group(3) or ""}, type="target")
                remote = {**values, "wwpn": port.group(2)}
        elif match := _REMOTE.match(line):
            if remote is not None:
                yield TypedRow(at, {**remote, match.group(1): match.group(2)}, type="attribute")
        elif disk is not None and _INDENTED.match(line):
            yield TypedRow(at, {**disk, **dict(_ATTRIBUTE.findall(line))}, type="disk")
        elif match := _ADAPTER.match(line):
            yield TypedRow(at)
            if port := _FC.search(match.group(3)):
                values = {"hba": f"host{whole(match.group(1))}", "driver": match.group(2).replace("<NULL>", "")}
                yield TypedRow(at, {**values, "wwpn": port.group(2), "fcid": port.group(3) or ""}, type="port")
        elif (text := line.strip()) and not (_NVME.match(line) or _NOISE.match(text) or _INDENTED.match(line)):
            out.unread(at)


def _disk(body: str) -> dict[str, str] | None:
    """Return identity and product of a disk; None without a kernel name."""
    node = _NODE.search(body)
    block = block_device(node.group(1)) if node else None
    if node is None or block is None or block.kernel_name is None:
        return None
    before = body[: node.start()]
    words = before.split()
    unit = _UNIT_NAME.match(words[0]) if len(words) == 1 else None
    udev = next((word for word in body[node.end() :].split() if _UDEV_ID.match(word)), None)
    device = normalise.device_id(unit.group(1) if unit else udev) or block.device
    found = {"device": device, "kernel_name": block.kernel_name}
    if size := next((word for word in body[node.end() :].split() if _SIZE.match(word)), None):
        found["size"] = size
    if port := _FC.search(before):
        found["transport"] = port.group(1)
    elif words and (other := _OTHER_TRANSPORT.match(words[0])):
        if transport := _TRANSPORTS.get(other.group(1)):
            found["transport"] = transport
    elif len(words) >= 2:
        inquiry = _inquiry(before.removeprefix("    ").lstrip() if before[:1] == " " else before)
        found.update(zip(("vendor", "model", "revision"), inquiry, strict=True))
    return found


def _inquiry(text: str) -> tuple[str, str, str]:
    """Split vendor (8 characters), product (16) and revision (4); by words if the columns are lost."""
    padded = text.rstrip()
    if len(padded) >= _INQUIRY_WIDTH and padded[8] == " " and padded[25] == " ":
        return padded[:8].strip(), padded[9:25].strip(), padded[26:].strip()
    words = padded.split()
    if len(words) < 3:
        return words[0] if words else "", words[1] if len(words) > 1 else "", ""
    return words[0], " ".join(words[1:-1]), words[-1]


def _capacity(row: TypedRow) -> Interval | None:
    return on_sectors(interval(row.text("size"), thousands=True, either_way=True), _SECTOR)


def _is_scsi_disk(row: TypedRow) -> bool:
    return row.values.get("kernel_name", "").startswith("sd")


def _lun_identity(row: TypedRow) -> str | None:
    return None if row.values["device"].startswith("block:") else row.values["device"]


_DISK = Facts(
    "device", columns("size", _capacity), any_of=("lun", "queue_depth", "scsi_timeout_seconds", "device_state"), host=owner, device="device",
    kernel_name="kernel_name", lun=number("lun"), vendor="vendor", model="model", revision="revision", transport="transport",
    queue_depth=number("queue_depth"), scsi_timeout_seconds=number("timeout"), device_state="state",
)  # fmt: skip
_QUEUE = Facts(
    "block_queue", when=_is_scsi_disk, any_of=("queue_depth", "scsi_timeout_seconds"), host=owner, kernel_name="kernel_name",
    device=_lun_identity, queue_depth=number("queue_depth"), scsi_timeout_seconds=number("timeout"),
)  # fmt: skip
_REMOTE_PORT = Facts(
    "remote_port", needs="target_wwpn", place=of_owner("target"), host=owner, hba="hba", target_wwpn=wwn("wwpn"),
    scsi_target="target", fcid=fcid("fcid"),
)  # fmt: skip
_ATTRIBUTES = Facts(
    "remote_port", needs="target_wwpn", any_of=("target_wwnn", "port_state", "roles", "dev_loss_seconds", "fast_io_fail"),
    host=owner, hba="hba", target_wwpn=wwn("wwpn", report=False), scsi_target="target", target_wwnn=wwn("node_name"),
    port_state=lower("port_state"), roles="roles", dev_loss_seconds=number("dev_loss_tmo"), fast_io_fail="fast_io_fail_tmo",
)  # fmt: skip
_INITIATOR = Facts(
    "initiator", place=of_owner("hba"), host=owner, hba="hba",
    initiator_wwpn=wwn("wwpn"), protocol=const("fcp"), driver="driver", fcid=fcid("fcid"),
)  # fmt: skip

_SCSI_ADDRESS = Facts("scsi_address", needs="hctl", host=owner, kernel_name="kernel_name", hctl="hctl")

READERS = (
    Family("linux", _rows).reader(
        "linux-lsscsi", "lsscsi", by_pattern("SCSI addresses with types or FC ports: lsscsi", (92, _DETECT), (92, _DETECT_HOST)),
        HOST, ByType({"disk": (_DISK, _SCSI_ADDRESS, _QUEUE), "target": (_REMOTE_PORT,), "attribute": (_ATTRIBUTES,), "port": (_INITIATOR,)}),
        needles=("[", "]"), begins=_DETECT, trust=55,
    ),
)  # fmt: skip
