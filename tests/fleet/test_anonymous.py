"""Anonymised results: one pseudonym for a name in all bundles, none of the names in the results, and one private map."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from checker import __version__
from checker.errors import UsageError
from checker.fleet.audit.task import audit_bundle
from checker.fleet.pseudonyms import FleetMap
from checker.fleet.request import Bundle, Outcome, Settings, Tables
from checker.fleet.sources import named
from checker.fleet.store.results import Results
from checker.fleet.store.tables import TABLES
from tests.fleet.bundles import archive, partition, sanlint

# The rules that find something about a partition, and those about files; names are in their findings only.
RULES = ("ALN", "DOC")
SETTINGS = Settings("digest", __version__, select=RULES, anonymous=True, pages=True)
HOST, GUEST, SITE = "berlindb44", "wallnut01", "hollmann-rom"


def bundle(folder: Path, site: str, guest: str = GUEST) -> Bundle:
    text = partition(32256, guest).replace("esx40", HOST)
    path = folder / f"{site}-2026-03.tar.gz"
    path.write_bytes(archive({f"{HOST}/wmic-partition.txt": text, f"notes of {HOST}.pdf": "%PDF"}))
    return replace(named(str(path), None), tags=(f"customer {site}",))


def audited(names: FleetMap, one: Bundle) -> tuple[Outcome, int]:
    """Return the outcome of a bundle as a run gets it, and in which round."""
    disguised = names.disguised(one)
    pseudonyms: Tables = {}
    for number in range(1, 6):
        outcome = audit_bundle(disguised, SETTINGS, (), pseudonyms)
        if outcome.state != "unassigned":
            names.learn(outcome.names["names"])
            return outcome, number
        pseudonyms = names.assigned(outcome.names, pseudonyms)
    pytest.fail("there are always more names")


def texts(outcome: Outcome, folder: Path) -> str:
    """Return all rows and the page as one text in lower case."""
    found = []
    with duckdb.connect() as connection:
        for table in TABLES:
            path = folder / f"{table.name}.parquet"
            path.write_bytes(outcome.files[table.name])
            found += [str(row) for row in connection.execute(f"SELECT * FROM '{path}'").fetchall()]
    return "\n".join([*found, outcome.page.decode()]).lower()


def test_a_host_has_one_pseudonym_in_all_bundles_and_runs(tmp_path: Path) -> None:
    shown = []
    for site in (SITE, "kiel-nord"):
        with FleetMap.opened(tmp_path / "map.json", tmp_path / "results") as names:
            outcome, rounds = audited(names, bundle(tmp_path, site))
        assert (outcome.state, rounds) == ("audited", 2), outcome.reason
        shown.append(texts(outcome, tmp_path))
    private = json.loads((tmp_path / "map.json").read_text())
    (host,) = (new for new, old in private["names"].items() if old == HOST)
    (guest,) = (new for new, old in private["names"].items() if old == GUEST)
    for text in shown:
        assert host in text
        assert guest in text
        assert "aln005" in text
        assert "1 file in no known format" in text
        for name in (HOST, GUEST, SITE, "hollmann", "kiel", "berlin", "wallnut", str(tmp_path).lower()):
            assert name not in text
    assert {"site-", "tag-"} <= {new[: new.find("-") + 1] for new in private["names"]}
    assert (tmp_path / "map.json").stat().st_mode & 0o77 == 0


def test_a_word_that_is_a_pseudonym_elsewhere_is_replaced_too(tmp_path: Path) -> None:
    with FleetMap.opened(tmp_path / "map.json", tmp_path / "results") as names:
        audited(names, bundle(tmp_path, SITE))
    private = json.loads((tmp_path / "map.json").read_text())
    (guest,) = (new for new, old in private["names"].items() if old == GUEST)
    with FleetMap.opened(tmp_path / "map.json", tmp_path / "results") as names:
        outcome, _ = audited(names, bundle(tmp_path, "kiel", guest))
    assert guest not in texts(outcome, tmp_path)


def test_the_reason_of_an_error_is_for_the_operator_only(tmp_path: Path) -> None:
    with FleetMap.opened(tmp_path / "map.json", tmp_path / "results") as names:
        one = names.disguised(named(str(tmp_path / "hollmann-2026-03.zip"), None, problem="hollmann.csv:2: not found"))
        outcome = audit_bundle(one, SETTINGS)
        assert names.real(outcome.bundle.source) == str(tmp_path / "hollmann-2026-03.zip")
    assert (outcome.state, outcome.reason) == ("error", "hollmann.csv:2: not found")
    assert "hollmann" not in texts(outcome, tmp_path)
    assert "the reason is not in anonymised results" in texts(outcome, tmp_path)


def test_results_with_names_and_with_pseudonyms_are_kept_apart(tmp_path: Path) -> None:
    Results.create(tmp_path / "named")
    Results.create(tmp_path / "anonymous", anonymous=True)
    with pytest.raises(UsageError, match="these results have names, and this run would add pseudonyms"):
        Results.create(tmp_path / "named", anonymous=True)
    with pytest.raises(UsageError, match="these results have pseudonyms, and this run would add names"):
        Results.create(tmp_path / "anonymous")


@pytest.mark.parametrize(
    ("place", "content", "message"),
    [
        ("results/map.json", None, "the map must not be inside the results"),
        ("map.json", "{}", "not a pseudonym map"),
        ("map.json", '{"sanlint_map": 1, "tables": {}, "names": []}', "the pseudonym map is damaged"),
        ("missing/map.json", None, "missing/map.json cannot be used: No such file or directory"),
    ],
)
def test_a_map_that_cannot_be_used_is_named(tmp_path: Path, place: str, content: str | None, message: str) -> None:
    (tmp_path / "results").mkdir()
    if content is not None:
        (tmp_path / place).write_text(content)
    with pytest.raises(UsageError, match=message), FleetMap.opened(tmp_path / place, tmp_path / "results"):
        pass


def test_a_map_that_another_run_uses_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    with (
        FleetMap.opened(file, tmp_path / "results"),
        pytest.raises(UsageError, match="another run uses this map"),
        FleetMap.opened(file, tmp_path / "results"),
    ):
        pass
    with FleetMap.opened(file, tmp_path / "results"):
        pass


def test_a_run_anonymises_and_the_next_one_continues(tmp_path: Path) -> None:
    (tmp_path / "bundles").mkdir()
    bundle(tmp_path / "bundles", SITE)
    arguments = (
        "fleet",
        "run",
        tmp_path / "bundles",
        "-o",
        tmp_path / "results",
        "--isolated",
        "--jobs",
        "1",
        "--select",
        ",".join(RULES),
    )
    mapped = ("--anonymize", tmp_path / "map.json")
    first = sanlint(*arguments, *mapped, cache=tmp_path)
    assert "1 bundle: 1 audited" in first.stdout, first.stderr
    (tmp_path / "bundles" / "wien-2026-03.zip").write_bytes(b"PK damaged")
    second = sanlint(*arguments, *mapped, cache=tmp_path)
    assert "2 bundles: 0 audited, 0 of them with errors; 1 unchanged; 1 without a known export" in second.stdout
    assert "wien-2026-03.zip: nothing usable was read" in second.stderr
    other = sanlint(*arguments, "--anonymize", tmp_path / "other.json", cache=tmp_path)
    assert other.returncode == 2
    assert "is not in this map; give the map that they were made with" in other.stderr
    refused = sanlint(*arguments, cache=tmp_path)
    assert refused.returncode == 2
    assert "these results have pseudonyms" in refused.stderr
