"""sg_inq and sg_vpd."""

from __future__ import annotations

import pytest

from tests.readers.harness import read, sample
from tests.support import store_of

ONE = "naa.6001440000000103000aa00000000001"


def test_inquiries_of_several_devices() -> None:
    rows = read("linux-sg-utils", sample("linux-sg-utils")).observations.rows("device")
    assert [(row["device"], row["vendor"], row["model"], row["revision"]) for row in rows] == [
        ("block:sdk", "EMC", "Invista", "5200"),
        ("block:sdl", "HPE", "MSA 2050 SAN", "V270"),
    ]


def test_the_identity_is_that_of_the_unit_not_of_its_port() -> None:
    for name in ("linux-sg-utils.page", "linux-sg-utils.long"):
        rows = read("linux-sg-utils", sample(name)).observations.rows("device")
        assert [row["device"] for row in rows] == [ONE]


def test_pages_name_the_device_by_the_command() -> None:
    session = f"[root@db01 ~]# sg_vpd -p di /dev/sdk\n{sample('linux-sg-utils.page')}[root@db01 ~]# sg_inq /dev/sdk\n"
    session += "\n".join(sample("linux-sg-utils").split("\n")[1:10]) + "\n"
    store = store_of({"session.txt": session})
    assert store.rows("SELECT host, device, kernel_name, model FROM device") == [("db01", ONE, "sdk", "Invista")]


@pytest.mark.parametrize(
    "title",
    [
        "{}\n",
        "{}:\n",
        "=== {} ===\n",
        "sg_inq {}\n",
        "+ sg_inq {}\n",
        "Device: {}\n\n",
        "Mon Nov 23 10:00:00 UTC 2026\n{}\n",
    ],
)
def test_a_line_above_the_answer_names_the_device_without_a_command(title: str) -> None:
    answer = "".join(sample("linux-sg-utils").splitlines(keepends=True)[1:10])
    text = "".join(title.format(f"/dev/{name}") + answer for name in ("sdb", "sdc"))
    store = store_of({"db01/sg.txt": text})
    assert store.rows("SELECT device, vendor FROM device ORDER BY device") == [
        ("block:sdb", "EMC"),
        ("block:sdc", "EMC"),
    ]
