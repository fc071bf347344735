"""Credentials among the arguments of commands of any program, recognised by what is around them.

``commands`` knows the options of single programs; these patterns need a user next to the value, a transfer with its
parts in order, or a value that only a generator or a person makes up. Each has texts one of which must occur in the line.
"""

from __future__ import annotations

import re

from checker.anonymize.secrets.words import REMOVED, VALUE, Pattern, keep_front

_NEW = rf"(?!{REMOVED}\b)"
_OPTION = r"(?<![\w\-])"
# Not an option, a path, a process or port, a list of addresses, or a thing with a number such as vmhba1 or fc1/2.
_MADE_UP = r"(?![\-/.~$<|&(])(?![^\s,;]{0,100}[/\\:])(?![A-Za-z]{1,10}[0-9]{1,4}(?:[\-_.]\w{1,6}){0,4}(?:\s|$))(?![0-9a-f]{0,100}(?:\s|$))(?=[^\s]{0,100}[A-Z!#%&*+=@^])(?=[^\s]{0,100}[0-9!#%&*+=@^])\S{5,200}"
_PATH = r"[^\s,\"']{0,200}"

ARGUMENTS: tuple[Pattern, ...] = (
    # Any program with a user and -p: only a number can then be something else, such as a port.
    (
        (" -u", " --user", " -l", "-user"),
        re.compile(
            rf"({_OPTION}(?:-u|-U|-l|--?user(?:name)?)[ \t=]++[^\s\-]\S{{0,100}}[^\n|;]{{0,200}}?[ \t]-[pP](?:[ \t=]+|(?=[\"']))){_NEW}(?![0-9]{{1,6}}(?:\s|$))(?![\-/.~|]|ass|wd){VALUE}"
        ),
        keep_front,
    ),
    # -p with a value that nothing but a password looks like.
    ((" -p",), re.compile(rf"(?i:({_OPTION}-p[ \t=]+)){_NEW}{_MADE_UP}"), keep_front),
    # Host, user, path and password of a transfer, divided by commas.
    (
        ("ftp", "scp", "firmwaredownload", "supportsave", "configupload", "configdownload", "license"),
        re.compile(
            rf"(?i)(\b(?:firmwaredownload|configupload|configdownload|supportsave|supportftp|license\w*|seccertmgmt)\b[^\n]{{0,200}}?[\s\"'](?:[\w.\-:]{{1,100}}),[\w.\-\\@]{{1,64}},{_PATH},){_NEW}[^\s,\"']{{1,200}}"
        ),
        keep_front,
    ),
    (("lftp", "ncftp"), re.compile(rf"(?i)(\b(?:lftp|ncftp\w*)\b[^\n]{{0,200}}?[ \t]-u[ \t]*[\"']?[^\s,\"']{{1,100}},){_NEW}[^\s\"']{{1,200}}"), keep_front),
    # Brocade: both secrets of a link, keys of tunnels.
    (
        ("secauthsecret",),
        re.compile(rf"(?i)(\bsecauthsecret[ \t]+--?set[ \t]+\S{{1,60}}[ \t]+){_NEW}(?:\S{{1,200}}[ \t]+)?\S{{1,200}}"),
        keep_front,
    ),
    (("encval", "authval", "-keyval"), re.compile(rf"(?i)([ \t]-(?:enc|auth|key)val[ \t=]+){_NEW}{VALUE}"), keep_front),
    (("fciptunnel", "fcipcircuit", "ipsec", "ike"), re.compile(rf"(\b(?i:fcip\w+|ipsec\w*|ike\w*)\b[^\n]{{0,300}}?[ \t](?:-K|--(?:ike-)?key|--psk|--preshared-key)[ \t=]+){_NEW}{VALUE}"), keep_front),
    # Cisco.
    (("idtoken",), re.compile(rf"(?i)(\bidtoken[ \t]+){_NEW}\S{{8,4000}}"), keep_front),
    (("authentication-key",), re.compile(rf"(?i)(\bauthentication-key[ \t]+[0-9]{{1,10}}[ \t]+[a-z][\w\-]{{2,20}}[ \t]+(?:[0-9][ \t]+)?){_NEW}{VALUE}"), keep_front),
    # Arrays and hosts, where the password has a place of its own.
    (("createuser", "initchap", "targetchap"), re.compile(rf"(?i)(\bcreateuser[ \t]+(?:-\w[ \t]+)?-c[ \t]+|\b(?:initchap|targetchap)[ \t]+(?:-f[ \t]+)?){_NEW}{VALUE}"), keep_front),
    (("raidcom", "hostsvc/login"), re.compile(rf"(?i)(\b(?:raidcom[ \t]+-login|hostsvc/login)[ \t]+\S{{1,100}}[ \t]+){_NEW}{VALUE}"), keep_front),
    (("chhmcusr", "mkhmcusr"), re.compile(rf"(?i)(\b(?:ch|mk)hmcusr\b[^\n]{{0,200}}?[ \t]-v[ \t]+){_NEW}{VALUE}"), keep_front),
    (("communities", "community-name", "snmp set"), re.compile(rf"(?i)([ \t]--?(?:communities|community-name)[ \t=]+){_NEW}{VALUE}"), keep_front),
    (("targets",), re.compile(rf"(?i)([ \t]--?(?:v3)?targets[ \t=]+[\"']?[^\s/\"']{{1,200}}@[0-9]{{1,5}}/){_NEW}[^\s/,\"']{{1,200}}"), keep_front),
    (
        ("snmp",),
        re.compile(rf"(?i)(\bsnmp\b[^\n]{{0,200}}?[ \t]--?users[ \t=]+[\"']?[^\s/\"']{{1,100}}/){_NEW}[^\s,\"']{{1,400}}"),
        keep_front,
    ),
    (("redis-cli",), re.compile(rf"(?i)(\bredis-cli\b[^\n]{{0,200}}?[ \t]-a[ \t]+){_NEW}{VALUE}"), keep_front),
    (("--auth",), re.compile(rf"(?i)([ \t]--(?:proxy-)?auth[ \t=]+[\"']?[^\s:\"']{{1,100}}:){_NEW}[^\s\"']{{1,200}}"), keep_front),
    (("wpa_passphrase", "encrypt_string"), re.compile(rf"(?i)(\bwpa_passphrase[ \t]+{VALUE}[ \t]+|\bencrypt_string[ \t]+(?!-)){_NEW}{VALUE}"), keep_front),
    (("vault",), re.compile(rf"(?i)(\bvault[ \t]+(?:kv[ \t]+(?:put|patch)|write)[ \t]+\S{{1,200}}[ \t]+[\w.\-]{{1,60}}=){_NEW}{VALUE}"), keep_front),
    (("vault login", "hvs.", "hvb."), re.compile(rf"(?i)(\bvault[ \t]+login[ \t]+(?!-)|(?=\bhv[sbr]\.\w{{12}})){_NEW}[^\s\"']{{6,400}}"), keep_front),
    # What a file with a password contains, written by the command itself.
    (
        ("file",),
        re.compile(rf"(?i)((?:pass\w{{0,10}}|key)-?file[ \t=]+<\([ \t]*(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?){_NEW}(?:\"[^\"\n]{{1,400}}\"|'[^'\n]{{1,400}}'|[^\s)]{{1,400}})"),
        keep_front,
    ),
    (
        ("base64", "passw", "sha256sum"),
        re.compile(rf"(?i)(\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?){_NEW}{VALUE}(?=[ \t]*\|[ \t]*(?:base64|(?:md5|sha\d+)sum|mkpasswd|openssl)\b)"),
        keep_front,
    ),
    # Windows.
    (("reg add", "reg.exe add"), re.compile(rf"(?i)(\breg(?:\.exe)?[ \t]+add\b[^\n]{{0,300}}?[ \t]/v[ \t]+\S{{0,60}}(?:pass|pwd|secret|key)\S{{0,60}}[^\n]{{0,100}}?[ \t]/d[ \t]+){_NEW}{VALUE}"), keep_front),
    (("credential]::new",), re.compile(rf"(?i)(credential\]::new[ \t]*\([ \t]*{VALUE}[ \t]*,[ \t]*){_NEW}{VALUE}"), keep_front),
    # An argument list: "--password", "X".
    (
        ("-pass", "-pw", "-token", "-secret"),
        re.compile(r"(?i)([\"']--?[\w\-]{0,30}(?:pass\w{0,10}|pwd?|secret|token)[\"'][ \t]*,[ \t]*([\"']))[^\"'\n]{1,400}(?P<after>\2)"),
        keep_front,
    ),
    # A text inside a text: \"password\":\"X\", password=\"X\".
    (
        ('\\"', "\\'"),
        re.compile(r"(?i)(\b\w{0,40}(?:pass(?:wd|word|phrase)?|pwd|secret|token)\w{0,20}(?:\\[\"'])?[ \t]{0,5}[:=][ \t]{0,5}\\([\"']))[^\"'\\\n]{1,400}(?P<after>\\\2)"),
        keep_front,
    ),
    # Licence keys are groups of letters and digits, or announced as such.
    (("licen",), re.compile(rf"(?i:(\blicen[sc]e\b[^\n]{{0,60}}?[ \t\"'=:])){_NEW}[A-Z0-9]{{2,8}}(?:-[A-Z0-9]{{2,8}}){{3,12}}\b"), keep_front),
    # "backup account: joe / X1".
    (("account", "login", "user", "logon"), re.compile(rf"(?i)(\b(?:account|login|logon|user)s?\b[^\n/]{{0,40}}?[:=\- \t][ \t]*[\w.\-\\@]{{2,60}}[ \t]/[ \t]){_NEW}(?=\S{{0,60}}[0-9!#$%&@])\S{{4,200}}"), keep_front),
)  # fmt: skip
