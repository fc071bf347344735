"""Remove credentials: the value becomes ``removed``, and the line stays, so that line numbers remain correct.

Covers passwords in any spelling, keys, hashes, community strings, tokens and cookies in running configurations,
settings files, JSON, XML, command lines and HTTP headers. Anything that resembles a credential is removed as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.anonymize.secrets.arguments import ARGUMENTS
from checker.anonymize.secrets.blocks import without_blocks
from checker.anonymize.secrets.commands import COMMANDS
from checker.anonymize.secrets.prose import PROSE
from checker.anonymize.secrets.words import HARMLESS, REMOVED, SIGNS, VALUE, WORD, Pattern, keep_front, keep_quotes

_PLAUSIBLE = r"(?=\"|'|\S{0,300}[0-9$!#%&/+=@])"

# Each pattern with words one of which must occur in the line (lower case): a cheap first check.
_PATTERNS: tuple[Pattern, ...] = (
    (
        ("authorization", "cookie", "token", "x-auth"),
        re.compile(
            r"(?i)^([\s>*<#|\-]{0,20}(?:proxy-)?(?:authorization|(?:set-)?cookie2?|x-[\w\-]{0,30}(?:token|key|auth|session|password)[\w\-]{0,20})[ \t]*+:[ \t]*+)\S.*$"
        ),
        keep_front,
    ),
    # Both are words of other things, too, but no token has only small letters: mode: basic merge-control.
    (
        ("bearer ", "basic "),
        re.compile(r"((?i:\b(?:bearer|basic)[ \t]+))(?=[a-z\-.]{0,200}[A-Z0-9+/=_])[A-Za-z0-9+/=_\-.]{12,8000}"),
        keep_front,
    ),
    (("eyj",), re.compile(r"()\beyJ[A-Za-z0-9_\-]{6,8000}\.[A-Za-z0-9_\-]{2,8000}(?:\.[A-Za-z0-9_\-]{0,8000})?"), keep_front),
    (("://",), re.compile(r"(://[^\s:/@\"']{0,200}:)[^\s/@\"']{1,200}(?P<after>@)"), keep_front),
    (("://",), re.compile(r"(://)(?=[^\s/@\"']{0,300}[0-9])[^\s:/@\"']{16,300}(?P<after>@)"), keep_front),
    (
        ("?", "&"),
        re.compile(r"(?i)([?&][\w.\-]{0,40}(?:token|key|sig|signature|secret|auth|pass\w{0,10}|pwd|session\w{0,10}|code)=)[^\s&#\"'<>]{1,4000}"),
        keep_front,
    ),
    # The address of a webhook is its credential.
    (
        ("hook", "/services/", "/bot"),
        re.compile(r"(?i)(://[^\s\"'<>]{1,300}?/(?:services|(?:incoming)?webhooks?|hooks?|bot)(?:/|(?=\d)))(?=[^\s\"'<>]{8})[^\s\"'<>]{1,1000}"),
        keep_front,
    ),
    # Before the options of single programs, which remove a quoted value inside a text only in part.
    *ARGUMENTS,
    *COMMANDS,
    # JSON, YAML, XML attributes, settings: a name with such a word, then the value.
    (
        SIGNS,
        re.compile(
            rf"(?i)([\"']?(?P<word>{WORD})[\w.\-]{{0,60}}+(?:[ ][0-9]{{1,3}})?[\"']?[ \t]*+(?::=|:|=>|=)[ \t]*+(?!{HARMLESS}|{REMOVED}\b))"
            r"(?P<value>\"(?:[^\"\\\n]|\\.){0,8000}\"|'(?:[^'\\\n]|\\.){0,8000}'|(?![\"'\[{])(?:(?![ \t]*-->)[^\n<>,;}\]\"']){1,4000})"
        ),
        keep_quotes,
    ),
    (
        ("pass", "secret", "communit", "key", "token", "cookie"),
        re.compile(rf"(?i)(<[\w.:\-]{{0,40}}?{WORD}[\w.\-]{{0,40}}(?:[ \t][^<>\n]{{0,400}})?>)(?:<!\[CDATA\[[^\n]{{1,8000}}?\]\]>|[^<\n]{{1,8000}}?)(?P<after></)"),
        keep_front,
    ),
    # Running configurations.
    (
        ("communit",),
        re.compile(rf"(?i)(\bcommunity[ \t]++(?:string[ \t]++)?(?!is\b|strings?\b|[0-9]{{1,3}}[ \t]*+[:=]|[:=]|{REMOVED}\b)){VALUE}"),
        keep_front,
    ),
    (
        ("snmp-server host",),
        re.compile(r"(?i)^([ \t]*snmp-server host \S{1,255}[ \t]++(?:(?:traps|informs|version|1|2c|3|auth|noauth|priv)[ \t]++){0,6}+)(?!use-vrf|filter-vrf|source-interface|udp-port)\S+"),
        keep_front,
    ),
    (
        ("pass", "secret", "key", "phrase"),
        re.compile(
            r"(?i)((?<![\w\-])(?:[\w\-]{0,30}?(?:password|passwd|passphrase|secret|shared-key|authentication-key|key-string)|key)[ \t]++(?:[0-9]{1,5}[ \t]++(?:md5[ \t]++)?|md5[ \t]++|encrypted[ \t]++|clear[ \t]++|sha\d*[ \t]++)?+)"
            rf"(?:(?<=[0-9 ][ \t])|(?<=md5[ \t])|{_PLAUSIBLE})(?!0x|\(|{REMOVED}\b|[:=]|#|is\b|policy\b|aging\b|expir)(?=\S{{0,300}}[0-9$!#%&/+=@\"']|(?<=[0-9][ \t])|(?<=md5[ \t])){VALUE}"
        ),
        keep_front,
    ),
    (
        ("username", "enable", "fcsp", "set", "radius", "tacacs", "ldap", "ntp", "login", "aaa", "user", "line"),
        re.compile(
            r"(?i)(^[ \t]*(?:no[ \t]+)?(?:username|enable|fcsp|radius-server|tacacs-server|ldap-server|ntp|aaa|login|set|line|user)\b[^\n]{0,200}?[ \t](?:password|secret|key)[ \t]++(?:[0-9]{1,5}[ \t]++)?+)"
            rf"(?!{REMOVED}\b|[:=]|is\b|policy\b){VALUE}"
        ),
        keep_front,
    ),
    (
        ("-server host",),
        re.compile(
            rf"(?i)^([ \t]*(?:no[ \t]+)?(?:radius|tacacs|ldap)-server host \S{{1,255}}[ \t]++)(?!{REMOVED}\b|key\b|auth|acct|port\b|timeout\b|retransmit\b|test\b|name\b|pac\b|"
            rf"single|enable-ssl|rootdn\b|password\b|directed|idle|username\b)(?=\S){VALUE}"
        ),
        keep_front,
    ),
    (
        ("auth ", "priv ", "md5 ", "sha "),
        re.compile(
            r"(?i)(\b(?:auth|priv)[ \t]++(?:md5|sha(?:-?\d{1,3})?|aes(?:-?\d{1,3})?|des|3des)[ \t]++|\bpriv[ \t]++(?!aes|des|3des)|\b(?:md5|sha)[ \t]++(?=0x))"
            rf"(?!{REMOVED}\b)(?=\S{{4}})(?!(?:md5|sha|aes|des|3des|is|the)\b){VALUE}"
        ),
        keep_front,
    ),
    # What a comment says after such a word; here it needs neither a colon nor a digit.
    (
        ("pass", "pswd", "pw", "secret", "token", "kennwort", "passwort"),
        re.compile(
            r"(?i)(^[ \t]*(?:[#!;]+|//|--|(?P<closed>/\*|<!--)|rem\b)(?!==)[^\n]{0,300}?\b(?:pass(?:wd|word|phrase|code|wort)?s?|pswd|pwd?|secrets?|tokens?|kennwort)\b|"
            r"[ \t]#[^\n]{0,60}?\b(?:pass(?:wd|word|phrase|code|wort)?s?|pswd|pwd?|secrets?|tokens?|kennwort)\b)"
            rf"(?![\w\-])(?!.{{0,20}}{REMOVED})(?=[^\n]{{0,40}}?(?:\b(?:is|was|ist|now|old|new|for)\b|[:=/>(\"']|\S*[0-9$!%&@]))([ \t]?)(?(closed)[^\n]{{1,2000}}?(?=[ \t]*(?:-->|\*/|$))|[^\n]{{1,2000}}$)"
        ),
        lambda found: f"{found.group(1)} {REMOVED}",
    ),
    *PROSE,
    # Keys and hashes, wherever they occur.
    (
        ("ssh-", "ecdsa-", "sk-"),
        re.compile(r"((?:ssh-(?:rsa|dss|dsa|ed25519)|ecdsa-sha2-\w{1,20}|sk-[\w\-]{1,40}@openssh\.com)[ \t]+)[A-Za-z0-9+/=]{16,10000}(?:[ \t]+[^\s,;\"'|]{1,200})?"),
        keep_front,
    ),
    (("aaaa",), re.compile(r"()\bAAAA[BCDE][A-Za-z0-9+/=]{40,10000}"), keep_front),
    (("$",), re.compile(r"()(?<![\w$])\$(?:1|2[abxy]?|3|5|6|7|8|9|14|y|md5|apr1|argon2\w{0,3}|pbkdf2[\w\-]{0,10})\$[^\s:\"',;|]{6,500}"), keep_front),
    (("{ssha", "{sha", "{crypt", "{md5", "{smd5"), re.compile(r"(?i)(\{(?:SSHA\d{0,3}|SHA\d{0,3}|CRYPT|S?MD5)\})[^\s\"']{4,400}"), keep_front),
)  # fmt: skip

_ALL_SIGNS = tuple(dict.fromkeys(sign for signs, _, _ in _PATTERNS for sign in signs))


def without_secrets(text: str) -> str:
    """Return a text with its credentials replaced by ``removed``; its lines stay the same."""
    text = without_blocks(text)
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
    for sign in _ALL_SIGNS:
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
