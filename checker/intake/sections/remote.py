"""Which machine a command line runs on: ``ssh db07 multipath -ll`` typed on a jump host is output of db07."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from itertools import pairwise

_SHELLS = frozenset({"ssh", "plink", "rsh", "remsh", "mosh", "telnet"})
_MOST_HOPS = 8
"""Machines that one command line leads through, as in ``ssh jump01 ssh db07 multipath -ll``."""
_FAN_OUT = frozenset(
    {"pdsh", "clush", "dsh", "pssh", "parallel-ssh", "mpssh", "ansible", "salt", "salt-ssh", "psh", "xdsh"}
)
"""Programs that run a command on many machines; their output names each."""
_WITH_VALUE = {
    "ssh": frozenset("BbcDEeFIiJLlmOopQRSWw"),
    "plink": frozenset({"P", "l", "pw", "pwfile", "i", "m", "load", "hostkey", "proxycmd", "sercfg"}),
    "rsh": frozenset("l"),
    "remsh": frozenset("l"),
    "mosh": frozenset("p"),
    "telnet": frozenset("lnSXbeko"),
}
_BEFORE = frozenset(
    {
        "sudo",
        "time",
        "nohup",
        "exec",
        "command",
        "nice",
        "sshpass",
        "timeout",
        "stdbuf",
        "unbuffer",
        "pfexec",
        "doas",
        "tsh",
    }
)
_BEFORE_WITH_VALUE = {
    "sudo": frozenset("ugCprth"), "sshpass": frozenset("pfd"), "nice": frozenset("n"), "timeout": frozenset("sk"), "stdbuf": frozenset("ioe"),
}  # fmt: skip
_CARRIED = frozenset({"-c", "--command", "--"})
"""Options before the command that a program passes on."""
_NODE = re.compile(r"\b(?:oc|kubectl)(?: [^\n;|]{0,80})? debug (?:[^\n;|]{0,80} )?node/(?P<node>[\w.\-]{1,253})")
_POD = re.compile(r"(?:^|[ /])(?:oc|kubectl)(?: [^\n;|]{0,200})? exec (?:[^\n;|]{0,200} )?-- (?P<body>[^\n]+)")
"""A pod runs on any node, whose disks it shows."""
# Of PowerShell and wmic: several names, a variable or a list in parentheses say nothing about one of them.
_COMPUTER = re.compile(
    r"(?i)[ ](?:-(?:computername|cimsession)[ :]+|/node:)(?P<name>['\"]?[\w.\-]{1,253}['\"]?(?![\w.,\-]|[ ]*,)|[^\n]{1,40})"
)
_BLOCK = re.compile(r"\{(?P<body>[^{}\n]{1,400})\}")
_PSEXEC = re.compile(
    r"(?i)(?:^|[\\/ ])psexec(?:64)?(?:\.exe)?(?: +-[^\n]{1,80}?)? +\\\\(?P<name>[\w.\-]{1,253})(?![\w.,\-])(?: +-[a-z]{1,12}(?= ))* +(?P<body>[^\n]+)"
)
_GIVEN = r"(?P<name>['\"]?[\w.:\-]{1,253}['\"]?(?=[ ;|&\n]|\Z)|[^\n]{1,40})"
_ESXCLI = r"(?:^|[\\/ ])(?:esxcli|vicfg-[a-z]{1,20})(?:\.exe|\.pl)?"
_ASKED = tuple(
    re.compile(pattern + _GIVEN)
    for pattern in (
        r"(?:^|[\\/ ])rpowermt(?:\.exe)? (?:[^\n;|&]{0,200} )?host=",
        _ESXCLI + r" (?:[^\n;|&]{0,200} )?--vihost[ =]",
        _ESXCLI + r" (?:-s |(?:[^\n;|&]{0,200} )?--server[ =])",
    )
)
"""Programs of a management host that ask an ESXi host. With ``--vihost``, the server is a vCenter."""
_LOOP = re.compile(r"\b(?:for|while)\b.{1,400}?\bdo\b(?P<body>.*)", re.DOTALL)
_ENDED = re.compile(
    r"(?m)^(?:logout$|ssh: |Connection (?:to|closed)|Host key verification failed|[^\n]{0,200}: Permission denied|Permission denied)"
)
_ENDS = 1024
"""Characters at both ends of an output where a failed login or the end of one is reported."""
_SEGMENT = re.compile(r"""(?:[^;|&"']|"[^"]*"|'[^']*'|&(?!&))+""")
"""A command of a line, up to a semicolon, a pipe or a double ampersand."""
_LEAVES = re.compile(r"(?:exit|logout)\b")
_ASKS_NAME = re.compile(
    r"(?:sudo )?(?:hostname(?:\.exe)?(?: -[fs]| --(?:fqdn|long|short))?|uname -n|hostnamectl (?:hostname|--static)"
    r"|cat /etc/(?:hostname|nodename|HOSTNAME)|echo \$\{?HOSTNAME\}?|(?i:echo %computername%|(?:echo |write-output )?\$env:computername))\s*\Z"
)
_NAME = re.compile(r"[\w.:\-]{1,253}\Z")
_WINDOWS_PROGRAM = re.compile(r"\A(?:&? *)[\w.:~\\() \-]{0,200}\.exe\b", re.IGNORECASE)
_SHELL = re.compile(
    r"(?:sudo +(?:-\S+ +)*)?(?:su\b[^;|&]*|(?:ba|k|z|c)?sh)\Z|sudo +-(?:s|i)\b[^;|&]*\Z"
    r"|(?:sudo +)?(?:chroot +\S+(?: +\S*sh)?|(?:docker|podman|nerdctl) +(?:exec|run)\b[^;|&]*[ /](?:ba|a|z)?sh)\Z"
)
"""A command that starts a shell of another user or in a container on the same machine, whose prompt may be a bare sign."""
_CONTAINER = re.compile(r"[0-9a-f]{12}")
_SESSION = re.compile(r"[ \t]*\[[\w.\-]{1,64}\]: PS ")


@dataclass(frozen=True)
class Remote:
    """A command that runs on another machine; ``host`` is None if the line does not say which, as in a loop."""

    host: str | None
    command: str | None


class Login:
    """The machine of prompts that name none: the one that ``ssh db07`` logged in to, or that ``hostname`` printed.

    Attributes:
        left: whether such a prompt is of a machine that is unknown because a login ended.
    """

    def __init__(self) -> None:
        self._host: str | None = None
        self._inside = False
        self.left = False

    def printed(self, command: str | None, text: str) -> None:
        """Take note of the output of a command: a login that failed or ended, or the name of the machine."""
        if self._host and _ENDED.search(f"{text[:_ENDS]}\n{text[-_ENDS:]}"):
            self._end()
        if name := name_printed(command, text):
            self._host, self.left = name, False

    def host_at(
        self, command: str | None, host: str | None, remote: Remote | None, prompt: str, *, is_bare: bool
    ) -> str | None:
        """Return the machine of a prompt with this command, which names ``host`` or, as a bare sign, none."""
        if remote is not None:
            if remote.command is None:
                self._host, self._inside, self.left = remote.host, True, False
        elif _LEAVES.match(command or ""):
            self._end()
        elif host is not None and self._host is not None and _CONTAINER.fullmatch(host):
            return self._host
        elif host is not None:
            # The prompt of a session on another Windows machine is that of the own machine with the name before it.
            self._host = host if _SHELL.match(command or "") else None
            self._inside, self.left = _SESSION.match(prompt) is not None, False
        elif is_bare:
            if self._inside and self._host is None:
                self._end()
            return self._host
        return host

    def _end(self) -> None:
        self.left, self._host, self._inside = self.left or self._inside, None, False


def name_printed(command: str | None, text: str) -> str | None:
    """Return the name of the machine if a command printed nothing else, as ``hostname`` does, or first: ``hostname; date``."""
    first, separator, _ = (command or "").partition(";")
    if not _ASKS_NAME.match(first.rstrip()):
        return None
    words = text[:_ENDS].split() if not separator else [text[:_ENDS].lstrip().partition("\n")[0].strip()]
    return words[0] if len(words) == 1 and _NAME.match(words[0]) else None


def remote_of(command: str) -> Remote | None:
    """Return the machine that a command line sends a command to, or None if it runs on the machine of the prompt.

    Understands ``ssh``, ``plink`` and ``rsh`` with their options, also after ``sudo`` or ``sshpass`` and in loops,
    ``oc debug node/NAME``, programs that ask a named host, such as ``rpowermt host=NAME``, and programs that run a
    command on many machines, such as ``pdsh`` and ``ansible``.
    """
    if windows := _of_windows(command):
        return windows
    if asked := next(filter(None, (pattern.search(command) for pattern in _ASKED)), None):
        name = asked["name"].strip("'\"")
        return Remote(name if _NAME.match(name) else None, command)
    if not any(word in command for word in ("sh", "plink", "debug", "ansible", "salt", "exec", "viosvrcmd", "telnet")):
        return None
    if pod := _POD.search(command):
        return Remote(None, pod["body"].strip())
    if node := _NODE.search(command):
        inner = command.partition(" -- ")[2].strip()
        return Remote(node["node"], inner.removeprefix("chroot /host").strip() or None)
    if loop := _LOOP.search(command):
        statements = [_of_words(_words(one)) for one in re.split(r";|&&|\|\|", loop["body"])]
        inside = next((one for one in statements if one is not None), None)
        return None if inside is None else Remote(None, inside.command)
    found = _of_later_command(command) or _of_words(_words(command))
    for _ in range(_MOST_HOPS):
        further = _of_words(_words(found.command)) if found is not None and found.command else None
        if further is None:
            break
        found = further
    return found


def _of_windows(command: str) -> Remote | None:
    """Return the machine of a command with ``-ComputerName``, ``-CimSession`` or ``/node:``, or after ``psexec``."""
    if found := _PSEXEC.search(command):
        return Remote(found["name"], found["body"].strip())
    found = _COMPUTER.search(command)
    if found is None:
        return None
    name = found["name"].strip("'\"")
    if name in (".", "localhost"):
        return None
    block = _BLOCK.search(command)
    return Remote(name if _NAME.match(name) else None, block["body"].strip() if block else command)


def _words(text: str) -> list[str]:
    # Windows separates folders with the sign that quotes elsewhere.
    text = _WINDOWS_PROGRAM.sub(lambda found: found.group().replace("\\", "/"), text)
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _of_later_command(command: str) -> Remote | None:
    """Return the machine that a pipe ends on; after another command (``date; ssh db1 lsblk``), the output is of both."""
    segments = _SEGMENT.findall(command)
    found = [_of_words(_words(one)) for one in segments]
    if len(segments) > 1 and any(found[1:]):
        is_piped = len(segments) == 2 and "|" in command and segments[0].strip().startswith(("echo ", "cat "))
        inner = segments[0].strip().removeprefix("echo ").strip("'\" ") if is_piped else None
        last = next(one for one in reversed(found) if one is not None)
        return Remote(last.host if is_piped else None, last.command or inner or segments[-1].strip())
    return None


def _of_words(words: list[str]) -> Remote | None:
    rest = _after_prefixes(words)
    name = rest[0].rpartition("/")[2].lower().removesuffix(".exe") if rest else ""
    if name in _FAN_OUT:
        return Remote(None, None)
    if name == "viosvrcmd":
        options = dict(pairwise(rest))
        return Remote(options.get("-p"), options.get("-c"))
    if "ssh" in rest[1:3] and name not in _SHELLS and _CARRIED.intersection(rest):
        # gcloud compute ssh, vagrant ssh: which of the words names the machine, each program decides itself.
        return Remote(None, rest[-1])
    if name not in _SHELLS:
        return None
    user_given = _without_options(rest[1:], _WITH_VALUE[name])
    if not user_given:
        return None
    # What follows << is typed at prompts without a name until the end of the document.
    given = [word for word in user_given if not word.startswith("<<")]
    target, command = given[0] if given else "", _without_options(given[1:], _WITH_VALUE[name])
    if name == "telnet":
        command = []
    target = re.sub(r"^ssh://", "", target).rpartition("@")[2]
    target = re.sub(r"^\[([0-9A-Fa-f:.]+)\](?::\d+)?$", r"\1", target)
    # A port belongs to the URL form and to host:port, but an IPv6 address has several colons.
    target = re.sub(r"^([^:]+):\d+$", r"\1", target)
    return Remote(target if _NAME.match(target) else None, " ".join(command) or None)


def _after_prefixes(words: list[str]) -> list[str]:
    """Return the words from the program on: without assignments, and without programs that run another."""
    while words:
        name = words[0].rpartition("/")[2]
        if re.match(r"[A-Za-z_]\w*=", words[0]):
            words = words[1:]
        elif name in _BEFORE:
            words = _without_options(words[1:], _BEFORE_WITH_VALUE.get(name, frozenset()))
            if name == "timeout":
                words = words[1:]
        else:
            break
    return words


def _without_options(words: list[str], with_value: frozenset[str]) -> list[str]:
    while words and words[0].startswith("-"):
        option, words = words[0], words[1:]
        if option == "--":
            break
        if option.lstrip("-") in with_value:
            words = words[1:]
    return words
