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
port of each path. The line that begins with ``###path`` names the columns of the paths behind it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.veritas.device_names import node_identity, path_name, serial_of
from checker.readers.veritas.subpaths import optimised_of, state_of

_FIELD = re.compile(r"([#a-zA-Z][#\w-]{1,40})\s*=\s?(.*)\Z")
_PATH_COLUMNS = ["name", "state", "type", "transport", "ctlr", "hwpath", "aportID", "aportWWN", "attr"]
_NAA = re.compile(r"(?:6[0-9a-f]{31}|[56][0-9a-f]{15})\Z")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:/\S{1,60}/)?vxdmpadm |===> |[-=]+\Z")
_DETECT = re.compile(r"^[ \t]*dmpdev[ \t]*=[ \t]*\S+[ \t]*$", re.MULTILINE)


@dataclass
class _Node:
    line: int
    name: str
    fields: dict[str, str] = field(default_factory=dict)
    columns: list[str] = field(default_factory=lambda: list(_PATH_COLUMNS))
    paths: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    def value(self, name: str) -> str | None:
        text = self.fields.get(name, "").strip()
        return None if text in ("", "-") else text


def _read(capture: Capture, out: Writer) -> None:
    node: _Node | None = None
    host_written = False
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        match = _FIELD.match(text)
        if match and match.group(1) == "dmpdev":
            if node is not None:
                _write(node, capture.owner, out)
            elif not host_written:
                host_written = True
                out.add("host", number, host=capture.owner, multipath_software="dmp")
            node = _Node(number, match.group(2).strip())
        elif match and node is not None:
            name, value = match.groups()
            if name == "###path":
                node.columns = value.split()
            elif name == "path":
                _take_path(node, number, value.split(), out)
            else:
                node.fields.setdefault(name, value)
        elif not _NOISE.match(text):
            out.unread(number)
    if node is not None:
        if not node.paths:
            out.ends_inside_record = True
            out.note(node.line, f"DMP node {node.name} has no paths in this text: it is cut")
        _write(node, capture.owner, out)


def _take_path(node: _Node, line: int, words: list[str], out: Writer) -> None:
    if len(words) < 2:
        out.ends_inside_record = True
        out.note(line, f"a path of {node.name} is cut; it was left out")
    elif len(words) > len(node.columns):
        out.unread(line)
    else:
        node.paths.append((line, dict(zip(node.columns, words, strict=False))))


def _identity(node: _Node) -> str:
    """Return the identity: the serial number of the LUN where it is an NAA number, else the name of the node."""
    serial = (node.value("lun-sno") or "").lower()
    normal = normalise.device_id(serial) if _NAA.match(serial) else None
    return normal or node_identity(node.name)


def _write(node: _Node, host: str, out: Writer) -> None:
    if not node.name:
        out.note(node.line, "a DMP node without a name was left out")
        return
    device = _identity(node)
    serial = node.value("lun-sno")
    if serial and normalise.problem_of(serial) == "redacted":
        out.bad_value("device", "device", serial, node.line, f"{host} {node.name}")
    out.add(
        "device",
        node.line,
        host=host,
        device=device,
        kernel_name=f"vx/dmp/{node.name}",
        vendor=node.value("vid"),
        model=node.value("pid"),
        array_serial=serial_of(node.value("cab-sno")),
        array_device=node.value("avid"),
        policy=node.value("iopolicy"),
        device_state=node.value("state"),
        multipath_owner="dmp",
    )
    out.add("device_owner", node.line, host=host, device=device, multipath_owner="dmp")
    if enclosure := node.value("enclosure"):
        out.add(
            "dmp_enclosure",
            node.line,
            host=host,
            enclosure=enclosure,
            array_serial=serial_of(node.value("cab-sno")),
            enclosure_type=node.value("array-name"),
            array_type=node.value("array-type"),
            io_policy=node.value("iopolicy"),
        )
    for line, cells in node.paths:
        _write_path(cells, line, host, device, out)


def _write_path(cells: dict[str, str], line: int, host: str, device: str, out: Writer) -> None:
    known: dict[str, str | None] = {name: None if cell == "-" else cell for name, cell in cells.items()}
    name = cells.get("name", "")
    parsed = path_name(name)
    kind = known.get("type")
    port = out.wwn(known.get("aportWWN"), line, "path", "target_wwpn", f"{host} {name}")
    state = cells.get("state", "")
    transport = known.get("transport")
    facts: dict[str, Value] = {"transport": transport.lower()} if transport else {}
    out.add(
        "path",
        line,
        host=host,
        device=device,
        path_name=name,
        hba=known.get("ctlr") or parsed.controller,
        target_wwpn=port or parsed.target_wwpn,
        lun=parsed.lun,
        state=state_of(state, kind, marked=True),
        state_text=state,
        optimised=optimised_of(kind),
        group_state=kind,
        current=state.lower().endswith("(a)"),
        plugin="DMP",
        **facts,
    )


def _detect(capture: Capture) -> Detection | None:
    if _DETECT.search(capture.head):
        return Detection(95, "dmpdev = of vxdmpadm list dmpnode")
    return None


READERS = (
    Reader(
        name="veritas-list-dmpnode",
        platform="veritas",
        command="vxdmpadm list dmpnode all",
        provides={
            "host": ("host", "multipath_software"),
            "device": word_list("""
                host device kernel_name vendor model array_serial array_device policy device_state multipath_owner
            """),
            "device_owner": ("host", "device", "multipath_owner"),
            "dmp_enclosure": ("host", "enclosure", "array_serial", "enclosure_type", "array_type", "io_policy"),
            "path": word_list("""
                host device path_name hba target_wwpn lun state state_text optimised group_state current plugin
                transport
            """),
        },
        detect=_detect,
        read=_read,
        needles=("dmpdev",),
        begins=_DETECT.pattern,
        verified=False,
        # The node on top is what the host uses, not the disks below it that /sys names.
        trust=62,
    ),
)
