"""``vmware -v`` and ``vmware -vl``: version and build of an ESX or ESXi host.

Sample::

    VMware ESXi 6.7.0 build-14320388
    VMware ESXi 6.7.0 Update 3
"""

from __future__ import annotations

import re

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import first_line
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner

_VERSION = re.compile(
    r"[ \t]*(?P<name>VMware ESXi?) (?P<version>[0-9]\.[0-9](?:\.[0-9]{1,2})?) build-(?P<build>[0-9]{4,9})[ \t]*\Z"
)
_UPDATE = re.compile(r"[ \t]*VMware ESXi? [0-9.]{3,8} (?:GA|RTM|Update [0-9]{1,2}\w?)[ \t]*\Z")


def _detect(capture: Capture) -> Detection | None:
    lines = [line for line in capture.head.split("\n") if line.strip()]
    return Detection(90, "VMware ESXi … build-…") if len(lines) <= 3 and any(map(_VERSION.match, lines)) else None


READERS = (
    Family("esxi", first_line(_VERSION, _UPDATE.match)).reader(
        "esxi-vmware-v", "vmware -v", _detect,
        Facts("host", host=owner, platform=const("esxi"), os_name="name", os_version="version", kernel_version="build"),
        needles=("VMware ESX", "build-"), verified=False, trust=50, advised=False,
    ),
)  # fmt: skip
