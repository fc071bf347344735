"""Texts of products that sanlint does not read, which have single lines like those that it reads."""

from __future__ import annotations

import pytest

from tests.support import intake_of

INITIATORS = """\
CLI> client initiator getlist -t all
Initiators Sum: 2

Initiator Alias: VMWare
Initiator WWN: 20:18:f8:2e:3f:00:85:54
Type: FC
OS: AIX

Initiator Alias: ds
Initiator WWN: 20:ab:30:48:56:00:fc:31
Type: FC
OS: Other
"""
CLUSTER = """\
Overall Status = Online
Cluster Health = Robust
Cluster Master = No
   Node Name = nas-1-1
     Node ID = 1
Cluster Size = 1
"""


@pytest.mark.parametrize("text", [INITIATORS, CLUSTER], ids=["initiators", "cluster"])
def test_a_line_that_resembles_the_heading_of_a_format_makes_no_export_of_it(text: str) -> None:
    assert {record.format for record in intake_of({"output.txt": text}).records} == {None}
