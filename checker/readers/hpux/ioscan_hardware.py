"""Hardware of HP-UX hosts by hardware path: ``ioscan -fnkC fc``, ``-fnNkC disk``, ``-fkC lunpath``, and ``ioscan -F``.

Samples; with ``-F``, the same is printed between colons::

    Class     I  H/W Path  Driver S/W State   H/W Type     Description
    ===================================================================
    fc        0  0/2/1/0   fcd    CLAIMED     INTERFACE    HP AB379-60101 4Gb Dual Port PCI/PCI-X Fibre Channel Adapter (FC Port 1)
                          /dev/fcd0
    disk     14  64000/0xfa00/0x2  esdisk CLAIMED DEVICE   HP      OPEN-V
    lunpath   2  0/2/1/0.0x50060e8000000001.0x4018000000000000  eslpt CLAIMED  LUN_PATH  LUN path for disk14

The software state is that of the driver, not of the link (ioscan(1M)): only ``NO_HW``, for hardware that no longer responds, says that
a port or a path does not work; a disk in that state is absent. WWNs of ports are not printed; ``fcmsutil`` prints them for the same
hardware path. In the form of earlier releases (``sdisk``) a disk is a path, and what it leads to is not printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.hpux.hardware_path import LunPath, inquiry, lun_path
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts, Where
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, found, owner
from checker.readers.toolkit.declarations.records import TextRow

_ROW = re.compile(
    r"[ \t]*(?P<class>[a-z]\w{1,20})[ \t]+(?P<instance>[0-9]{1,6})[ \t]+(?P<path>[0-9][\w./]{0,120})[ \t]+(?P<driver>\w{2,20})[ \t]+"
    r"(?P<state>[A-Z_]{4,12})[ \t]+(?P<type>[A-Z_]{4,12})(?:[ \t]+(?P<model>\S.{0,200}?))?[ \t]*\Z"
)
_FIELDS = r"[^:\n]{0,30}:[^:\n]{0,30}:[TF]:[TF]:[TF]:-?[0-9]{1,12}:-?[0-9]{1,12}:-?[0-9]{1,12}:"
_FIELD_ROW = re.compile(
    rf"[ \t]*{_FIELDS}(?P<class>[a-z]\w{{1,20}}):(?P<driver>\w{{2,20}}):(?P<path>[0-9][\w./]{{0,120}}):[^:]{{0,80}}:(?P<instance>[0-9]{{1,6}})"
    r":[^:]{0,120}:[^:]{0,30}:(?P<state>[A-Z_]{4,12}):(?P<type>[A-Z_]{4,12}):(?P<model>.{0,200}?):-?[0-9]{1,6}(?::[a-z_]{0,20}){0,2}[ \t]*\Z"
)
_TITLES = re.compile(r"[ \t]*Class[ \t]+I[ \t]+H/W Path[ \t]+Driver\b")
_FILES = re.compile(r"[ \t]+/dev/\S+")
_WRAPPED = re.compile(r"[ \t]{0,60}[A-Z(][\w .()/-]{1,80}\Z")
_NOISE = re.compile(shell_noise("ioscan", r"[=\s]+\Z", rf"{_FIELDS}\w"))
_BEGINS = r"^[ \t]*Class[ \t]+I[ \t]+H/W Path[ \t]+Driver\b"
_STATES = r"[ \t]+[a-z]\w+[ \t]+[A-Z_]{4,}[ \t]+[A-Z_]{4,}"
_PORT = rf"^[ \t]*fc[ \t]+[0-9]{{1,5}}[ \t]+[0-9]{{1,5}}(?:/[0-9]{{1,5}})+{_STATES}"
_DISK = r"^[ \t]*disk[ \t]+[0-9]{1,6}[ \t]+[0-9][\w./]{2,120}[ \t]+e?sdisk[ \t]+[A-Z_]{4,}[ \t]+DEVICE\b(?![ \t]+(?:online|offline|limited)\b)"
_PATH = r"^[ \t]*lunpath[ \t]+[0-9]{1,6}[ \t]+[0-9]\S{8,120}[ \t]+\w+[ \t]+[A-Z_]{4,}[ \t]+LUN_PATH\b"
_SEPARATED = rf"^[ \t]*{_FIELDS}(?:fc|disk|lunpath):\w"
# In the form of earlier releases, they are paths.
_DEVICES = frozenset(("disk", "tape", "autoch"))
_LONGEST_LINE = 500


def _hardware(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield ports, disks and lunpaths; a description that a narrow terminal wraps is joined."""
    rows: list[TextRow] = []
    legacy = False
    for place, line in printed(capture, _LONGEST_LINE):
        if match := _ROW.match(line) or _FIELD_ROW.match(line):
            row = TextRow(place, {key: value for key, value in match.groupdict().items() if value})
            if row.values["class"] in _DEVICES and not row.values["path"].startswith("64000/"):
                out.unread(place)
                if not legacy:
                    out.note(
                        place, "skipped devices that are paths: what they lead to is not printed; ioscan -m lun does"
                    )
                legacy = True
                continue
            rows.append(row)
        elif _TITLES.match(line) or _FILES.match(line) or _NOISE.match(line.strip()):
            continue
        elif rows and _WRAPPED.match(line):
            rows[-1].values["model"] = " ".join(filter(None, (rows[-1].values.get("model"), line.strip())))
        else:
            out.unread(place)
    absent = {_kernel_name(row) for row in rows if _is_disk(row) and row.values["state"] == "NO_HW"}
    for row in rows:
        if _kernel_name(row) not in absent:
            yield row


def _is_port(row: TextRow) -> bool:
    return row.values["class"] == "fc"


def _is_disk(row: TextRow) -> bool:
    return row.values["class"] == "disk" and row.values["path"].startswith("64000/")


def _is_path(row: TextRow) -> bool:
    return row.values["class"] == "lunpath" and _kernel_name(row) is not None


def _kernel_name(row: TextRow) -> str | None:
    """Return the disk of a row: of the disk itself, or the one that a lunpath leads to."""
    if _is_disk(row):
        return f"disk{row.values['instance']}"
    if row.values["class"] != "lunpath":
        return None
    disk = re.match(r"LUN path for (disk[0-9]{1,6})\Z", row.values.get("model", ""))
    return disk[1] if disk else None


def _device(row: TextRow) -> str:
    return f"block:{_kernel_name(row)}"


def _address(row: TextRow) -> LunPath | None:
    return lun_path(row.values["path"])


def _hba(row: TextRow) -> str | None:
    return address.hba if (address := _address(row)) else None


def _target(row: TextRow) -> str | None:
    return address.target_wwpn if (address := _address(row)) else None


def _lun(row: TextRow) -> int | None:
    return address.lun if (address := _address(row)) else None


_HOST = Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("hpux"))
_INITIATOR = Facts[TextRow](
    "initiator", host=owner, hba="path", driver="driver", model="model", transport=const("fc"),
    port_state=lambda row: "offline" if row.values["state"] == "NO_HW" else None,
)  # fmt: skip
_DEVICE = Facts[TextRow](
    "device", host=owner, device=_device, kernel_name=_kernel_name, vendor=lambda row: inquiry(row.values.get("model"))[0],
    model=lambda row: inquiry(row.values.get("model"))[1],
)  # fmt: skip
_LUN_PATH = Facts[TextRow](
    "path", host=owner, device=_device, hctl="path", hba=_hba, target_wwpn=_target, lun=_lun,
    state=lambda row: "dead" if row.values["state"] == "NO_HW" else None,
    state_text=found(r"\A(NO_HW)\Z", "state"),
)  # fmt: skip
READERS = (
    Family("hpux", _hardware, _HOST).reader(
        "hpux-ioscan", "ioscan -fnk",
        by_pattern("FC ports, disks or lunpaths of ioscan", (92, f"{_PORT}|{_DISK}|{_PATH}"), (90, _SEPARATED)),
        Where(_is_port, _INITIATOR), Where(_is_disk, _DEVICE), Where(_is_path, _LUN_PATH),
        also=("ioscan -fnkC fc", "ioscan -fnNkC disk", "ioscan -fkC lunpath", "ioscan -F"), needles=("CLAIMED|NO_HW",),
        begins=_BEGINS, verified=False, trust=50,
    ),
)  # fmt: skip
