"""QLogic QConvergeConsole and SANsurfer: ``qaucli -pr fc -g``, ``qaucli -pr fc -i`` (``scli`` prints the same).

Synthetic samples::

    Host Name                      : db01
    OS Type                        : Linux - CentOS release 6.6  x86_64
    HBA Model QLE2564 (SN RFD0000000001):
      Port   1 WWPN 21-00-00-24-FF-00-00-01 (HBA instance  4) Online
      Port   2 WWPN 21-00-00-24-FF-00-00-02 (HBA instance  5) SFP not installed
    Total QLogic HBA(s) : 1

    Host Name                      : db01
    HBA Instance                   : 0
    HBA Model                      : QLE2690
    Node Name                      : 20-00-00-24-FF-00-00-01
    Port Name                      : 21-00-00-24-FF-00-00-01
    Port ID                        : 01-0F-00
    Running Firmware Version       : 9.07.00 (d0d5)
    Actual Data Rate               : 16 Gbps

Both were compared with a public listing. The PCI address is skipped, because the listing omits its domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.hba.hosts import HOST, by_host, host, owner_in
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, blocks, note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, found, parsed, speed, words, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import decimal

_NOISE = shell_noise("qaucli|scli|iqaucli", r"-{10,}\Z", r"Total QLogic HBA\(s\)")
_PAIR = r"\s*([A-Z][\w ().#/-]{1,40}?)\s*:(?:\s+(.*\S|))?\s*\Z"
_CARD = re.compile(r"\s*HBA Model (?P<model>\S{2,40}) \(SN (?P<serial>[^()\s]{0,40})\):\s*\Z")
_PORT = re.compile(
    r"\s*Port\s+(?P<number>[0-9]{1,2}) WWPN (?P<wwpn>\S{16,23}) \(HBA instance\s+(?P<instance>[0-9]{1,3})\)\s*(?P<state>\S.*)?\Z"
)
_STARTED = re.compile(r"\s*Port\s+[0-9]")
_HEADER = re.compile(_PAIR)
_IS_NOISE = re.compile(_NOISE)
_FIRST_CARD = r"^[ \t]*HBA Model \S+ \(SN [^()\n]*\):[ \t]*$"
_FIRST_PORT = r"^[ \t]*HBA Instance[ \t]*:[ \t]*[0-9]+[ \t]*$"
_SYSTEMS = {
    "linux": "linux",
    "microsoft windows": "windows",
    "windows": "windows",
    "vmware": "esxi",
    "sunos": "solaris",
    "solaris": "solaris",
}
_STATES = {"link down": "linkdown", "loop down": "linkdown", "unknown": None}
_GIGABITS = re.compile(r"[0-9]{1,3}")


def _cards(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the hosts, and the ports with the attributes of their card and of the host."""
    system: TextRow | None = None
    card: dict[str, str] = {}
    cut = 0
    for number, line in printed(capture, LONGEST_LINE):
        cut = 0
        if match := _CARD.match(line):
            if system is not None and not card:
                yield system
            card = match.groupdict("")
        elif match := _PORT.match(line):
            yield TextRow(number, {**(system.values if system else {}), **card, **match.groupdict("")})
        elif _IS_NOISE.match(line.strip()):
            continue
        elif match := _HEADER.match(line):
            if match.group(1).lower() == "host name" or system is None:
                system, card = TextRow(number), {}
            system.add(number, match.group(1).lower(), match.group(2) or "")
        else:
            out.unread(number)
            cut = number if _STARTED.match(line) else 0
    note_truncated(out, cut, "port")


def _platform(row: TextRow) -> str | None:
    system = (row.text("os type") or "").lower()
    return next((name for begins, name in _SYSTEMS.items() if system.startswith(begins)), None)


def _fastest(speeds: str) -> Value:
    return max(map(decimal, _GIGABITS.findall(speeds)), default=None) if speeds.endswith("Gbps") else None


def _fabric(row: TextRow) -> str | None:
    name = row.text("principal fabric wwn")
    return name if name and name.lower() != "not connected" else None


_HOST = Facts[TextRow]("host", needs="host", distinct=True, host=host, platform=_platform)
_LISTED = Facts(
    "initiator", when="wwpn", place=host, host=host, initiator_wwpn=wwn("wwpn"), protocol=const("fcp"), transport=const("fc"), model="model",
    port_state=words("state", {"online": "online", **_STATES}),
)  # fmt: skip
_DETAILS = Facts(
    "initiator", when="port name", place=host, host=host, initiator_wwpn=wwn("port name"), wwnn=wwn("node name"),
    protocol=const("fcp"), transport=const("fc"), model="hba model", driver_version="driver version",
    firmware_version=found(r"\A(\S{1,40})", "running firmware version", "firmware version"),
    fcid=parsed(lambda address: normalise.fcid(address.replace("-", "")), "port id"), fabric_wwn=wwn(of=_fabric),
    speed_gbps=speed("actual data rate"), max_speed_gbps=parsed(_fastest, "supported speed(s)"),
    port_type=words("porttype (topology)", {"unidentified": None, "unknown": None}),
    port_state=words("hba status", {"online": "online", **_STATES}),
)  # fmt: skip
_instances = blocks(_PAIR, noise=_NOISE)

READERS = (
    Family("qlogic", by_host(_cards)).reader(
        "qlogic-cards", "qaucli -pr fc -g", by_pattern("HBA Model and ports of qaucli -g", (95, _FIRST_CARD)), _HOST, _LISTED,
        needles=("HBA Model", "WWPN"), owner_in=owner_in, also=("scli -g",),
    ),
    Family("qlogic", by_host(_instances)).reader(
        "qlogic-ports", "qaucli -pr fc -i", by_pattern("HBA Instance of qaucli -i", (94, _FIRST_PORT)), HOST, _DETAILS,
        needles=("HBA Instance", "Port Name"), owner_in=owner_in, also=("qaucli -i", "scli -i"),
    ),
)  # fmt: skip
