"""DMP nodes and their paths: what their names and states mean, and how all readers write them.

On Solaris a path is ``c10t514F0C5000022101d0s2``: controller, target port, LUN and slice; the target is a number on
parallel SCSI and on HP-UX. On Linux it is ``sdb``, on AIX ``hdisk4``: such a name says nothing. Under another multipathing
product, DMP has one path per node, the product's device ``emcpower0c``: no path of the SAN, and DMP does not choose there.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import Record
from checker.readers.toolkit.numbers import whole

NODE = {
    "host": word_list("host multipath_software"),
    "device": word_list("host device kernel_name multipath_owner"),
    "device_owner": word_list("host device multipath_owner"),
}
"""Columns of :func:`write_host` and :func:`write_node`."""
PATH = word_list("host device path_name hba target_wwpn lun state state_text optimised group_state plugin")
"""Columns of :func:`write_path`."""
HOST: Facts[Record] = Facts("host", needs="host", distinct=True, host=owner, multipath_software=const("dmp"))
"""The host of an export, at its first row."""
NAA = re.compile(r"(?:6[0-9a-f]{31}|[56][0-9a-f]{15})\Z")
NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:vx|exit|\Z)|(?:sudo )?(?:/\S{1,60}/)?vx(?:dmpadm|disk) |VxVM vxdmpadm |={3,}>? |[-=.…]+\Z"
)
_CTD = re.compile(r"(c[0-9]{1,6})t([0-9A-Fa-f]{1,32})d([0-9]{1,5})(s[0-9]{1,2})?\Z")
_WWPN_DIGITS = 16
_OTHER_PRODUCT = re.compile(r"emcpower[0-9a-z]{1,8}\Z|hdiskpower[0-9]{1,5}\Z|sddlm[a-z]{2}[0-9]{0,2}\Z")
_SKIPPED = "skipped DMP nodes on top of another multipathing product"
_STATE = re.compile(r"([A-Z][A-Z_-]{2,20})(?:\(([A-Z])\))?\Z", re.IGNORECASE)


class PathName(NamedTuple):
    """Controller, target WWPN and LUN number as far as the name of a path contains them."""

    controller: str | None = None
    target_wwpn: str | None = None
    lun: int | None = None


def path_name(name: str) -> PathName:
    """Read the name of a path; the LUN number is known only with a WWPN, because HP-UX counts virtual targets."""
    match = _CTD.match(name)
    if match is None:
        return PathName()
    controller, target, lun, _ = match.groups()
    wwpn = normalise.wwn(target) if len(target) == _WWPN_DIGITS else None
    return PathName(controller, wwpn, whole(lun) if wwpn else None)


def is_path_name(text: str) -> bool:
    """Return TRUE for a name of the form c2t1d0."""
    return _CTD.match(text) is not None


def is_of_other_product(out: Writer, line: int, name: str) -> bool:
    """Return whether a path is the device of another multipathing product; the first one of an export is noted."""
    if _OTHER_PRODUCT.match(name) is None:
        return False
    if not any(note.text.startswith(_SKIPPED) for note in out.notes):
        out.note(line, f"{_SKIPPED}, such as {name}: its own exports show the paths")
    return True


def node_identity(node: str) -> str:
    """Return the identity of a DMP node, which is valid on its host only: its place below /dev."""
    return f"block:vx/dmp/{node}"


def serial_of(text: str | None) -> str | None:
    """Return the serial number of an array; disks without an array share a word instead of one."""
    return None if text is None or text.upper() in ("DISKS", "OTHER_DISKS", "DISK") else text


def state_of(text: str, path_type: str | None, marked: bool) -> str:
    """Return the normalised state; ``marked`` if this listing marks the paths in use with (A)."""
    match = _STATE.match(text)
    word, mark = (match.group(1).upper(), (match.group(2) or "").upper()) if match else ("", "")
    if word == "DISABLED":
        return "disabled" if mark == "M" else "dead"
    if word != "ENABLED":
        return "unknown"
    kind = (path_type or "").lower()
    # Active/Non-Optimized: the array takes I/O there, DMP sends it elsewhere.
    if mark == "A" or kind.startswith("active/"):
        return "active"
    return "standby" if marked or kind.startswith(("secondary", "standby")) else "active"


def optimised_of(path_type: str | None) -> bool | None:
    """Return whether the array prefers this path, if its type says so."""
    kind = (path_type or "").lower()
    if kind.startswith(("active/optimized", "active/optimised", "primary")):
        return True
    return False if kind.startswith(("active/non-optimi", "secondary", "standby")) else None


def write_host(out: Writer, line: int, host: str) -> None:
    """Write that DMP is the multipath software of the host."""
    out.add("host", line, host=host, multipath_software="dmp")


def write_node(out: Writer, line: int, host: str, node: str, device: str, **facts: Value) -> None:
    """Write a DMP node, its owner and further facts about it."""
    out.add("device", line, host=host, device=device, kernel_name=f"vx/dmp/{node}", multipath_owner="dmp", **facts)
    out.add("device_owner", line, host=host, device=device, multipath_owner="dmp")


def write_path(
    out: Writer,
    line: int,
    host: str,
    device: str | None,
    name: str,
    state: str,
    kind: str | None = None,
    *,
    marked: bool = False,
    hba: str | None = None,
    target_wwpn: str | None = None,
    **facts: Value,
) -> None:
    """Write a path; ``kind`` is its type as the array reports it, ``marked`` see :func:`state_of`."""
    named = path_name(name)
    out.add(
        "path", line, host=host, device=device, path_name=name, hba=hba or named.controller,
        target_wwpn=target_wwpn or named.target_wwpn, lun=named.lun, state=state_of(state, kind, marked),
        state_text=state, optimised=optimised_of(kind), group_state=kind, plugin="DMP", **facts,
    )  # fmt: skip
