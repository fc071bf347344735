"""An export that may show some of a volume's paths only: what is counted has its most, and nothing is concluded from absence."""

from __future__ import annotations

from typing import Any

import pytest

from checker.topology.derive.single_points import build_single_points
from checker.views.build import build_views
from tests import folders
from tests.support import inventory, store_of
from tests.views.test_path_views import B_PORTS, INITIATORS, LOCAL, VPLEX_VOLUME, path, span

PORT = "5000144260bee000"
MORE = f"    platform: esxi\n    devices:\n      {VPLEX_VOLUME}: {{vendor: EMC, model: Invista, more_paths: true}}\n"
LISTED = [path(INITIATORS[0], PORT), path(INITIATORS[0], "5000144260bee001", state="dead")]
SAMPLE = folders.SAMPLES / "esxi-core-path-list.txt"
CORE_PATH_LIST = SAMPLE.read_text().replace("naa.6000144000000010aa00000000000001", VPLEX_VOLUME)


def inventory_text(*paths: str) -> str:
    listed = "".join(f"      - {{{each}}}\n" for each in paths)
    return inventory(f"hosts:\n  h1:\n{MORE}    paths:\n{listed}{LOCAL}")


def rows(view: str, columns: str, texts: dict[str, str]) -> list[tuple[Any, ...]]:
    store = store_of(texts)
    build_views(store, [view])
    return store.rows(f"SELECT {columns} FROM {view} ORDER BY ALL")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {"san.yaml": inventory_text(*LISTED)}


def test_paths_are_counted_from_those_listed_to_the_most_of_the_system(texts: dict[str, str]) -> None:
    ((live, known, controllers, fewest),) = rows(
        "host_volume", "live_paths, known_paths, controllers, fewest_controllers", texts
    )
    assert (live, known) == (span(1, 31), span(2, 32))
    assert controllers["hi"] > 1 and fewest["hi"] > 1


def test_a_volume_of_one_cluster_has_no_row_for_an_unknown_one(texts: dict[str, str]) -> None:
    columns = "vplex_cluster, live_paths, missing_pairs, dead_paths"
    ((cluster, live, missing, dead),) = rows("host_volume_cluster", columns, texts)
    assert (cluster, live) == ("c1", span(1, 31)) and not missing
    assert len(dead) == 1


def test_a_port_that_no_listed_path_uses_may_be_in_use(texts: dict[str, str]) -> None:
    ((ports, names),) = rows("host_summary", "initiators_in_use, initiator_names", texts)
    assert ports == span(1, 2) and names == [INITIATORS[0]]
    ((differ,),) = rows("initiator_volumes", "sets_differ", texts)
    assert differ is None


def test_unlisted_paths_are_no_paths(texts: dict[str, str]) -> None:
    assert len(rows("path_detail", "volume", texts)) == 2
    assert rows("esx_lun", "paths", texts) == [(2,)]
    assert rows("esx_host", "paths", texts) == [(span(2, None),)]


def test_what_all_listed_paths_share_is_no_single_point_of_failure(texts: dict[str, str]) -> None:
    def points(inputs: dict[str, str]) -> list[tuple[Any, ...]]:
        store = store_of(inputs)
        build_single_points(store)
        return store.rows("SELECT part FROM single_point WHERE part_kind = 'initiator'")

    assert points(texts) == []
    assert points({"san.yaml": texts["san.yaml"].replace(", more_paths: true", "")}) == [(INITIATORS[0],)]


def test_a_complete_path_list_leaves_nothing_unknown(texts: dict[str, str]) -> None:
    both = texts | {"h1/core-path-list.txt": CORE_PATH_LIST}
    found = rows("host_volume", "volume, live_paths, known_paths", both)
    ((live, known),) = [spans for volume, *spans in found if volume == VPLEX_VOLUME]
    assert live["lo"] == live["hi"] and known["lo"] == known["hi"] > 2
    cut = texts | {"h1/core-path-list.txt": CORE_PATH_LIST[: CORE_PATH_LIST.rindex("   State")]}
    # A list that was cut off says nothing of how many more there are.
    assert span(4, None) in [known for (known,) in rows("host_volume", "known_paths", cut)]


def test_eight_paths_satisfy_four_and_exceed_a_lower_limit() -> None:
    listed = [path(i, t) for i in INITIATORS for t in (*B_PORTS, PORT, "5000144260bee001")]
    ((live,),) = rows("host_volume", "live_paths", {"san.yaml": inventory_text(*listed)})
    assert live == span(8, 32)
