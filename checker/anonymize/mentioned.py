"""Users, machines and serial numbers that command lines, addresses and labels name, and that no reader reads."""

from __future__ import annotations

import re

_NAME = r"([\w.\-]{2,64})"
# Programs whose option -u or -U is a user; elsewhere it is anything.
_PROGRAMS = (
    "curl|wget|mysql|psql|az|snmp[a-z]{1,12}|ldap[a-z]{1,12}|esxcli|vicfg-[a-z]{1,20}|xmcli|uemcli|navi(?:sec)?cli|ipmitool|racadm|"
    "smbclient|govc|ssh|dscli|ilorest|sqlcmd"
)
_USERS = (
    re.compile(
        r"(?im)(?:^[ \t]*username[ \t]+|\bsnmp-server user[ \t]+"
        r"|\b(?:user|user_?name|login|logged in as|auth\.username)[\"']?[ \t]*[:=][ \t]*[\"']?)([\w.\-\\]{2,64})"
    ),
    # Options: -user X, --username=X, /user:DOMAIN\\X, /ru X.
    re.compile(
        r"(?i)(?<![\w\-/.])(?:--?|/)(?:user(?:name|id)?|login|ru)[ \t:=]{1,8}[\"']?(?:\w{1,20}/)?([\w.\-\\]{2,64})"
    ),
    re.compile(rf"(?i)\b(?:{_PROGRAMS})\b[^\n]{{0,300}}?[ \t]-u[ \t=]{{0,8}}[\"']?(?:\w{{1,20}}/)?([\w.\-\\]{{2,64}})"),
    re.compile(rf"(?i)\b(?:cn|uid)={_NAME}"),
    re.compile(rf"://{_NAME}(?::[^\s/@\"']{{0,200}})?@"),
    re.compile(r"(?i)\bcredential[ \t]*\(?[ \t]*[\"']([\w.\-\\]{2,64})"),
    re.compile(rf"(?i)<(?:user|account|login)[ \t][^<>\n]{{0,100}}?\bname=[\"']{_NAME}"),
)
_MACHINES = (
    re.compile(rf"(?<![\w:/\\])\\\\{_NAME}\\"),
    re.compile(rf"(?i)\b(?:cifs|smbclient|smb3?|nfs)[ \t]+[\"']?//{_NAME}/"),
    re.compile(rf"(?i)(?<![\w\-/.])(?:--?|/)(?:server|node|computername|hostname|add)[ \t:=]{{1,8}}[\"']?{_NAME}"),
    re.compile(rf"(?i)(?:^|[\s,;])(?:domain|workgroup)={_NAME}"),
    re.compile(
        r"(?im)^[ \t]*(?:[0-9]{1,4}:[ \t]*)?(?:(?:physical|logical)[ _]node|(?:system|host|computer|array|storage[ _]?(?:array|system)|machine|server)"
        rf"[ _]name)[ \t]*[:=][ \t]*{_NAME}[ \t]*$"
    ),
)
_SERIALS = (re.compile(r"(?<![\w\-])-sid[ \t]+([0-9]{6,12})(?!\w)"),)


def users_in(text: str) -> set[str]:
    """Return the users that a text names, some with their domain."""
    return _found(_USERS, text)


def machines_in(text: str) -> set[str]:
    """Return the machines and domains that a text names in places which no reader reads."""
    return _found(_MACHINES, text)


def serials_in(text: str) -> set[str]:
    """Return the serial numbers of arrays that commands name."""
    return _found(_SERIALS, text)


def _found(patterns: tuple[re.Pattern[str], ...], text: str) -> set[str]:
    return {name for pattern in patterns for name in pattern.findall(text)}
