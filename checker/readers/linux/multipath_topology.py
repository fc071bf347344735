r"""Topology of dm-multipath maps: ``multipath -ll``, ``multipath -l``, ``multipathd show topology``.

New syntax (0.4.9 and later)::

    data7 (36000144000000010300aa00000000001) dm-4 EMC,Invista
    size=100G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
    |-+- policy='service-time 0' prio=50 status=active
    | `- 3:0:1:4 sdk 8:160 active ready running
    `-+- policy='service-time 0' prio=10 status=enabled
      `- 4:0:1:4 sdu 65:64 active ready running

Old syntax (0.4.5 to 0.4.8)::

    data7 (36000144000000010300aa00000000001) dm-4 EMC,Invista
    [size=100G][features=1 queue_if_no_path][hwhandler=0][rw]
    \_ round-robin 0 [prio=2][active]
     \_ 3:0:1:4 sdk 8:160 [active][ready]

No WWPN is printed: ``hba`` (host3) and ``target`` (3:0:1) join a path to fc_host and fc_remote_ports exports. A path
whose device is gone (``#:#:#:# - #:#``) has no name at all; it is called ``#1``, ``#2`` … within its map.
This is a hot format: one pass, columns written in batches (performance.md).
"""

from __future__ import annotations

import re

from checker.facts.normalise import size_bytes
from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.linux.multipath_columns import DEVICE_COLUMNS, PATH_COLUMNS, Group, Settings, Topology
from checker.readers.linux.multipath_states import path_state

_PATH = re.compile(
    r"[^0-9A-Za-z#]*+(([0-9]{1,9}+:[0-9]{1,9}+:[0-9]{1,9}+):([0-9]{1,18}+))\s++(\S++)\s++[0-9#]{1,9}+:[0-9#]{1,9}+(?:\s++(.*+)|\Z)"
)
_STALE_PATH = re.compile(r"[^0-9A-Za-z#]*#:#:#:#\s+(\S+)\s+[0-9#]{1,9}:[0-9#]{1,9}(?:\s+(.*)|\Z)")
_NEW_GROUP = re.compile(r"[^0-9A-Za-z#]*policy='([^']*)'(?:\s+prio=(-?[0-9]{1,9}))?(?:\s+status=(\w+))?")
_OLD_GROUP = re.compile(
    r"[^0-9A-Za-z\[]{1,10}([a-z][a-z-]{2,30}(?: [0-9]{1,6})?)\s*(?:\[prio=(-?[0-9]{1,9})\s*\])?(?:\[(\w+)\s*\]){0,2}\s*\Z"
)
_SIZE_LINE = re.compile(r"^[^\n]{0,400}?\[?size= ?[0-9][0-9.]{0,15} ?[KMGTPE]?B?\]?[ \t]*\[?features=", re.MULTILINE)
_SIZE = re.compile(r"\bsize=\s*([0-9.]{1,20} ?[KMGTPE]B?)")
_FEATURES = re.compile(r"\bfeatures=['\"]?([^'\"\]]*)")
_HANDLER = re.compile(r"\bhwhandler=['\"]?([^'\"\]]*)")
_ACTION = re.compile(r"(?:multipathd> ?)?(?:[a-z_]{3,12}: +)?")
_NAMED_MAP = re.compile(r"(\S+)\s+\(([^()]{1,300})\)\s*(?:(dm-[0-9]{1,9})|undef\b)?\s*(.*)\Z")
_LISTED_PATH = re.compile(r"[0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}:[0-9]{1,18}\s+\S")
_DM = re.compile(r"(dm-[0-9]{1,9})(?:\s+|\Z)")
_NATIVE_NVME = re.compile(r"\S+ \[nvme\]:nvme[0-9]")
_NOISE = re.compile(
    r"=+ [^=]{1,80} =+|uuid\s+hcil\b|[A-Z][a-z]{2} +[0-9]{1,2} [0-9:.]{8,20} \||\*?word = |(?:params|status) = |"
    r"wp=\w+\Z|[-=~*]{3,}\Z|multipathd>|===> |[\[\]\w@:~./ -]{0,80}[#$>] ?|(?:sudo )?multipathd? [-ks]|"
    r"(?:ok|success)\Z|\S+: (?:getprio|prio|checker|state|mask|bus|vendor|product|rev|uid|serial|path checker)\b|"
    r"process [0-9]+ forking|forked [0-9]+|[0-9]+: "
)


def _group(line: str) -> Group | None:
    match = _NEW_GROUP.match(line) or _OLD_GROUP.match(line)
    if match is None:
        return None
    policy, priority, state = match.groups()
    return policy, None if priority is None else int(priority), state


def _settings(text: str) -> Settings:
    size, features, handler = _SIZE.search(text), _FEATURES.search(text), _HANDLER.search(text)
    shown = features.group(1).strip() if features else None
    handler_text = handler.group(1).strip() if handler else None
    # Old versions print sums of priorities, so ALUA figures are read from the new syntax only.
    alua = handler_text is not None and "alua" in handler_text.split() and not text.startswith("[")
    return (
        size_bytes(size.group(1)) if size else None,
        shown or None,
        "queue_if_no_path" in shown if shown else None,
        handler_text or None,
        alua,
    )


def _read(capture: Capture, out: Writer) -> None:
    topology = Topology(out, capture.owner)
    out.add("host", capture.first_line, host=capture.owner, platform="linux", multipath_software="dm-multipath")
    states: dict[str | None, tuple[str | None, str | None, bool]] = {}
    targets: dict[str, str] = {}
    path_match = _PATH.match
    lines, hctl, names, hba = topology.lines, topology.hctl, topology.names, topology.hba
    target, lun, state, text = topology.target, topology.lun, topology.state, topology.text
    last_line, last = capture.first_line, ""
    for number, line in enumerate(capture.text.split("\n"), capture.first_line):
        match = path_match(line)
        if match and topology.in_map:
            full, numbers, unit, name, rest = match.groups()
            known = states.get(rest)
            if known is None:
                known = states[rest] = path_state(rest or "")
            lines.append(number)
            hctl.append(full)
            if name[:4] == "nvme" or name == "-":
                names.append(name if name != "-" else None)
                hba.append(None)
                target.append(None)
            else:
                adapter = targets.get(numbers)
                if adapter is None:
                    adapter = targets[numbers] = "host" + numbers[: numbers.index(":")]
                names.append(name)
                hba.append(adapter)
                target.append(numbers)
            lun.append(int(unit))
            state.append(known[0])
            text.append(known[1])
            last_line, last = number, line
            continue
        group = topology.seen_groups.get(line)
        if group is not None and topology.in_map:
            topology.begin_group(group)
            last_line, last = number, line
            continue
        if topology.in_map and topology.settings is None and topology.waiting is None:
            found = topology.seen_settings.get(line)
            if found is not None:
                topology.settings = found
                last_line, last = number, line
                continue
        stripped = line.strip()
        if stripped:
            if topology.in_map and (group := _group(stripped)):
                topology.seen_groups[line] = group
                topology.begin_group(group)
            else:
                _other_line(topology, number, stripped)
            last_line, last = number, stripped
    topology.write()
    _tell_cut(topology, out, last_line, last)


def _other_line(topology: Topology, number: int, line: str) -> None:
    """Take one line that is no ordinary path; ``line`` has no blanks around it."""
    waiting, topology.waiting = topology.waiting, None
    if "size=" in line:
        head = line.partition("size=")[0].rstrip("[ ")
        if head:
            _begin_map(topology, number, head, sure=True)
        elif waiting is not None:
            begun = _begin_map(topology, waiting[0], waiting[1], sure=True)
            waiting = None if begun else waiting
        elif topology.settings is not None:
            # A second size line: the line that names its map is lost, and what follows belongs to no known map.
            topology.end_map()
        if topology.in_map and topology.settings is None:
            body = line[len(head) :].lstrip()
            found = topology.seen_settings.get(body)
            if found is None:
                found = topology.seen_settings[body] = _settings(body)
            topology.settings = found
        else:
            topology.out.unread(number)
    elif topology.in_map and (stale := _STALE_PATH.match(line)):
        topology.add_stale_path(number, stale.group(1), stale.group(2) or "")
    elif _begin_map(topology, number, line, sure=False):
        pass
    elif _NATIVE_NVME.match(line):
        topology.end_map()
        topology.out.note(number, "maps of native NVMe multipathing are not read")
        topology.out.unread(number)
    elif line.startswith("=") and "paths list" in line:
        topology.end_map()
        topology.in_list = True
    elif not _NOISE.match(line) and not (topology.in_list and _LISTED_PATH.search(line)):
        topology.waiting = (number, line)
    if waiting is not None:
        topology.out.unread(waiting[0])


def _begin_map(topology: Topology, number: int, line: str, sure: bool) -> bool:
    """Begin the map the line names; unless ``sure``, it must show a dm name or ``vendor,product``."""
    prefix = _ACTION.match(line)
    body = line[prefix.end() :] if prefix else line
    named = _NAMED_MAP.match(body)
    if named:
        alias, wwid, kernel_name, rest = named.groups()
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
    if not wwid or "|" in wwid or (rest and "," not in rest and rest != "uninitialized"):
        return False
    topology.begin_map(number, wwid, None, dm.group(1), rest)
    return True


def _tell_cut(topology: Topology, out: Writer, line: int, last: str) -> None:
    """Note a text that ends inside a map: the branch ``|-`` promises a further line, a path line lacks its states."""
    path = _PATH.match(last) or _STALE_PATH.match(last)
    last = last.strip()
    promised = last[:1] == "|" and bool(topology.map_groups)
    if path:
        cut = promised or not path_state(path.groups()[-1] or "")[2]
    else:
        begun = topology.map_line == line or (topology.waiting is not None and last[:1] in "`\\|'")
        half_map = topology.waiting is not None and re.match(r"\S+\s+\([^()]*\Z", last)
        cut = bool(promised or begun or half_map or _group(last))
    if topology.waiting is not None:
        out.unread(topology.waiting[0])
    if cut and (topology.devices or path):
        out.ends_inside_record = True
        out.note(line, "the text ends inside a map; the paths behind this line are not known")


def _detect(capture: Capture) -> Detection | None:
    if _SIZE_LINE.search(capture.head):
        return Detection(95, "size=… features=… of a dm-multipath map")
    return None


READERS = (
    Reader(
        name="linux-multipath-topology",
        platform="linux",
        command="multipath -ll",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": ("host", *DEVICE_COLUMNS, "multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": PATH_COLUMNS,
        },
        detect=_detect,
        read=_read,
        needles=("size=", "features="),
    ),
)
