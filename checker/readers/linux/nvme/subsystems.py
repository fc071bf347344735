r"""``nvme list-subsys`` and ``nvme list-subsys /dev/nvme1n1``: NVMe subsystems and their controllers, as text and JSON.

::

    nvme-subsys1 - NQN=nqn.2014-08.com.example:array:0001
                   hostnqn=nqn.2014-08.org.nvmexpress:uuid:00000000-0000-0000-0000-000000000001
                   iopolicy=round-robin
    \
     +- nvme2 fc traddr=nn-0x50000000aa000000:pn-0x50000000aa000001,host_traddr=nn-0x20000000c9000001:pn-0x10000000c9000001 live optimized
     +- nvme3 fc traddr=nn-0x50000000aa000000:pn-0x50000000aa000002 host_traddr=nn-0x20000000c9000002:pn-0x10000000c9000002 live

A controller is one association of a host port with an array port; paths that other exports name by subsystem,
controller and namespace get their ports from it. ANA states are printed only for a namespace given
as argument; each controller is then a path to it, named by subsystem, controller and namespace (``nvme1c2n1``) as in
``multipath -ll``. Without that argument, only the ports that see each other are known, not the paths: each controller is
counted as one path between its ports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.linux.nvme.states import OWNER, NvmeState, nvme_state
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts, Where
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of

_SUBSYSTEM = re.compile(r"nvme-subsys([0-9]{1,5}) +- +NQN= ?(\S{1,223})")
_CONTROLLER = re.compile(r"[+|`\\ -]*nvme([0-9]{1,5}) +([a-z]{2,6})((?: +\S+){1,6})\Z")
_WRAPPED = re.compile(r"[+|`\\ -]*nvme[0-9]{1,5} +[a-z]{2,6} +\S+,\Z")
_LONGEST_ADDRESS = 1000
_PORTS = re.compile(r"(?:\A|[, ])(host_traddr|traddr)=nn-(0x[0-9a-fA-F]{16}):pn-(0x[0-9a-fA-F]{16})(?![0-9a-fA-F])")
_POLICY = re.compile(r"iopolicy=([a-z-]{1,30}) ?\\?\Z")
# Web pages mark bold words with asterisks; words of this format contain none.
_BOLD = re.compile(r"\*{1,2}([a-z][a-z -]{0,40})\*{1,2}(?=\s|\Z)")
_SKIPPED = re.compile(
    r"(?:\\|\*\*|hostnqn=.*|hostid=.*|type=.*|[\[\]\w@:~./ -]{0,80}[#$>] ?(?:nvme .*)?|nvme list-subsys.*)\Z"
)
_NAMESPACE = re.compile(r"list-subsys(?![a-z]).*?(?<![a-z])nvme([0-9]{1,5})n([0-9]{1,5})(?![0-9a-z])")


def _text_rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    subsystem: TextRow | None = None
    written = False
    for number, text in _joined(capture):
        if match := _SUBSYSTEM.match(text):
            if subsystem is not None and not written:
                yield subsystem
            subsystem, written = _subsystem(capture, number, *match.groups()), False
        elif subsystem is not None and (policy := _POLICY.match(text)):
            subsystem.values["policy"], subsystem.lines["policy"] = policy.group(1), number
        elif subsystem is not None and (controller := _controller(text)):
            if not written:
                yield subsystem
                written = True
            yield linked(controller, subsystem, number, out)
        elif not _SKIPPED.match(text):
            out.unread(number)
    if subsystem is not None and not written:
        yield subsystem
        out.ends_inside_record = True
        out.note(subsystem.line, "truncated: the text ends before the controllers of a subsystem")


def _subsystem(capture: Capture, line: int, number: str, nqn: str) -> TextRow:
    """Return a subsystem, with the number of the namespace if it is the one of the command, or else of the file's name."""
    row = TextRow(line, {"subsystem": number, "nqn": nqn})
    namespace = _NAMESPACE.search(capture.command or (capture.member or capture.file).rpartition("/")[2])
    # The number before that of the namespace is the number of the subsystem.
    if namespace and namespace.group(1) == number:
        row.values.update(namespace=namespace.group(2), device=f"block:nvme{number}n{namespace.group(2)}")
    return row


def linked(controller: Mapping[str, str], subsystem: TextRow, line: int, out: Writer) -> TextRow:
    """Return a controller with the facts of its subsystem and the two ports of its address."""
    row = TextRow(line, {**subsystem.values, **controller}, dict(subsystem.lines))
    ports = _PORTS.findall(controller["address"])
    for kind, node, port in ports:
        row.values[f"{kind} node"], row.values[f"{kind} port"] = node, port
    if not ports and controller["transport"] == "fc":
        out.bad_value("remote_port", "target_wwpn", controller["address"], line, f"nvme{controller['controller']}")
    return row


def _joined(capture: Capture) -> Iterator[tuple[int, str]]:
    """Yield the non-empty lines, without bold marks; a line wrapped after a comma is joined."""
    pending: tuple[int, str] | None = None
    for number, line in capture.lines():
        text = _BOLD.sub(r"\1", line.strip()) if "*" in line else line.strip()
        if not text:
            continue
        if pending is not None:
            if "=" in text[:20] and not _CONTROLLER.match(text) and not _SUBSYSTEM.match(text):
                yield pending[0], pending[1] + text
                pending = None
                continue
            yield pending
            pending = None
        if text.endswith(",") and len(text) < _LONGEST_ADDRESS and _WRAPPED.match(text):
            pending = number, text
        else:
            yield number, text
    if pending is not None:
        yield pending


def _controller(text: str) -> dict[str, str] | None:
    """Return the controller of a line; the words after its address are its states."""
    found = _CONTROLLER.match(text)
    if found is None:
        return None
    words = found.group(3).split()
    states = [word for word in words[-2:] if re.fullmatch("[a-z-]+", word)]
    if not states:
        return None
    address = " ".join(words[: -len(states)])
    controller = {"controller": found.group(1), "transport": found.group(2), "address": address}
    return {**controller, **dict(zip(("state", "ana"), states, strict=False))}


def _json_rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for document in noted_documents(capture.text, capture.first_line, out):
        for record in _subsystems(document.value):
            line = line_of(record, document.line)
            number = re.fullmatch(r"nvme-subsys([0-9]{1,5})", str(record.get("Name")))
            if number is None:
                out.unread(line)
                continue
            subsystem = _subsystem(capture, line, number.group(1), _word(record, "NQN"))
            subsystem.values["policy"] = _word(record, "IOPolicy")
            yield subsystem
            for path in record.get("Paths") or ():
                if isinstance(path, LocatedDict):
                    name = re.fullmatch(r"nvme([0-9]{1,5})", _word(path, "Name"))
                    if name is None:
                        out.unread(line_of(path, 1))
                        continue
                    controller = {key.lower(): _word(path, key) for key in ("Transport", "Address", "State")}
                    controller.update(controller=name.group(1), ana=_word(path, "ANAState"))
                    yield linked(controller, subsystem, line_of(path, 1), out)


def _subsystems(value: object) -> Iterator[LocatedDict]:
    """Yield the subsystems of a document; newer releases group them by host."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, LocatedDict) and isinstance(listed := item.get("Subsystems"), list):
            for each in listed:
                if isinstance(each, LocatedDict):
                    yield each


def _word(record: LocatedDict, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _detect_json(capture: Capture) -> Detection | None:
    # ``nvme list -o json`` of nvme-cli 2 lists subsystems of devices.
    if re.search(r'"Devices"\s*:', capture.head):
        return None
    if re.search(r'"Subsystems"\s*:', capture.head) and re.search(r'"Paths"\s*:', capture.head):
        return Detection(95, "NVMe subsystems with their paths as JSON")
    return None


def _is_subsystem(row: TextRow) -> bool:
    return "controller" not in row.values


def is_fc(row: TextRow) -> bool:
    """Return whether a row is about a controller over Fibre Channel."""
    return row.values.get("transport") == "fc"


def _name(row: TextRow) -> str:
    return f"nvme{row.values['controller']}"


def _subsystem_name(row: TextRow) -> str:
    return f"nvme-subsys{row.values['subsystem']}"


def _state(row: TextRow) -> NvmeState:
    return nvme_state(row.text("state"), row.text("ana"))


def _carries_io(row: TextRow) -> bool:
    return not (row.text("nqn") or "").endswith(".discovery")


def _has_policy(row: TextRow) -> bool:
    return row.text("policy") is not None and _carries_io(row)


def _is_counted(row: TextRow) -> bool:
    """Whether a controller is not listed as a path."""
    known = row.values.get("host_traddr port") and row.values.get("traddr port")
    return bool(known) and "device" not in row.values and _carries_io(row)


def _working(row: TextRow) -> int | None:
    # The ANA state is that of a namespace; without one, only the controller counts.
    state = nvme_state(row.text("state"), None).state
    return None if state == "unknown" else 1 if state == "active" else 0


LINKS = (
    Facts(
        "remote_port", needs="target_wwpn", place=_name, host=owner, target_wwpn=wwn("traddr port"),
        initiator_wwpn=wwn("host_traddr port", report=False), nqn="nqn", target_wwnn=wwn("traddr node"), scsi_target=_name, port_state="state",
    ),
    Facts(
        "initiator", needs="initiator_wwpn", distinct=True, place=_name, host=owner,
        initiator_wwpn=wwn("host_traddr port"), wwnn=wwn("host_traddr node"), transport=const("fc"),
    ),
)  # fmt: skip
"""The two ports of a controller over Fibre Channel: what a row of :func:`linked` says about them."""
_PARTS = (
    HOST,
    Facts(
        "device", when=_is_subsystem, needs="device", host=owner, device="device",
        kernel_name=lambda row: row.values["device"].removeprefix("block:"), multipath_owner=const(OWNER), policy="policy",
    ),
    Where(
        is_fc,
        *LINKS,
        # The kernel has a policy only where its own multipathing is on.
        Facts(
            "host_setting", when=_has_policy, needs=("scope", "value"), distinct=True, line="policy", place=_name, host=owner, scope=_subsystem_name,
            setting=const("iopolicy"), value="policy",
        ),
        Facts(
            "path_total", when=_is_counted, needs="printed_paths", place=_name, host=owner, multipath_owner=const(OWNER),
            hba=wwn("host_traddr port", report=False), array_serial=const(""), port=wwn("traddr port", report=False),
            printed_paths=const(1), working_paths=_working,
        ),
        Facts(
            "path", needs="device", host=owner, device="device", protocol=const("nvme"),
            path_name=lambda row: "nvme{subsystem}c{controller}n{namespace}".format_map(row.values),
            initiator_wwpn=wwn("host_traddr port", report=False), target_wwpn=wwn("traddr port", report=False),
            state=lambda row: _state(row).state, state_text=lambda row: _state(row).text,
            optimised=lambda row: _state(row).optimised, group_state="ana", transport=const("fc"), plugin=const(OWNER),
        ),
    ),
)  # fmt: skip
READERS = (
    Family("linux", _text_rows).reader(
        "linux-nvme-subsys", "nvme list-subsys",
        by_pattern("nvme-subsysN - NQN= of an NVMe subsystem", (95, r"^[ \t]*nvme-subsys[0-9]+ +- +NQN=")), *_PARTS,
        needles=("nvme-subsys", "NQN="), begins=r"^[ \t]*nvme-subsys[0-9]{1,5} +- +NQN=",
    ),
    Family("linux", _json_rows).reader(
        "linux-nvme-subsys-json", "nvme list-subsys -o json", _detect_json, *_PARTS,
        needles=("Subsystems", '"nvme-subsys', "Paths"),
    ),
)  # fmt: skip
