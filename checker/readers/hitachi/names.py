"""Names of ports, host groups and volumes of a VSP, the same for the REST API and for CCI.

A host group exists on one port and has a number there: ``CL1-A-1`` is group 1 of port CL1-A, and a view with one port.
A volume (LDEV) is named by its number in decimal digits; CCI prints hexadecimal ones with the option ``-fx``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Source
from checker.readers.toolkit.declarations.fields import const
from checker.readers.toolkit.declarations.records import Record
from checker.readers.toolkit.numbers import whole

PORT = r"CL[1-9A-Ga-g]-[A-Ra-r]"
"""Regular expression of a port name."""
BLOCK_BYTES = 512
"""Size of a block in capacities (CCI Command Reference, "raidcom get ldev"; REST API Reference Guide, "blockCapacity")."""
THIN = ("HDP", "HDT")
"""Attributes of volumes that take space from a pool as they are written."""
_PORT = re.compile(rf"({PORT})[0-9]{{0,3}}\Z")
_LDEV = re.compile(r"[0-9A-Fa-f]{1,5}\Z")
_LARGEST_HEXADECIMAL = 4
_FX = re.compile(r"(?:^|[^A-Za-z0-9])-?fx(?![A-Za-z0-9])")
VENDOR: dict[str, Source[Record]] = {"vendor": const("HITACHI"), "family": const("hitachi")}


def port_name(text: str | None) -> str | None:
    """Return the name of a port without the digits that CCI may add to it; None for other text."""
    found = _PORT.match(text or "")
    return found.group(1) if found else None


def view_name(port: str | None, group: str | int | None) -> str | None:
    """Return the name of the view of a host group."""
    name = port_name(port)
    return None if name is None or group is None or not str(group).isdecimal() else f"{name}-{whole(group)}"


def role_of(attributes: Iterable[str]) -> str | None:
    """Return the role of a port by its attributes; None for one that has several.

    TAR serves hosts, MCU and RCU copy to another array, ELUN uses volumes of another array.
    """
    named = {attribute.upper() for attribute in attributes}
    if named == {"TAR"}:
        return "front-end"
    if named and named <= {"MCU", "RCU"}:
        return "replication"
    return "back-end" if named == {"ELUN"} else None


def number_base(capture: Capture, numbers: Iterable[str], out: Writer, line: int) -> int:
    """Return 16 if the volume numbers of a capture are hexadecimal (``-fx``), else 10; with a note if nothing shows it."""
    shown = {text for text in numbers if _LDEV.match(text)}
    if any(re.search("[A-Fa-f]", text) for text in shown):
        return 16
    if capture.command is not None:
        return 16 if _FX.search(capture.command) else 10
    if any(len(text) > _LARGEST_HEXADECIMAL for text in shown) or not any(len(text) > 1 for text in shown):
        return 10
    if _FX.search(capture.file.rpartition("/")[2]):
        return 16
    out.note(
        line, "volume numbers were read as decimal, the default of CCI: neither a command line nor a number shows -fx"
    )
    return 10


def volume_name(text: str | None, base: int) -> str | None:
    """Return the number of a volume in decimal digits."""
    if text is None or not _LDEV.match(text) or (base == 10 and not text.isdecimal()):
        return None
    return str(whole(text, base))
