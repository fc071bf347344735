"""Identity and product of a disk as Windows prints them: numbers, unique ids, device paths.

``PhysicalDrive4`` and ``MPIO Disk3`` are names on one host only. They are written as ``block:PhysicalDrive4`` and
``block:mapper/MPIO Disk3``; resolving replaces them by the LUN where another export of the host names both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from checker.facts import normalise
from checker.readers.toolkit.numbers import whole

_DRIVE = re.compile(r"(?:\\\\\.\\)?PHYSICALDRIVE([0-9]{1,5})\Z", re.IGNORECASE)
# The instance of a multipath disk is the page 83 name of the LUN: its characters as hex digits, or the characters.
_MPIO_INSTANCE = re.compile(r"[\\#]1&[0-9a-f]{5,8}&[0-9a-f]{1,2}&([0-9a-f]{32,64})(?:\Z|[#\\])", re.IGNORECASE)
_VENDOR = re.compile(r"&ven_([^&\\#]{0,8})&", re.IGNORECASE)
_PRODUCT = re.compile(r"&prod_([^&\\#]{0,16})(?:&|[\\#]|\Z)", re.IGNORECASE)
_REVISION = re.compile(r"&rev_([^&\\#]{1,8})(?:&|[\\#]|\Z)", re.IGNORECASE)
_SUFFIX = re.compile(
    r"(?<!\s)\s+(?:Multi-Path Disk Device|SCSI Disk Device|(?:SCSI|USB|SAS|ATA|iSCSI) Device|USB Device)\Z"
)
_LOCAL_BUSES = ("sata", "ata", "usb", "atapi", "1394", "sd", "mmc", "file backed virtual", "virtual", "spaces")
_BUSES = {
    "1": "scsi", "2": "atapi", "3": "ata", "4": "1394", "5": "ssa", "6": "fibre channel", "7": "usb", "8": "raid",
    "9": "iscsi", "10": "sas", "11": "sata", "12": "sd", "13": "mmc", "14": "virtual", "15": "file backed virtual",
    "16": "spaces", "17": "nvme",
}  # fmt: skip
_TRANSPORTS = {"fibre channel": "fc", "iscsi": "iscsi", "sas": "sas", "sata": "sata", "nvme": "nvme", "usb": "usb"}


class Product(NamedTuple):
    """Vendor, model and revision of a disk as SCSI states them; None where they cannot be separated."""

    vendor: str | None = None
    model: str | None = None
    revision: str | None = None


def drive_name(text: str | None) -> str | None:
    r"""Return ``PhysicalDrive4`` for ``\\.\PHYSICALDRIVE4`` and for the disk number ``4``; else None."""
    if text is None:
        return None
    match = _DRIVE.match(text.strip())
    if match:
        return f"PhysicalDrive{whole(match.group(1))}"
    number = text.strip()
    return f"PhysicalDrive{whole(number)}" if number.isascii() and number.isdecimal() and len(number) < 6 else None


def path_identity(path: str | None) -> str | None:
    """Return the identity in a plug and play id or a disk path of MPIO; None for other buses."""
    if not path or "mpio" not in path.lower():
        return None
    match = _MPIO_INSTANCE.search(path)
    if match is None:
        return None
    digits = match.group(1)
    if len(digits) % 2 == 0:
        characters = bytes.fromhex(digits).decode("latin-1")
        normal = normalise.device_id(characters)
        if normal is not None:
            return normal
    return normalise.device_id(digits)


def unique_identity(text: str | None, form: str | None = None) -> str | None:
    """Return the identity in a UniqueId; ``form`` is UniqueIdFormat: only FCPH names and EUI-64 are global."""
    if text is None:
        return None
    # A partition's id is its own part in braces, then the disk's.
    digits = text.rpartition("}")[2].strip()
    kind = (form or "").strip().lower()
    if kind in ("2", "eui64") and re.fullmatch(r"[0-9a-fA-F]{16}", digits):
        return f"eui.{digits.lower()}"
    if kind in ("2", "eui64"):
        return normalise.device_id(digits) if digits.lower().startswith("eui.") else None
    return normalise.device_id(digits)


def product_of_path(path: str | None) -> Product:
    r"""Return vendor, product and revision from a plug and play id such as ``MPIO\\DISK&VEN_EMC&PROD_SYMMETRIX…``."""
    found = (pattern.search(path or "") for pattern in (_VENDOR, _PRODUCT, _REVISION))
    return Product(*((match.group(1).replace("_", " ").strip() or None) if match else None for match in found))


def product(path: str | None, name: str | None) -> Product:
    """Return the product from path and name: the path shows where each field ends, the name its spelling."""
    exact, shown = product_of_path(path), _SUFFIX.sub("", (name or "").strip())
    if exact.vendor is None or exact.model is None:
        return product_of_name(name)
    rest = shown[len(exact.vendor) :].strip()
    if shown.lower().startswith(exact.vendor.lower()) and rest.lower() == exact.model.lower():
        return Product(shown[: len(exact.vendor)], rest, exact.revision)
    return exact


def product_of_name(name: str | None) -> Product:
    """Return vendor and product from a friendly name such as ``EMC SYMMETRIX Multi-Path Disk Device``."""
    if not name:
        return Product()
    words = _SUFFIX.sub("", name.strip()).split(None, 1)
    # The vendor field of SCSI has eight characters; a longer word, or a single one, is not a vendor.
    if len(words) == 2 and len(words[0]) <= 8:
        return Product(words[0], words[1].strip())
    return Product(None, " ".join(words) or None)


def bus(text: str | None) -> tuple[str | None, bool | None]:
    """Return transport and whether the disk is local, from the name or number of a bus type."""
    if text is None:
        return None, None
    word = text.strip().lower()
    word = _BUSES.get(word, word).replace("fiberchannel", "fibre channel").replace("fibrechannel", "fibre channel")
    local = True if word in _LOCAL_BUSES else False if word in ("fibre channel", "iscsi") else None
    return _TRANSPORTS.get(word), local
