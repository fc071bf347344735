"""``ping`` and ``vmkping``: Linux, BSD, Solaris, AIX, ESXi, NX-OS, IOS, and Windows in any language.

Synthetic samples::

    PING 10.2.2.1 (10.2.2.1) 56(84) bytes of data.
    --- 10.2.2.1 ping statistics ---
    1000 packets transmitted, 998 received, 0.2% packet loss, time 999ms
    rtt min/avg/max/mdev = 4.1/4.4/9.8/0.3 ms

    Ping-Statistik für 10.2.2.1:
        Pakete: Gesendet = 4, Empfangen = 4, Verloren = 0
        (0% Verlust),
    Ca. Zeitangaben in Millisek.:
        Minimum = 4ms, Maximum = 9ms, Mittelwert = 5ms

Windows prints the same figures in the same order in every language, and counts "unreachable" as an answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.network import measurement
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import decimal, whole

_TIME = r"(\d{1,7}(?:\.\d{1,6})?)"
_LONGEST_LINE = 400
_BEGINS = re.compile(
    r"PING (?P<name>[\w.:%\-]{0,252}[\w%])(?: \((?P<address>[\da-fA-F.:%\w]{2,64})\))?(?: from (?P<source>[\w.:%\-]{1,253})[^:]{0,40})?"
    r" ?:? ?(?P<size>\d{1,6})?(?:\(\d+\))?(?: data)? ?bytes\b",
    re.IGNORECASE,
)
_STATISTICS = re.compile(r"(?<!-)-{3,64}\s?(?P<name>[\w.:%\-]{1,253}) ping statistics\s?-{3,}", re.IGNORECASE)
_COUNTS = re.compile(
    r"(?P<sent>\d{1,9}) packets transmitted, (?P<received>\d{1,9})(?: packets)? received", re.IGNORECASE
)
_TIMES = re.compile(
    rf"(?:rtt|round-trip)(?: \(ms\))?\s+min/avg/max(?:/(?:mdev|stddev|std-dev))?\s*=\s*{_TIME}/{_TIME}/{_TIME}(?:/(?:{_TIME}|nan))?",
    re.IGNORECASE,
)
_WINDOWS_BEGINS = re.compile(
    r"(?=\S).*\bPing.*?(?<=\s)(?P<name>(?=[\w\-]*[.:\d%])[\w.:%\-]++|\S+(?= \[))(?: \[(?P<address>[\da-fA-F.:%\w]{2,64})\])?\s+\D{2,12}(?P<size>\d{1,5}) [^\d:]{4,30}:\Z",
    re.IGNORECASE,
)
_WINDOWS_FOR = re.compile(r"(?=\S).{0,300}\bping\b.{0,300} (?P<name>[\w.:%\-]*[\w%])\s?:\Z", re.IGNORECASE)
_WINDOWS_COUNTS = re.compile(
    r"[ \t]+[^\d=:]{3,20}:\s[^\d=]{3,30}= (?P<sent>\d{1,9}),\s[^\d=]{3,30}= (?P<received>\d{1,9}),\s[^\d=]{3,30}= \d"
)
_ANY_WINDOWS = re.compile(rf"(?im)^{_WINDOWS_FOR.pattern[:-2]}$\n{_WINDOWS_COUNTS.pattern}")
_WINDOWS_TIMES = re.compile(
    r"\s+[^\d=]{3,20}= (\d{1,7}) ?ms,\s[^\d=]{3,20}= (\d{1,7}) ?ms,\s[^\d=]{3,20}= (\d{1,7}) ?ms"
)
_UNREACHABLE = re.compile(
    r"\S.*: .*(?:unreachable|expired|failure|nicht erreichbar|überschritten|impossible de joindre|inaccesible|irraggiungibile)",
    re.IGNORECASE,
)
_IOS_BEGINS = re.compile(r"Sending \d{1,9}, (?P<size>\d{1,6})-byte ICMP Echos to (?P<name>[\w.:%\-]*\w)", re.IGNORECASE)
_IOS = re.compile(
    r"Success rate is \d{1,3}(?:\.\d+)? percent \((?P<received>\d{1,9})/(?P<sent>\d{1,9})\)"
    rf"(?:, round-trip min/avg/max = {_TIME}/{_TIME}/{_TIME} ms)?",
    re.IGNORECASE,
)
_NAMES = ("rtt_min_ms", "rtt_avg_ms", "rtt_max_ms", "rtt_mdev_ms")
_ANSWER = re.compile(
    r"\d+ bytes from |.*\bbytes=\d|.*(?:time|temps|zeit|tiempo|durata|czas|tempo)[=<]|.*TTL=|From \S+ .*icmp_seq|Request timeout for|[!.UQM?&]+\Z|no answer yet|\([^()]*%[^()]*\),?\Z|.*\b(?:Millisek|milli-?sec|millisecond|milisegundos)"
    r"|[$%#>]\Z|(?:[$%#>] ?)?(?:/\S{1,40}/)?(?:vmk)?ping6?(?: -[\w=.:%\-]+| (?!-)[\w.:%\-]*\d[\w.:%\-]*| (?!-)[\w.:%\-]+\Z)+\Z|ping6?: send(?:to|msg): |Vr HL TOS|[ ]?\d  ?\d  ?[\da-f]{2} [\da-f]{4} [\da-f]{4} |Type escape|.*(?:timed out|Zeitüberschreitung|dépassé|agotado|scaduta)|\^C|Warning: |.*\bttl\b",
    re.IGNORECASE,
)  # fmt: skip


@dataclass
class _Test:
    """One ping: what its first lines state, then its statistics."""

    line: int = 0
    name: str | None = None
    source: str | None = None
    unreachable: int = 0
    windows: bool = False
    facts: dict[str, Value] = field(default_factory=dict)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _STATISTICS.search(head) or _IOS.search(head) or _ANY_WINDOWS.search(head):
        return Detection(94, "statistics of ping")
    # The statistics of a long ping are far below.
    if _BEGINS.search(head) and re.search(r"^\d+ bytes from ", head, re.MULTILINE):
        return Detection(90, "PING … bytes of data")
    if re.search(r"^\S.*[=<]\d+ ?ms TTL=\d", head, re.MULTILINE):
        return Detection(90, "answers of a ping of Windows")
    return None


def _read(capture: Capture, out: Writer) -> None:
    test, before = _Test(), ""
    for number, line in capture.lines():
        if len(line) > _LONGEST_LINE:
            # The patterns try each division of a line into words.
            out.unread(number)
        elif begins := _BEGINS.search(line) or _IOS_BEGINS.search(line) or _WINDOWS_BEGINS.match(line):
            _write(capture, out, test)
            groups = begins.groupdict()
            test = _Test(number, groups["name"], groups.get("source"))
            test.facts = {"payload_bytes": _integer(groups["size"]), "destination_address": _other(groups)}
        elif found := _STATISTICS.search(line):
            test = _next(capture, out, test, number, found.group("name"))
        elif (found := _WINDOWS_COUNTS.match(line)) and (named := _WINDOWS_FOR.match(before)):
            test = _next(capture, out, test, number, named.group("name"))
            test.windows = True
            test.facts.update(sent=whole(found.group("sent")), received=whole(found.group("received")))
        elif found := _COUNTS.search(line):
            test.facts.update(sent=whole(found.group("sent")), received=whole(found.group("received")))
        elif found := _IOS.search(line):
            test.line = number
            test.facts.update(sent=whole(found.group("sent")), received=whole(found.group("received")))
            test.facts.update(zip(_NAMES, (_decimal(text) for text in found.groups()[2:]), strict=False))
        elif found := _TIMES.search(line):
            test.facts.update(zip(_NAMES, (_decimal(text) for text in found.groups()), strict=True))
        elif found := _WINDOWS_TIMES.match(line):
            least, most, mean = (decimal(text) for text in found.groups())
            test.facts.update(rtt_min_ms=least, rtt_max_ms=most, rtt_avg_ms=mean)
        elif _UNREACHABLE.match(line):
            test.unreachable += 1
        elif line.strip() and not _ANSWER.match(line.strip()) and not _WINDOWS_FOR.match(line):
            out.unread(number)
        before = line if line.strip() else before
    if not _write(capture, out, test) and test.name:
        out.ends_inside_record = True
        out.note(test.line, f"the statistics of the ping to {test.name} are missing")


def _next(capture: Capture, out: Writer, test: _Test, line: int, name: str) -> _Test:
    """Return the ping that these statistics belong to: the one that began above, or one without its first lines."""
    if "sent" in test.facts:
        _write(capture, out, test)
        test = _Test()
    test.line, test.name = line, test.name or name
    return test


def _write(capture: Capture, out: Writer, test: _Test) -> bool:
    """Write a ping with its statistics; FALSE if it has none."""
    received = test.facts.get("received")
    if test.name is None or not isinstance(received, int):
        return False
    if test.windows:
        # Windows counts a message of a router as an answer, and then prints no times if there was no other.
        test.facts["received"] = 0 if "rtt_avg_ms" not in test.facts else max(0, received - test.unreachable)
    source = test.source or measurement.place_of(capture)
    measurement.write(out, test.line, "ping", source, test.name, **test.facts)
    return True


def _other(groups: dict[str, str | None]) -> str | None:
    address = groups.get("address")
    return address if address != groups.get("name") else None


def _integer(text: str | None) -> int | None:
    return None if text is None else whole(text)


def _decimal(text: str | None) -> float | None:
    return None if text is None else decimal(text)


READERS = (
    Reader(
        name="network-ping", platform="network", command="ping -c 1000 <address of the other site>",
        provides={
            "network_test": (*measurement.ENDS, *measurement.PROBES, "rtt_mdev_ms", "payload_bytes", "destination_address"),
        },
        detect=_detect, read=_read, needles=("ping|Ping|PING|ICMP Echo",),
    ),
)  # fmt: skip
