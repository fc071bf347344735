"""One-line versions of operating systems."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read


@pytest.mark.parametrize(("text", "reader", "name", "version"), [
    ("Red Hat Enterprise Linux Server release 7.9 (Maipo)\n", "linux-redhat-release", "Red Hat Enterprise Linux Server", "7.9"),
    ("CentOS Linux release 7.6.1810 (Core) \n", "linux-redhat-release", "CentOS Linux", "7.6.1810"),
    ("Oracle Linux Server release 8.8\n", "linux-redhat-release", "Oracle Linux Server", "8.8"),
    ('PRETTY_NAME="SUSE Linux Enterprise Server 12 SP5"\n', "linux-os-release", "SUSE Linux Enterprise Server", "12.5"),
    ('NAME="SLES" VERSION="15-SP4" VERSION_ID="15.4" PRETTY_NAME="SUSE Linux Enterprise Server 15 SP4" ID=sles\n', "linux-os-release", "SLES", "15.4"),
    ('PRETTY_NAME="Ubuntu 22.04.3 LTS"\n', "linux-os-release", "Ubuntu", "22.04.3"),
    ("VMware ESXi 6.7.0 build-14320388\nVMware ESXi 6.7.0 Update 3\n", "esxi-vmware-v", "VMware ESXi", "6.7.0"),
    ("VMware ESX 4.1.0 build-260247\n", "esxi-vmware-v", "VMware ESX", "4.1.0"),
    ("\r\nMicrosoft Windows [Version 6.3.9600]\r\n".replace("\r", ""), "windows-ver", "Microsoft Windows", "6.3.9600"),
])  # fmt: skip
def test_a_line_with_a_version(text: str, reader: str, name: str, version: str) -> None:
    assert best_reader(text) == reader
    result = read(reader, text)
    assert [(row["os_name"], row["os_version"]) for row in result.observations.rows("host")] == [(name, version)]
    assert result.unread_lines == 0


@pytest.mark.parametrize(
    "text", ["Please release 7 of them\n", "VMware ESXi 6.7.0\n", "[Version 1.2]\n", "Fedora release party on Friday\n"]
)
def test_other_lines_are_not_versions(text: str) -> None:
    assert best_reader(text) is None
