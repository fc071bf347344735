"""Roles of partitions by their types in WMI (``Win32_DiskPartition``) and the storage cmdlets (``MSFT_Partition``)."""

from __future__ import annotations

from functools import lru_cache

_ROLES = {
    "c12a7328-f81f-11d2-ba4b-00a0c93ec93b": "efi", "e3c9e316-0b5c-4db8-817d-f92df00215ae": "msr",
    "de94bba4-06d1-4d40-a16a-bfd50179d6ac": "system", "ebd0a0a2-b9e5-4433-87c0-68b6b72699c7": "data",
    "5808c8aa-7e8f-42e0-85d2-e1e90434cfb3": "dynamic", "af9b60a0-1431-4f62-bc68-3311714a69ad": "dynamic",
    "e75caf8f-f680-4cee-afa3-b001e56efc2d": "data", "db97dba9-0840-4bae-97f0-ffb9a327c7e1": "data",
}  # fmt: skip
_MBR_ROLES = {
    5: "extended", 15: "extended", 39: "system", 66: "dynamic", 18: "diagnostic", 239: "efi", 222: "diagnostic",
}  # fmt: skip


@lru_cache(256)
def role_of(kind: str | None, gpt: str | None, mbr: int | None) -> tuple[str | None, bool | None]:
    """Return role and whether the disk is dynamic, from the type's name, its GPT type and its MBR type."""
    found = _ROLES.get((gpt or "").strip().strip("{}").lower()) or (_MBR_ROLES.get(mbr, "data") if mbr else None)
    if found is None and kind:
        found = _role_of_name(kind.lower())
    if found == "dynamic":
        return "data", True
    return found, None if found is None else False


def _role_of_name(kind: str) -> str | None:
    if "logical disk manager" in kind or "dynamic" in kind or "ldm" in kind:
        return "dynamic"
    if kind.startswith("extended"):
        return "extended"
    if kind in ("gpt: system", "system"):
        return "efi" if kind.startswith("gpt") else "system"
    if "reserved" in kind:
        return "msr"
    if "recovery" in kind or kind == "gpt: unknown":
        return "system" if "recovery" in kind else None
    if kind in ("unknown", "unused", ""):
        return None
    return "data"


def label_of(kind: str | None, gpt: str | None, mbr: int | None) -> str | None:
    """Return gpt or msdos where the type shows it."""
    if gpt or (kind or "").upper().startswith("GPT"):
        return "gpt"
    return "msdos" if mbr else None
