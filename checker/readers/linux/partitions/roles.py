"""Role of a partition, from its MBR type, its GPT type, or the words and flags that tools print."""

from __future__ import annotations

import re
from functools import lru_cache

from checker.readers.toolkit.numbers import whole

PARTITION_COLUMNS = (
    "host", "device", "partition", "start_sector", "start_bytes", "start_low_bytes", "start_high_bytes", "size_bytes",
    "size_low_bytes", "size_high_bytes", "sector_bytes", "label_type", "label", "boot", "exact", "partition_type", "role",
)  # fmt: skip
"""Columns that every listing of a partition table can fill."""
DISK_COLUMNS = (
    "host", "device", "kernel_name", "size_bytes", "size_low_bytes", "size_high_bytes", "sector_bytes",
)  # fmt: skip

_MBR = {
    0x00: "empty", 0x05: "extended", 0x0F: "extended", 0x85: "extended", 0x82: "swap", 0x8E: "lvm", 0xEF: "efi",
    0xFB: "vmfs", 0xFC: "diagnostic", 0x12: "diagnostic", 0xDE: "diagnostic", 0x27: "system", 0x41: "system",
}  # fmt: skip
PROTECTIVE_MBR = 0xEE
_LDM_MBR = 0x42
_GPT = {
    "c12a7328-f81f-11d2-ba4b-00a0c93ec93b": "efi", "21686148-6449-6e6f-744e-656564454649": "bios-boot",
    "e3c9e316-0b5c-4db8-817d-f92df00215ae": "msr", "0657fd6d-a4ab-43c4-84e5-0933c84b4f4f": "swap",
    "e6d6d379-f507-44c2-a23c-238f2a3df928": "lvm", "aa31e02a-400f-11db-9590-000c2911d1b8": "vmfs",
    "9d275380-40ad-11db-bf97-000c2911d1b8": "diagnostic", "de94bba4-06d1-4d40-a16a-bfd50179d6ac": "system",
    "9e1a2d38-c612-4316-aa26-8b49521e5a8b": "system",
}  # fmt: skip
_LDM_GPT = ("5808c8aa-7e8f-42e0-85d2-e1e90434cfb3", "af9b60a0-1431-4f62-bc68-3311714a69ad")
_WORDS = (
    ("bios boot", "bios-boot"),
    ("efi system", "efi"),
    ("microsoft reserved", "msr"),
    ("swap", "swap"),
    ("lvm", "lvm"),
    ("extended", "extended"),
    ("vmware diagnostic", "diagnostic"),
    ("vmkcore", "diagnostic"),
    ("vmfs", "vmfs"),
    ("prep boot", "system"),
    ("recovery", "system"),
    ("empty", "empty"),
    # fdisk localises the names of GPT types.
    ("efi", "efi"),
    ("bios", "bios-boot"),
    ("microsoft reserv", "msr"),
    ("reservado para microsoft", "msr"),
    ("réservé microsoft", "msr"),
    ("microsoft 保留", "msr"),
    ("échange", "swap"),
    ("intercambio", "swap"),
    ("подкачк", "swap"),
    ("交换", "swap"),
    ("スワップ", "swap"),
)
_FLAGS = (
    ("esp", "efi"), ("bios_grub", "bios-boot"), ("msftres", "msr"), ("swap", "swap"), ("lvm", "lvm"),
    ("prep", "system"), ("diag", "diagnostic"),
)  # fmt: skip
_HEX = re.compile(r"(?:0x)?([0-9a-fA-F]{1,2})\Z")


def mbr_type(text: str) -> int | None:
    """Return the MBR type number of ``83``, ``0x83`` or ``f``, or None."""
    match = _HEX.match(text.strip())
    return whole(match.group(1), 16) if match else None


@lru_cache(256)
def role_of_type(text: str) -> tuple[str, bool]:
    """Return the role, and TRUE for a Windows dynamic disk, from an MBR number, a GPT type or a printed type name."""
    number = mbr_type(text)
    if number is not None:
        return _MBR.get(number, "data"), number == _LDM_MBR
    lower = text.strip().lower()
    if lower in _GPT:
        return _GPT[lower], False
    if lower in _LDM_GPT:
        return "data", True
    role = next((role for word, role in _WORDS if word in lower), "data")
    return role, "ldm" in lower


def role_of_parted(kind: str, file_system: str, flags: list[str], label_type: str) -> str:
    """Return the role from parted's type, file system and flags; ``boot`` means the EFI partition under GPT only."""
    if kind == "extended":
        return "extended"
    for flag, role in _FLAGS:
        if flag in flags:
            return role
    if label_type == "gpt" and "boot" in flags:
        return "efi"
    return "swap" if "swap" in file_system else "data"
