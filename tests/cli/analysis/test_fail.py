"""``sanlint fail``: what a failure takes away, what falls below its need, where load goes; names, exit codes, documents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker.audit.reading import build_store
from checker.topology.failure.components import catalogue
from checker.topology.failure.fail import fail as fail_components
from checker.topology.failure.parts import build_failure_parts
from checker.views.build import build_views
from fixtures.generate.sans.inventories import FA1A, FA1B, FA2A, FA2B, H1A, H1B, H2A, VOL1, VOL2, small_san
from tests import folders
from tests.cli.conftest import Outcome
from tests.schema import fits
from tests.support import intake_of

pytestmark = pytest.mark.usefixtures("remembered")

Run = Callable[..., Outcome]
Fail = Callable[..., dict[str, Any]]
ROOT = folders.ROOT


@pytest.fixture
def fail(sanlint: Run, tmp_path: Path) -> Fail:
    """Run ``sanlint fail`` over a SAN; returns the document, which must fit its schema.

    Without ``--select`` only one rule runs: what is lost and where load goes does not depend on rules.
    """

    def call(*arguments: str, text: str | None = None, code: int = 0) -> dict[str, Any]:
        (tmp_path / "san.yaml").write_text(text or small_san())
        chosen = () if {"--select", "--every"} & {*arguments} else ("--select", "PTH005")
        given = (*arguments, *chosen, "--isolated", "-q", "--format", "json")
        outcome = sanlint("fail", str(tmp_path / "san.yaml"), *given)
        assert outcome.code == code, outcome.err
        document: dict[str, Any] = json.loads(outcome.out)
        fits(document, "failure")
        return document

    return call


def _lost(document: dict[str, Any]) -> set[tuple[str, str]]:
    return {(loss["host"], loss["volume"]) for loss in document["lost"]}


def test_volumes_with_all_paths_in_one_fabric_are_lost_with_it(fail: Fail) -> None:
    for name in (
        "fabric:fabric-a",
        "switch:a1",
        "switch:A2",
        "isl:a2-a1",
        f"initiator:{H1A}",
        "hba:h1 vmhba1",
        "hba:h1 0000:03:00",
    ):
        document = fail("--component", name, code=1)
        assert ("h1", VOL2) in _lost(document), name
        assert ("h1", VOL1) not in _lost(document), name
        assert {"before": 4, "after": 2, "host_volumes": 1} in document["fewer_paths"], name
    # The host without a path list has planned paths, and these need the fabric too.
    assert _lost(fail("--component", "fabric:fabric-a", code=1)) == {("h1", VOL2), ("h2", VOL2)}
    assert fail("--component", "switch:a1", "--exit-zero")["lost"]


def test_several_fail_together(fail: Fail) -> None:
    document = fail(
        "--component", "fabric:fabric-a", "--component", "director:FA-1D", "--component", "director:FA-2D", code=1
    )
    assert _lost(document) == {("h1", VOL1), ("h1", VOL2), ("h2", VOL2)}
    assert fail("--component", "port:a1 30")["lost"] == []
    both_links = fail("--component", "port:a1 30", "--component", "port:a2 31", code=1)
    assert _lost(both_links) == {("h1", VOL2), ("h2", VOL2)}


def test_what_drops_below_its_required_redundancy_is_what_rules_report_only_after_the_failure(fail: Fail) -> None:
    document = fail("--component", "fabric:fabric-b", "--select", "PTH")
    found = {(f["rule"], one.get("host"), one.get("volume")) for f in document["findings"] for one in f["objects"]}
    assert ("PTH005", "h1", VOL1) in found
    # VOL2 has one fabric anyway: nothing new.
    assert ("PTH005", "h1", VOL2) not in found
    # That paths through the fabric are dead is the failure itself.
    assert "PTH014" not in {rule for rule, _, _ in found}
    assert document["restated_findings"] > 0


def test_load_moves_to_what_is_left(fail: Fail) -> None:
    parts = {
        (part["kind"], part["name"]): (part["before"], part["after"])
        for part in fail("--component", "director:FA-1D")["load"]["parts"]
    }
    # VOL1 of h1 has three active paths, VOL2 of h1 and of h2 two each: 2 × 1/3 + 1/2 + 1/2 of three on FA-1D.
    assert parts["director", "vmax FA-1D"] == (pytest.approx(5 / 3), 0)
    assert parts["director", "vmax FA-2D"] == (pytest.approx(4 / 3), 3)
    # The standby path carries nothing while an active one is left.
    assert ("target_port", FA2B) not in parts
    standby = fail("--component", "fabric:fabric-a", code=1)["load"]
    assert (standby["unit"], standby["basis"]) == ("host_volumes", "path share")
    only = fail("--component", "fabric:fabric-a", "--component", f"target_port:{FA1B}", code=1)["load"]["parts"]
    assert {(p["before"], p["after"]) for p in only if p["name"] == FA2B} == {(0, 1)}


def test_the_load_stays_on_optimised_paths_while_there_is_one(fail: Fail) -> None:
    """Multipathing uses a non-optimised path only without an optimised one, unless round robin is set to use both."""
    text = small_san()
    for target in (FA2A, FA1B):
        line = f"device: {VOL1}, initiator: '{H1A if target == FA2A else H1B}', target: '{target}', state: active"
        assert line in text
        text = text.replace(line, f"{line}, optimised: false")
    both = text.replace(f"{VOL1}: {{", f"{VOL1}: {{rr_use_ano: true, ")
    for given, before, after in ((text, 0, 1 / 3), (both, 1 / 3, 1 / 2)):
        document = fail("--component", f"target_port:{FA1A}", text=given)
        (part,) = [part for part in document["load"]["parts"] if part["name"] == FA1B]
        assert (part["before"], part["after"]) == (pytest.approx(before), pytest.approx(after))


def test_a_target_port_of_an_unknown_array_has_the_name_of_its_alias(fail: Fail) -> None:
    text = small_san()
    text = text.replace("    zones:\n", f"    aliases:\n      unity_spa_fc0: ['{FA1A}']\n    zones:\n", 1)
    text = text[: text.index("storage_arrays:")] + text[text.index("fabrics:") :]
    document = fail("--component", "target_port:unity_spa_fc0", text=text)
    assert [part["label"] for part in document["components"]] == ["unity_spa_fc0"]


def test_paths_in_an_unknown_fabric_are_not_called_safe(fail: Fail, sanlint: Run, tmp_path: Path) -> None:
    """Windows and others list paths without ports: any of them may need the fabric that fails."""
    text = small_san()
    for initiator, target in ((H1A, FA1A), (H1A, FA2A), (H1B, FA1B), (H1B, FA2B)):
        line = f"device: {VOL1}, initiator: '{initiator}', target: '{target}'"
        text = text.replace(line, f"device: {VOL1}, hba: port{initiator[-1]}, path_name: p{target[-1]}")
    for name, expected in (
        ("fabric:fabric-a", {("h1", VOL1)}),
        ("switch:a1", {("h1", VOL1)}),
        (f"target:{FA1A}", {("h1", VOL1)}),
        ("director:FA-1D", {("h1", VOL1)}),
        ("array:vmax", {("h1", VOL1)}),
        (f"initiator:{H1A}", set()),  # The paths name their ports of the host.
        (f"initiator:{H2A}", set()),
    ):
        document = fail("--component", name, "--exit-zero", text=text)
        assert {(loss["host"], loss["volume"]) for loss in document["undetermined"]} == expected, name
        assert ("h1", VOL1) not in _lost(document)
    given = ("--component", "fabric:fabric-b", "--select", "PTH005", "--isolated", "-q")
    page = " ".join(sanlint("fail", str(tmp_path / "san.yaml"), *given).out.split())
    assert "no volume certainly loses all paths" in page
    assert "1 host-volume pair left only with paths that may need a failed component" in page


def test_measured_load_moves_where_every_port_is_measured(fail: Fail) -> None:
    rates = {FA1A: 400, FA2A: 300, FA1B: 100, FA2B: 0}
    more = "port_loads:\n" + "".join(
        f"  - {{about_kind: target_port, about_key: '{wwpn}', metric: iops, value: {rate}}}\n"
        for wwpn, rate in rates.items()
    )
    load = fail("--component", "director:FA-1D", text=small_san(more))["load"]
    parts = {(part["kind"], part["name"]): (part["before"], part["after"]) for part in load["parts"]}
    assert (load["unit"], load["basis"]) == ("iops", "measured")
    assert parts["director", "vmax FA-1D"] == (500, 0)
    assert parts["director", "vmax FA-2D"] == (300, 800)


def test_singles_are_ranked_by_what_their_loss_costs(fail: Fail) -> None:
    document = fail("--every", "single", "--limit", "0")
    costs = {tuple((c["kind"], c["name"]) for c in cost["components"]): cost for cost in document["costs"]}
    assert document["costs"][0]["components"][0]["name"] == "vmax"
    assert (document["host_volumes"], document["hosts"]) == (3, 2)
    assert costs[("storage_array", "vmax"),]["lost"] == 3
    switch = costs[("switch", "a1"),]
    assert (switch["lost"], switch["hosts"], switch["fewer_paths"], switch["paths"]) == (2, 2, 3, 6)
    assert [cost["lost"] for cost in document["costs"]] == sorted(
        (cost["lost"] for cost in document["costs"]), reverse=True
    )
    assert {"kind": "switch_port", "name": "b1 2", "label": "b1 2"} in document["without_cost"]
    assert len(fail("--every", "single", "--limit", "2")["costs"]) == 2


def test_pairs_show_what_only_both_take_away(fail: Fail) -> None:
    document = fail("--every", "pair", "--limit", "0")
    costs = {frozenset((c["kind"], c["name"]) for c in cost["components"]): cost for cost in document["costs"]}
    fabrics = costs[frozenset({("fabric", "fabric-a"), ("fabric", "fabric-b")})]
    assert (fabrics["only_together"], fabrics["lost"], fabrics["hosts"]) == (1, 3, 2)
    directors = costs[frozenset({("director", "vmax FA-1D"), ("director", "vmax FA-2D")})]
    assert (directors["only_together"], directors["lost"]) == (3, 3)
    assert not any(("storage_array", "vmax") in pair for pair in costs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--component", "switch:a11"], "nearest: switch:a1"),
        (["--component", "director:FA-1E"], "director:vmax FA-1D"),
        (["--component", "swich:a1"], "did you mean switch:a1?"),
        (["--component", "hostport:h1"], "did you mean initiator:h1?"),
        (["--component", "host-port:h9 hba9"], "no such component; nearest: initiator:"),
        (["--component", "a1"], "must be KIND:NAME"),
        (["--component", "switch:\x1b[31m"], "no such component"),
        (["--component", "engine:e1"], "the exports contain none of this kind"),
        (
            ["--component", "hba:0000:03:00"],
            "matches 2 components: host_hba:h1 0000:03:00, host_hba:h2 0000:03:00; use the full name of one",
        ),
        ([], "nothing to fail"),
        (["--component", "switch:a1", "--every", "single"], "nothing to fail"),
        (["--component", "switch:a1", "--format", "tabel"], "did you mean 'table'?"),
    ],
)
def test_wrong_names_are_exit_2_with_the_nearest(
    sanlint: Run, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    outcome = sanlint("fail", str(tmp_path / "san.yaml"), *arguments, "--isolated", "-q")
    assert (outcome.code, message in outcome.err) == (2, True), outcome.err
    assert "\x1b" not in outcome.err


def test_without_paths_nothing_is_called_safe(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(
        "sanlint: 1\nobserved: true\nfabrics:\n  f:\n    switches:\n      s1: {switch_wwn: '1000000000000009'}\n"
    )
    outcome = sanlint("fail", str(tmp_path), "--component", "switch:s1", "--isolated", "-q")
    assert (outcome.code, "no path is known to be live" in outcome.out) == (3, True)
    (tmp_path / "san.yaml").write_text("nothing\n")
    assert sanlint("fail", str(tmp_path), "--every", "single", "--isolated", "-q").code == 3


def test_nothing_that_exists_disappears() -> None:
    """Installed counts stay, live ones go: rules about a single controller must not fall silent."""
    found = []
    for failed in ((), (("director", "vmax FA-1D"), ("fabric", "fabric-b"))):
        store = build_store(intake_of({"san.yaml": small_san()}), threads=1)
        build_failure_parts(store)
        known = set(catalogue(store).names)
        if failed:
            fail_components(store, failed)
        build_views(store, ["host_volume_cluster", "director_summary"])
        tables = (
            "path",
            "director",
            "target_port",
            "switch",
            "login",
            "zone_member",
            "mask_volume",
            "path_place",
            "edge_port",
            "port_fabric",
        )
        counts = {
            name: store.rows(f"SELECT count(*) FROM {name}")[0][0] for name in tables if name != "director_summary"
        }
        row = store.rows(
            "SELECT known_paths.hi, live_paths.hi, known_fabrics.hi, fabrics.hi, directors.hi FROM host_volume_cluster WHERE host = 'h1' AND volume = ?",
            [VOL1],
        )[0]
        found.append((counts, known, row))
        store.close()
    assert found[0][:2] == found[1][:2]
    assert (found[0][2], found[1][2]) == ((4, 4, 2, 2, 2), (4, 1, 2, 1, 1))


def test_the_page_for_people(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    page = _page(sanlint, tmp_path, "switch:a1")
    for text in (
        "If switch a1 fails\n",
        "LOST       2 of 3 host-volume pairs lose all paths, on 2 hosts\n",
        f"           h1: {VOL2} (data2)\n",
        "FEWER      1 host-volume pair with fewer paths than before, but at least two\n",
        "             4 → 2 paths   1 host-volume pair\n",
        "--full adds: ",
    ):
        assert text in page, page
    assert not {"BELOW", "LOAD", "UNKNOWN", "ONE LEFT"} & _heads(page), page
    full = _page(sanlint, tmp_path, "switch:a1", "--full")
    assert {"LOST", "FEWER", "BELOW", "LOAD"} <= _heads(full), full
    assert "  error    PTH" in full
    assert "--full adds" not in full
    ranking = sanlint("fail", str(tmp_path / "san.yaml"), "--every", "single", "--isolated", "-q", "--limit", "1").out
    # Pairs that are lost do not count as pairs with fewer paths.
    assert "        3        2        0        0   array vmax\n" in ranking
    assert "Next: sanlint fail PATH… --component 'storage_array:vmax'\n" in ranking


def test_volumes_with_one_path_left_are_named(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    given = ("--component", "director:FA-1D", "--component", f"target_port:{FA2A}")
    page = _page(sanlint, tmp_path, f"target_port:{FA2B}", *given)
    assert "ONE LEFT" not in page, "nothing is left at all"
    page = _page(sanlint, tmp_path, "director:FA-1D")
    (one_left,) = re.findall(r"^ONE LEFT .*\n(?: .*\n)*", page, re.MULTILINE)
    assert one_left.startswith("ONE LEFT   2 host-volume pairs with one path left, on 2 hosts\n")
    assert f"h1: {VOL2} (data2)" in one_left


def test_findings_about_lost_volumes_only_repeat_the_loss(fail: Fail) -> None:
    document = fail("--component", "fabric:fabric-a", "--select", "PTH", code=1)
    lost = _lost(document)
    assert lost
    for found in document["findings"]:
        assert not all((one.get("host"), one.get("volume")) in lost for one in found["objects"]), found


def _page(sanlint: Run, folder: Path, component: str, *more: str) -> str:
    given = ("--component", component, *more, "--isolated", "-q", "--select", "PTH")
    return sanlint("fail", str(folder / "san.yaml"), *given).out


def _heads(page: str) -> set[str]:
    return {line[:11].strip() for line in page.splitlines() if line[:1].isupper()}


def test_the_demonstration(sanlint: Run) -> None:
    outcome = sanlint(
        "fail", str(ROOT / "fixtures/demo/exports"), "--config", str(ROOT / "fixtures/demo/sanlint.yaml"),
        "--component", "switch:sw-a1", "-q", "--format", "json",
    )  # fmt: skip
    document = json.loads(outcome.out)
    assert outcome.code == 1
    assert {loss["host"] for loss in document["lost"]} == {"esx04"}
    assert len(document["lost"]) == 3
    assert {"PTH002", "PTH005", "BE002"} <= {finding["rule"] for finding in document["findings"]}


def test_kinds_of_parts_that_are_unknown_of_the_same_paths_are_named_together(sanlint: Run, tmp_path: Path) -> None:
    path = "{{device: naa.60060160aa0000000000000000000a01, initiator: vmhba{0}, target: '50:06:01:6{0}:3c:e0:11:22', state: active}}"
    paths = "".join(f"      - {path.format(number)}\n" for number in (2, 3))
    (tmp_path / "san.yaml").write_text(
        "sanlint: 1\nobserved: true\nhosts:\n  esx44:\n    initiators:\n"
        "      vmhba2: {initiator_wwpn: '10:00:00:00:c9:44:01:02'}\n      vmhba3: {initiator_wwpn: '10:00:00:00:c9:44:01:03'}\n"
        f"    paths:\n{paths}"
    )
    outcome = sanlint("fail", str(tmp_path), "--every", "single", "--isolated", "-q")
    text = " ".join(outcome.out.split())
    assert re.search(r"UNKNOWN the controller, .*the HBA.* and the \w+ of both paths; these paths", text), text
