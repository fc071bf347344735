"""Maps of native NVMe multipathing, which ``multipath -ll`` lists in addition to those of dm-multipath.

::

    eui.00000a0669af8e91d039ea0000000001 [nvme]:nvme1n1 NVMe,Example Array,08901200
    size=20971520 features='n/a' hwhandler='ANA' wp=rw
    |-+- policy='n/a' prio=10 status=non-optimized
    | `- 1:1:1 nvme1c1n1 0:0 n/a non-optimized live
    `-+- policy='n/a' prio=50 status=optimized
      `- 1:3:1 nvme1c3n1 0:0 n/a optimized     live

The size is in sectors of 512 bytes (libmultipath/foreign/nvme.c prints the block device's ``size``). The three numbers
are subsystem, controller and namespace, not a SCSI address.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.nvme.states import OWNER, nvme_state
from checker.readers.toolkit.numbers import whole

_MAP = re.compile(r"(\S{1,300}) \[nvme\]:(nvme[0-9]{1,5}n[0-9]{1,5})(?: +([^,\n]{1,60})(?:,(.{1,200}))?)?\Z")
_SIZE = re.compile(r"size=([0-9]{1,18}) features='n/a' hwhandler=")
_GROUP = re.compile(r"[ |`+-]*policy='n/a'(?: prio=(-?[0-9]{1,9})(?: status=\S+)?\Z)?")
_PATH = re.compile(
    r"[ |`+-]*[0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}\s+(nvme[0-9]{1,5}(?:c[0-9]{1,5})?n[0-9]{1,5})\s+[0-9#]{1,9}:[0-9#]{1,9}"
    r"\s+n/a\s+(\S{1,30})\s+(\S{1,30})\Z"
)
_SECTOR = 512


class NativeMaps:
    """Reads the lines of native maps and writes the facts of each line immediately."""

    def __init__(self, out: Writer, host: str) -> None:
        self._out = out
        self._host = host
        self._priority: int | None = None
        self._device: str | None = None
        self._name = ""
        self.started = False

    def begin(self, number: int, line: str) -> bool:
        """Begin a map if the line names one."""
        found = _MAP.match(line)
        if found is None:
            return False
        self.started = True
        wwid, self._name, vendor, product = found.groups()
        self._device = map_identity(wwid, None, self._name, number, self._out)
        self._priority = None
        if product is not None:
            # The firmware revision follows the last comma.
            product = product.rpartition(",")[0].strip() or product
        self._out.add(
            "device", number, host=self._host, device=self._device, kernel_name=self._name, vendor=vendor,
            model=product, multipath_owner=OWNER,
        )  # fmt: skip
        if self._device is not None:
            self._out.add("device_owner", number, host=self._host, device=self._device, multipath_owner=OWNER)
        return True

    def end(self) -> None:
        """End the current map; the next lines belong to another one."""
        self._name = ""

    def take(self, number: int, line: str) -> bool:
        """Read a line of the current map; FALSE for other lines."""
        if not self._name:
            return False
        if size := _SIZE.match(line):
            self._out.add(
                "device", number, host=self._host, device=self._device, kernel_name=self._name,
                size_bytes=whole(size.group(1)) * _SECTOR, hardware_handler="ANA" if "hwhandler='ANA'" in line else None,
                read_only=line.endswith("wp=ro") if " wp=" in line else None,
            )  # fmt: skip
            return True
        if group := _GROUP.match(line):
            # An unreadable priority must not inherit the value of the previous group.
            self._priority = whole(group.group(1)) if group.group(1) else None
            return True
        path = _PATH.match(line)
        if path is None:
            return False
        name, ana, controller = path.groups()
        ana_state = nvme_state(controller, ana)
        self._out.add(
            "path", number, host=self._host, device=self._device, protocol="nvme", path_name=name,
            state=ana_state.state, state_text=ana_state.text, optimised=ana_state.optimised, group_state=ana,
            priority=self._priority if self._priority is not None and self._priority >= 0 else None, plugin=OWNER,
        )  # fmt: skip
        return True
