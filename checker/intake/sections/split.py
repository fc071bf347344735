"""Split a capture of several commands at prompts, headers of collection scripts, and first lines of formats."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache

from checker.intake.sections import banners, clock, fabric_os, fan_out
from checker.intake.sections.first_words import known_first_words
from checker.intake.sections.remote import Login, name_printed, remote_of
from checker.intake.sections.section import BELOW, Section
from checker.intake.wrapping import DEVICE_LINE
from checker.readers.toolkit.base import word_list

_HEADER = re.compile(r"(?m)^#+ ?sanlint:(?![ \t]*ignore\b)[ \t]*(?P<pairs>[^\n]*)$")
# The marks of show tech-support: the command in backquotes or between rulers. Commands of line cards count as well,
# because they end the output above them.
_TECH_SUPPORT = re.compile(
    r"(?m)^[ \t]{0,8}(?:`(?P<command>(?:show|slot|attach|module|dir|debug|terminal) [^`\n]{1,200})`"
    r"|[-=*]{4,60}[ \t]{0,8}(?P<ruled>(?:(?:slot|module) \d{1,2} )?show [a-z][^\n]{1,150}?)[ \t]{0,8}[-=*]{4,60})[ \t]*$"
)
_RULED = re.compile(r"[-=*]{4}[ \t]{0,8}(?:(?:slot|module) \d{1,2} )?show [a-z]")
# The marks of supportconfig: the kind of a section, and below it the command or file.
_SUPPORTCONFIG = re.compile(
    r"(?m)^#==\[ (?P<kind>[A-Z][^\]\n]{1,60}) \]=+#?[ \t]*(?:\n# (?:/(?:usr/)?s?bin/)?(?P<source>[^\n]{1,400}))?$"
)
# What PuTTY and script print where a session begins.
_SESSION = re.compile(
    r"(?m)^(?:(?:=~){4,30}=? PuTTY log|Script started on)(?: (?P<date>\d{4}[.\-]\d\d[.\-]\d\d) (?P<time>[\d:]{8})(?P<zone>[+\-]\d\d:?\d\d)?\b)?[^\n]*$"
)
# What PuTTY shows of a login before the first prompt.
_LOGIN = re.compile(
    r"(?m)^(?:login as: [^\n]{0,64}|Using username \"[^\"\n]{1,64}\"\.)\n(?:[^\n]{0,300}\n){0,3}?[\w.\-]{1,64}@(?P<host>[\w.:\-]{1,253})'s password:[^\n]*$"
)
# The headings that head and tail, or more, print above each of several captures; of sysfs, they are a format of their own.
_FILE = re.compile(
    r"(?m)^(?:==> (?P<file>[^\n]{1,250}\.(?:txt|log|out)) <==|:{14}\n(?P<paged>[^\n]{1,250}\.(?:txt|log|out))\n:{14})[ \t]*$"
)
# Code blocks in Markdown: an issue or a wiki page has prose around them, and each block is a separate output.
_FENCE = re.compile(r"(?m)^[ \t]{0,8}(?:```|~~~)[\w+\-]{0,20}[ \t]*$")
# A prompt with user and host, or of a console, counts before any command; a bare sign only before a command that a
# reader knows, because '#' and '>' also begin comments and quotations.
_FOLDER = r"[~/][\w.~/\-]{0,80}"
_STRONG = (
    # Of a management appliance whose commands run on the host in the second brackets.
    r"(?:\[[\w.\-]{1,64}@[\w.\-]{1,64}(?:[ ][^\]\n]{0,120})?\]\[(?P<host_l>[\w.\-]{1,64})\][#$]"
    rf"|\[[\w.\-]{{1,64}}@(?P<host_d>[\w.\-]{{1,64}})(?:(?:\([\w\-]{{1,32}}\))?(?::|[ ])[^\]\n]{{0,120}}\][ ]?[#$%>]?|\](?:[ ]{_FOLDER})?[ ]?[#$%>])"
    r"|[\w.\-]{1,64}@(?P<host_a>[\w.\-]{1,64})(?::|[ ])[^\]\n#$>%]{0,120}[#$%>])"
    r"|(?P<host_b>[A-Za-z][\w.\-]{0,63}):(?:FID[0-9]{1,3}:)?[\w.\-][\w.\-\\]{0,47}(?:@[\w.\-]{1,64})?>"
    r"|VPlexcli:(?P<context>/?[^>\n]{0,200})>"
    r"|(?P<host_e>[A-Za-z][\w.\-]{0,63})::\*?(?:[\w\-]{1,32}[\w\- ]{0,32})?\*?>"
    r"|[A-Z]{2,12}_\w{1,16}:(?P<host_f>[\w.\-]{1,63}):[\w.\-]{1,32}>"
    r"|[\w.\-]{1,64}@(?P<host_h>[A-Za-z][\w.\-]{0,63})>(?=[ \t]|$)"
    r"|(?:(?P<host_g>[A-Za-z0-9][\w.\-]{0,63}) )?cli%"
    r"|dscli>(?=[ \t]*(?:[a-z]|$))|[a-z][\w.\-]{0,31}:/(?:[a-z]{1,20})?>(?=[ \t]*show )"
    r"|xmcli(?: \([\w\-]{1,32}\))?>"
    r"|(?:\[(?P<host_i>[\w.\-]{1,64})\]: )?PS [A-Za-z]:[^>\n]{0,200}>"
    r"|[A-Z]:\\[^>\n]{0,200}>"
)
# Of SLES, the prompt of root is the host and the folder, db07:~ #; others have the user between them, or the host in brackets.
_NAMED = (
    rf"(?:(?P<host_c>[A-Za-z][\w.\-]{{0,63}})(?:(?:\([\w\-]{{1,32}}\))?[#>]|[$%]|:(?:[a-z]\w{{0,31}}:)?{_FOLDER} ?[#>$%]|[ ]{_FOLDER} ?[#$])"
    r"|(?P<host_k>[A-Za-z][A-Za-z.\-]{0,62}\d[A-Za-z\d.\-]{0,63})[ ][#$]"
    rf"|\[(?P<host_j>[A-Za-z][\w.\-]{{0,63}})(?:[ ]{_FOLDER})?\][ ]?[#$])"
)
# A shell without a configured prompt prints its name and version.
_SHELL = r"-?(?:ba|da|k|z|tc|c)?sh(?:-[0-9][0-9.]{0,7})?"
_BARE = rf"(?:(?:~ ?|/[\w/]{{0,80}} ?|{_SHELL})?[#>$%]|\+{{1,2}})"
"""A sign alone, also that of "set -x"."""
_NAMELESS = re.compile(rf"[ \t]*(?:{_BARE}[ ]|(?:PS )?[A-Za-z]:\\[^>\n]{{0,200}}>)")
"""A prompt without the name of a machine; those of Windows show the folder."""
_PROGRAMS = frozenset(
    word_list("""
    superuser cli console mysql mariadb psql sqlite sqlite3 sqlplus sql ftp sftp lftp telnet ssh sudo su python python3
    perl expect netsh diskpart gdb crash bc lvm parted fdisk iscsiadm vxdisk vxprint naviseccli navicli symcli uemcli
    xmcli dscli isql rman asmcmd crsctl ipmitool racadm raidcom smcli storcli perccli hpssacli ssacli nsradmin vplexcli
    esxcli powershell cmd pwsh multipathd
""")
)
"""Programs whose prompt is their own name, in lower case."""
_PRODUCT = re.compile(r"(?:IBM|Storwize|FlashSystem|SVC|V)_?\d{3,4}\Z", re.IGNORECASE)
_SHELL_NAME = re.compile(rf"{_SHELL}\Z")
_TIME = r"(?:\[?(?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d\]?[ ]+)?"
_STRONG_LINE = re.compile(rf"(?m)^[ \t]*{_TIME}(?:{_STRONG})(?P<command>[^\n]*)$")
# A loop over disks or devices; comments and quotations never have both halves of it in one line.
_LOOP = r"for [A-Za-z_]\w{0,30} in [^\n]{1,400};[ \t]*do\b[^\n]*"
_HOSTS = ("host_a", "host_b", "host_d", "host_e", "host_f", "host_g", "host_h", "host_i", "host_l")
_SIGNS = "#>$%@+"
# sudo prompts in the language of the user; the password is not echoed.
_PASSWORD_PROMPT = re.compile(r"(?m)^\[sudo\] [^\n:]{3,80}:[ \t]*$")


_PLAIN_WORDS = frozenset(
    word_list("""
    POST cat cluster connectivity exit export fcoe grep igroup ll ls lun monitor ndu network nvme parted rebuild reg
    sanlint sar set sh show storage storage-volume system version vpn vserver
""")
)
"""First words of commands that also occur in headings; ``show`` counts before another word."""


@cache
def _weak_line() -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(word) for word in known_first_words()), key=len, reverse=True))
    return re.compile(
        rf"(?m)^[ \t]*{_TIME}(?:{_NAMED}[ ]{{0,3}}|{_BARE}[ ]+)(?P<command>(?:{words})(?=[ \t;|&]|$)[^\n]*|{_LOOP})$"
    )


_TITLE_MARKS = ("==", "---", "##", "**", "ommand")
_HEAD = 65_536
_PARTS = 10_000
"""Parts of a text from which headings with names of several machines make only one more each; no file has so many read."""


@cache
def _title_line() -> re.Pattern[str]:
    """Pattern for a command between rulers or after ``Command:``, as collection scripts print it above its output."""
    first_words = sorted((re.escape(word) for word in known_first_words() - _PLAIN_WORDS), key=len, reverse=True)
    words = "|".join([*first_words, "show (?=[a-z])", r"[a-z][a-z\-]{1,20}(?: [a-z\-]{2,20}){0,3} show"])
    return re.compile(
        rf"(?m)^[ \t]*(?:(?:[=*]{{2,60}}|[#]{{2,60}}|-{{3,60}})[ \t]*(?:[Cc]ommand[ \t]*:[ \t]*)?|[Cc]ommand[ \t]*:[ \t]*)['\"]?"
        rf"(?P<command>(?:{words})(?:(?<=[ ])|(?=[ \t'\":]|$))[^\n=*#'\"]{{0,150}}?)['\"]?[ \t]*+:?[ \t]*+[=*#\-]{{0,60}}+[ \t]*+$"
    )


def split_commands(text: str, timezone: str = "") -> list[Section]:
    """Split a text at prompts, collection headers and tech-support marks; a text without any is one section.

    Lines with prompts and headers belong to no section. Blank sections are skipped.
    """
    # Searching for a single character is ten times as fast as searching for a word.
    if "[" in text and "[sudo]" in text:
        text = _PASSWORD_PROMPT.sub("", text)
    cuts = sorted(_cuts(text), key=lambda cut: cut[0])
    if not cuts:
        return fan_out.per_machine(Section(text, 1))
    sections: list[Section] = []
    line = 1
    position = 0
    current: tuple[str | None, str | None, Mapping[str, str], bool, bool] = (None, None, {}, False, False)
    login = Login()
    is_bare = False
    for start, end, command, host, header in [*cuts, (len(text), len(text), None, None, {})]:
        if start < position:
            continue
        body = text[position:start]
        login.printed(current[0], body)
        if body and not body.isspace():
            # Below "hostname; lsblk", the name is part of the output.
            is_first = ";" in (current[0] or "") and (current[1] is None or is_bare) and not current[3]
            if is_first and (name := name_printed(current[0], body)):
                current = (current[0], name, *current[2:])
            sections += fan_out.per_machine(Section(body, line, *current), _PARTS - len(sections))
        line += text.count("\n", position, min(end + 1, len(text)))
        position = min(end + 1, len(text))
        kept_header = header or current[2]
        remote = remote_of(command) if command else None
        if remote is not None:
            command, host = remote.command, remote.host
        is_bare = _NAMELESS.match(text, start, end) is not None
        host = login.host_at(command, host, remote, text[start:end], is_bare=is_bare)
        elsewhere = remote is not None and remote.host is None
        current = (command or header.get("command"), host, kept_header, elsewhere, login.left and host is None)
    return clock.timed(sections, timezone)


def _cuts(text: str) -> Iterator[tuple[int, int, str | None, str | None, Mapping[str, str]]]:
    if "#" in text and "sanlint:" in text:
        for match in _HEADER.finditer(text):
            yield match.start(), match.end(), None, None, _pairs(match.group("pairs"))
    if "#" in text and "#==[ " in text:
        for match in _SUPPORTCONFIG.finditer(text):
            printed = match.group("source") if match.group("kind") in ("Command", "Configuration File") else None
            shown = f"cat {printed}" if printed and match.group("kind") != "Command" else printed
            yield match.start(), match.end(), shown and shown.strip(), None, {}
    sessions = list(_SESSION.finditer(text)) if " PuTTY log " in text or "Script started on " in text else []
    for number, match in enumerate(sessions, 1):
        started_at = f"{match['date'].replace('.', '-')}T{match['time']}{match['zone'] or ''}" if match["date"] else ""
        # The next session may be on another machine.
        begun = {"captured_at": started_at, BELOW: f"session {number}" if len(sessions) > 1 else ""}
        yield match.start(), match.end(), None, None, {key: value for key, value in begun.items() if value}
    if " >>" in text[:_HEAD]:
        for match in DEVICE_LINE.finditer(text):
            yield match.start(), match.end(), None, match.group("host"), {}
    if "'s password:" in text[:_HEAD]:
        for match in _LOGIN.finditer(text):
            yield match.start(), match.end(), f"ssh {match.group('host')}", None, {}
    yield from _headings(text)
    for heading in banners.headings(text):
        yield heading.start, heading.end, heading.command, None, {"host" if heading.sure else BELOW: heading.name}
    # The first title of a collection, or the first block of a page, is near the top.
    head = text[:_HEAD]
    if "```" in head or "~~~" in head:
        fences = list(_FENCE.finditer(text))
        for match in fences if len(fences) > 1 else ():
            yield match.start(), match.end(), None, None, {}
    titled = any(mark[0] in head and mark in head for mark in _TITLE_MARKS) and _title_line().search(head)
    for match in _title_line().finditer(text) if titled else ():
        yield match.start(), match.end(), match.group("command").strip(), None, {}
    # Every such mark contains the word "show".
    shows = "show" in text
    if shows and ("`show " in text or _RULED.search(text)):
        for match in _TECH_SUPPORT.finditer(text):
            yield match.start(), match.end(), match.group("command") or match.group("ruled"), None, {}
    yield from fabric_os.cuts(text, known_first_words())
    # A capture without prompt signs, such as a large path list, is not searched line by line.
    if not any(sign in text for sign in _SIGNS):
        return
    seen: set[int] = set()
    for match in _STRONG_LINE.finditer(text):
        seen.add(match.start())
        host = _machine(next((match.group(name) for name in _HOSTS if match.group(name)), None))
        command = match.group("command").strip()
        context = (match.group("context") or "").strip()
        if context not in ("", "/") and command:
            # The meaning of a relative path depends on the current context of the console.
            command = match.group(0).strip()
        yield match.start(), match.end(), command or None, host, {}
    for match in _weak_line().finditer(text):
        if match.start() not in seen:
            yield (
                match.start(),
                match.end(),
                match.group("command").strip(),
                _machine(match.group("host_c") or match.group("host_j") or match.group("host_k")),
                {},
            )


def _headings(text: str) -> Iterator[tuple[int, int, str | None, str | None, Mapping[str, str]]]:
    """Headings that programs print above the content of a file, or above the output of a machine."""
    if (">" in text and "==> " in text) or ":" * 14 in text:
        for match in _FILE.finditer(text):
            yield match.start(), match.end(), None, None, {"file": match.group("file") or match.group("paged")}
    if "-" * 15 in text or ("[" in text and "[SUCCESS] " in text):
        for match in fan_out.BLOCK.finditer(text):
            if hosts := fan_out.hosts_of_block(match):
                yield match.start(), match.end(), None, hosts, {}


def _machine(name: str | None) -> str | None:
    """Return the name in a prompt unless it is that of a shell, a program with a prompt of its own, or a product."""
    if name is None or _SHELL_NAME.match(name) or _PRODUCT.match(name):
        return None
    return None if name.lower() in _PROGRAMS or name in known_first_words() else name


def _pairs(text: str) -> dict[str, str]:
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    return dict(word.split("=", 1) for word in words if "=" in word)
