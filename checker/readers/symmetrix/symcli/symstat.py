"""``symstat`` by device (``-type REQUESTS``, the default) and by port (``-type PORT``).

::

    Symmetrix ID: 000192601234

    DEVICE                           IO/sec         KB/sec      % Hits  %Seq  Num WP
    10:15:20                       READ  WRITE   READ  WRITE   RD WRT   READ  Tracks

    10:15:30 000A1 (/dev/sdc   )    120     40   7680   2560   93 100     12      31
             000A2 (Not Visible)      0      0      0      0  N/A N/A    N/A       0
             Total                ------ ------ ------ ------ --- --- ------ -------
                                     120     40   7680   2560   93 100     12      31

    DIRECTOR     PORT   IO/sec   Kbytes/sec
    10:15:30 FA-7E  0      160        10240

Every interval is printed with the time of day but without the date, which is ambiguous, so means are written.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, load, names
from checker.readers.symmetrix.symcli.text import Arrays, detector, rows, symcli_reader
from checker.readers.toolkit.base import Capture

_CELL = r"(?:[0-9]{1,12}(?:\.[0-9]{1,6})?|N/A|-)"
_TIME = r"(?:[0-9]{2}:[0-9]{2}:[0-9]{2}[ \t]+)?"
_DEVICE = re.compile(
    rf"{_TIME}(?P<device>[0-9A-F]{{4,5}})[ \t]+(?:\([^()\n]{{0,80}}\)[ \t]*)?(?P<cells>{_CELL}(?:[ \t]+{_CELL}){{3,7}})\Z",
    re.IGNORECASE,
)
_PORT = re.compile(
    rf"{_TIME}(?P<director>[A-Z]{{2}}-[0-9]{{1,2}}[A-Z])[ \t:]+(?:P[- ]?)?(?P<port>[0-9]{{1,3}})[ \t]+(?P<ios>{_CELL})[ \t]+(?P<kb>{_CELL})\Z",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"(?:DEVICE\b|DIRECTOR\b|[0-9:]{8}(?:[ \t]+READ\b.*)?\Z|READ[ \t]+WRITE\b|Total\b|[0-9. \t]+\Z|(?:[0-9. \t]|N/A|-)+\Z)",
    re.IGNORECASE,
)


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    found = load.Loads()
    after_total = False
    for number, line in rows(capture, arrays):
        # The sums below "Total" have no name; from 1,000 I/Os on, the first looks like a device.
        sums, after_total = after_total, line.startswith("Total")
        device, port = (None, None) if sums else (_DEVICE.match(line), _PORT.match(line))
        if device is not None:
            name = names.device(device.group("device"))
            cells: list[str | None] = list(device.group("cells").split())
            if name is not None:
                arrays.announce(number)
                # Older releases do not print the last columns.
                found.add(
                    "storage_volume", number, arrays.name, name, dict(zip(load.DEVICE_METRICS, cells, strict=False))
                )
        elif port is not None:
            name = names.port_name(port.group("director"), port.group("port"))
            if name is not None:
                arrays.announce(number)
                found.add("target_port", number, arrays.name, name, {"ios": port.group("ios"), "kb": port.group("kb")})
        elif not _KNOWN.match(line):
            out.unread(number)
    found.write(capture, out)


_BEGIN = r"^[ \t]*(?:Symmetrix ID[^\n]{0,60}\n[ \t\n]{0,40})?(?:DEVICE[ \t]+IO/sec[ \t]+KB/sec[ \t]+%[ \t]?Hits|DIRECTOR[ \t]+PORT[ \t]+IO/sec[ \t]+K(?:B|bytes)/sec)"

READERS = (
    symcli_reader(
        "symstat", "symstat -type REQUESTS", _read,
        provides={**facts.provides(""), **load.COLUMNS},
        detect=detector(_BEGIN, 95, "titles of symstat: DEVICE, IO/sec, KB/sec, % Hits"),
        needles=("IO/sec",), begins=_BEGIN, verified=False,
    ),
)  # fmt: skip
