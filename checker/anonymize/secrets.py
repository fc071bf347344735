"""Remove credentials: the value becomes ``removed``, and the line stays, so that line numbers remain correct.

Covers passwords in any spelling, keys, hashes, community strings, tokens and cookies in running configurations,
settings files, JSON, XML, command lines and HTTP headers. Anything that resembles a credential is removed as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

REMOVED = "removed"
_WORD = (
    r"(?:(?<!by)(?<!com)pass(?:wd|word|phrase|code)s?|(?<!by)(?<!com)pass(?![a-z])|(?<![a-z])pwd(?![a-z])|secrets?|"
    r"communit(?:y|ies)|credentials?|tokens?|cookies?|(?:api|private|shared|access|encryption|auth|priv|host|ssh)[_\- ]?key(?!s?pace)|"
    r"(?<![a-z])psk|authorization|session[_\- ]?id|bindpw|rootpw|localizedkey|(?:auth|priv)[_\- ]?(?:pass|pwd|secret)|"
    r"dhchap|chap[_\- ]?(?:secret|pass|key))"
)
_HARMLESS = (
    r"(?:null|none|nil|true|false|yes|no|on|off|enabled?|disabled?|not[ _]set|unset|n/?a|-|0|\"\"|'')(?![\w.@!#$%])"
)
_VALUE = r"(?:\"[^\"\n]{0,4000}\"|'[^'\n]{0,4000}'|[^\s\"']{1,4000})"
_PLAUSIBLE = r"(?=\"|'|\S{0,300}[0-9$!#%&/+=@])"
_Replace = Callable[[re.Match[str]], str]


def _keep_front(found: re.Match[str]) -> str:
    return found.group(1) + REMOVED + (found.group("after") if "after" in found.re.groupindex else "")


def _quoted(found: re.Match[str]) -> str:
    front, value = found.group(1), found.group("value")
    quote = value[0] if value[0] in "\"'" else ""
    if value.lstrip("-").isdigit() and not quote:
        return front + ("0" if front.lstrip().startswith(('"', "'")) or '"' in front else REMOVED)
    return f"{front}{quote}{REMOVED}{quote}"


# Each pattern with words one of which must occur in the line (lower case): a cheap first check.
_PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str], _Replace], ...] = (
    (
        ("authorization", "cookie", "token", "x-auth"),
        re.compile(
            r"(?i)^([\s>*<#|\-]{0,20}(?:proxy-)?(?:authorization|(?:set-)?cookie2?|x-[\w\-]{0,30}(?:token|key|auth|session|password)[\w\-]{0,20})[ \t]*+:[ \t]*+)\S.*$"
        ),
        _keep_front,
    ),
    (("bearer ", "basic "), re.compile(r"(?i)(\b(?:bearer|basic)[ \t]+)[A-Za-z0-9+/=_\-.]{12,8000}"), _keep_front),
    (("eyj",), re.compile(r"()\beyJ[A-Za-z0-9_\-]{6,8000}\.[A-Za-z0-9_\-]{2,8000}(?:\.[A-Za-z0-9_\-]{0,8000})?"), _keep_front),
    (("://",), re.compile(r"(://[^\s:/@\"']{0,200}:)[^\s/@\"']{1,200}(?P<after>@)"), _keep_front),
    # JSON, YAML, XML attributes, settings: a name with such a word, then the value.
    (
        ("pass", "pwd", "secret", "communit", "credential", "token", "cookie", "key", "psk", "authorization", "session", "chap", "rootpw", "bindpw"),
        re.compile(
            rf"(?i)([\"']?{_WORD}[\w.\-]{{0,60}}+(?:[ ][0-9]{{1,3}})?[\"']?[ \t]*+(?::|=>|=)[ \t]*+(?!{_HARMLESS}))"
            r"(?P<value>\"(?:[^\"\\\n]|\\.){0,8000}\"|'(?:[^'\\\n]|\\.){0,8000}'|(?![\"'\[{])[^\n<>,;}\]\"']{1,4000})"
        ),
        _quoted,
    ),
    (
        ("pass", "secret", "communit", "key", "token", "cookie"),
        re.compile(rf"(?i)(<[\w.:\-]{{0,40}}?{_WORD}[\w.\-]{{0,40}}(?:[ \t][^<>\n]{{0,400}})?>)[^<\n]{{1,8000}}(?P<after></)"),
        _keep_front,
    ),
    # Running configurations.
    (
        ("communit",),
        re.compile(rf"(?i)(\bcommunity[ \t]++(?:string[ \t]++)?(?!is\b|strings?\b|[0-9]{{1,3}}[ \t]*+[:=]|[:=]|{REMOVED}\b)){_VALUE}"),
        _keep_front,
    ),
    (
        ("snmp-server host",),
        re.compile(r"(?i)^([ \t]*snmp-server host \S{1,255}[ \t]++(?:(?:traps|informs|version|1|2c|3|auth|noauth|priv)[ \t]++){0,6}+)(?!use-vrf|filter-vrf|source-interface|udp-port)\S+"),
        _keep_front,
    ),
    (
        ("pass", "secret", "key", "phrase"),
        re.compile(
            r"(?i)((?<![\w\-])(?:[\w\-]{0,30}?(?:password|passwd|passphrase|secret|shared-key|authentication-key|key-string)|key)[ \t]++(?:[0-9]{1,5}[ \t]++(?:md5[ \t]++)?|md5[ \t]++|encrypted[ \t]++|clear[ \t]++|sha\d*[ \t]++)?+)"
            rf"(?:(?<=[0-9 ][ \t])|(?<=md5[ \t])|{_PLAUSIBLE})(?!0x|\(|{REMOVED}\b|[:=]|#|is\b|policy\b|aging\b|expir)(?=\S{{0,300}}[0-9$!#%&/+=@\"']|(?<=[0-9][ \t])|(?<=md5[ \t])){_VALUE}"
        ),
        _keep_front,
    ),
    (
        ("username", "enable", "fcsp", "set", "radius", "tacacs", "ldap", "ntp", "login", "aaa", "user", "line"),
        re.compile(
            r"(?i)(^[ \t]*(?:no[ \t]+)?(?:username|enable|fcsp|radius-server|tacacs-server|ldap-server|ntp|aaa|login|set|line|user)\b[^\n]{0,200}?[ \t](?:password|secret|key)[ \t]++(?:[0-9]{1,5}[ \t]++)?+)"
            rf"(?!{REMOVED}\b|[:=]|is\b|policy\b){_VALUE}"
        ),
        _keep_front,
    ),
    (
        ("auth ", "priv ", "md5 ", "sha "),
        re.compile(
            r"(?i)(\b(?:auth|priv)[ \t]++(?:md5|sha(?:-?\d{1,3})?|aes(?:-?\d{1,3})?|des|3des)[ \t]++|\bpriv[ \t]++(?!aes|des|3des)|\b(?:md5|sha)[ \t]++(?=0x))"
            rf"(?!{REMOVED}\b)(?=\S{{4}})(?!(?:md5|sha|aes|des|3des|is|the)\b){_VALUE}"
        ),
        _keep_front,
    ),
    # Command lines.
    (
        ("-pass", "-pwd", "-pw", "-secret", "-token"),
        re.compile(rf"(?i)((?<![\w\-])-{{1,2}}(?:password|passwd|pass|pwd|pw|passphrase|secret|token|api-?key)(?:[ \t]++|=))(?![\-|]|{REMOVED}\b){_VALUE}"),
        _keep_front,
    ),
    (
        ("sshpass", "naviseccli", "mysql", "uemcli"),
        re.compile(rf"^(.{{0,200}}?\b(?:sshpass|naviseccli|mysql|uemcli)\b.{{0,200}}?[ \t]-p[ \t]*+)(?!assword){_VALUE}"),
        _keep_front,
    ),
    (("curl", "wget"), re.compile(r"(?i)(\b(?:curl|wget)\b[^\n]{0,400}?[ \t](?:-u|--user)[ \t=]*[\"']?[^\s:\"']{1,100}:)[^\s\"']{1,200}"), _keep_front),
    # Keys and hashes, wherever they occur.
    (
        ("ssh-", "ecdsa-", "sk-"),
        re.compile(r"((?:ssh-(?:rsa|dss|dsa|ed25519)|ecdsa-sha2-\w{1,20}|sk-[\w\-]{1,40}@openssh\.com)[ \t]+)[A-Za-z0-9+/=]{16,10000}(?:[ \t]+[^\s,;\"'|]{1,200})?"),
        _keep_front,
    ),
    (("aaaa",), re.compile(r"()\bAAAA[BCDE][A-Za-z0-9+/=]{40,10000}"), _keep_front),
    (("$",), re.compile(r"()(?<![\w$])\$(?:1|2[abxy]?|3|5|6|7|8|9|14|y|md5|apr1|argon2\w{0,3}|pbkdf2[\w\-]{0,10})\$[^\s:\"',;|]{6,500}"), _keep_front),
    (("{ssha", "{sha", "{crypt", "{md5", "{smd5"), re.compile(r"(?i)(\{(?:SSHA\d{0,3}|SHA\d{0,3}|CRYPT|S?MD5)\})[^\s\"']{4,400}"), _keep_front),
)  # fmt: skip

_SIGNS = (
    "pass", "pwd", "secret", "communit", "credential", "token", "cookie", "key", "psk", "authorization", "session", "chap", "rootpw",
    "bindpw", "bearer ", "basic ", "eyj", "://", "snmp-server", "auth ", "priv ", "md5 ", "sha ", "-pw", "sshpass", "mysql", "uemcli",
    "naviseccli", "curl", "wget", "ssh-", "ecdsa-", "sk-", "aaaa", "$", "{ssha", "{sha", "{crypt", "{md5", "{smd5",
)  # fmt: skip
_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{3,60}-----\n(?:(?!-----)[^\n]{0,1000}\n){0,4000}?(?=-----END [A-Z0-9 ]{3,60}-----|\Z|[^\n]*[ :])"
)


def without_secrets(text: str) -> str:
    """Return a text with its credentials replaced by ``removed``; its lines stay the same."""
    if "-----BEGIN" in text:
        text = _BLOCK.sub(_without_block, text)
    lower = text.lower()
    if len(lower) != len(text):
        # Some capitals become longer in lower case, which would shift positions.
        return "\n".join(_without(line, line.lower()) for line in text.split("\n"))
    parts: list[str] = []
    done = 0
    for start, end in _suspicious(lower):
        parts.append(text[done:start])
        parts.append(_without(text[start:end], lower[start:end]))
        done = end
    parts.append(text[done:])
    return "".join(parts)


def _suspicious(lower: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of every line that contains one of the signs, in order."""
    lines: dict[int, int] = {}
    for sign in _SIGNS:
        position = lower.find(sign)
        while position >= 0:
            start = lower.rfind("\n", 0, position) + 1
            end = lower.find("\n", position)
            end = len(lower) if end < 0 else end
            lines[start] = end
            position = lower.find(sign, end)
    yield from sorted(lines.items())


def _without(line: str, lower: str) -> str:
    for words, pattern, replace in _PATTERNS:
        if any(word in lower for word in words):
            line = pattern.sub(replace, line)
    return line


def _without_block(found: re.Match[str]) -> str:
    first, *inner = found.group().split("\n")
    return "\n".join([first, *(REMOVED if line else line for line in inner)])
