"""JSON and XML documents below titles that scripts print above the answers."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_text
from tests.readers import harness

VOLUMES = harness.sample("powerstore-rest.volume.json").strip()
HOSTS = harness.sample("powerstore-rest.host.json").strip()
POOLS = harness.sample("clariion-xml.pool.xml").strip()


def owners(text: str) -> list[tuple[str | None, str | None]]:
    records = read_text(text + "\n", "all.txt", ("all.txt",), 0, Observations())
    return [(record.format, record.owner) for record in records]


@pytest.mark.parametrize(
    "title",
    [
        "GET /api/rest/volume",
        "Volumes of the first array",
        "$ curl -k https://192.0.2.1/api/rest/volume",
        "left:\nvolumes",
    ],
)
def test_a_document_below_a_title_is_recognised(title: str) -> None:
    assert owners(f"{title}\n{VOLUMES}") == [("powerstore-rest", "unknown array (powerstore)")]
    assert owners(f"{title}\n{POOLS}")[0][0] == "clariion-xml"


def test_lines_of_facts_are_those_of_the_file() -> None:
    found, alone = Observations(), Observations()
    read_text(f"GET /api/rest/volume\n\n{VOLUMES}\n", "all.txt", ("all.txt",), 0, found)
    read_text(f"\n\n{VOLUMES}\n", "all.txt", ("all.txt",), 0, alone)
    assert found.rows("storage_volume") == alone.rows("storage_volume")
    assert found.rows("storage_volume")


def test_answers_to_different_questions_are_of_one_array() -> None:
    found = owners(f"GET /api/rest/volume\n{VOLUMES}\nGET /api/rest/host\n{HOSTS}")
    assert [owner for _, owner in found] == ["unknown array (powerstore)"] * 2


def test_lists_of_the_same_below_different_titles_stay_separate() -> None:
    others = VOLUMES.replace("vol", "lun")
    found = owners(f"Volumes of left\n{VOLUMES}\nVolumes of right\n{others}")
    assert [owner for _, owner in found] == [
        "unknown array (all.txt, below volumes of left)",
        "unknown array (all.txt, below volumes of right)",
    ]
    # Pages of one answer.
    pages = owners(f"Page 1\n{VOLUMES}\nPage 2\n{others}")
    assert len({owner for _, owner in pages}) == 1


def test_a_log_with_documents_in_it_is_no_export() -> None:
    log = "".join(f"line {number} of a log\n" for number in range(8))
    assert owners(f"{log}{VOLUMES}")[0][0] is None
    assert owners(f"GET /api/rest/volume\n{VOLUMES}\n{log}")[0][0] is None
