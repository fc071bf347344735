"""``uname -a`` of Unix systems names the host and its release; the same words begin the output of sar."""

from __future__ import annotations

import pytest

from tests.support import intake_of, store_of


@pytest.mark.parametrize(
    ("line", "host"),
    [
        ("SunOS ora03 5.11 11.4.42.111.0 sun4v sparc sun4v", ("ora03", "solaris", "Solaris", "11.4.42.111.0")),
        ("SunOS ora04 5.10 Generic_150400-11 sun4u sparc SUNW,Sun-Fire", ("ora04", "solaris", "Solaris", "10")),
        ("AIX fin07 2 7 00C8A3B24C00", ("fin07", "aix", "AIX", "7.2")),
        ("HP-UX sap-p1 B.11.31 U ia64 3242134231 unlimited-user license", ("sap-p1", "hpux", "HP-UX", "11.31")),
    ],
)
def test_the_line_names_the_host_and_its_release(line: str, host: tuple[str, ...]) -> None:
    store = store_of({"notes.txt": f"$ uname -a\n{line}\n"})
    assert store.rows("SELECT host, platform, os_name, os_version FROM host") == [host]


def test_the_first_line_of_sar_is_no_uname() -> None:
    text = "SunOS ora03 5.11 11.4.42.111.0 sun4v    11/25/2026\n\n00:00:00    %usr    %sys    %wio   %idle\n"
    assert [record.format for record in intake_of({"sar.txt": text}).records if record.format] == []
