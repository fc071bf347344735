"""Devices and paths under SDD, SDDPCM and SDDDSM: ``datapath query device``, ``pcmpath query device``.

Synthetic sample of AIX; Linux prints ``Host1Channel0/sdb``, and Windows ``Disk2 Part0`` and ``Scsi Port2 Bus0/Disk2 Part0``::

    Total Dual Active and Active/Asymmetric Devices : 1

    DEV#:   4  DEVICE NAME: hdisk4  TYPE: 2145  ALGORITHM:  Load Balance
    SERIAL: 600507680C80000000000000000000A1
    ==========================================================================
    Path#      Adapter/Path Name          State     Mode     Select     Errors
        0*          fscsi0/path0           OPEN   NORMAL         35          0
        1           fscsi1/path1         FAILED   NORMAL    2790295          3

An asterisk marks paths to the node that is not preferred. ``CLOSE`` is a path of a device that nothing uses: its state
is unknown. The serial number is an NAA number, or array and volume of a DS8000; ``-l`` adds ``LUN IDENTIFIER``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList

_TITLE = r"^[ \t]*DEV#:[ \t]*[0-9]{1,5}[ \t]+DEVICE NAME:[ \t]*\S"
_DEVICE = re.compile(
    r"\s*DEV#:\s*[0-9]{1,5}\s+DEVICE NAME:\s*(?P<name>\S.{0,60}?)\s+TYPE:\s*(?P<type>\S{1,20})"
    r"\s+(?:POLICY|ALGORITHM):\s*(?P<policy>\S.{0,40}?)\s*\Z"
)
_SERIAL = re.compile(r"\s*(?:SERIAL|LUN IDENTIFIER):\s*(\S{1,60})\s*\Z")
_PATH = re.compile(
    r"\s*(?P<number>[0-9]{1,4})\s*(?P<mark>\*?)\s+(?P<adapter>\S.{0,150}?)/(?P<path>[^/\s]\S{0,60}(?: Part[0-9]{1,3})?)\s+"
    r"(?P<state>[A-Z_]{3,14})\s+(?P<mode>[A-Z]{3,10})\s+[0-9]{1,20}\s+(?P<errors>[0-9]{1,18})\s*\Z"
)
_TOTAL = re.compile(r"\s*Total [\w/ ]{0,50}Devices?\s*:\s*([0-9]{1,6})\s*\Z")
_NUMBER = re.compile(r"path([0-9]{1,5})\Z")
_HOST = re.compile(r"Host([0-9]{1,5})Channel[0-9]{1,3}\Z")
_NOISE = re.compile(
    shell_noise(
        "datapath|pcmpath", r"Path#\s+Adapter/", r"(?:Active|Total) [\w/ ]{0,50}Adapters?\s*:", r"Adpt#\s+Name",
        r"[0-9]+\s+\S.{0,40}\s(?:NORMAL|DEGRAD|FAIL\w*)\s+(?:ACTIVE|OFFLINE)\s", r"\*{3,}.*", r"Note:.*|.*non-preferred path.*",
    )
)  # fmt: skip
_PLATFORMS = ((re.compile(r"hdisk[0-9]+\Z"), "aix"), (re.compile(r"Disk[0-9]+ Part[0-9]+\Z"), "windows"))
_STATES = {"OPEN": "active", "FAILED": "dead", "DEAD": "dead", "CLOSE_FAILED": "dead", "INVALID": "dead"}
# As the disk's own attribute and the command of Windows spell them.
_POLICIES = {
    "load balance": "load_balance", "load balance port": "load_balance_port", "round robin": "round_robin",
    "failover": "fail_over", "failover only": "fail_over", "fail over": "fail_over",
}  # fmt: skip


@dataclass
class _Device:
    line: int
    name: str
    facts: dict[str, Value]
    identity: str | None = None
    paths: list[tuple[int, re.Match[str]]] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    devices: PackedList[_Device] = PackedList()
    last = capture.first_line + capture.text.rstrip().count("\n")
    total = 0
    for number, line in printed(capture, 400):
        if match := _DEVICE.match(line):
            policy = match["policy"].lower()
            facts: dict[str, Value] = {"model": match["type"], "policy": _POLICIES.get(policy, policy)}
            devices.append(_Device(number, match["name"], facts))
        elif match := _SERIAL.match(line):
            if devices:
                _identify(devices[-1], match[1], number, capture.owner, out)
        elif devices and (match := _PATH.match(line)):
            devices[-1].paths.append((number, match))
        elif match := _TOTAL.match(line):
            total += whole(match[1])
        elif devices and number == last and line.strip()[0].isdecimal():
            out.ends_inside_record = True
            out.note(number, f"skipped the last path of {devices[-1].name}: it is truncated")
        elif not _NOISE.match(line.strip()):
            out.unread(number)
    if total:
        out.printed_count, out.counted_records = total, len(devices)
    if devices and not devices[-1].paths and not out.ends_inside_record:
        out.ends_inside_record = True
        out.note(devices[-1].line, f"{devices[-1].name} has no paths in this text: it is truncated")
    for order, device in enumerate(devices):
        _write(device, capture.owner, out, first=not order)


def _identify(device: _Device, serial: str, line: int, host: str, out: Writer) -> None:
    identity = normalise.device_id(serial) if len(serial) in (16, 32) else None
    device.identity = device.identity or identity
    if normalise.problem_of(serial) == "redacted":
        out.bad_value("device", "device", serial, line, f"{host} {device.name}")


def _write(device: _Device, host: str, out: Writer, *, first: bool) -> None:
    platform = next((system for pattern, system in _PLATFORMS if pattern.match(device.name)), None)
    if platform is None and any(_HOST.match(path["adapter"]) for _, path in device.paths):
        platform = "linux"
    # SDDPCM and SDDDSM are modules of the system's own multipathing; SDD has devices of its own above the disks.
    owner, plugin = ("mpio", "MPIO") if platform in ("aix", "windows") else ("sdd", "SDD")
    disk = device.name
    if platform == "windows":
        disk = device.name.split()[0].replace("Disk", "PhysicalDrive")
    named: dict[str, Value] = {"host": host, "device": f"block:{disk}"}
    common = {**named, "device": device.identity or named["device"]}
    if first:
        out.add("host", device.line, host=host, platform=platform, multipath_software=owner)
    out.add("device", device.line, **common, kernel_name=disk, vendor="IBM", multipath_owner=owner, **device.facts)
    out.add("device_owner", device.line, **common, multipath_owner=owner)
    marked = any(path["mark"] for _, path in device.paths)
    for line, path in device.paths:
        numbered, adapter = _NUMBER.match(path["path"]), _HOST.match(path["adapter"])
        state = _STATES.get(path["state"], "unknown")
        # Numbers name a path of one disk only, so that disk is named as the system names it.
        number = path["number"] if platform == "windows" else numbered[1] if numbered else None
        out.add(
            "path", line, **(common if number is None else named), path_name=number or path["path"],
            hba=f"host{adapter[1]}" if adapter else path["adapter"],
            state="disabled" if path["mode"] == "OFFLINE" and state != "dead" else state,
            state_text=f"{path['state']} {path['mode']}", optimised=not path["mark"] if marked else None,
            plugin=plugin, errors=whole(path["errors"]),
        )  # fmt: skip


READERS = (
    Reader(
        name="sdd-query-device", platform="sdd", command="pcmpath query device",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": word_list("host device kernel_name vendor model policy multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list("host device path_name hba state state_text optimised plugin errors"),
        },
        detect=by_pattern("DEV#: and DEVICE NAME: of SDD", (95, _TITLE)), read=_read, needles=("DEVICE NAME:", "DEV#:"),
        begins=rf"^[ \t]*Total [A-Za-z/ ]{{0,50}}Devices[ \t]*:[ \t]*[0-9]|{_TITLE}", also=("datapath",), trust=61,
    ),
)  # fmt: skip
