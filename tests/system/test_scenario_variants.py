"""Variants of the scenarios: a small edit of their exports, and the complete set of rules that find something then."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fixtures.generate.sans.small import D11A, D11B, VplexSan
from fixtures.generate.scenarios.cross_layer import ONE_ENGINE
from tests.system.test_scenarios import FIXTURES, _audit


def _edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    path.write_text(text)


def _powerpath_owns_the_symmetrix(folder: Path) -> None:
    for path in (folder / "exports" / "esx11" / "esxcfg-scsidevs_-c.txt", folder / "exports" / "esx12.log"):
        path.write_text(re.sub(r"(?m)MB    NMP     (?=EMC )", "MB    PowerPath", path.read_text()))
    (folder / "exports" / "esx11" / "esxcli_nmp_device_list.txt").unlink()
    log = folder / "exports" / "esx12.log"
    before, _, rest = log.read_text().partition("[root@esx12 ~]# esxcli nmp device list\n")
    log.write_text(before + rest[rest.index("[root@esx12 ~]# ") :])


def _one_engine(folder: Path) -> None:
    shutil.rmtree(folder / "exports")
    pairs = (((D11A, 0), (D11B, 0)), ((D11A, 1), (D11B, 1)))
    for name, text in VplexSan(ONE_ENGINE, {"esx31": pairs}, {"esx31": (*pairs[0], *pairs[1])}).files().items():
        path = folder / "exports" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _view_and_zone_agree(folder: Path) -> None:
    (folder / "exports" / "esx31" / "core-path-list.txt").unlink()
    _edit(folder / "exports" / "vplex7.log", ("P0000000047E07E01-B0-FC01,true,ok", "P0000000047E07E01-B0-FC03,true,ok"))
    _edit(
        folder / "exports" / "vplex7.log",
        ("P0000000047E07E01-B0-FC01]", "P0000000047E07E01-B0-FC03]"),
    )


def _no_path_export(folder: Path) -> None:
    (folder / "exports" / "esx31" / "core-path-list.txt").unlink()


def _wan_is_good(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("rtt_ms: 8, loss_ratio: 0.01", "rtt_ms: 2, loss_ratio: 0"))


def _wan_is_near_its_limit(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("rtt_ms: 8, loss_ratio: 0.01", "rtt_ms: 4.5, loss_ratio: 0"))


def _loss_of_a_few_probes(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("probes: 1000", "probes: 100"))


def _witness_elsewhere_and_new_release(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("connected: true, site: site-1", "connected: true, site: site-3"))
    _edit(folder / "exports" / "vplex6" / "cluster-1.log", ("5.1.0.03.00.06", "5.4.1.03.00.06"))


def _legs_alike_and_less_written(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("array_class: disk", "array_class: flash"))
    _edit(folder / "exports" / "vplex6" / "volume-monitor.csv", (",30000,75000", ",30000,30000"))


def _metro_in_place_of_geo(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("product_type: geo", "product_type: metro"))


def _second_switch(folder: Path) -> None:
    second = "            com-2a: {switch_type: fc, on_ups: true, operational_status: ok}\n"
    _edit(folder / "sanlint.yaml", (second, second + second.replace("com-2a", "com-2b")))


def _sound_job(folder: Path) -> None:
    _edit(
        folder / "exports" / "esx90" / "plan90.fio",
        ("direct=0", "direct=1"),
        ("runtime=10\n", "runtime=1800\n"),
        ("iodepth=1\n", "iodepth=32\n"),
    )


def _test_volume(folder: Path) -> None:
    _edit(folder / "sanlint.yaml", ("tag: production", "tag: test"))


def _no_second_count(folder: Path) -> None:
    (folder / "exports" / "fca1-later.log").unlink()


def _nothing_of_the_vplex(folder: Path) -> None:
    (folder / "exports" / "vplex7.log").unlink()


def _all_ports_zoned(folder: Path) -> None:
    for name, port in (("fca1", "fc1"), ("fcb1", "fc2")):
        path = folder / "exports" / f"{name}.log"
        text = path.read_text()
        other = re.search(rf"alias:\txio8_x1_sc2_{port}\t(\S+)", text)
        one = re.search(rf"alias:\txio8_x1_sc1_{port}\t(\S+)", text)
        assert one and other
        # The zone of esx41 alone ends after one array port.
        text = re.sub(rf"(z_esx41\w+\tesx41_\w+; xio8_x1_sc1_{port})\n", rf"\1; \n\t\txio8_x1_sc2_{port}\n", text)
        path.write_text(re.sub(rf"(z_esx41\w+\t\S+\n\t\t{one[1]})\n", rf"\1\n\t\t{other[1]}\n", text))
    (folder / "exports" / "esx41" / "core-path-list.txt").unlink()


VARIANTS: list[tuple[str, Callable[[Path], None], set[str]]] = [
    # Devices that PowerPath owns are not checked for NMP policies; a default of Fixed then does no harm.
    ("symmetrix-nmp", _powerpath_owns_the_symmetrix, set()),
    # Four paths into one engine are all there can be where there is one engine.
    ("zoning-hides-behind-view", _one_engine, set()),
    # The path export is gone: zoning alone is even (ZON015), zoning and view together plan three paths.
    ("zoning-hides-behind-view", _no_path_export, {"DOC006", "PTH002", "PTH009"}),
    ("zoning-hides-behind-view", _view_and_zone_agree, {"DOC006"}),
    ("metro-over-bad-wan", _wan_is_good, {"MET004", "MET007", "MET010", "MET011", "SIZ010"}),
    ("metro-over-bad-wan", _wan_is_near_its_limit, {"MET001", "MET004", "MET007", "MET010", "MET011", "SIZ010"}),
    # One lost probe of a hundred may be chance.
    ("metro-over-bad-wan", _loss_of_a_few_probes, {"MET001", "MET004", "MET007", "MET010", "MET011", "SIZ010"}),
    (
        "metro-over-bad-wan",
        _witness_elsewhere_and_new_release,
        {"MET001", "MET007", "MET008", "MET010", "MET011"},
    ),
    ("metro-over-bad-wan", _legs_alike_and_less_written, {"MET001", "MET004", "MET008", "MET011", "SIZ010"}),
    # A Metro supports 3,200 initiators and ports; it needs a witness, and it is unknown whether there is one.
    ("limits", _metro_in_place_of_geo, {"LIM003", "LIM004", "LIM006", "LIM010"}),
    ("limits", _second_switch, {"LIM003", "LIM004", "LIM005", "LIM006"}),
    ("benchmark-plan", _sound_job, {"WKL002", "WKL004", "WKL008", "WKL010"}),
    ("benchmark-plan", _test_volume, {"WKL001", "WKL002", "WKL003", "WKL004", "WKL005", "WKL010"}),
    # One count says nothing of how fast errors come.
    ("sfp-dies-in-counters", _no_second_count, set()),
    ("partly-collected", _nothing_of_the_vplex, {"DOC005", "DOC006"}),
    ("all-on-one-controller", _all_ports_zoned, {"DOC006"}),
]


@pytest.mark.parametrize(("base", "change", "rules"), VARIANTS, ids=[f"{one[0]}{one[1].__name__}" for one in VARIANTS])
def test_a_variant_has_exactly_these_findings(
    tmp_path: Path, base: str, change: Callable[[Path], None], rules: set[str]
) -> None:
    folder = tmp_path / base
    shutil.copytree(FIXTURES / base, folder)
    change(folder)
    report = _audit(folder, [str(folder / "exports")])
    found = {finding.rule for finding in report.findings}
    assert found == rules, [f"{one.rule} {dict(one.object)}: {one.message}" for one in report.findings]
