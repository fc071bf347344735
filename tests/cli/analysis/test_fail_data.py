"""``sanlint fail``: volumes of VPLEX whose data is lost behind it, although all hosts keep their paths."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome
from tests.schema import fits

pytestmark = pytest.mark.usefixtures("remembered")

Run = Callable[..., Outcome]
BASES = folders.ROOT / "fixtures" / "bases"
LOCAL = (BASES / "vplex-one-engine.yaml").read_text()
METRO = (BASES / "vplex-metro.yaml").read_text()


@pytest.fixture
def fail(sanlint: Run, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Fail components of a SAN; returns the document."""

    def call(text: str, *names: str, code: int = 0) -> dict[str, Any]:
        (tmp_path / "san.yaml").write_text(text)
        asked = [word for name in names for word in ("--component", name)]
        outcome = sanlint(
            "fail", str(tmp_path / "san.yaml"), *asked, "--select", "PTH005", "--isolated", "-q", "--format", "json"
        )
        assert outcome.code == code, outcome.err
        document: dict[str, Any] = json.loads(outcome.out)
        fits(document, "failure")
        return document

    return call


def test_the_only_array_of_local_volumes_takes_their_data_away(fail: Callable[..., dict[str, Any]]) -> None:
    document = fail(LOCAL, "storage_array:xio1", code=1)
    assert document["lost"] == []
    assert document["without_data"], document
    assert document["data_known"]


def test_one_path_or_one_controller_takes_no_data_away(fail: Callable[..., dict[str, Any]]) -> None:
    for name in ("director:director-1-1-A", "fabric:fabric-a"):
        assert fail(LOCAL, name)["without_data"] == []


def test_distributed_volumes_keep_a_copy_until_both_arrays_fail(
    fail: Callable[..., dict[str, Any]], sanlint: Run, tmp_path: Path
) -> None:
    arrays = ("storage_array:xio1", "storage_array:xio2")
    assert [fail(METRO, name)["without_data"] for name in arrays] == [[], []]
    both = fail(METRO, *arrays, code=1)
    assert {one["virtual_volume"] for one in both["without_data"]} == {"dd_app01_vol", "dd_app02_vol"}
    asked = [word for name in arrays for word in ("--component", name)]
    page = sanlint("fail", str(tmp_path / "san.yaml"), *asked, "--select", "PTH005", "--isolated", "-q").out
    assert "but not all their data" in page
    assert "NO DATA    2 virtual volumes without any copy behind VPLEX: dd_app01_vol" in page


def test_without_back_end_paths_it_is_unknown_whether_data_is_lost(
    fail: Callable[..., dict[str, Any]], sanlint: Run, tmp_path: Path
) -> None:
    text = re.sub(r"\n        backend_paths:(?:\n {10}[^\n]*)+", "", LOCAL)
    assert text != LOCAL
    document = fail(text, "storage_array:xio1")
    assert (document["without_data"], document["data_known"]) == ([], False)
    page = sanlint(
        "fail",
        str(tmp_path / "san.yaml"),
        "--component",
        "storage_array:xio1",
        "--select",
        "PTH005",
        "--isolated",
        "-q",
    ).out
    assert "the back-end paths of VPLEX are not known" in page


def test_the_ranking_of_all_components_contains_what_takes_data_away(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(LOCAL)
    asked = ("fail", str(tmp_path / "san.yaml"), "--isolated", "-q", "--limit", "0", "--every")
    page = sanlint(*asked, "single").out
    # All paths of the hosts stay, but all volumes are on one array.
    assert "        0        0        0        0        2   array xio1\n" in page
    assert "NO DATA: VPLEX volumes that lose their last copy" in page
    document = json.loads(sanlint(*asked, "single", "--format", "json").out)
    fits(document, "failure")
    costs = {cost["components"][0]["name"]: cost for cost in document["costs"]}
    assert (costs["xio1"]["lost"], costs["xio1"]["without_data"]) == (0, 2)
    assert "xio1" not in {one["name"] for one in document["without_cost"]}
    (tmp_path / "san.yaml").write_text(METRO)
    pairs = sanlint(*asked, "pair").out
    assert re.search(r"^ +0 +0 +0 +2   site-1 \+ site-2$", pairs, re.MULTILINE), pairs
    document = json.loads(sanlint(*asked, "pair", "--format", "json").out)
    fits(document, "failure")
    both = {"xio1", "xio2"}
    (pair,) = [cost for cost in document["costs"] if {one["name"] for one in cost["components"]} == both]
    assert (pair["only_together"], pair["without_data"]) == (0, 2)


def test_without_back_end_paths_the_ranking_says_that_lost_data_is_not_ranked(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(re.sub(r"\n        backend_paths:(?:\n {10}[^\n]*)+", "", LOCAL))
    asked = ("fail", str(tmp_path / "san.yaml"), "--isolated", "-q", "--every", "single")
    page = " ".join(sanlint(*asked).out.split())
    assert "The back-end paths of VPLEX are not known, so losses of data behind it are not ranked." in page
    assert json.loads(sanlint(*asked, "--format", "json").out)["data_known"] is False
