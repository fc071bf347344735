"""How show tech-support is cut, and that a configuration's secrets stay in it."""

from __future__ import annotations

import pytest

from checker.intake.sections.split import split_commands
from tests import folders
from tests.readers.harness import read

SAMPLES = folders.SAMPLES
PARTS = [
    ("show vsan", "vsan 1 information\n"),
    ("slot 1 show hardware internal errors", "noise\n"),
    ("show zone status", "VSAN: 1\n"),
]


@pytest.mark.parametrize(
    "mark",
    ["`{}`", "------------------ {} ------------------", "==== {} ====", "  `{}`  ", "************ {} ************"],
)
def test_marks_of_tech_support(mark: str) -> None:
    text = "".join(f"{mark.format(command)}\n{body}" for command, body in PARTS)
    sections = split_commands(text)
    assert [(section.command, section.text.strip()) for section in sections] == [(c, b.strip()) for c, b in PARTS]
    assert [section.first_line for section in sections] == [2, 4, 6]


def test_rulers_and_names_with_dashes() -> None:
    text = "---- show device-alias database ----\ndevice-alias name a pwwn 10:00:00:00:c9:aa:00:01\n--------\n"
    (section,) = split_commands(text)
    assert section.command == "show device-alias database"


def test_hostile_rulers_lose_no_text() -> None:
    for text in (
        "-" * 300_000 + " show a",
        ("-" * 59 + " show " + "a " * 70 + "\n") * 5_000,
        ("-" * 60 + "\n") * 30_000,
    ):
        sections = split_commands(text)
        assert all(section.text in text for section in sections)


def test_secrets_of_a_configuration_are_never_repeated() -> None:
    secret = "Hidd3nS3cret"
    lines = [
        f"username admin password 5 $5${secret}  role network-admin",
        f"username admin sshkey ssh-rsa {secret} admin@host",
        f"snmp-server user admin network-admin auth md5 0x{secret} priv aes-128 0x{secret} localizedkey",
        f"snmp-server community {secret} group network-operator",
        f"snmp-server host 192.0.2.1 traps version 2c {secret}",
        f"rmon event 1 log trap {secret} description FATAL(1) owner PMON@FATAL",
        f'radius-server key 7 "{secret}"',
        f'tacacs-server host 192.0.2.9 key 7 "{secret}"',
        f"fcsp dhchap password 7 {secret}",
        f"fcsp dhchap devicename 20:00:00:0d:ec:aa:00:01 password 7 {secret}",
        f"banner motd #welcome {secret}#",
        f"crypto ca trustpoint {secret}",
        f"ldap-server host 192.0.2.4 rootDN cn=x password 7 {secret}",
    ]
    sample = (SAMPLES / "nxos-show-running-config.txt").read_text()
    for inside in (
        sample.replace("vsan database\n", "\n".join(lines) + "\nvsan database\n", 1),
        sample + "\n".join(lines),
        sample.replace("  port-license acquire\n", "".join(f"  {line}\n" for line in lines)),
    ):
        assert secret in inside
        result = read("nxos-show-running-config", inside)
        written = [str(v) for chunk in result.observations.chunks() for column in chunk.values for v in column]
        output = [*written, *(note.text for note in result.notes), result.failure or ""]
        assert result.records > 20 and not any(secret in text for text in output)
