"""Credentials in command lines: each pattern with the commands or options one of which must occur in the line."""

from __future__ import annotations

import re

from checker.anonymize.secrets.words import REMOVED, VALUE, Pattern, keep_front

# Programs whose option -p or -P is a password; elsewhere -p is a port, a path or a process.
_LOWER = (
    "sshpass", "naviseccli", "navicli", "mysql", "uemcli", "xmcli", "vplexcli", "racadm", "smcli",
    "dscli", "psexec", "purecli", "ilorest", "storcli", "symcli", "symcfg", "symauth", "symaccess", "symdg", "symcg", "symdev", "symrdf",
    "wsapi", "govc", "userconfig", "7z", "smbmap", "isi", "xcli", "hdvmcli", "raidcom",
)  # fmt: skip
_UPPER = ("ipmitool", "ipmiutil", "sqlcmd", "isql", "zip", "smcli", "bcp")
_LDAP = ("ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami", "ldappasswd")
_SNMP = ("snmpwalk", "snmpget", "snmpset", "snmpbulk", "snmptrap", "snmpinform", "snmptable")


def _option(programs: tuple[str, ...], option: str, *, first: bool = False) -> Pattern:
    """Return the pattern for the value of a short option of some programs.

    With ``first``, only options may be between the program and this one, because its commands use it for something else.
    """
    between = r"(?:[ \t]+-{1,2}[\w\-]{1,40}(?:[ \t=]+[^\s\-]\S{0,200})?){0,8}?" if first else r"[^\n]{0,400}?"
    return (
        programs,
        re.compile(
            rf"(\b(?i:{'|'.join(programs)})[\w.\-]{{0,20}}{between}[ \t](?:{option})(?:[ \t]*+=?+[ \t]*+))(?!ass|wd|{REMOVED}\b){VALUE}"
        ),
        keep_front,
    )


COMMANDS: tuple[Pattern, ...] = (
    (
        ("pass", "pwd", "pw", "secret", "token", "key"),
        re.compile(
            rf"(?i)((?<![\w\-])-{{1,2}}(?:[a-z]{{1,12}}-?)?(?:password|passwd|pass|pwd|pw|passphrase|secret|token|api-?key)(?:in|out)?(?:[ \t]++|=))(?![\-|(]|{REMOVED}\b){VALUE}"
        ),
        keep_front,
    ),
    _option(_LOWER, "-p"),
    _option(("esxcli", "vicfg"), "-p", first=True),
    _option(("iscsi adapter",), "-S"),
    _option(("system account",), "-p"),
    _option(("system account",), "-c"),
    # Communities, remote users and users, whose values contain hashes.
    *(_option(("snmp set",), option) for option in ("-c", "-i", "-u")),
    _option(("passwd",), "-old"),
    _option(("passwd",), "-new"),
    _option(_UPPER, "-P"),
    _option(_LDAP, "-w"),
    _option(_SNMP, "-c"),
    _option(_SNMP, "-A"),
    _option(_SNMP, "-X"),
    _option(("openssl",), "-[kK]"),
    _option(("aaaconfig",), "-s"),
    _option(("ssh-keygen",), "-[NP]"),
    _option(("az login", "az acr", "az ad"), "-p"),
    (("/rp",), re.compile(rf"(?i)([ \t]/rp[ \t:]+)(?!{REMOVED}\b){VALUE}"), keep_front),
    (
        ("configure set",),
        re.compile(
            rf"(?i)(\bconfigure set [\w.\-]{{0,60}}(?:secret|token|key|password)[\w\-]{{0,30}}[ \t]+)(?!{REMOVED}\b){VALUE}"
        ),
        keep_front,
    ),
    _option(("iscsiadm",), "-v|--value"),
    # An account as user%password or user:password.
    (
        ("-u", "--user"),
        re.compile(r"((?<![\w\-])(?:-U|--user(?:name)?)[ \t=]*[\"']?[^\s%\"']{1,100}%)[^\s\"']{1,200}"),
        keep_front,
    ),
    (
        ("curl", "wget"),
        re.compile(
            r"(?i)(\b(?:curl|wget)\b[^\n]{0,400}?[ \t](?:-u|--user|--proxy-user)[ \t=]*[\"']?[^\s:\"']{1,100}:)[^\s\"']{1,200}"
        ),
        keep_front,
    ),
    (
        ("sqlplus", "expdp", "impdp", "rman"),
        re.compile(
            r"(?i)(\b(?:sqlplus|expdp|impdp|rman)\b[^\n]{0,200}?[ \t\"'][\w$#]{1,64}/)(?!/)[^\s@\"'/]{1,200}(?=@|[ \t\"']|$)"
        ),
        keep_front,
    ),
    # A password in a place of its own.
    (
        ("smbclient",),
        re.compile(rf"(?i)(\bsmbclient[ \t]+[\"']?(?://|\\\\)\S{{1,255}}[ \t]+)(?!-|{REMOVED}\b){VALUE}"),
        keep_front,
    ),
    (
        ("net ",),
        re.compile(
            rf"(?i)(\bnet[ \t]+use[ \t]+(?:(?:\w:|\*)[ \t]+)?[\"']?\\\\\S{{1,255}}[ \t]+)(?!/|{REMOVED}\b){VALUE}"
        ),
        keep_front,
    ),
    (
        ("net ",),
        re.compile(
            rf"(?i)(\bnet[ \t]+use\b[^\n]{{0,300}}?/user:\S{{1,200}}[ \t]+|\bnet[ \t]+user[ \t]+\S{{1,200}}[ \t]+)(?!/|{REMOVED}\b){VALUE}"
        ),
        keep_front,
    ),
    (
        ("chpasswd",),
        re.compile(
            r"(?i)(\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?[\"']?[\w.\-]{1,64}:)[^\s\"'|]{1,200}(?=[^\n|]{0,40}\|[^\n]{0,40}\bchpasswd\b)"
        ),
        keep_front,
    ),
    (
        ("chpasswd",),
        re.compile(r"(?i)(\bchpasswd\b[^\n]{0,80}<<<[ \t]*[\"']?[\w.\-]{1,64}:)[^\s\"']{1,200}"),
        keep_front,
    ),
    (
        ("--stdin", "sudo", "kinit", "cryptsetup", "passwd"),
        re.compile(
            rf"(?i)(\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?)(?!{REMOVED}\b){VALUE}(?=[ \t]*\|[ \t]*(?:sudo\b|passwd\b|kinit\b|cryptsetup\b))"
        ),
        keep_front,
    ),
    (
        ("htpasswd",),
        re.compile(
            r"(?i)(\bhtpasswd(?:[ \t]+-\w{1,12}){1,4}(?:[ \t]+[^\s|;&]{1,200}){1,2}[ \t]+)[^\s|;&]{1,200}(?=[ \t]*(?:$|[|;&>]))"
        ),
        keep_front,
    ),
    (
        ("convertto-securestring",),
        re.compile(
            rf"(?i)(\bConvertTo-SecureString\b(?:[ \t]+-(?:String|AsPlainText|Force|Key))*[ \t]+)(?!-|{REMOVED}\b){VALUE}"
        ),
        keep_front,
    ),
    (
        ("credential(", "credential "),
        re.compile(rf"(?i)(\b(?:PS|Network)Credential[ \t]*+\(?[ \t]*+{VALUE}[ \t]*,[ \t]*)(?!{REMOVED}\b){VALUE}"),
        keep_front,
    ),
)
