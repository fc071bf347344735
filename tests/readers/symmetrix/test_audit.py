"""A VMAX from symcli and a host from ESX: one array, one set of volumes, and rules about both."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests import folders
from tests.readers.harness import printed_size

ROOT = folders.ROOT
ARRAY = "000192609876"

VIEW = """Symmetrix ID                : 000192609876
Masking View Name           : sym_view
Initiator Group Name        : sym_ig
   Host Initiators
     {
       WWN  : 10000000c97c1101 [alias: esx11/vmhba1]
       WWN  : 10000000c97c1102 [alias: esx11/vmhba2]
     }
Port Group Name             : sym_pg
   Director Identification
     {
       FA-7E:0
       FA-7E:1
       FA-10E:0
       FA-10E:1
     }
Storage Group Name          : sym_sg
Sym                                        Host
Dev     Dir:Port  Physical Device Name     Lun   Attr  Cap(MB)
------  --------  -----------------------  ----  ----  -------
00A1    07E:0     Not Visible                 1         512000
00A2    07E:0     Not Visible                 2         512000
"""
PORTS = """Symmetrix ID: 000192609876 (Local)
S Y M M E T R I X    F I B R E   D I R E C T O R S
    Dir    Port  WWN               Flags  Max
                                   AVPF   Speed
    FA-7E   0    5000097208259518  X.X.     N/A
    FA-7E   1    5000097208259519  X.X.     N/A
    FA-10E  0    5000097208259524  X.X.     N/A
    FA-10E  1    5000097208259525  X.X.     N/A
"""
DEVICES = """Symmetrix ID: 000192609876

        Device Name                      Device
Sym   Physical               Config        Attr   WWN
000A1 Not Visible            TDEV                 60000970000192609876533030304131
000A2 Not Visible            TDEV                 60000970000192609876533030304132
"""
SESSION = """# symcfg list

                                S Y M M E T R I X

                                       Mcode    Cache      Num Phys  Num Symm
    SymmID       Attachment  Model     Version  Size (MB)  Devices   Devices

    000192609876 Local       VMAX20K   5876      114688         5     12361

# symaccess -sid 9876 list logins

Symmetrix ID            : 000192609876

Director Identification : FA-7E
Director Port           : 0

                          User-generated                       Logged On
Identifier       Type     Node Name        Port Name    FCID   In     Fabric
---------------- -------- --------------------------------- ------ ------ ------
10000000c97c1101 Fibre    esx11            vmhba1       010000 Yes    Yes
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A host of the scenario NMP on Symmetrix, and its array: five commands in four files."""
    shutil.copytree(ROOT / "fixtures/symmetrix-nmp/exports/esx11", tmp_path / "esx11")
    array = tmp_path / "array"
    array.mkdir()
    for name, text in (("views.txt", VIEW), ("ports.txt", PORTS), ("wwns.txt", DEVICES), ("session.log", SESSION)):
        (array / name).write_text(text)
    return tmp_path


def test_five_commands_are_one_array(folder: Path, tmp_path: Path) -> None:
    script = "from checker.cli.entry import main; raise SystemExit(main())"
    command = [
        sys.executable,
        "-c",
        script,
        "inventory",
        str(folder),
        "--isolated",
        "-q",
        "-o",
        str(tmp_path / "merged.json"),
    ]
    subprocess.run(command, check=True)
    merged = json.loads((tmp_path / "merged.json").read_text())
    assert list(merged["storage_arrays"]) == [ARRAY]
    array = merged["storage_arrays"][ARRAY]
    assert (array["serial"], array["model"], array["array_version"]) == (ARRAY, "VMAX20K", "5876")
    assert [(port["port_name"], port["target_wwpn"]) for port in array["ports"]] == [
        ("FA-7E:0", "50:00:09:72:08:25:95:18"),
        ("FA-7E:1", "50:00:09:72:08:25:95:19"),
        ("FA-10E:0", "50:00:09:72:08:25:95:24"),
        ("FA-10E:1", "50:00:09:72:08:25:95:25"),
    ]
    view = array["views"]["sym_view"]
    assert [volume["device"] for volume in view["volumes"]] == [
        "naa.60000970000192609876533030304131",
        "naa.60000970000192609876533030304132",
    ]
    assert [port["target_wwpn"] for port in view["ports"]] == [port["target_wwpn"] for port in array["ports"]]
    assert [login["target_wwpn"] for login in array["logins"]] == ["50:00:09:72:08:25:95:18"]
    assert {printed_size(volume) for volume in array["storage_volumes"].values()} == {512000 << 20}


def test_rules_name_the_array_that_symcli_names(folder: Path) -> None:
    report = audit([str(folder)], Options(isolated=True, as_of=datetime(2026, 1, 16, tzinfo=UTC), jobs=1))
    assert report.errors == ()
    assert [file.path for file in report.files if file.format is None or file.unread_lines] == []
    found = {finding.rule: finding for finding in report.findings}
    # No export contains the release of the hosts.
    assert set(found) == {"NMP001", "NMP004", "DOC009"}
    assert ARRAY in found["NMP001"].message
