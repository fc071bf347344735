"""FC ports of the host and the ports they see: ``fcinfo hba-port [-l]`` and ``fcinfo remote-port -p <WWPN> [-ls]``.

Samples (``fcadm`` prints the same)::

    HBA Port WWN: 210000e08b000001
            Port Mode: Initiator
            Port ID: 10b00
            OS Device Name: /dev/cfg/c4
            Manufacturer: QLogic Corp.
            Model: 375-3356-02
            Driver Name: qlc
            State: online
            Supported Speeds: 1Gb 2Gb 4Gb
            Current Speed: 4Gb
            Node WWN: 200000e08b000001
            Link Error Statistics:
                    Link Failure Count: 0

    Remote Port WWN: 5006016000000001
            Active FC4 Types: SCSI
            SCSI Target: yes
            Node WWN: 5006016080000001
            LUN: 0
              Vendor: DGC
              Product: VRAID
              OS Device Name: /dev/rdsk/c4t600601600000000000000000000000A1d0s2

A port in target mode is not an initiator. LUNs (``-s``) are paths whose state is not printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.solaris.disk_names import disk_identity, is_disk, kernel_name
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Each, Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import (
    captured_at,
    const,
    number,
    owner,
    parsed,
    speed,
    text,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.records import Record, TextRow, TypedRow
from checker.readers.toolkit.link_counters import counter_rows
from checker.readers.toolkit.numbers import decimal

# In `fcinfo logical-unit -v`, ports follow each other without attributes.
_HBA = r"^[ \t]*HBA Port WWN:[ \t]*\S+[ \t]*$(?!\n[ \t]*Remote Port WWN:)"
_REMOTE = r"^[ \t]*Remote Port WWN:[ \t]*\S+[ \t]*$(?!\n[ \t]*LUN:)"
_PORT_ARGUMENT = re.compile(r"\s-\w{0,4}p\s{0,4}([0-9a-fA-F]{16})\b")
_GIGABITS = re.compile(r"([0-9]{1,3})Gb\b")
_ports = blocks(
    r"\s*([A-Z][A-Za-z0-9/() _-]{1,40}?):(?:\s+(.*\S|))?\s*\Z",
    title=r"\s*(?:(?P<kind>HBA|Remote) Port WWN:\s*(?P<wwpn>\S+)|LUN:\s*(?P<lun>[0-9]{1,9}))\s*\Z",
    noise=shell_noise("fcinfo|fcadm", "NPIV ", "Link Error Stat"),
    inside=r"(?:\S+ ){0,4}[Nn]ot [Ss]upported\Z|[0-9a-f]{16}\Z",
)  # fmt: skip


def _hba_ports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for row in _ports(capture, out):
        if row.values["kind"] == "HBA":
            if not _is_initiator(row):
                out.note(row.line, f"skipped {row.values['wwpn']}: a port in target mode")
            yield row


def _is_initiator(row: TextRow) -> bool:
    return row.values.get("port mode", "").lower() != "target"


def _remote_ports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the remote ports, and the LUNs of each with the names of both ports."""
    argument = _PORT_ARGUMENT.search(capture.command or "")
    noted = argument is not None
    port: dict[str, str] = {}
    for row in _ports(capture, out):
        if row.values["kind"] == "Remote":
            if argument is not None:
                row.values["-p"] = argument.group(1)
            elif not noted:
                # Without its local port, a remote port cannot be distinguished from the same one seen through another.
                out.note(
                    row.line, "skipped remote ports: the listing does not name the host's port, the argument of -p"
                )
                noted = True
            port = row.values
            yield row
        elif "lun" in row.values and port:
            row.values.update({name: port[name] for name in ("wwpn", "-p") if name in port})
            yield row


def _is_target(row: TextRow) -> bool:
    return row.values["kind"] == "Remote" and "-p" in row.values and row.values.get("scsi target", "").lower() != "no"


def is_disk_row(row: TextRow) -> bool:
    """Return whether a row is about a disk: the operating system names others under /dev/rmt or /dev/es."""
    return is_disk(row.values.get("os device name", ""))


def _is_path(row: TextRow) -> bool:
    return bool(row.values.get("lun")) and "-p" in row.values and is_disk_row(row)


def _known(name: str) -> Callable[[Record], Value]:
    """Source: a text that the driver of the adapter knows."""
    return words(name, {"not available": None, "n/a": None, "unknown": None})


def _firmware(row: TextRow) -> Value:
    """Return the version of the firmware; some drivers print the model before it."""
    version = _known("firmware version")(row)
    return version.removeprefix(f"{row.text('model')} ") if isinstance(version, str) else None


HOST = Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("solaris"))
_INITIATORS = Facts(
    "initiator", when=_is_initiator, host=owner, hba="os device name", initiator_wwpn=wwn("wwpn"), wwnn=wwn("node wwn"),
    protocol=const("fcp"), transport=const("fc"), port_state="state", speed_gbps=speed("current speed"),
    max_speed_gbps=parsed(lambda speeds: max(map(decimal, _GIGABITS.findall(speeds)), default=None), "supported speeds"),
    fcid=parsed(lambda digits: normalise.fcid(digits.removeprefix("0x").zfill(6)) if len(digits) <= 8 else None, "port id"),
    port_type="type", model=_known("model"), driver=_known("driver name"), driver_version=_known("driver version"),
    firmware_version=_firmware,
)  # fmt: skip


def _counters(row: TextRow) -> Iterator[TypedRow]:
    return counter_rows(row, row.values.get("os device name", "")) if _is_initiator(row) else iter(())


_COUNTED = Each(
    _counters,
    Facts(
        "initiator_counter", needs="hba", host=owner, hba="hba", counter="counter", value=number("value"), captured_at=captured_at,
    ),
)  # fmt: skip
_REMOTE_PORTS = Facts(
    "remote_port", when=_is_target, needs="target_wwpn", host=owner, hba=parsed(normalise.wwn, "-p"),
    target_wwpn=wwn("wwpn"), target_wwnn=wwn("node wwn"), roles=words("scsi target", {"yes": "SCSI Target"}, others=False),
)  # fmt: skip
_disk = parsed(disk_identity, "os device name")
DISK = Facts(
    "device", when=is_disk_row, needs="device", distinct=True, host=owner, device=_disk,
    kernel_name=parsed(kernel_name, "os device name"), vendor=text("vendor"), model=text("product"),
)  # fmt: skip
"""The disk of a row; `fcinfo logical-unit` prints the same attributes."""
PATH = Facts(
    "path", when=_is_path, host=owner, device=_disk, initiator_wwpn=wwn("-p"), target_wwpn=wwn("wwpn"), lun=number("lun"),
    transport=const("fc"),
)  # fmt: skip
"""The path of a row with a LUN, its target port and, under ``-p``, the port of the host."""

READERS = (
    Family("solaris", _hba_ports).reader(
        "solaris-fcinfo-hba-port", "fcinfo hba-port", by_pattern("HBA Port WWN: of fcinfo hba-port", (95, _HBA)),
        HOST, _INITIATORS, _COUNTED, needles=("HBA Port WWN:",), begins=_HBA,
    ),
    Family("solaris", _remote_ports).reader(
        "solaris-fcinfo-remote-port", "fcinfo remote-port",
        by_pattern("Remote Port WWN: of fcinfo remote-port", (94, _REMOTE)),
        HOST, _REMOTE_PORTS, DISK, PATH, needles=("Remote Port WWN:",), begins=_REMOTE, verified=False,
    ),
)  # fmt: skip
