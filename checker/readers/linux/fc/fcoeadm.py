"""FCoE ports by ``fcoeadm -i``, target ports by ``fcoeadm -t``, and LUNs by ``fcoeadm -l``.

::

        Symbolic Name:     fcoe v0.1 over eth2.101
        OS Device Name:    host8
        Port Name:         0x2000000000C40001
        Speed:             10 Gbit
        State:             Online

    Interface:        eth2.101
    Roles:            FCP Target
    Port Name:        0x50000000AA000001
    Target ID:        0
    OS Device Name:   rport-8:0-1

    LUN ID  Device Name   Capacity   Block Size  Description
    ------  -----------  ----------  ----------  ----------------------------
         4  sdk           10.00 GiB      512     EMC Invista (rev 5200)

Layout: fcoe-utils, lib/fcoe_utils_display.c. The adapter is described above its ports. Capacities are rounded, so they are intervals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.block.names import block_device
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, fcid, lower, number, of_owner, owner, speed, wwn
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import disk_size

_PAIR = re.compile(r"\s*([A-Z][A-Za-z()\- ]{2,20}?):\s*(\S.{0,200}?)?\s*\Z")
_LUN = re.compile(r"\s*LUN #[0-9]{1,10} Information:\s*\Z")
_SHORT = re.compile(r"\s*([0-9]{1,10})\s+([a-z]{2,12})\s+([0-9.]+ [KMGTP]iB)\s+([0-9]{1,6})\s+(\S.{0,80})\Z")
_NOISE = re.compile(shell_noise("fcoeadm", r"LUN ID\s+Device Name\b", r"[- ]{6,}\Z"))
_RPORT = re.compile(r"rport-([0-9]{1,9}):([0-9]{1,9})-")
_PRODUCT = re.compile(r"(\S{1,8})\s+(\S.{0,16}?)\s*\(rev\s+(\S{0,8})\s*\)\Z")
_BEGINS = {"Symbolic Name": "port", "Interface": "target", "Description": "adapter"}


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    row: TypedRow | None = None
    adapter: dict[str, str] = {}
    indented = False
    for at, line in capture.lines():
        if not line.strip():
            continue
        if lun := _SHORT.match(line):
            values = {
                "LUN ID": lun.group(1),
                "OS Device Name": lun.group(2),
                "Capacity": lun.group(3),
                "Block Size": lun.group(4),
            }
            yield TypedRow(at, {**values, "Description": lun.group(5)}, type="lun")
            continue
        pair = _PAIR.match(line)
        kind = "lun" if _LUN.match(line) else _BEGINS.get(pair.group(1), "") if pair else ""
        if kind and not (
            kind == "adapter" and row is not None and row.type == "lun" and "Description" not in row.values
        ):
            if row is not None:
                yield row
                adapter = {"model": row.values.get("Description", "")} if row.type == "adapter" else adapter
            row, indented = TypedRow(at, dict(adapter) if kind == "port" else {}, type=kind), line[:1].isspace()
        # Every line of a record is indented; below it, another output may have been pasted.
        if pair is not None and row is not None and (line[:1].isspace() or not indented):
            row.add(at, pair.group(1), pair.group(2) or "")
        elif not (kind or _NOISE.match(line.strip())):
            out.unread(at)
    if row is not None:
        yield row


def _kernel_name(row: TypedRow) -> str | None:
    return block_device(f"/dev/{(row.text('OS Device Name') or '').removeprefix('/dev/')}").kernel_name


def _device(row: TypedRow) -> str | None:
    name = _kernel_name(row)
    return f"block:{name}" if name else None


def _product(part: int, row: TypedRow) -> str | None:
    found = _PRODUCT.match(row.text("Description") or "")
    return found.group(part) or None if found else None


def _adapter(row: TypedRow) -> str | None:
    found = _RPORT.match(row.text("OS Device Name") or "")
    return f"host{whole(found.group(1))}" if found else None


def _scsi_target(row: TypedRow) -> str | None:
    found, target = _RPORT.match(row.text("OS Device Name") or ""), row.number("Target ID")
    return f"{whole(found.group(1))}:{whole(found.group(2))}:{target}" if found and target is not None else None


def _block_bytes(row: TypedRow) -> int | None:
    words = (row.text("Block Size") or "").split()
    return whole(words[0]) if words and words[0].isdecimal() else None


_PORT = Facts[TypedRow](
    "initiator", any_of=("hba", "initiator_wwpn"), place=of_owner("OS Device Name"), host=owner, hba="OS Device Name",
    initiator_wwpn=wwn("Port Name"), wwnn=wwn("Node Name"), protocol=const("fcp"), transport=const("fcoe"),
    port_state=lower("State"), speed_gbps=speed("Speed"), fabric_wwn=wwn("Fabric Name", "FabricName"),
    fcid=fcid("FC-ID (Port ID)"), symbolic_name="Symbolic Name", model="model",
)  # fmt: skip
_TARGET = Facts[TypedRow](
    "remote_port", any_of=("target_wwpn", "scsi_target"), place=of_owner("OS Device Name"), host=owner, hba=_adapter,
    target_wwpn=wwn("Port Name"), target_wwnn=wwn("Node Name"), scsi_target=_scsi_target, port_state=lower("State"),
    roles="Roles", fcid=fcid("FC-ID (Port ID)"),
)  # fmt: skip
_DISK = Facts[TypedRow](
    "device", disk_size("Capacity"), needs="device", host=owner, device=_device, kernel_name=_kernel_name, lun=number("LUN ID"),
    vendor=lambda row: _product(1, row), model=lambda row: _product(2, row), revision=lambda row: _product(3, row),
    transport=const("fc"), sector_bytes=_block_bytes,
)  # fmt: skip

READERS = (
    Family("linux", _rows).reader(
        "linux-fcoeadm", "fcoeadm -i",
        by_pattern(
            "ports, targets or LUNs of FCoE: fcoeadm",
            (92, r"^[ \t]*Symbolic Name:[ \t]+fcoe\b.*\n[ \t]*OS Device Name:[ \t]+host[0-9]"),
            (92, r"^[ \t]*Interface:[ \t]+\S+[ \t]*\n[ \t]*Roles:[ \t]+FCP Target\b"),
            (92, r"^[ \t]*LUN #[0-9]+ Information:[ \t]*\n[ \t]*OS Device Name:"),
        ),
        HOST, ByType({"port": (_PORT,), "target": (_TARGET,), "lun": (_DISK,)}),
        needles=("OS Device Name:",), begins=r"^[ \t]*(?:Interface:[ \t]+\S+[ \t]*\n[ \t]*Roles:|Description:[ \t]+\S[^\n]*\n[ \t]*Revision:)", trust=55,
    ),
)  # fmt: skip
