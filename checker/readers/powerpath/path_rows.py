"""The path rows of ``powermt display dev=all``, read from the right: the hardware path and the interface contain blanks.

``2304 ssm@0,0/pci@19,700000/lpfc@2 c2t0d0s0  SP A1     active  alive      0      0``
"""

from __future__ import annotations

import re
from typing import NamedTuple

from checker.facts import normalise
from checker.readers.toolkit.numbers import whole

_ROW = re.compile(
    r"\s*([0-9]{1,9}|###|-)\s+(.+?)\s+(\S+)\s+(\S+)\s+([a-z]\S{0,20})\s+([a-z]{2,20})\s+([0-9]{1,18}|-)\s+([0-9]{1,18}|-)\s*\Z"
)
_LONGEST_ROW = 600
NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |[#$]?(?:sudo )?(?:/\S{1,60}/)?r?powermt\b|===> |[- ]+\Z")
_CTD = re.compile(r"(c[0-9]{1,6})t([0-9A-Fa-f]{1,32})d([0-9]{1,5})((?:s|p)[0-9]{1,2})?\Z")
INTERFACE_CLASS = re.compile(r"[A-Z]{2,3}\Z")
"""First word of an interface of two words: FA 9dB, SP A1."""
_ESX_ADDRESS = re.compile(r"C([0-9]{1,5}):T([0-9]{1,6}):L([0-9]{1,9})\Z")
_WINDOWS = re.compile(r"port([0-9]{1,5})\\path([0-9]{1,5})\\tgt([0-9]{1,5})\\lun([0-9]{1,5})\Z")
_HPUX = re.compile(r"([0-9]{1,3}(?:/[0-9]{1,3}){1,8})(?:\.[0-9]{1,5})+\Z")
"""Hardware path of HP-UX: that of the adapter, and behind it the address in the fabric, of which each has a ``c`` of its own."""
_PLATFORMS = (
    (re.compile(r"(?:sd[a-z]{1,6}|nvme\S+)\Z"), "linux"),
    (re.compile(r"hdisk[0-9]+\Z"), "aix"),
    (re.compile(r"C[0-9]+:T[0-9]+:L[0-9]+\Z"), "esxi"),
    (re.compile(r"c[0-9]+t\w+d[0-9]+s[0-9]+\Z"), "solaris"),
)


class PathRow(NamedTuple):
    """One path: adapter, name, SCSI address, target port, LUN, array interface, mode and state as printed, errors."""

    adapter: str
    name: str
    hctl: str | None
    target_wwpn: str | None
    lun: int | None
    interface: str
    mode: str
    state: str
    platform: str | None
    errors: int | None


def path_row(line: str) -> PathRow | None:
    """Read one row; None for another line or a truncated row."""
    match = _ROW.match(line) if len(line) < _LONGEST_ROW else None
    if match is None:
        return None
    number, hardware, name, interface, mode, state, _, errors = match.groups()
    # "FA  9dB" and "SP A1" are interfaces of two words; the word before them is the path.
    if INTERFACE_CLASS.match(name):
        interface = f"{name} {interface}"
        hardware, _, name = hardware.rstrip().rpartition(" ")
        hardware = hardware.rstrip()
    if not hardware or not name:
        return None
    adapter, hctl, wwpn, lun = f"{number} {hardware}", None, None, None
    platform = next((found for pattern, found in _PLATFORMS if pattern.match(name)), None)
    if ctd := _CTD.match(name):
        if _WINDOWS.match(hardware):
            platform, adapter = "windows", hardware.partition("\\")[0]
        elif hpux := _HPUX.match(hardware):
            platform, adapter = "hpux", hpux.group(1)
        else:
            adapter = ctd.group(1)
        wwpn = normalise.wwn(ctd.group(2)) if len(ctd.group(2)) == 16 else None
        lun = whole(ctd.group(3)) if wwpn else None
    elif esx := _ESX_ADDRESS.match(name):
        adapter, hctl, lun = hardware, f"{hardware}:{name}", whole(esx.group(3))
    elif platform == "aix":
        adapter = hardware
    return PathRow(adapter, name, hctl, wwpn, lun, interface, mode, state, platform, normalise.integer(errors))


def state_of(mode: str, state: str) -> str:
    """Return the normalised state: PowerPath uses alive paths in mode active, keeps standby paths, and ignores unlicensed ones."""
    if state == "dead":
        return "dead"
    if state != "alive":
        return "unknown"
    if mode == "active":
        return "active"
    if mode == "standby" or mode.startswith("asb"):
        return "standby"
    return "disabled" if mode in ("unlic", "unmanaged") else "unknown"
