"""uname -a, os-release and hostnamectl."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import reader_named
from tests.readers.harness import assert_robust, best_reader, read
from tests.thorough import examples

UNAME = "Linux db01.example.net 5.14.0-70.13.1.el9_0.x86_64 #1 SMP PREEMPT Thu Apr 14 12:42:38 EDT 2022 x86_64 x86_64 x86_64 GNU/Linux\n"

RELEASE = """\
NAME="Example Linux"
VERSION="9.1 (Name)"
ID="example"
VERSION_ID="9.1"
PRETTY_NAME='Example Linux 9.1 (Name)'
HOME_URL="https://example.net/"
"""

HOSTNAMECTL = """\
 Static hostname: db01.example.net
       Icon name: computer-vm
         Chassis: vm
      Machine ID: 00000000000000000000000000000001
         Boot ID: 00000000000000000000000000000002
  Virtualization: vmware
Operating System: Example Linux Server 9.1 (Name)
          Kernel: Linux 5.14.0-70.el9.x86_64
    Architecture: x86-64
 Hardware Vendor: Example Inc.
  Hardware Model: R9
"""


def test_uname() -> None:
    assert best_reader(UNAME) == "linux-uname"
    owner_in = reader_named("linux-uname").owner_in
    assert owner_in is not None
    assert owner_in(UNAME) == "db01.example.net"
    assert owner_in("Linux is a kernel 2.6 #1\n") is None
    assert read("linux-uname", UNAME, owner="db01").observations.rows("host") == [
        {"host": "db01", "platform": "linux", "kernel_version": "5.14.0-70.13.1.el9_0.x86_64", "line": 1}
    ]


def test_os_release() -> None:
    assert best_reader(RELEASE) == "linux-os-release"
    result = read("linux-os-release", "# release\n" + RELEASE)
    assert result.observations.rows("host") == [
        {"host": "owner1", "platform": "linux", "os_name": "Example Linux", "os_version": "9.1", "line": 2}
    ]
    assert result.unread_lines == 0


def test_hostnamectl() -> None:
    assert best_reader(HOSTNAMECTL) == "linux-hostnamectl"
    owner_in = reader_named("linux-hostnamectl").owner_in
    assert owner_in is not None
    assert owner_in(HOSTNAMECTL) == "db01.example.net"
    assert read("linux-hostnamectl", HOSTNAMECTL).observations.rows("host") == [
        {
            "host": "owner1",
            "platform": "linux",
            "os_name": "Example Linux Server",
            "os_version": "9.1",
            "kernel_version": "5.14.0-70.el9.x86_64",
            "server_vendor": "Example Inc.",
            "server_model": "R9",
            "form_factor": "virtual",
            "line": 1,
        }
    ]


def test_cut_texts_state_less_and_nothing_else() -> None:
    (row,) = read("linux-hostnamectl", HOSTNAMECTL[: HOSTNAMECTL.index("Operating")]).observations.rows("host")
    assert row == {"host": "owner1", "platform": "linux", "form_factor": "virtual", "line": 1}
    assert read("linux-os-release", 'NAME="Exam').observations.rows("host") == []


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=10_000))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("linux-uname", UNAME, seed)
    assert_robust("linux-os-release", RELEASE, seed)
    assert_robust("linux-hostnamectl", HOSTNAMECTL, seed)
