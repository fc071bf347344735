"""Virtual Fibre Channel adapters of a Virtual I/O Server and their clients: ``lsmap -npiv -all``.

Sample::

    Name          Physloc                            ClntID ClntName       ClntOS
    ------------- ---------------------------------- ------ -------------- -------
    vfchost0      U9009.42A.1234567-V1-C10                6 lpar01         AIX

    Status:LOGGED_IN
    FC name:fcs0                    FC loc code:U78D3.001.WZS0001-P1-C2-T1
    Ports logged in:5
    Flags:a<LOGGED_IN,STRIP_MERGE>
    VFC client name:fcs0            VFC client DRC:U9009.42A.1234567-V6-C16

The name of a client is that of its partition, which may differ from that of the host, so no host is written for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_ADAPTER = re.compile(
    r"[ \t]*(?P<adapter>vfchost\d{1,5})[ \t]+\S{1,60}[ \t]+(?P<id>\d{1,5})(?:[ \t]+(?P<client>\S{1,60})(?:[ \t]+\S.{0,20})?)?[ \t]*\Z"
)
_FIELD = re.compile(r"[ \t]*(Status|FC name|VFC client name):[ \t]?(?!VFC client DRC)(\S*)")
_OTHER = re.compile(r"[ \t]*(?:Name[ \t]+Physloc\b|-{3,}|Ports logged in:|Flags:|FC loc code:)")
_NOISE = re.compile(shell_noise("lsmap|ioscli"))
_HEADER = r"^[ \t]*Name[ \t]+Physloc[ \t]+ClntID[ \t]+ClntName\b"
_SETTINGS = {
    "Status": "npiv status", "FC name": "npiv port", "VFC client name": "npiv client adapter", "client": "npiv client", "id": "npiv client id",
}  # fmt: skip


def _adapters(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield one row for each attribute of a virtual adapter."""
    adapter = ""
    for number, line in capture.lines():
        if match := _ADAPTER.match(line):
            adapter = match["adapter"]
            found = [(key, match[key]) for key in ("id", "client")]
        elif adapter and (field := _FIELD.match(line)):
            found = [(field[1], field[2])]
        else:
            if line.strip() and not _OTHER.match(line) and not _NOISE.match(line.strip()):
                out.unread(number)
            continue
        for key, value in found:
            if value:
                yield TextRow(number, {"scope": adapter, "setting": _SETTINGS[key], "value": value})


READERS = (
    Family("aix", _adapters).reader(
        "aix-lsmap-npiv", "lsmap -npiv -all", by_pattern("virtual Fibre Channel adapters of a VIOS", (95, _HEADER)),
        Facts("host", needs="host", distinct=True, host=owner, platform=const("aix")),
        Facts("host_setting", host=owner, scope="scope", setting="setting", value="value"),
        needles=("Physloc", "ClntID"), begins=_HEADER,
    ),
)  # fmt: skip
