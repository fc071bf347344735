"""FC adapters of HP-UX hosts: ``ioscan -fnkC fc`` (also ``-fnC fc``); of all classes (``-fn``) only the adapters and their buses are read.

Sample::

    Class     I  H/W Path  Driver S/W State   H/W Type     Description
    ===================================================================
    fc        0  0/2/1/0   fcd    CLAIMED     INTERFACE    HP AB379-60101 4Gb Dual Port PCI/PCI-X Fibre Channel Adapter (FC Port 1)
                          /dev/fcd0
    fc        1  0/4/1/0   td     NO_HW       INTERFACE    HP Tachyon XL2 Fibre Channel Mass Storage Adapter

The software state is that of the driver, not of the link (ioscan(1M)): only ``NO_HW``, for hardware that no longer responds, says that
the port does not work. WWNs are not printed; ``fcmsutil`` prints them for the same hardware path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_ADAPTER = re.compile(
    r"[ \t]*fc[ \t]+[0-9]{1,5}[ \t]+(?P<path>[0-9]{1,5}(?:/[0-9]{1,5}){1,12})[ \t]+(?P<driver>[a-z]\w{1,20})[ \t]+(?P<state>[A-Z_]{4,12})"
    r"[ \t]+[A-Z_]{4,12}(?:[ \t]+(?P<model>\S.{0,200}?))?[ \t]*\Z"
)
# Devices are LUNs, tapes and changers on paths of the old form, which are not read.
_OTHER = re.compile(
    r"[ \t]*(?!(?:disk|tape|autoch)\b)[a-z]\w{1,20}[ \t]+[0-9]{1,6}[ \t]+[0-9][\w./]{0,120}[ \t]+\w{2,20}[ \t]+[A-Z_]{4,12}[ \t]+[A-Z_]{4,12}\b"
)
_TITLES = re.compile(r"[ \t]*Class[ \t]+I[ \t]+H/W Path[ \t]+Driver\b")
_FILES = re.compile(r"[ \t]+/dev/\S+")
_WRAPPED = re.compile(r"[ \t]{0,60}[A-Z(][\w .()/-]{1,80}\Z")
_NOISE = re.compile(shell_noise("ioscan", r"[=\s]+\Z"))
_BEGINS = r"^[ \t]*Class[ \t]+I[ \t]+H/W Path[ \t]+Driver\b"
_ROW = r"^[ \t]*fc[ \t]+[0-9]{1,5}[ \t]+[0-9]{1,5}(?:/[0-9]{1,5})+[ \t]+[a-z]\w+[ \t]+[A-Z_]{4,}[ \t]+[A-Z_]{4,}"
_LONGEST_LINE = 500


def _adapters(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the adapters; a description that a narrow terminal wraps is joined."""
    adapter: TextRow | None = None
    for place, line in printed(capture, _LONGEST_LINE):
        if found := _ADAPTER.match(line):
            if adapter is not None:
                yield adapter
            adapter = TextRow(place, {key: value for key, value in found.groupdict().items() if value is not None})
        elif _OTHER.match(line) or _TITLES.match(line) or _FILES.match(line) or _NOISE.match(line.strip()):
            continue
        elif adapter is not None and _WRAPPED.match(line) and not line.startswith("/"):
            adapter.values["model"] = " ".join(filter(None, (adapter.values.get("model"), line.strip())))
        else:
            out.unread(place)
    if adapter is not None:
        yield adapter


def _state(row: TextRow) -> str | None:
    return "offline" if row.values["state"] == "NO_HW" else None


_HOST = Facts[TextRow]("host", host=owner, platform=const("hpux"))
_INITIATOR = Facts[TextRow](
    "initiator", host=owner, hba="path", driver="driver", model="model", transport=const("fc"), port_state=_state
)
READERS = (
    Family("hpux", _adapters, _HOST).reader(
        "hpux-ioscan-fc", "ioscan -fnkC fc", by_pattern("FC adapters of ioscan", (92, _ROW)), _INITIATOR,
        also=("ioscan -fnC fc",), needles=("H/W Path",), begins=_BEGINS, verified=False, trust=50,
    ),
)  # fmt: skip
