"""The topology of dm-multipath line by line: for the lines that :mod:`multipath_regular` does not take.

Both syntaxes, with whatever damage text suffers on its way: lost indentation, wrapped or missing lines, prompts.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.base import Capture
from checker.readers.linux.multipath_columns import Topology
from checker.readers.linux.multipath_fields import read_group, with_rest
from checker.readers.linux.multipath_states import path_state

_PATH = re.compile(
    r"[^0-9A-Za-z#]*+(([0-9]{1,9}+:[0-9]{1,9}+:[0-9]{1,9}+):([0-9]{1,18}+))\s++(\S++)\s++[0-9#]{1,9}+:[0-9#]{1,9}+(?:\s++(.*+)|\Z)"
)
_STALE_PATH = re.compile(r"[^0-9A-Za-z#]*#:#:#:#\s+(\S+)\s+[0-9#]{1,9}:[0-9#]{1,9}(?:\s+(.*)|\Z)")
_ACTION = re.compile(r"(?:multipathd> ?)?(?:[a-z_]{3,12}: +)?")
_NAMED_MAP = re.compile(r"(\S+)\s+\(([^()]{1,300})\)\s*(?:(dm-[0-9]{1,9})|undef\b)?\s*(.*)\Z")
_LISTED_PATH = re.compile(r"[0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}:[0-9]{1,18}\s+\S")
_ECHO = re.compile(
    r"(?:[\[\]\w@:~./ -]{0,80}[#$>] ?)?(?:sudo )?(?:/\S{1,40}/)?multipathd? (?:-\w{1,3} |show \w{3,12} (?:topology )?){1,3}(?=\S)"
)
# Some pages lose every line end of what is pasted into them.
_FLAT = re.compile(r"\bsize=[^\n]{1,200}?\bpolicy='")
_ELEMENT = re.compile(
    r"\s+(?=size=[0-9.]{1,12} ?[KMGTPE]? features=|[|`\\]?-\+- policy='|(?:\| )?[|`\\]- [0-9#]{1,9}:[0-9#]{1,9}:[0-9#]{1,9}:[0-9#]{1,18} "
    r"|\S{1,200} \([^()\s]{8,100}\) dm-[0-9]|[0-9a-f]{17,33} dm-[0-9])"
)
_DM = re.compile(r"(dm-[0-9]{1,9})(?:\s+|\Z)")
# The rest of a size line that a page has wrapped.
_WRAPPED = re.compile(r"(?:[a-z0-9_ ]{0,200}' )?(hwhandler=\S)|[a-z0-9_ ]{1,200}'(?: wp=\w+)?\Z")
_NOISE = re.compile(
    r"=+ [^=]{1,80} =+|uuid\s+hcil\b|[A-Z][a-z]{2} +[0-9]{1,2} [0-9:.]{8,20} \||\*?word = |(?:params|status) = |"
    r"wp=\w+\Z|[-=~*]{3,}\Z|multipathd>|===> |[\[\]\w@:~./ -]{0,80}[#$>] ?|(?:sudo )?multipathd? [-ks]|"
    r"(?:ok|success)\Z|\S+: (?:getprio|prio|checker|state|mask|bus|vendor|product|rev|uid|serial|path checker)\b|"
    r"process [0-9]+ forking|forked [0-9]+|[0-9]+: "
)


def read_by_line(capture: Capture, topology: Topology) -> None:
    """Read a whole capture line by line: the reference for the faster way, slower by a factor of three."""
    for number, line in enumerate(capture.text.split("\n"), capture.first_line):
        read_line(topology, number, line)


def read_line(topology: Topology, number: int, line: str) -> None:
    """Take one line without its line end; a line that holds a whole map counts as the lines that it was."""
    if "size=" in line and _FLAT.search(line):
        for part in _ELEMENT.split(line):
            _read_line(topology, number, part)
    else:
        _read_line(topology, number, line)


def _read_line(topology: Topology, number: int, line: str) -> None:
    if topology.in_map:
        match = _PATH.match(line)
        if match:
            full, target, lun, name, states = match.groups()
            topology.add_path(number, full, target, lun, name, states or "")
            return
    stripped = line.strip()
    if not stripped:
        return
    if topology.in_map:
        group = read_group(stripped)
        if group is not None:
            topology.begin_group(group)
            return
    _other_line(topology, number, stripped)


def _other_line(topology: Topology, number: int, line: str) -> None:
    """Take one line that is no ordinary path; ``line`` has no blanks around it."""
    waiting, topology.waiting = topology.waiting, None
    if "[nvme]:" in line and topology.native.begin(number, line):
        topology.in_map = False
    elif not topology.in_map and topology.native.take(number, line):
        pass
    elif "size=" in line:
        head = line.partition("size=")[0].rstrip("[ ")
        if head:
            _begin_map(topology, number, head, sure=True)
        elif waiting is not None:
            begun = _begin_map(topology, waiting[0], waiting[1], sure=True)
            waiting = None if begun else waiting
        elif topology.in_map and topology.settings is not None:
            # A second size line: the line that names its map is lost, and what follows belongs to no known map.
            topology.in_map = False
            topology.native.end()
        if topology.in_map and topology.settings is None:
            body = line[len(head) :].lstrip()
            topology.settings = topology.known_settings[body]
        else:
            topology.out.unread(number)
    elif topology.in_map and not topology.in_group and topology.settings and _WRAPPED.match(line):
        topology.settings = with_rest(topology.settings, line)
    elif topology.in_map and (stale := _STALE_PATH.match(line)):
        topology.add_stale_path(number, stale.group(1), stale.group(2) or "")
    elif _begin_map(topology, number, line, sure=False):
        pass
    elif line.startswith("=") and "paths list" in line:
        topology.in_map = False
        topology.in_list = True
    elif not _NOISE.match(line) and not (topology.in_list and _LISTED_PATH.search(line)):
        topology.waiting = (number, line)
    if waiting is not None:
        topology.out.unread(waiting[0])


def _begin_map(topology: Topology, number: int, line: str, sure: bool) -> bool:
    """Begin the map the line names; unless ``sure``, it must show a dm name or ``vendor,product``."""
    if echo := _ECHO.match(line):
        line = line[echo.end() :]
    prefix = _ACTION.match(line)
    body = line[prefix.end() :] if prefix else line
    named = _NAMED_MAP.match(body)
    if named:
        alias, wwid, kernel_name, rest = named.groups()
        # An underscore that Markdown has escaped.
        alias = alias.replace("\\_", "_")
        if not sure and kernel_name is None and "," not in rest:
            return False
        topology.begin_map(number, wwid.strip(), alias, kernel_name, rest)
        return True
    dm = _DM.search(body)
    if dm is None:
        if not sure or " " in body:
            return False
        topology.begin_map(number, body, None, None, "")
        return True
    wwid, rest = body[: dm.start()].strip(), body[dm.end() :].strip()
    if not wwid or "|" in wwid or "(" in wwid or ")" in wwid or (rest and "," not in rest and rest != "uninitialized"):
        return False
    topology.begin_map(number, wwid, None, dm.group(1), rest)
    return True


def tell_cut(topology: Topology, capture: Capture, out: Writer) -> None:
    """Note a text that ends inside a map: the branch ``|-`` promises a further line, a path line lacks its states."""
    body = capture.text.rstrip()
    line = capture.first_line + body.count("\n")
    last = body[body.rfind("\n") + 1 :]
    path = _PATH.match(last) or _STALE_PATH.match(last)
    last = last.strip()
    promised = last[:1] == "|" and topology.in_group
    if path:
        cut = promised or not path_state(path.groups()[-1] or "")[2]
    else:
        begun = (bool(topology.maps) and topology.maps[-1][0] == line) or (
            topology.waiting is not None and last[:1] in "`\\|'"
        )
        half_map = topology.waiting is not None and re.match(r"\S+\s+\([^()]*\Z", last)
        cut = bool(promised or begun or half_map or read_group(last))
    if topology.waiting is not None:
        out.unread(topology.waiting[0])
    if cut and (topology.maps or path):
        out.ends_inside_record = True
        out.note(line, "the text ends inside a map; the paths behind this line are not known")
