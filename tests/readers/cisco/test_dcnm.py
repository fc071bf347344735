"""Switches in the inventory of DCNM and NDFC."""

from __future__ import annotations

import json

from tests import folders
from tests.readers.harness import assert_robust, best_reader, read

TEXT = (folders.SAMPLES / "cisco-dcnm-switches.json").read_text()


def test_switches_of_a_san_and_not_those_of_a_lan() -> None:
    assert best_reader(TEXT) == "cisco-dcnm-switches"
    found = read("cisco-dcnm-switches", TEXT).observations.rows("switch")
    columns = ("switch", "switch_wwn", "model", "firmware_version", "serial", "domain_id", "switch_mode", "port_count")
    assert [tuple(row.get(column) for column in columns) for row in found] == [
        ("mds-a", "2000002a6a000001", "DS-C9396T-K9", "9.2(2)", "JPG00000001", "11", None, 96),
        ("mds-n", "2000002a6a000002", "DS-C9148T-K9", "8.4(2e)", "JPG00000002", None, "npv", 48),
    ]
    for seed in range(4):
        assert_robust("cisco-dcnm-switches", TEXT, seed)


def test_the_list_inside_an_answer_of_ndfc() -> None:
    answer = json.dumps({"RETURN_CODE": 200, "METHOD": "GET", "MESSAGE": "OK", "DATA": json.loads(TEXT)})
    assert best_reader(answer) == "cisco-dcnm-switches"
    assert len(read("cisco-dcnm-switches", answer).observations.rows("switch")) == 2
