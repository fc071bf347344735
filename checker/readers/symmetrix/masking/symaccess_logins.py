"""``symaccess list logins``, ``symmask list logins`` (Enginuity 5x71 to PowerMaxOS), also with ``-v``.

::

    Symmetrix ID            : 000192601234

    Director Identification : FA-7E
    Director Port           : 0
                              User-generated                       Logged On
    Identifier       Type     Node Name        Port Name    FCID   In     Fabric
    ---------------- -------- --------------------------------- ------ ------ ------
    10000000c9030102 Fibre    esx01            vmhba2       6b0c00 Yes    Yes

With ``-v`` each login is a block::

    Director Identification : FA-1D
    Director Port           : 004
    WWN Port Name           : 5000097350122804

       Originator Port wwn : 10000000c9030102
       User-generated Name : esx01/vmhba2
       Logged In           : Yes
       On Fabric           : Yes
"""

from __future__ import annotations

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import facts
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.masking.tables import HEADER, Place, entry, write_login_row
from checker.readers.symmetrix.symcli.text import AFTER_ID, GROUP_NAME, Reading, detector, pair, symcli_reader
from checker.readers.toolkit.base import Capture


class _Reading(Reading):
    """Reader for the tables and blocks; a block is written when the next one begins."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._place = Place()
        self._block: dict[str, str] = {}
        self._block_line = 0
        self._block_array = ArrayWriter(out, capture.owner)
        self._written_ports: set[tuple[str, str | None, str | None]] = set()

    def _line(self, number: int, line: str) -> bool:
        found = pair(line)
        if found is not None and found[0].lower() == "director identification":
            self._finish()
        if self._place.take(line):
            return True
        if (row := entry(line)) is not None:
            self._write_port(number)
            return write_login_row(number, *row, self._place, self._arrays)
        if found is None:
            return HEADER.match(line) is not None
        key = found[0].lower()
        if key == "originator node wwn" or (key == "originator port wwn" and key in self._block):
            self._finish()
        if not self._block:
            self._block_line, self._block_array = number, ArrayWriter(self._out, self._arrays.name)
            self._write_port(number)
        self._block[key] = found[1]
        return True

    def _write_port(self, number: int) -> None:
        key = (self._arrays.name, self._place.name, self._place.wwn)
        if key not in self._written_ports:
            self._written_ports.add(key)
            self._arrays.port(number, self._place.director, self._place.port, wwpn=self._place.wwn)

    def _finish(self) -> None:
        block, self._block = self._block, {}
        if "originator port wwn" not in block:
            return
        name = block.get("user-generated name", "").strip()
        _, wwpn = self._block_array.initiator(
            self._block_line, block["originator port wwn"],
            alias=name if name != "/" else None, wwnn=block.get("originator node wwn"),
        )  # fmt: skip
        self._block_array.login(
            self._block_line, wwpn, self._place.name,
            target_wwpn=normalise.wwn(self._place.wwn), logged_in=normalise.yes_no(block.get("logged in")),
            on_fabric=normalise.yes_no(block.get("on fabric")),
        )  # fmt: skip


READERS = (
    symcli_reader(
        "symaccess-list-logins", "symaccess list logins", _Reading.read,
        provides=facts.provides("target_port registered_initiator array_login"),
        detect=detector(
            r"^[ \t]*Director Identification\s*:[\s\S]{0,600}?"
            r"(?:Logged\s+On|FCID\s+In\s+Fabric|Originator (?:Node|Port) wwn\s*:)",
            95, "logins at a director port", refuse=GROUP_NAME,
        ),
        also=("symmask list logins",), needles=("Director Identification",),
        begins=AFTER_ID + r"Director Identification *:",
    ),
)  # fmt: skip
