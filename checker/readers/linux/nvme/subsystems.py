r"""``nvme list-subsys`` and ``nvme list-subsys /dev/nvme1n1``: NVMe subsystems and their controllers, as text and JSON.

::

    nvme-subsys1 - NQN=nqn.2014-08.com.example:array:0001
                   hostnqn=nqn.2014-08.org.nvmexpress:uuid:00000000-0000-0000-0000-000000000001
                   iopolicy=round-robin
    \
     +- nvme2 fc traddr=nn-0x50000000aa000000:pn-0x50000000aa000001,host_traddr=nn-0x20000000c9000001:pn-0x10000000c9000001 live optimized
     +- nvme3 fc traddr=nn-0x50000000aa000000:pn-0x50000000aa000002 host_traddr=nn-0x20000000c9000002:pn-0x10000000c9000002 live

A controller is one association of a host port with an array port. ANA states are printed only for a namespace given
as argument; each controller is then a path to it, named by subsystem, controller and namespace (``nvme1c2n1``) as in
``multipath -ll``. Without that argument, only the ports that see each other are known, not the paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checker.facts.observations import Writer
from checker.readers.linux.nvme.states import OWNER, nvme_state
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.json_documents import noted_documents
from checker.readers.toolkit.located_json import LocatedDict, line_of

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
_NAMESPACE = re.compile(r"list-subsys\b.*?(?:/dev/)?nvme([0-9]{1,5})n([0-9]{1,5})\b")
_JSON = re.compile(r'"Subsystems"\s*:')
_PATHS = re.compile(r'"Paths"\s*:')


@dataclass(frozen=True)
class _Controller:
    """One controller: its line, its number, the transport, the address as printed and its states."""

    line: int
    number: str
    transport: str
    address: str
    state: str | None
    ana: str | None


@dataclass(frozen=True)
class _Subsystem:
    """One subsystem: its number and its I/O policy."""

    line: int
    number: str
    policy: str | None


class _Found:
    """Writes the facts of the controllers of one host, each port once."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._out = out
        self._host = capture.owner
        self._ports: set[str] = set()
        namespace = _NAMESPACE.search(capture.command or "")
        # The number before that of the namespace is the number of the subsystem.
        self._namespace = (namespace.group(1), namespace.group(2)) if namespace else None
        self._host_written = False

    def host(self, line: int) -> None:
        """Write the host, once."""
        if not self._host_written:
            self._host_written = True
            self._out.add("host", line, host=self._host, platform="linux")

    def subsystem(self, one: _Subsystem) -> None:
        """Write the namespace of the command, with the I/O policy of the subsystem."""
        self.host(one.line)
        if (device := self._device(one.number)) is not None:
            name = device.removeprefix("block:")
            self._out.add(
                "device", one.line, host=self._host, device=device, kernel_name=name, multipath_owner=OWNER,
                policy=one.policy,
            )  # fmt: skip

    def _device(self, subsystem: str) -> str | None:
        if self._namespace is None or self._namespace[0] != subsystem:
            return None
        return f"block:nvme{subsystem}n{self._namespace[1]}"

    def controller(self, subsystem: str, one: _Controller) -> None:
        """Write the two ports of a controller, and its path to the namespace of the command."""
        self.host(one.line)
        ports = {kind: (node, port) for kind, node, port in _PORTS.findall(one.address)}
        if one.transport != "fc":
            return
        if not ports:
            self._out.bad_value("remote_port", "target_wwpn", one.address, one.line, f"nvme{one.number}")
        target = self._wwns(ports.get("traddr"), one, "remote_port", "target_wwpn", "target_wwnn")
        own = self._wwns(ports.get("host_traddr"), one, "initiator", "initiator_wwpn", "wwnn")
        if own[0] is not None and own[0] not in self._ports:
            self._ports.add(own[0])
            self._out.add(
                "initiator", one.line, host=self._host, initiator_wwpn=own[0], wwnn=own[1], transport="fc",
            )  # fmt: skip
        if target[0] is not None:
            self._out.add(
                "remote_port", one.line, host=self._host, target_wwpn=target[0], target_wwnn=target[1],
                scsi_target=f"nvme{one.number}", port_state=one.state,
            )  # fmt: skip
        if (device := self._device(subsystem)) is not None and self._namespace is not None:
            ana_state = nvme_state(one.state, one.ana)
            self._out.add(
                "path", one.line, host=self._host, device=device, protocol="nvme",
                path_name=f"nvme{subsystem}c{one.number}n{self._namespace[1]}", initiator_wwpn=own[0],
                target_wwpn=target[0], state=ana_state.state, state_text=ana_state.text, optimised=ana_state.optimised,
                group_state=one.ana, transport="fc", plugin=OWNER,
            )  # fmt: skip

    def _wwns(
        self, names: tuple[str, str] | None, one: _Controller, kind: str, port: str, node: str
    ) -> tuple[str | None, str | None]:
        if names is None:
            return None, None
        place = f"nvme{one.number}"
        return (
            self._out.wwn(names[1], one.line, kind, port, place),
            self._out.wwn(names[0], one.line, kind, node, place),
        )


def _read_text(capture: Capture, out: Writer) -> None:
    found = _Found(capture, out)
    subsystem: _Subsystem | None = None
    written = False
    for number, text in _joined(capture):
        if subsystem_line := _SUBSYSTEM.match(text):
            if subsystem is not None and not written:
                found.subsystem(subsystem)
            subsystem, written = _Subsystem(number, subsystem_line.group(1), None), False
        elif subsystem is not None and (policy := _POLICY.match(text)):
            subsystem = _Subsystem(subsystem.line, subsystem.number, policy.group(1))
        elif subsystem is not None and (controller := _controller(number, text)):
            if not written:
                found.subsystem(subsystem)
                written = True
            found.controller(subsystem.number, controller)
        elif not _SKIPPED.match(text):
            out.unread(number)
    if subsystem is not None and not written:
        found.subsystem(subsystem)
        out.ends_inside_record = True
        out.note(subsystem.line, "truncated: the text ends before the controllers of a subsystem")


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


def _controller(number: int, text: str) -> _Controller | None:
    """Return the controller of a line; the words after its address are its states."""
    found = _CONTROLLER.match(text)
    if found is None:
        return None
    words = found.group(3).split()
    states = [word for word in words[-2:] if re.fullmatch("[a-z-]+", word)]
    if not states:
        return None
    address = " ".join(words[: -len(states)])
    return _Controller(
        number, found.group(1), found.group(2), address, states[0], states[1] if len(states) > 1 else None
    )


def _read_json(capture: Capture, out: Writer) -> None:
    found = _Found(capture, out)
    for document in noted_documents(capture.text, capture.first_line, out):
        for record in _subsystems(document.value):
            line = line_of(record, document.line)
            number = re.fullmatch(r"nvme-subsys([0-9]{1,5})", str(record.get("Name")))
            if number is None:
                out.unread(line)
                continue
            policy = record.get("IOPolicy")
            found.subsystem(_Subsystem(line, number.group(1), policy if isinstance(policy, str) else None))
            for path in record.get("Paths") or ():
                if isinstance(path, LocatedDict):
                    _json_path(path, number.group(1), found, out)


def _subsystems(value: object) -> Iterator[LocatedDict]:
    """Yield the subsystems of a document; newer releases group them by host."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, LocatedDict) and isinstance(listed := item.get("Subsystems"), list):
            for each in listed:
                if isinstance(each, LocatedDict):
                    yield each


def _json_path(path: LocatedDict, subsystem: str, found: _Found, out: Writer) -> None:
    def word(key: str) -> str | None:
        value = path.get(key)
        return value if isinstance(value, str) and value else None

    line = line_of(path, 1)
    number = re.fullmatch(r"nvme([0-9]{1,5})", word("Name") or "")
    if number is None:
        out.unread(line)
        return
    found.controller(
        subsystem,
        _Controller(
            line, number.group(1), word("Transport") or "", word("Address") or "", word("State"), word("ANAState")
        ),
    )


def _detect_text(capture: Capture) -> Detection | None:
    if re.search(r"^[ \t]*nvme-subsys[0-9]+ +- +NQN=", capture.head, re.MULTILINE):
        return Detection(95, "nvme-subsysN - NQN= of an NVMe subsystem")
    return None


def _detect_json(capture: Capture) -> Detection | None:
    if _JSON.search(capture.head) and '"nvme-subsys' in capture.head and _PATHS.search(capture.head):
        return Detection(95, "NVMe subsystems with their paths as JSON")
    return None


_PROVIDES = {
    "host": ("host", "platform"),
    "initiator": ("host", "initiator_wwpn", "wwnn", "transport"),
    "remote_port": ("host", "target_wwpn", "target_wwnn", "scsi_target", "port_state"),
    "device": ("host", "device", "kernel_name", "multipath_owner", "policy"),
    "path": (
        "host", "device", "protocol", "path_name", "initiator_wwpn", "target_wwpn", "state", "state_text", "optimised",
        "group_state", "transport", "plugin",
    ),
}  # fmt: skip
READERS = (
    Reader(
        name="linux-nvme-subsys", platform="linux", command="nvme list-subsys", provides=_PROVIDES, detect=_detect_text,
        read=_read_text, needles=("nvme-subsys", "NQN="), begins=r"^[ \t]*nvme-subsys[0-9]{1,5} +- +NQN=",
    ),
    Reader(
        name="linux-nvme-subsys-json", platform="linux", command="nvme list-subsys -o json", provides=_PROVIDES,
        detect=_detect_json, read=_read_json, needles=("Subsystems", "nvme-subsys", "Paths"),
    ),
)  # fmt: skip
