"""DMP nodes with everything about them: ``vxdmpadm list dmpnode all`` (or of one node, enclosure or array).

Sample::

    dmpdev          = emc_clariion0_158
    state           = enabled
    enclosure       = emc_clariion0
    cab-sno         = CK200000400000
    vid             = DGC
    pid             = VRAID
    iopolicy        = MinimumQ
    lun-sno         = 6006016000000000000000000000DB11
    ###path         = name state type transport ctlr hwpath aportID aportWWN attr
    path            = sdck enabled(a) primary FC c2 c2 A5 50:06:01:61:00:00:00:33 -

The only DMP listing that names the LUN by its NAA number (where the array gives that as serial number) and the array
port of each path. The line that begins with ``###path`` names the columns of the paths that follow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.veritas.paths import (
    NAA,
    NODE,
    PATH,
    is_of_other_product,
    node_identity,
    serial_of,
    write_host,
    write_node,
    write_path,
)

_FIELD = re.compile(r"([#a-zA-Z][#\w-]{1,40})\s*=\s?(.*)\Z")
_PATH_COLUMNS = ["name", "state", "type", "transport", "ctlr", "hwpath", "aportID", "aportWWN", "attr"]
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:/\S{1,60}/)?vxdmpadm |===> |[-=]+\Z")
_FIRST = r"^[ \t]*dmpdev[ \t]*=[ \t]*\S+[ \t]*$"


@dataclass
class _Node(TextRow):
    name: str = ""
    columns: list[str] = field(default_factory=lambda: _PATH_COLUMNS)
    paths: list[TextRow] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    node: _Node | None = None
    hosts: set[str] = set()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        match = _FIELD.match(text)
        if match and match.group(1) == "dmpdev":
            if node is not None:
                _write(node, capture.owner, out, hosts)
            node = _Node(number, name=match.group(2).strip())
        elif match and node is not None:
            name, value = match.groups()
            if name == "###path":
                node.columns = value.split()
            elif name == "path":
                _take_path(node, number, value.split(), out)
            else:
                node.values.setdefault(name, value.strip())
        elif not _NOISE.match(text):
            out.unread(number)
    if node is not None:
        if not node.paths:
            out.ends_inside_record = True
            out.note(node.line, f"DMP node {node.name} has no paths in this text: it is truncated")
        _write(node, capture.owner, out, hosts)


def _take_path(node: _Node, line: int, words: list[str], out: Writer) -> None:
    if len(words) < 2:
        out.ends_inside_record = True
        out.note(line, f"skipped a path of {node.name}: it is truncated")
    elif len(words) > len(node.columns):
        out.unread(line)
    else:
        node.paths.append(TextRow(line, dict(zip(node.columns, words, strict=False))))


def _write(node: _Node, host: str, out: Writer, hosts: set[str]) -> None:
    """Write the node, and the host unless it is among ``hosts``, which were written."""
    if not node.name:
        out.note(node.line, "skipped a DMP node: it has no name")
        return
    is_own = not any(is_of_other_product(out, node.line, path.values.get("name", "")) for path in node.paths)
    serial = node.text("lun-sno") or ""
    # The serial number of the LUN is its identity where it is an NAA number; of others, the designator of page 83h may be one.
    designator = (node.text("scsi3_vpd") or "").lower().removeprefix("naa:")
    device = next((normalise.device_id(one) for one in (serial.lower(), designator) if NAA.match(one)), None)
    device = device or node_identity(node.name)
    if is_own and normalise.problem_of(serial) == "redacted":
        out.bad_value("device", "device", serial, node.line, f"{host} {node.name}")
    array_serial = serial_of(node.text("cab-sno"))
    if is_own:
        if host not in hosts:
            hosts.add(host)
            write_host(out, node.line, host)
        write_node(
            out, node.line, host, node.name, device, vendor=node.text("vid"), model=node.text("pid"),
            array_serial=array_serial, array_device=node.text("avid"), policy=node.text("iopolicy"),
            device_state=node.text("state"),
        )  # fmt: skip
    if enclosure := node.text("enclosure"):
        out.add(
            "dmp_enclosure", node.line, host=host, enclosure=enclosure, array_serial=array_serial,
            enclosure_type=node.text("array-name"), array_type=node.text("array-type"), io_policy=node.text("iopolicy"),
        )  # fmt: skip
    for path in node.paths if is_own else ():
        name, state, transport = path.values.get("name", ""), path.values.get("state", ""), path.text("transport")
        port = out.wwn(path.text("aportWWN"), path.line, "path", "target_wwpn", f"{host} {name}")
        facts: dict[str, Value] = {"transport": transport.lower()} if transport else {}
        write_path(
            out, path.line, host, device, name, state, path.text("type"), marked=True, hba=path.text("ctlr"),
            target_wwpn=port, current=state.lower().endswith("(a)"), **facts,
        )  # fmt: skip


READERS = (
    Reader(
        name="veritas-list-dmpnode", platform="veritas", command="vxdmpadm list dmpnode all",
        provides={
            **NODE,
            "device": (*NODE["device"], *word_list("vendor model array_serial array_device policy device_state")),
            "dmp_enclosure": word_list("host enclosure array_serial enclosure_type array_type io_policy"),
            "path": (*PATH, "current", "transport"),
        },
        detect=by_pattern("dmpdev = of vxdmpadm list dmpnode", (95, _FIRST)), read=_read, needles=("dmpdev",),
        begins=_FIRST, verified=False, selects=r"\b(?:dmpnodename|enclosure)=(?!\$)\S",
        # The node on top is what the host uses, not the disks below it that /sys names.
        trust=62,
    ),
)  # fmt: skip
