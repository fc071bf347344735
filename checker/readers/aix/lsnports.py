"""Physical ports of a Virtual I/O Server that can have virtual adapters: ``lsnports``.

Sample::

    name             physloc                        fabric tports aports swwpns  awwpns
    fcs0             U78D3.001.WZS0001-P1-C2-T1          1     64     60   2048    2032
    fcs1             U78D3.001.WZS0001-P1-C2-T2          0     64     64   2048    2048

``fabric`` is 1 if the fabric behind the port supports NPIV, ``aports`` are the virtual adapters that the port can still have, and
``awwpns`` the names of target ports that they can still log in to (IBM PowerVM documentation, "lsnports command").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.aix.facts import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_TITLES = r"^[ \t]*[Nn]ame[ \t]+physloc[ \t]+fabric[ \t]+tports[ \t]+aports[ \t]+swwpns[ \t]+awwpns\b"
_PORT = re.compile(
    r"[ \t]*(?P<port>fcs[0-9]{1,4})[ \t]+\S{1,60}[ \t]+(?P<fabric>[01])[ \t]+[0-9]{1,6}[ \t]+(?P<ports>[0-9]{1,6})[ \t]+[0-9]{1,6}[ \t]+(?P<names>[0-9]{1,6})[ \t]*\Z"
)
_KNOWN = re.compile(rf"{_TITLES}|[ \t]*(?:{shell_noise('lsnports|ioscli')})")
_SETTINGS = {"fabric": "npiv fabric support", "ports": "npiv free ports", "names": "npiv free names"}


def _settings(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield one row for each attribute of a port."""
    for place, line in printed(capture):
        match = _PORT.match(line)
        if match is None:
            if not _KNOWN.match(line):
                out.unread(place)
            continue
        for key, setting in _SETTINGS.items():
            yield TextRow(place, {"scope": match["port"], "setting": setting, "value": match[key]})


READERS = (
    Family("aix", _settings).reader(
        "aix-lsnports", "lsnports", by_pattern("ports of a VIOS for virtual adapters", (95, _TITLES)), HOST,
        Facts("host_setting", host=owner, scope="scope", setting="setting", value="value"),
        needles=("physloc", "awwpns"), begins=_TITLES,
    ),
)  # fmt: skip
