r"""``nvme list -v``: the NVMe subsystems, controllers and namespaces of a host, in three tables.

::

    Subsystem        Subsystem-NQN                         Controllers
    ---------------- ------------------------------------- ----------------
    nvme-subsys1     nqn.2014-08.com.example:array:0001    nvme1, nvme2

    Device   SN            MN                        FR       TxPort Address        Subsystem    Namespaces
    -------- ------------- ------------------------- -------- ------ -------------- ------------ ----------------
    nvme1    EX0000000001  Example Array Controller  FFFFFFFF fc     traddr=nn-0x50…:pn-0x50…,host_traddr=nn-0x20…:pn-0x10… nvme-subsys1 nvme1n1

    Device       NSID     Usage                      Format           Controllers
    ------------ -------- -------------------------- ---------------- ----------------
    nvme1n1      1        107.37  GB / 107.37  GB      4 KiB +  0 B   nvme1, nvme2

Addresses are longer than their column, so that what follows is shifted. Later versions add the controller's number, its slot
and the generic device, and print ``/dev/`` before namespaces (nvme-cli, nvme-print.c of 1.13 and nvme-print-stdout.c of 2.x). States are
not printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.linux.nvme.namespaces import DEVICE, NODE, NOISE, SIZE, placed
from checker.readers.linux.nvme.subsystems import LINKS, is_fc, linked
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.records import TextRow

_TITLES = re.compile(
    r"[ \t]*(?:NVM Express (?:Subsystems|Controllers|Namespaces)|Subsystem[ \t]+Subsystem-NQN[ \t]+Controllers"
    r"|Device[ \t]+(?:Generic[ \t]+)?NSID[ \t]+Usage[ \t]+Format[ \t]+Controllers)[ \t]*\Z"
)
_CONTROLLER_TITLES = re.compile(r"[ \t]*Device[ \t].{0,60}?\bSN[ \t]+(MN)[ \t]+(FR)[ \t]+(TxPort)\b")
_SUBSYSTEM = re.compile(r"[ \t]*nvme-subsys([0-9]{1,5})[ \t]+(\S{1,223})(?:[ \t]+nvme[\w, ]*)?\Z")
_CONTROLLER = re.compile(
    r"[ \t]*nvme(?P<controller>[0-9]{1,5})[ \t].{1,200}?[ \t](?P<transport>fc|tcp|rdma|pcie|loop)[ \t]+(?P<address>\S.{0,400}?)[ \t]+"
    r"(?:[0-9]{1,5}[ \t]+)?nvme-subsys(?P<subsystem>[0-9]{1,5})(?:[ \t]+nvme[\w, ]*)?\Z"
)
_WORDS = re.compile(
    r"[ \t]*nvme[0-9]{1,5} (?:[0-9]{1,5} )?\S{1,20} (?P<model>\S.{0,60}?) (?P<revision>\S{1,8}) (?:fc|tcp|rdma|pcie|loop) "
)
"""A row of controllers in a copy that lost the blanks between columns; a serial number is taken to be one word."""
_WIDE = SIZE.replace(" ?", " *")
_NAMESPACE = re.compile(
    rf"[ \t]*(?P<node>{NODE})[ \t]+(?:(?:/dev/)?ng\w{{1,20}}[ \t]+)?(?:0x)?[0-9A-Fa-f]{{1,8}}[ \t]+{_WIDE}[ \t]*/[ \t]*(?P<size>{_WIDE})[ \t]+"
    r"(?P<sector>[0-9]{1,6}) {1,3}(?P<unit>Ki)?B[ \t]*\+[ \t]*[0-9]{1,5} {1,3}B(?:[ \t]+(?P<controllers>nvme[0-9]{1,5}(?:, ?nvme[0-9]{1,5})*))?[ \t]*\Z"
)
_LONGEST_LINE = 1000


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the controllers with the name of their subsystem, and the namespaces with the model of their controllers."""
    nqn_of: dict[str, str] = {}
    model_of: dict[str, dict[str, str]] = {}
    columns: tuple[int, int, int] | None = None
    is_dense = False
    for place, line in printed(capture):
        if len(line) > _LONGEST_LINE:
            out.unread(place)
        elif found := _CONTROLLER_TITLES.match(line):
            columns = found.start(1), found.start(2), found.start(3)
            is_dense = "  " not in found.group().strip()
        elif _TITLES.match(line):
            continue
        elif found := _SUBSYSTEM.match(line):
            nqn_of[found[1]] = found[2]
        elif found := _CONTROLLER.match(line):
            values = found.groupdict()
            texts = _of_words(line) if is_dense else _of_columns(line, columns)
            model_of[values["controller"]] = {**texts, "transport": values["transport"]}
            subsystem = TextRow(place, {"subsystem": found["subsystem"], "nqn": nqn_of.get(found["subsystem"], "")})
            yield linked(values, subsystem, place, out)
        elif found := _NAMESPACE.match(line):
            row = {key: value for key, value in found.groupdict().items() if value is not None}
            controller = re.match(r"nvme([0-9]+)", row.pop("controllers", ""))
            yield placed(place, {**(model_of.get(controller[1], {}) if controller else {}), **row})
        elif not NOISE.match(line.strip()):
            out.unread(place)


def _of_columns(line: str, columns: tuple[int, int, int] | None) -> dict[str, str]:
    """Return model and firmware of a controller, from the columns before the address."""
    if columns is None or any(line[at - 1 : at].strip() for at in columns):
        return {}
    model, revision, end = columns
    return {"model": line[model:revision].strip(), "revision": line[revision:end].strip()}


def _of_words(line: str) -> dict[str, str]:
    """Return model and firmware of a controller from a row whose columns lost the blanks between them."""
    found = _WORDS.match(line)
    return {} if found is None else found.groupdict()


_BEGINS = r"^[ \t]*Subsystem[ \t]+Subsystem-NQN[ \t]+Controllers\b"
READERS = (
    Family("linux", _rows).reader(
        "linux-nvme-list-verbose", "nvme list -v", by_pattern("NVMe subsystems, controllers and namespaces", (96, _BEGINS)),
        HOST, Where(is_fc, *LINKS), Where(lambda row: "node" in row.values, DEVICE),
        needles=("Subsystem-NQN",), begins=_BEGINS, verified=False,
    ),
)  # fmt: skip
