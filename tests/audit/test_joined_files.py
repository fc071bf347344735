"""Places of findings in files that are read as one: a user can open them."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Place

TOP = "sosreport-db07-2026-11-21-abcdefg"
WWN = "10000090fad17201"
MULTIPATH = """\
data (3600c0ff00028a7114d2b5f6501000000) dm-2 HPE,MSA 2060 FC
size=1.0T features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdc 8:32 failed faulty running
"""


def _sosreport(folder: Path) -> None:
    sysfs = "sys/class/fc_host"
    files = {
        "hostname": "db07.example.net\n",
        "sos_commands/multipath/multipath_-ll": MULTIPATH,
        f"{sysfs}/host1/port_name": f"0x{WWN[:-1]}0\n",
        f"{sysfs}/host1/port_state": "Online\n",
        f"{sysfs}/host2/port_name": f"0x{WWN}\n",
        # An empty line is not read, but counts in the file.
        f"{sysfs}/host2/port_state": "\nLinkdown\n",
    }
    for name, text in files.items():
        path = folder / TOP / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _place(path: Path) -> Place:
    (finding,) = audit([str(path)], Options(isolated=True, jobs=1, select=("HOST035",))).findings
    assert finding.location is not None
    return finding.location


@pytest.mark.parametrize("packed", [False, True])
def test_a_finding_about_sysfs_is_located_in_the_file_of_its_value(tmp_path: Path, packed: bool) -> None:
    folder = tmp_path / "in"
    _sosreport(folder)
    name = f"{TOP}/sys/class/fc_host/host2/port_state"
    if not packed:
        place = _place(folder)
        assert (place.file, place.member) == (str(folder / name), None)
    else:
        archive = tmp_path / "sos.tar.xz"
        with tarfile.open(archive, "w:xz") as tar:
            tar.add(folder / TOP, TOP)
        place = _place(archive)
        assert (place.file, place.member) == (str(archive), name)
    assert (folder / name).read_text().splitlines()[place.line - 1] == "Linkdown"
