"""``version``: the Fabric OS release.

Synthetic sample::

    Kernel:     2.6.14.2
    Fabric OS:  v8.2.1a
    Made on:    Mon Jan 7 18:22:40 2019
    BootProm:   3.0.29
"""

from __future__ import annotations

import re

from checker.readers.brocade import fos
from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.family import Family
from checker.readers.toolkit.fields import const, owner

_RELEASE = re.compile(r"^[ \t]*Fabric OS:[ \t]*(?P<release>v?\d\S*)", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*(?:Kernel|Made on|Flash|BootProm):[ \t]*\S", re.MULTILINE)


READERS = (
    Family("brocade", fos.rows(_RELEASE, _OTHER)).reader(
        "brocade-version", "version",
        fos.head_contains(_RELEASE, 90, "Fabric OS: with Kernel: or BootProm:", also=_OTHER.pattern),
        Facts("switch", switch=owner, vendor=const("brocade"), firmware_version="release"), needles=("Fabric OS:",),
        begins=r"^Kernel:[ \t]*\d[\w.\-]*[ \t]*\n[ \t]*Fabric OS:",
    ),
)  # fmt: skip
