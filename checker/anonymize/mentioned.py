"""Users, machines and serial numbers that command lines, addresses and labels name, and that no reader reads."""

from __future__ import annotations

import re

_NAME = r"([\w.\-]{2,64})"
# Programs whose option -u or -U is a user; elsewhere it is anything.
_PROGRAMS = (
    "curl|wget|psql|az|snmp[a-z]{1,12}|ldap[a-z]{1,12}|esxcli|vicfg-[a-z]{1,20}|xmcli|uemcli|navi(?:sec)?cli|ipmitool|racadm|"
    "smbclient|govc|ssh|dscli|ilorest|sqlcmd"
)
_USERS = (
    re.compile(
        r"(?im)(?:^[ \t]*username[ \t]+|\bsnmp-server user[ \t]+|\baaa-authentication username[ \t]+|\bcreate user[ \t]+|\busers modify[ \t]+"
        r"|(?<![a-z])(?:usr-id|user(?:[ _\-]?(?:name|id))?|login|logged in as|auth\.username)[\"']?[ \t]*[:=][ \t]*[\"']?(?:\.\\)?"
        r"|<user(?:name)?>)([\w.\-\\]{2,64})"
    ),
    # Options: -user X, --username=X, --smtp-user X, -user-name X, /user:DOMAIN\\X, /ru X.
    re.compile(
        r"(?i)(?<![\w\-/.])(?:--?|/)(?:[a-z]{1,12}-)?(?:user(?:-?name|-?id|-or-group-name)?|login|authname|ru)[ \t:=]{1,8}[\"']?(?:\w{1,20}/)?([\w.\-\\]{2,64})"
    ),
    re.compile(rf"(?i)\b(?:{_PROGRAMS})\b[^\n]{{0,300}}?[ \t]-u[ \t=]{{1,8}}[\"']?(?:\w{{1,20}}/)?([\w.\-\\]{{2,64}})"),
    re.compile(r"(?i)\bmysql[a-z]{0,10}\b[^\n]{0,300}?[ \t]-u[ \t=]{0,8}[\"']?([\w.\-\\]{2,64})"),
    # Any program that is given a password as well.
    re.compile(
        r"(?i)(?<![\w\-])-u[ \t=]{1,8}[\"']?(?:\w{1,20}[/\\])?([\w.\-\\]{2,64})(?=[\s\"',%][^\n]{0,200}\bremoved\b|[,%]removed\b)"
    ),
    re.compile(r"(?i)\bremoved\b[^\n|;]{0,100}[ \t]-u[ \t=]{1,8}[\"']?(?:\w{1,20}[/\\])?([\w.\-\\]{2,64})"),
    # What is given a password by its name: -name X -password removed, {name: X, password: removed}, ["X", "removed"].
    re.compile(
        r"(?i)[ \t](?:--?name|-id|name|user edit)[ \t]+([\w.\-\\]{2,64})[ \t][^\n]{0,80}?(?:password|passwd|pwd|secret|pw)[ \t=]{1,8}removed\b"
    ),
    re.compile(
        r"(?i)[{,][ \t]*[\"']?name[\"']?[ \t]*:[ \t]*[\"']?([\w.\-\\]{2,64})[\"']?[ \t]*,[ \t]*[\"']?pass\w{0,10}[\"']?[ \t]*:"
    ),
    re.compile(r"(?i)auth[\"']?[ \t]*:[ \t]*\[[ \t]*[\"']?([\w.\-\\]{2,64})[\"']?[ \t]*,[ \t]*[\"']?removed\b"),
    re.compile(r"(?i)[\"']--?(?:user(?:name)?|login)[\"'][ \t]*,[ \t]*[\"']([\w.\-\\]{2,64})"),
    re.compile(r"(?im)\buseradd\b[^\n]{0,200}\bremoved[\"']?[ \t]+([\w.\-]{2,64})[ \t]*$"),
    re.compile(r"(?i)\bobj=[ \t]*[\"']?(?:\.\\)?([\w.\-\\]{2,64})"),
    re.compile(r"(?i)\bwpa_passphrase[ \t]+[\"']?([\w.\-]{2,64})"),
    # Transfers by their parts: host, user, path.
    re.compile(
        r"(?i)\b(?:firmwaredownload|config(?:up|down)load|supportsave|supportftp)\b[^\n]{0,200}?[ \t\"'][\w.\-:]{1,100},([\w.\-\\]{2,64}),"
    ),
    re.compile(r"(?im)\b(?:raidcom[ \t]+-login|hostsvc/login)[ \t]+([\w.\-\\]{2,64})"),
    re.compile(r"(?i)\bcreateuser[ \t]+(?:-c[ \t]+)?removed[ \t]+([\w.\-]{2,64})"),
    re.compile(r"(?i)[ \t]--auth[ \t=]+[\"']?([\w.\-\\]{2,64}):"),
    re.compile(r"(?i)[ \t]--users[ \t=]+[\"']?([\w.\-]{2,64})/removed"),
    re.compile(r"(?im)\bhtpasswd\b[^\n|;]{0,200}?[ \t]([\w.\-]{2,64})[ \t]+removed\b"),
    re.compile(r"(?i)\bjdbc:[\w:]{1,60}:([\w$#]{2,60})/removed@"),
    re.compile(r"(?i)\b(?:cn|uid)=([\w.\-]{2,64})"),
    re.compile(rf"://{_NAME}(?::[^\s/@\"']{{0,200}})?@"),
    re.compile(r"(?i)credential(?:\]::new)?[ \t]*+\(?[ \t]*+[\"']([\w.\-\\]{2,64})"),
    re.compile(rf"(?i)<(?:user|account|login)[ \t][^<>\n]{{0,100}}?\bname=[\"']{_NAME}"),
    re.compile(r"(?i)\baccount(?:[ \t]*[:=])?[ \t]+([\w.\-\\]{2,64})[ \t]/[ \t]removed\b"),
)
_MACHINES = (
    re.compile(rf"(?<![\w:/\\])\\\\{_NAME}\\"),
    re.compile(rf"(?i)\b(?:cifs|smbclient|smb3?|nfs)[ \t]+[\"']?//{_NAME}/"),
    re.compile(rf"(?i)(?<![\w\-/.])(?:--?|/)(?:server|node|computername|hostname|add)[ \t:=]{{1,8}}[\"']?{_NAME}"),
    re.compile(rf"(?i)\bsmbclient\b[^\n]{{0,200}}?[ \t][\"']?//{_NAME}/"),
    re.compile(rf"(?i)(?:^|[\s,;])(?:domain|workgroup|realm|krb5realm)={_NAME}"),
    re.compile(rf"(?i)[ \t]--krb5realm={_NAME}"),
    # Connection strings: Server=X;User Id=Y, jdbc:oracle:thin:joe/removed@X:1521.
    re.compile(rf"(?i)(?<![\w\-])(?:server|data source)={_NAME}(?=[;,:\\][^\n]{{0,200}}(?:user|uid|pwd|password)\b)"),
    re.compile(rf"(?i)\bjdbc:[\w:]{{1,60}}:[^\s@]{{1,200}}@(?://)?{_NAME}"),
    re.compile(rf"(?im)^[ \t]*aaa group server \S{{1,20}}[ \t]+{_NAME}"),
    re.compile(
        r"(?im)^[ \t]*(?:[0-9]{1,4}:[ \t]*)?(?:(?:physical|logical)[ _]node|(?:system|host|computer|array|storage[ _]?(?:array|system)|machine|server)"
        rf"[ _]name)[ \t]*[:=][ \t]*{_NAME}[ \t]*$"
    ),
    # Partitions that a Virtual I/O Server serves: vfchost0 U9009.42A.1234567-V1-C10 6 lpar01 AIX.
    re.compile(rf"(?m)^[ \t]*vfchost\d{{1,5}}[ \t]+U\S{{1,60}}[ \t]+\d{{1,5}}[ \t]+{_NAME}"),
)
_SERIALS = (
    re.compile(r"(?<![\w\-])-sid[ \t]+([0-9]{6,12})(?!\w)"),
    # The machine in a location of a Power system: U9009.42A.1234567-V1-C10.
    re.compile(r"\bU[0-9A-F]{4}\.[0-9A-Z]{3}\.([0-9A-Z]{7})(?=-)"),
)


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
