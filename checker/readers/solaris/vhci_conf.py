"""Settings of MPxIO: ``/kernel/drv/scsi_vhci.conf`` and its copy below ``/etc/driver/drv``.

Sample::

    name="scsi_vhci" class="root";
    load-balance="round-robin";
    auto-failback="enable";

With ``load-balance="none"``, one path carries all I/O of a disk. Lists of products and of failover modules are skipped.
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

_SETTING = re.compile(r'\s*(?P<setting>load-balance|auto-failback)\s*=\s*"(?P<value>[a-z-]{2,20})"\s*;')
_LIST = re.compile(
    r'\s*(?:"|name=|[a-z][\w-]{3,40}\s*=|ddi-forceload|device-type-|(?:no-)?(?:auto|symmetric|enable|disable)-\w+)'
)
_NOISE = re.compile(shell_noise("cat|grep|more", r"#"))
_BEGINS = r'^[ \t]*(?:name="scsi_vhci"|load-balance[ \t]*=[ \t]*"(?:none|round-robin|logical-block)"[ \t]*;)'


def _settings(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in printed(capture, 400):
        if match := _SETTING.match(line):
            yield TextRow(number, match.groupdict())
        elif not _NOISE.match(line.strip()) and not _LIST.match(line):
            out.unread(number)


READERS = (
    Family("solaris", _settings).reader(
        "solaris-vhci-conf", "cat /kernel/drv/scsi_vhci.conf", by_pattern("load-balance of scsi_vhci.conf", (94, _BEGINS)),
        Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("solaris")),
        Facts[TextRow]("host_setting", host=owner, scope=const("scsi_vhci"), setting="setting", value="value"),
        needles=("scsi_vhci|load-balance",),
    ),
)  # fmt: skip
