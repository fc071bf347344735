"""The topology of dm-multipath line by line: for the lines that :mod:`regular` does not match.

Reads both syntaxes, also damaged: lost indentation, wrapped or missing lines, prompts.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.linux.multipath.columns import Topology
from checker.readers.linux.multipath.fields import read_group, with_rest
from checker.readers.linux.multipath.path_list import PATH_COLUMNS, PATH_HEADER, rows_below, write_path
from checker.readers.linux.multipath.states import path_state
from checker.readers.toolkit.base import Capture

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
# Some web pages remove all line ends of pasted text.
_FLAT = re.compile(r"\bsize=[^\n]{1,200}?\bpolicy='")
_ELEMENT = re.compile(
    r"(?<!\s)\s+(?=size=[0-9.]{1,12} ?[KMGTPE]? features=|[|`\\]?-\+- policy='|(?:\| )?[|`\\]- [0-9#]{1,9}:[0-9#]{1,9}:[0-9#]{1,9}:[0-9#]{1,18} "
    r"|\S{1,200} \([^()\s]{8,100}\) dm-[0-9]|[0-9a-f]{17,33} dm-[0-9])"
)
_DM = re.compile(r"(dm-[0-9]{1,9})(?:\s+|\Z)")
# The rest of a wrapped size line.
_WRAPPED = re.compile(r"(?:[a-z0-9_ ]{0,200}' )?(hwhandler=\S)|[a-z0-9_ ]{1,200}'(?: wp=\w+)?\Z")
_NOISE = re.compile(
    r"=+ [^=]{1,80} =+|uuid\s+hcil\b|[A-Z][a-z]{2} +[0-9]{1,2} [0-9:.]{8,20} \||\*?word = |(?:params|status) = |"
    r"wp=\w+\Z|[-=~*]{3,}\Z|multipathd>|===> |[\[\]\w@:~./ -]{0,80}[#$>] ?|(?:sudo )?multipathd? [-ks]|"
    r"(?:ok|success)\Z|\S+: (?:getprio|prio|checker|state|mask|bus|vendor|product|rev|uid|serial|path checker)\b|"
    r"process [0-9]+ forking|forked [0-9]+|[0-9]+: "
)


def read_by_line(capture: Capture, topology: Topology) -> None:
    """Read a whole capture line by line: the reference for :mod:`regular`, three times slower."""
    for number, line in enumerate(capture.text.split("\n"), capture.first_line):
        read_line(topology, number, line)


def read_line(topology: Topology, number: int, line: str) -> None:
    """Read one line without its line end; a whole map on one line is split into its original lines."""
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
    """Read one line that is not an ordinary path; ``line`` has no surrounding blanks."""
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
            map_begins = _begin_map(topology, waiting[0], waiting[1], sure=True)
            waiting = None if map_begins else waiting
        elif topology.in_map and topology.settings is not None:
            # A second size line: the line that names its map is lost, so the map of the next lines is unknown.
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
    elif line.startswith("=") and "paths list" in line:
        topology.in_map, topology.in_list = False, True
        topology.listed = None
    elif topology.in_list and PATH_HEADER.match(line):
        topology.listed = rows_below(line, PATH_COLUMNS)
    elif topology.in_list and topology.listed and (cells := topology.listed.cells(line)):
        write_path(cells, number, topology.host, topology.out)
    elif _begin_map(topology, number, line, sure=False):
        pass
    elif not _NOISE.match(line) and not (topology.in_list and _LISTED_PATH.search(line)):
        topology.waiting = (number, line)
    if waiting is not None:
        topology.out.unread(waiting[0])


def _begin_map(topology: Topology, number: int, line: str, sure: bool) -> bool:
    """Begin the map named on the line; unless ``sure``, it must have a dm name or ``vendor,product``."""
    if echo := _ECHO.match(line):
        line = line[echo.end() :]
    prefix = _ACTION.match(line)
    body = line[prefix.end() :] if prefix else line
    named = _NAMED_MAP.match(body)
    if named:
        alias, wwid, kernel_name, rest = named.groups()
        # An underscore escaped by Markdown.
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


def note_cut(topology: Topology, capture: Capture, out: Writer) -> None:
    """Add a note if the text ends inside a map: after a branch ``|-``, or with a path line without states."""
    body = capture.text.rstrip()
    line = capture.first_line + body.count("\n")
    last = body[body.rfind("\n") + 1 :]
    path = _PATH.match(last) or _STALE_PATH.match(last)
    last = last.strip()
    promised = last[:1] == "|" and topology.in_group
    if path:
        cut = promised or not path_state(path.groups()[-1] or "")[2]
    else:
        map_begins = (bool(topology.maps) and topology.maps[-1][0] == line) or (
            topology.waiting is not None and last[:1] in "`\\|'"
        )
        half_map = topology.waiting is not None and re.match(r"\S+\s+\([^()]*\Z", last)
        cut = bool(promised or map_begins or half_map or read_group(last))
    if topology.waiting is not None:
        out.unread(topology.waiting[0])
    if cut and (topology.maps or path):
        out.ends_inside_record = True
        out.note(line, "truncated: the text ends inside a map; its paths after this line are unknown")
