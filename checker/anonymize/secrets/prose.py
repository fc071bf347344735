"""Credentials in sentences, prompts, calls and settings of daemons: each pattern with the texts one of which must occur."""

from __future__ import annotations

import re

from checker.anonymize.secrets.words import REMOVED, VALUE, Pattern, keep_front

_WORD = (
    r"(?:pass(?:wd|word|phrase|code)s?|pswd|pwd|pw|secret|token|passwort|kennwort|wachtwoord|contrase\u00f1a|mot de passe|senha|"
    r"\u043f\u0430\u0440\u043e\u043b\u044c|community[ \t]string|pin(?:[ \t]code)?|psk)"
)
_SIGNS = (
    "pass", "pswd", "pw", "secret", "token", "kennwort", "wachtwoord", "contrase", "senha", "\u043f\u0430\u0440\u043e\u043b\u044c",
    "community string", "pin", "psk",
)  # fmt: skip
# What follows such a word where no credential does: states, policies, and the beginnings of other clauses.
_STATES = (
    r"(?:not|no|yes|never|always|now|still|called|none|null|nil|n/a|true|false|un?set|set|required|needed|optional|(?:dis|en)abled|on|off|expired?|expires|"
    r"valid|invalid|correct|incorrect|wrong|empty|blank|missing|stored|encrypted|hashed|hidden|changed|reset|updated|removed|default|"
    r"strict|weak|strong|strength|too|used|be|been|being|is|was|were|are|has|have|will|must|should|can|cannot|a|an|the|in|at|by|for|of|on|to|from|"
    r"with|and|or|same|policy|policies|aging|age|authentication|protected|protection|prompt|file|length|history|recovery|manager|"
    r"allowed|denied|accepted|rejected|failed|unknown|unchanged|ok|old|new|confirmation|known|kept|here|there|below|above|[0-9]{1,3})"
    r"(?![\w@$!%#&+=])"
)
# The token of a zoning transaction is no credential.
_SENTENCE = rf"(?<![\w\-./])(?<!transaction )(?<!transaction\t){_WORD}(?![\w\-])(?!\S{{0,80}}[(=])(?:[ \t]+(?!aging|polic|expir|strength|history)[\w.'\"()@\-]{{1,60}}){{0,8}}?"
_LINK = r"(?:is|was|are|were|to|ist|lautet|est|es)[ \t]+(?:now[ \t]+|still[ \t]+|set[ \t]+to[ \t]+|called[ \t]+)?|[:=][ \t]*|-[ \t]+"
_END = r"(?:\"[^\"\n]{1,400}\"|'[^'\n]{1,400}'|[^\s\"',;)]{1,400}?(?=[.,;:)!?]*(?:[\s\"']|$)))"
_LIKELY = r"(?=\"[^\"\n]{0,100}[0-9]|'[^'\n]{0,100}[0-9]|[(]?[^\s0-9\"']{0,100}[0-9])"

PROSE: tuple[Pattern, ...] = (
    # "joe's password is X", "password for admin: X", "the array password - X".
    (_SIGNS, re.compile(rf"(?i)({_SENTENCE}[ \t]*(?:(?<=[ \t])(?:{_LINK})|:[ \t]+))(?!{_STATES}|[\"']?{REMOVED}\b|[:=\[{{<(]){_END}"), keep_front),
    # "logged in with password X1", "the array's password (X1)": without a verb, only what contains a digit.
    (
        _SIGNS,
        re.compile(
            rf"(?i)((?<![\w\-./]){_WORD}(?![\w\-])(?:[ \t]+(?:ascii|hex|text))?(?:[ \t]+[0-9]{{1,2}}(?=[ \t]+\S))?(?:[ \t]+[(]?|[ \t]*[(])[\"']?)"
            rf"(?!0x|{_STATES}|{REMOVED}\b|[:=|]){_LIKELY}[^\s\"',;)|]{{3,400}}"
        ),
        keep_front,
    ),
    (("user", "login"), re.compile(rf"(?i)(\b(?:user|login)[ \t]+\S{{1,60}}[ \t]+pass[ \t]+)(?!{_STATES}|{REMOVED}\b)\S{{1,400}}"), keep_front),
    # A line that consists of such a word and a value.
    (
        ("password", "passwd", "kennwort", "passwort"),
        re.compile(rf"(?i)(^[ \t]*(?:password|passwd|kennwort|passwort)[ \t]+)(?!{_STATES}|{REMOVED}\b|[-=:|*+(])\S{{4,400}}(?=[ \t]*$)"),
        keep_front,
    ),
    (_SIGNS, re.compile(rf"(?i)(\b(?:use|using|with|enter|type|try|set|gave)[ \t]+)(?!{_STATES}|{REMOVED}\b){VALUE}(?=[ \t]+as[ \t]+(?:\w+[ \t]+){{0,3}}{_WORD}\b)"), keep_front),
    (("log",), re.compile(rf"(?i)(\blog(?:in|on|[ \t]in|ged[ \t]in)[ \t]+(?:with|as)[ \t]+[\w.\-]{{1,60}}[ \t]?/[ \t]?)(?!{REMOVED}\b){_LIKELY}[^\s,;]{{1,400}}"), keep_front),
    # An account with its password before an address.
    (
        ("@",),
        re.compile(
            rf"((?<![\w:/.@\-])[A-Za-z_][\w.\\\-]{{0,60}}:)(?!{REMOVED}@)[^\s:/@\"']{{3,100}}(?P<after>@(?:[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}|[A-Za-z][\w\-]{{0,60}}(?:\.[\w\-]{{1,60}}){{1,6}})\b)"
        ),
        keep_front,
    ),
    (("jdbc:",), re.compile(rf"(?i)(\bjdbc:[\w:]{{1,60}}:[\w$#]{{1,60}}/)(?!/|{REMOVED}@)[^\s/@\"']{{1,200}}(?P<after>@)"), keep_front),
    (("sudo", "passwd", "kinit", "cryptsetup"), re.compile(rf"(<<<[ \t]*)(?![\"']?{REMOVED}\b)(?:\"[^\"\n]{{1,400}}\"|'[^'\n]{{1,400}}'|\S{{1,400}})"), keep_front),
    (("send",), re.compile(rf"(?i)(assword[^\n]{{0,200}}?\bsend(?:ln)?[ \t]+(?:--[ \t]+)?)(?!{REMOVED}\b){VALUE}"), keep_front),
    (("send",), re.compile(rf"(?i)(\bsend(?:ln)?[ \t]+(?:--[ \t]+)?)(?!{REMOVED}\b){VALUE}(?=[^\n#]{{0,40}}#[^\n]{{0,60}}{_WORD})"), keep_front),
    (("passwd",), re.compile(rf"((?:^|[>#$][ \t]*)passwd[ \t]+(?!-)\S{{1,60}}[ \t]+)(?![-|>&]|{REMOVED}\b)\S{{1,400}}(?=[ \t]*$)"), keep_front),
    (("xfreerdp", "rdesktop"), re.compile(rf"(?i)(\b(?:xfreerdp|rdesktop)\b[^\n]{{0,300}}?[ \t]/p(?:ass)?:)(?!{REMOVED}\b){VALUE}"), keep_front),
    # A name and a value as arguments of a call.
    (
        _SIGNS,
        re.compile(rf"(?i)(\([ \t]*[\"'][\w.\- ]{{0,60}}(?:pass|pwd|secret|token)[\w.\- ]{{0,60}}[\"'][ \t]*,[ \t]*)(?!{REMOVED}\b)(?:\"[^\"\n]{{0,400}}\"|'[^'\n]{{0,400}}')"),
        keep_front,
    ),
    # The shadow file, the SNMP daemon, licences, and tokens that are known by their form.
    (("::",), re.compile(rf"^([A-Za-z_][\w.$\-]{{0,60}}:)(?!{REMOVED}:)[^:\s]{{4,400}}(?P<after>:[0-9]{{0,7}}(?::[0-9]{{0,7}}){{5}}:?[ \t]*$)"), keep_front),
    (("community",), re.compile(rf"(?i)(\b(?:ro|rw|trap)community6?[ \t]+)(?!{REMOVED}\b){VALUE}"), keep_front),
    (("com2sec",), re.compile(rf"(?i)(^[ \t]*com2sec6?[ \t]+(?:-Cn[ \t]+\S{{1,60}}[ \t]+)?\S{{1,60}}[ \t]+\S{{1,60}}[ \t]+)(?!{REMOVED}\b){VALUE}"), keep_front),
    (
        ("createuser",),
        re.compile(
            rf"(?i)(\bcreateUser[ \t]+(?:-e[ \t]+\S{{1,80}}[ \t]+)?\S{{1,80}}[ \t]+[\w\-]{{2,12}}[ \t]+)(?!{REMOVED}\b){VALUE}(?P<after>[^\n]{{0,200}})"
        ),
        lambda found: f"{found.group(1)}{REMOVED}" + re.sub(rf"([ \t]+[\w\-]{{2,12}}[ \t]+){VALUE}", rf"\1{REMOVED}", found.group("after")),
    ),
    (("licen",), re.compile(rf"(?i)(\blicen[sc]e(?:[ \t]?add(?:[ \t]+-key)?|[ \t_.\-]?key(?:\.[0-9]{{1,4}})?)[ \t]*+[:=]?[ \t]*+)(?!{REMOVED}\b){_LIKELY}{VALUE}"), keep_front),
    (
        ("akia", "asia", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xox"),
        re.compile(r"()\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255}|glpat-[\w\-]{20,60}|xox[abprs]-[\w\-]{10,200})\b"),
        keep_front,
    ),
)  # fmt: skip
