"""Credentials: dropped by ``anonymize``, and shown by no command whatever it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.anonymize.secrets import REMOVED, without_secrets
from checker.cli.support.run import run
from checker.report.registry import formats

MDS = """\
mds-a# show running-config
!Command: show running-config
!Time: Thu Mar  5 08:00:00 2026
version 8.4(2b)
username admin password 5 $5$SECRETaa$SECRETbb0123456789abcdefghijklmnopqrstu  role network-admin
username joe password 7 "SECRETcc"
username joe sshkey ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQSECRETdd joe@SECRETee
snmp-server user admin network-admin auth md5 0x5ec2e7ff00000001 priv 0x5ec2e7ff00000002 localizedkey
snmp-server user op network-operator auth sha SECRETff1 priv aes-128 SECRETgg1
snmp-server host 10.1.1.1 traps version 2c SECREThh udp-port 1163
snmp-server community SECRETii group network-operator
radius-server host 10.1.1.2 key 7 "SECRETjj" authentication accounting
tacacs-server key 7 "SECRETkk"
ntp authentication-key 1 md5 SECRETll 7
fcsp dhchap password 7 SECRETmm
fcsp dhchap devicename 50:00:14:42:60:a1:11:00 password SECRETnn
enable secret 5 $1$SECRETo$SECREToo
vsan database
  vsan 10 name "KESTREL_A"
fcdomain fcid database
  vsan 10 wwn 10:00:00:90:fa:e1:01:01 fcid 0x010100 dynamic
device-alias database
  device-alias name esx01_hba1 pwwn 10:00:00:90:fa:e1:01:01
zone name esx01_vplex vsan 10
    member device-alias esx01_hba1
    member pwwn 50:00:14:42:60:a1:11:00
zoneset name ZS_A vsan 10
  member esx01_vplex
zoneset activate name ZS_A vsan 10
an unknown line with password 7 SECRETpp
"""

BROCADE = """\
sw-a1:admin> configshow
[Configuration upload Information]
Configuration Format = 3.0
date = Thu Mar  5 08:00:00 2026
FOS version = v8.2.1a
[Switch Configuration Begin : 0]
SwitchName = sw-a1
[Boot Parameters]
boot.ipa:10.1.1.10
[Configuration]
snmp.communityString.0:SECRETa1
snmp.snmpv3User.0.authPasswd:SECRETa2
radius.server.1.secret:SECRETa3
ldap.bind.password:SECRETa4
auth.dhchapSecret:SECRETa5
passwd.admin:$6$SECRETa6$SECRETa600000000000000
switchName:sw-a1
fabric.domain:1
[Zoning]
cfg.a:z1
zone.z1:10:00:00:90:fa:e1:01:01;50:00:14:42:60:a1:11:00
"""

ISCSI = """\
# multipath.conf
defaults {
    user_friendly_names yes
    find_multipaths yes
}
node.session.auth.password = SECRETb2
node.session.auth.username = SECRETuser
discovery.sendtargets.auth.password_in = SECRETb3
"""

VPLEX = """\
{"response": {"context": [{"type": "fc-initiator-port", "parent": "/clusters/cluster-1/exports/initiator-ports",
 "attributes": [{"name": "name", "value": "esx01_hba1"}, {"name": "port-wwn", "value": "0x10000090fae10101"},
 {"name": "password", "value": "x"}], "password": "SECRETc1", "token": "SECRETc2"}], "message": "", "exception": null,
 "session_id": "SECRETc3"}}
"""

XTREMIO = """\
{"content": {"name": "xio1", "sys-psnt-serial-number": "CKM00990090009", "sys-sw-version": "4.0.25-27", "obj-severity": "information",
 "chap-initiator-password": "SECRETd1", "cluster-password": "SECRETd2"}, "links": []}
Authorization: Basic U0VDUkVUZDM6U0VDUkVUZDM=
Cookie: JSESSIONID=SECRETd4
-----BEGIN RSA PRIVATE KEY-----
SECRETd5
-----END RSA PRIVATE KEY-----
"""

TEXTS = {
    "mds-a/running-config.txt": MDS,
    "sw-a1/configshow.txt": BROCADE,
    "db01/multipath.conf": ISCSI,
    "vplex/initiators.json": VPLEX,
    "xio1/cluster.json": XTREMIO,
    "other/notes.txt": "SECRETuser's password is SECRETe1\nlogin: admin\npassword: SECRETe2\nx\ny\n",
}
_SPELLED = ("SECRET", "5ec2e7ff", "U0VDUkVU")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        file = tmp_path / "san" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "san"


def _shown(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    capsys.readouterr()
    run(arguments)
    both = capsys.readouterr()
    return both.out + both.err


def test_no_report_shows_a_secret(folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    forms = sorted(formats())
    outputs = [word for form in forms for word in ("--format", f"{form}:{tmp_path / form}")]
    output = _shown(capsys, ["check", "--isolated", *outputs, "--coverage", str(folder)])
    shown = {form: (tmp_path / form).read_text(encoding="utf-8") for form in forms}
    assert "mds-a" in shown["json"]
    assert [(form, one) for form, text in (*shown.items(), ("run", output)) for one in _SPELLED if one in text] == []


def test_no_other_command_shows_a_secret(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in TEXTS:
        shown = _shown(capsys, ["formats", "--detect", str(folder / name)])
        assert shown
        assert [one for one in _SPELLED if one in shown] == []
    for arguments in (["formats", "--self-check", str(folder)], ["inventory", "--isolated", "--sources", str(folder)]):
        shown = _shown(capsys, arguments)
        assert "mds-a" in shown
        assert [one for one in _SPELLED if one in shown] == []


def test_nothing_secret_is_in_the_result_or_the_map(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = _shown(capsys, ["anonymize", "--isolated", "-o", str(tmp_path / "out"), str(folder)])
    assert "verified: same" in shown
    files = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert len(files) >= 4
    for text in (shown, (tmp_path / "out-map.json").read_text(), *(file.read_text() for file in files)):
        # A user's name is a name, and is in the map.
        assert [one for one in _SPELLED if one in text.replace("SECRETuser", "").replace("SECRETee", "")] == []


@pytest.mark.parametrize("text", [MDS, BROCADE, ISCSI, VPLEX, XTREMIO])
def test_every_secret_is_removed_and_every_line_kept(text: str) -> None:
    new = without_secrets(text)
    assert [one for one in _SPELLED if one in new.replace("SECRETuser", "").replace("joe@SECRETee", "")] == []
    assert new.count("\n") == text.count("\n")
    assert REMOVED in new


@pytest.mark.parametrize(
    "line",
    [
        "password: null",
        '{"password": null, "token": false}',
        "password aging: disabled",
        "Password policy is strict",
        "bypass: 12",
        "passes: 3",
        "passive: yes",
        "reservation key 0x1234567890abcdef",
        "keyspace: 12",
        "user_friendly_names yes",
        "zone name key_store vsan 10",
        "auth 0",
        "   Runtime Name: vmhba1:C0:T0:L1",
        '"host-key": "H4", "group-key": "HG2"',
        '<PROPERTY name="host-key">H4</PROPERTY>',
        "esxcli storage nmp device list -d naa.x -p VMW_PSP_RR",
        "# see the password policy",
    ],
)
def test_what_is_not_secret_is_kept(line: str) -> None:
    assert without_secrets(line) == line


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ('{"password": "a\\"b", "x": 1}', '{"password": "removed", "x": 1}'),
        ('{"password": 1234, "x": 1}', '{"password": 0, "x": 1}'),
        ("<user><password>abc</password></user>", "<user><password>removed</password></user>"),
        ("curl -k -u joe:abc https://x/", "curl -k -u joe:removed https://x/"),
        ("see https://joe:abc@host/x", "see https://joe:removed@host/x"),
        ("naviseccli -User u -Password abc -Scope 0", "naviseccli -User u -Password removed -Scope 0"),
        ("Community 1: Secret C0de (rw)", "Community 1: removed"),
    ],
)
def test_how_the_line_stays(line: str, new: str) -> None:
    assert without_secrets(line) == new


@pytest.mark.parametrize(
    "text", ["password." * 30_000, "key " * 60_000, "a" * 400_000 + " password", "-----BEGIN RSA KEY-----\n" * 3000]
)
def test_hostile_lines_keep_their_length_and_their_lines(text: str) -> None:
    """How long they take is measured by benchmarks/bench_hostile.py."""
    assert without_secrets(text).count("\n") <= text.count("\n")
