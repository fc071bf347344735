"""SCSI devices by ``lsscsi``: plain, ``-g``, ``-s``, ``-t`` (target ports), ``-u``/``-w``/``-i`` (identities), ``-l``, ``-H -t``.

Samples::

    [3:0:1:4]    disk    EMC      Invista          5200  /dev/sdk
    [3:0:1:4]    disk    fc:0x5000144280000001,0x010600  /dev/sdk
    [3:0:1:4]    disk    6000144000000010300aa00000000001  /dev/sdk
      state=running queue_depth=32 scsi_level=6 type=0 device_blocked=0 timeout=60
    [3]    qla2xxx       fc:0x21000024ff000010,0x010200

``-t`` links H:C:T numbers to target ports. Disks are not written as paths, because the listing may be incomplete. Their
addresses are written for PowerPath and DMP exports, which name paths by kernel name only.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.linux.block.names import block_device
from checker.readers.toolkit.base import Capture, Detection, Reader

_TYPES = (
    r"disk|cd/dvd|enclosu|storage|process|mediumx|tape|scanner|optical|comms|zbc|rbc|osd|no dev|wlun|\(0x[0-9a-f]{2}\)"
)
_DEVICE = re.compile(rf"\s*\[([0-9]{{1,9}}:[0-9]{{1,9}}:[0-9]{{1,9}}):([0-9]{{1,18}})\]\s+({_TYPES})(?: (.*)|\s*\Z)")
_NVME = re.compile(r"\s*\[N:[0-9]+:[0-9]+:[0-9]+\]\s")
_HOST = re.compile(r"\s*\[([0-9]{1,9})\]\s+(\S+)\s*(.*)\Z")
# Old versions print no comma between the port name and the port id.
_FC = re.compile(r"\b(fc|fcoe):(0x(?:[0-9a-fA-F]{16}|[0-9a-fA-FxX*]{8,18}))(?:,?\s*(0x[0-9a-fA-F]{6})\b)?")
_NODE = re.compile(r"(?:\A|\s)(/dev/(?!sg|bsg)\S+)")
_ATTRIBUTE = re.compile(r"\b(queue_depth|timeout|state)=(\S+)")
_INDENTED = re.compile(r"\s+(?:\w+=|dir: |transport=|\[/sys/)|(?:state|device_blocked|queue_depth)=")
_UNIT_NAME = re.compile(r"(?:0x)?(3?(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{16}))\Z")
_UDEV_ID = re.compile(r"3[2356][0-9a-fA-F]{15}(?:[0-9a-fA-F]{16})?\Z")
_INQUIRY_WIDTH = 26
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?lsscsi\b|===> |-+\Z")
_DETECT = re.compile(
    rf"^[ \t]*\[[0-9]{{1,9}}:[0-9]{{1,9}}:[0-9]{{1,9}}:[0-9]{{1,18}}\][ \t]+(?:{_TYPES})(?:[ \t]|$)", re.MULTILINE
)
_DETECT_HOST = re.compile(r"^[ \t]*\[[0-9]{1,9}\][ \t]+\S+[ \t]+fc(?:oe)?:0x[0-9a-fA-F]{16}\b", re.MULTILINE)


def _read(capture: Capture, out: Writer) -> None:
    host = capture.owner
    host_written = False
    ports: set[tuple[str, str]] = set()
    device: tuple[str, str] | None = None
    for number, line in capture.lines():
        if not line.strip():
            continue
        match = _DEVICE.match(line)
        if (match or _HOST.match(line)) and not host_written:
            host_written = True
            out.add("host", number, host=host, platform="linux")
        if match:
            target, lun, kind, body = match.groups()
            device = _write_device(body or "", kind, int(lun), number, host, out)
            if device is not None:
                out.add("scsi_address", number, host=host, kernel_name=device[1], hctl=f"{target}:{lun}")
            _write_target(body or "", target, number, host, out, ports)
        elif device is not None and _INDENTED.match(line):
            _write_attributes(line, device, number, host, out)
        elif host_line := _HOST.match(line):
            _write_host(host_line.group(1), host_line.group(2), host_line.group(3), number, host, out)
        elif not _NVME.match(line) and not _NOISE.match(line.strip()) and not _INDENTED.match(line):
            out.unread(number)


def _write_device(body: str, kind: str, lun: int, line: int, host: str, out: Writer) -> tuple[str, str] | None:
    """Write one disk and return its identity and name; other types, and disks without a name, are skipped."""
    node = _NODE.search(body)
    if kind != "disk" or node is None:
        return None
    block = block_device(node.group(1))
    if block.kernel_name is None:
        return None
    before = body[: node.start()]
    words = before.split()
    after = body[node.end() :].split()
    facts: dict[str, Value] = {"kernel_name": block.kernel_name, "lun": lun}
    device = block.device
    unit = _UNIT_NAME.match(words[0]) if len(words) == 1 else None
    udev = next((word for word in after if _UDEV_ID.match(word)), None)
    if unit:
        device = normalise.device_id(unit.group(1)) or device
    elif udev:
        device = normalise.device_id(udev) or device
    if port := _FC.search(before):
        facts["transport"] = port.group(1)
    elif len(words) >= 2 and not re.match(r"(?:iqn\.|sas:|sata:|usb:|spi:|fcoe:|ata:|none\Z)", words[0]):
        vendor, model, revision = _inquiry(before.removeprefix("    ").lstrip() if before[:1] == " " else before)
        facts.update(vendor=vendor, model=model, revision=revision)
    out.add("device", line, host=host, device=device, **facts)
    return device, block.kernel_name


def _inquiry(text: str) -> tuple[str | None, str | None, str | None]:
    """Split vendor (8 characters), product (16) and revision (4); by words if the columns are lost."""
    padded = text.rstrip()
    if len(padded) >= _INQUIRY_WIDTH and padded[8] == " " and padded[25] == " ":
        return padded[:8].strip() or None, padded[9:25].strip() or None, padded[26:].strip() or None
    words = padded.split()
    if len(words) < 3:
        return words[0] if words else None, words[1] if len(words) > 1 else None, None
    return words[0], " ".join(words[1:-1]), words[-1]


def _write_target(body: str, target: str, line: int, host: str, out: Writer, ports: set[tuple[str, str]]) -> None:
    match = _FC.search(body)
    if match is None or (target, match.group(2)) in ports:
        return
    ports.add((target, match.group(2)))
    adapter = f"host{target.partition(':')[0]}"
    wwpn = out.wwn(match.group(2), line, "remote_port", "target_wwpn", f"{host} {target}")
    if wwpn is not None:
        out.add(
            "remote_port", line, host=host, hba=adapter, target_wwpn=wwpn, scsi_target=target,
            fcid=normalise.fcid(match.group(3)),
        )  # fmt: skip


def _write_attributes(line: str, device: tuple[str, str], number: int, host: str, out: Writer) -> None:
    found = dict(_ATTRIBUTE.findall(line))
    facts: dict[str, Value] = {
        "queue_depth": normalise.integer(found.get("queue_depth")),
        "scsi_timeout_seconds": normalise.integer(found.get("timeout")),
        "device_state": found.get("state"),
    }
    known = {name: value for name, value in facts.items() if value is not None}
    if known:
        out.add("device", number, host=host, device=device[0], kernel_name=device[1], **known)
    queue = {name: value for name, value in known.items() if name != "device_state"}
    if queue and device[1].startswith("sd"):
        real = None if device[0].startswith("block:") else device[0]
        out.add("block_queue", number, host=host, kernel_name=device[1], device=real, **queue)


def _write_host(number: str, driver: str, rest: str, line: int, host: str, out: Writer) -> None:
    match = _FC.search(rest)
    if match is None:
        return
    name = f"host{int(number)}"
    out.add(
        "initiator", line, host=host, hba=name,
        initiator_wwpn=out.wwn(match.group(2), line, "initiator", "initiator_wwpn", f"{host} {name}"), protocol="fcp",
        driver=None if driver == "<NULL>" else driver, fcid=normalise.fcid(match.group(3)),
    )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    if _DETECT.search(capture.head):
        return Detection(92, "[H:C:T:L] and device types of lsscsi")
    if _DETECT_HOST.search(capture.head):
        return Detection(92, "[host] and FC port names of lsscsi -H -t")
    return None


READERS = (
    Reader(
        name="linux-lsscsi", platform="linux", command="lsscsi",
        provides={
            "host": ("host", "platform"),
            "device": (
                "host", "device", "kernel_name", "lun", "vendor", "model", "revision", "transport", "queue_depth",
                "scsi_timeout_seconds", "device_state",
            ),
            "scsi_address": ("host", "kernel_name", "hctl"),
            "block_queue": ("host", "kernel_name", "device", "queue_depth", "scsi_timeout_seconds"),
            "remote_port": ("host", "hba", "target_wwpn", "scsi_target", "fcid"),
            "initiator": ("host", "hba", "initiator_wwpn", "protocol", "driver", "fcid"),
        },
        detect=_detect, read=_read, needles=("[", "]"), begins=_DETECT.pattern, trust=55,
    ),
)  # fmt: skip
