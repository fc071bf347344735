"""``esxcli storage hpp device list`` (ESXi 7 and 8): devices of the high performance plug-in, mostly NVMe and local ones.

    naa.5000c50000000001
       Device Display Name: Local EXAMPLE Disk (naa.5000c50000000001)
       Path Selection Scheme: FIXED
       Path Selection Scheme Config: {preferred=none;}
       Current Path: vmhba3:C0:T72:L0
       Working Path Set: vmhba3:C0:T72:L0, vmhba2:C0:T72:L0
       Is SSD: false
       Is Local: true
       Paths: vmhba3:C0:T72:L0, vmhba2:C0:T72:L0
       Use ANO: false

``Paths`` lists all paths without their states, unlike ``Working Paths`` of NMP.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.values import Value
from checker.readers.esxi import listing, names
from checker.readers.esxi.family import HOST, Facts, Named, device_name, shown
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.declarations.declared import Each
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import (
    checked,
    const,
    device_id,
    first,
    flag,
    found,
    number,
    owner,
    parsed,
)
from checker.readers.toolkit.numbers import whole

KEYS = (
    "device display name", "path selection scheme", "path selection scheme config", "current path", "working path set",
    "is ssd", "is local", "paths", "use ano",
)  # fmt: skip
_NEEDED = ("device display name", "path selection scheme", "paths", "use ano")
_CONFIG = "path selection scheme config"
_SHOWN = "device display name"


def _listed(record: Record, key: str) -> list[str]:
    return [path for path in re.split(r"[,\s]+", record.text(key) or "") if path]


def _count(key: str) -> Callable[[Record], int | None]:
    return lambda record: len(_listed(record, key)) or None


def _number(pattern: str) -> Callable[[Record], Value]:
    search = re.compile(pattern).search
    return parsed(lambda config: whole(match.group(1)) if (match := search(config)) else None, _CONFIG)


def _paths(record: Record) -> Iterator[Record]:
    """Yield a record for each path, with the parts of its runtime name."""
    line, shown_name = record.at("paths"), record.values.get(_SHOWN, "")
    for path in dict.fromkeys(_listed(record, "paths")):
        values = {"path": path, _SHOWN: shown_name}
        if runtime := names.RUNTIME_NAME.match(path):
            values["target"], values["hba"], values["lun"] = runtime.groups()
        yield Record(line, values, name=record.name)


def _runtime_name(text: str) -> str | None:
    return text if names.RUNTIME_NAME.match(text) else None


_DEVICE = device_id(of=device_name, report=False)
PARTS = (
    Named(
        device_name, "skipped a device record without a device name",
        HOST,
        Facts(
            "device", host=owner, device=device_id(of=device_name), alias=shown(_SHOWN, "alias"),
            vendor=shown(_SHOWN, "vendor"), transport=shown(_SHOWN, "transport"), is_local=flag("is local"),
            is_ssd=flag("is ssd"), multipath_owner=const("hpp"), policy="path selection scheme", psp_config=_CONFIG,
            rr_iops=_number(r"\biops\s?=\s?(\d{1,12})"), rr_bytes=_number(r"\bbytes\s?=\s?(\d{1,18})"),
            rr_use_ano=flag("use ano"), preferred_path=found(r"\bpreferred\s?=\s?(vmhba\d+:C\d+:T\d+:L\d+)", _CONFIG),
            current_path=parsed(_runtime_name, "current path"), working_paths=_count("working path set"),
            printed_paths=_count("paths"),
        ),
        Facts("device_owner", needs="device", host=owner, device=_DEVICE, multipath_owner=const("hpp")),
        Each(
            _paths,
            Facts(
                "path", needs="hctl", place=first(_DEVICE, device_name), host=owner, device=_DEVICE,
                hctl=checked(_runtime_name, "path"), hba="hba", target="target", lun=number("lun"),
                plugin=const("HPP"), transport=shown(_SHOWN, "transport"),
            ),
        ),
    ),
)  # fmt: skip
READERS = (
    Family("esxi", listing.records(KEYS, listing.device_name, _NEEDED)).reader(
        "esxi-hpp-device-list", "esxcli storage hpp device list",
        listing.by_keys(
            "records with Path Selection Scheme and Paths", "path selection scheme", KEYS, listing.device_name
        ),
        *PARTS, needles=("Path Selection Scheme", "Paths"),
        begins=listing.DEVICE_LINE + r" *Device Display Name: [^\n]*\n *Path Selection Scheme: ",
    ),
)  # fmt: skip
