"""``esxcfg-scsidevs -l``: the devices of a host, several keys per line (ESX 4 to ESXi 8).

naa.6000144000000010aa00000000000001
   Device Type: Direct-Access
   Size: 102400 MB
   Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
   Multipath Plugin: NMP
   Console Device: /vmfs/devices/disks/naa.6000144000000010aa00000000000001
   Vendor: EMC       Model: Invista           Revis: 6100
   SCSI Level: 4  Is Pseudo: false Status: on
   Is RDM Capable: true  Is Removable: false
   Is Local: false Is SSD: false
   Other Names:
      vml.02000100006000144000000010aa00000000000001496e76697374
   VAAI Status: unknown
"""

from __future__ import annotations

import re

from checker.readers.esxi import listing
from checker.readers.esxi.devices import core_device
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family

_KEYS = core_device.KEYS | {"console device", "other names"}
_WORDS = (
    "Vendor|Model|Revis|SCSI Level|Is Pseudo|Status|Is RDM Capable|Is Removable|Is Local|Is SSD|Is Offline|"
    "Is Perennially Reserved|Queue Full Sample Size|Queue Full Threshold|Thin Provisioning Status|Attached Filters"
)
_BEGIN = re.compile(rf"(?:\A|(?<=\s))({_WORDS}):(?=\s|\Z)")
_SEVERAL = re.compile(r"(?:Vendor|SCSI Level|Is RDM Capable|Is Local|Is Offline|Queue Full Sample Size):(?=\s)")


def _name(line: str) -> str | None:
    """Return the name of a device; ``vml.`` names are listed below Other Names and don't count."""
    found = listing.device_name(line)
    return None if found is None or found.lower().startswith("vml.") else found


def _split(text: str) -> list[tuple[str, str]] | None:
    """Split a line of several keys; other names of the device become keys without value."""
    if text.startswith("vml."):
        return [(text.lower()[:200], "")]
    if not _SEVERAL.match(text):
        return None
    found = list(_BEGIN.finditer(text))
    ends = [*(key.start() for key in found[1:]), len(text)]
    pairs = [(key.group(1).lower(), text[key.end() : end].strip()) for key, end in zip(found, ends, strict=True)]
    return [("revision" if key == "revis" else key, value) for key, value in pairs]


def _known(line: str) -> str | None:
    return line if _name(line) or _split(line.strip()) else None


_by_keys = listing.by_keys("records with Console Device and Revis", "console device", _KEYS, _known)


def _detect(capture: Capture) -> Detection | None:
    if "Revis:" not in capture.head and "Other Names:" not in capture.head:
        return None
    found = _by_keys(capture)
    return Detection(found.score + 2, found.reason) if found else None


READERS = (
    Family("esxi", listing.records(_KEYS, _name, core_device.NEEDED, _split)).reader(
        "esxi-scsidevs-list", "esxcfg-scsidevs -l", _detect, *core_device.PARTS,
        needles=("Console Device", "Multipath"), begins=listing.DEVICE_LINE + r" *Device Type: ", verified=False,
    ),
)  # fmt: skip
