"""Which bundles there are, and what their names and manifests say about them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import fsspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.errors import UsageError
from checker.fleet.request import Bundle
from checker.fleet.sources import bundles_of, named, public, reason_of


@pytest.mark.parametrize(
    ("name", "site", "captured_at"),
    [
        ("oslo-2026-03.tar.gz", "oslo", "2026-03"),
        ("oslo_2026-03-04.zip", "oslo", "2026-03-04"),
        ("2026-03-04_oslo.zip", "oslo", "2026-03-04"),
        ("20260304-oslo-dc1.tgz", "oslo-dc1", "2026-03-04"),
        ("oslo.dc1.2026.03.tar.zst", "oslo.dc1", "2026-03"),
        ("oslo/2026-03.tar.gz", "oslo", "2026-03"),
        ("s3://bucket/oslo/2026-03/", "oslo", "2026-03"),
        ("oslo", "oslo", ""),
        ("oslo-2026-13.zip", "oslo-2026-13", ""),
        ("oslo-2026-02-31.zip", "oslo", "2026-02"),
        ("case-4711220260301.zip", "case-4711220260301", ""),
        ("db01.txt", "db01", ""),
    ],
)
def test_site_and_time_are_taken_from_the_name(name: str, site: str, captured_at: str) -> None:
    found = named(name, None)
    assert (found.site, found.captured_at) == (site, captured_at)
    assert found.captured_from == ("name" if captured_at else "file")


@given(st.text(min_size=1).filter(lambda name: name.strip("/. ")))
def test_any_name_gives_a_site(name: str) -> None:
    assert named(name, None).site


def test_credentials_are_not_kept() -> None:
    assert public("sftp://me:hunter2@host/a.zip") == "sftp://host/a.zip"
    assert public("https://host/a.zip?X-Amz-Signature=abc") == "https://host/a.zip"
    assert named("sftp://me:hunter2@host/a.zip", None).source == "sftp://host/a.zip"
    assert reason_of(OSError(111, "refused by me"), "sftp://me:hunter2@host/a.zip") == "refused by …"
    assert "hunter2" not in reason_of(OSError("login me:hunter2 refused"), "sftp://me:hunter2@host/a.zip")


def listed(tmp_path: Path, text: str, name: str = "fleet.csv") -> list[Bundle]:
    for file in ("a.zip", "b.zip"):
        if not (tmp_path / file).exists():
            (tmp_path / file).write_bytes(b"x")
    (tmp_path / name).write_text(text)
    bundles, problems = bundles_of([str(tmp_path / name)])
    assert not problems
    return bundles


def test_a_manifest_states_site_time_and_tags(tmp_path: Path) -> None:
    first, second = listed(
        tmp_path,
        "bundle,site,captured_at,tags\na.zip,Oslo,2026-03-04T08:30:00+01:00,prod; nordic\nb.zip,,2026-03,\n",
    )
    assert (first.site, first.captured_at, first.captured_from, first.tags) == (
        "Oslo", "2026-03-04T07:30:00", "manifest", ("prod", "nordic"),
    )  # fmt: skip
    assert (second.site, second.captured_at, second.tags) == ("b", "2026-03", ())


def test_a_yaml_manifest_says_the_same(tmp_path: Path) -> None:
    yaml = "bundles:\n- bundle: a.zip\n  site: Oslo\n  captured_at: 2026-03\n  tags: [prod, nordic]\n"
    csv = "bundle,site,captured_at,tags\na.zip,Oslo,2026-03,prod;nordic\n"
    assert listed(tmp_path, yaml, "fleet.yaml") == listed(tmp_path, csv)


def test_a_row_without_a_file_is_a_problem_of_that_row(tmp_path: Path) -> None:
    first, second = listed(tmp_path, "bundle\nc.zip\nb.zip\n")
    assert first.problem == f"{tmp_path}/fleet.csv:2: not found"
    assert not second.problem


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("f.csv", "", "f.csv:1: column 'bundle' is missing"),
        ("f.csv", "bundle\n", "f.csv: the manifest lists no bundle"),
        ("f.csv", "bundle,where\na.zip,x\n", "f.csv:1: unknown column 'where'"),
        ("f.csv", "bundle\na.zip,more\n", "f.csv:2: more values than columns"),
        ("f.csv", "bundle,captured_at\na.zip,yesterday\n", "f.csv:2: captured_at 'yesterday' is not a time"),
        ("f.csv", "bundle,site\n,oslo\n", "f.csv:2: no bundle is named"),
        ("f.yaml", "- bundle: a.zip\n", "f.yaml:1:1"),
        ("f.yaml", "bundles:\n- a.zip\n", "f.yaml:2: a bundle must be a mapping"),
        ("f.yaml", "bundles:\n- bundle: a.zip\n  where: x\n", "f.yaml:2: unknown column 'where'"),
        ("f.yaml", "bundles: [\n", "f.yaml:2:1"),
    ],
)
def test_a_wrong_manifest_is_refused_with_its_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        listed(tmp_path, text, name)
    assert message in str(caught.value)


def test_a_bundle_that_is_named_twice_is_audited_once(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"x")
    found, _ = bundles_of([str(tmp_path / "a.zip"), str(tmp_path), f"{tmp_path}/*.zip"])
    assert [Path(one.url).name for one in found] == ["a.zip"]


def test_a_source_that_cannot_be_used_is_named_and_the_others_are_used(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"x")
    (tmp_path / "bad.csv").write_text("bundle,captured_at\na.zip,2026-03\na.zip,yesterday\n")
    found, problems = bundles_of(
        [f"{tmp_path}/*.7z", "nowhere://x", str(tmp_path / "bad.csv"), str(tmp_path / "a.zip")]
    )
    assert [(Path(one.url).name, one.captured_at) for one in found] == [("a.zip", "")]
    assert [one.partition(": ")[0] for one in problems] == [f"{tmp_path}/*.7z", "nowhere://x", f"{tmp_path}/bad.csv:3"]


def test_rows_of_a_manifest_are_looked_up_at_the_same_time_and_stay_in_order(tmp_path: Path) -> None:
    # Each lookup waits for another: one after the other, they would wait forever.
    both = threading.Barrier(2, timeout=30)

    class Distant(fsspec.AbstractFileSystem):  # type: ignore[misc]
        protocol = "distant"
        cachable = False

        def info(self, path: str, **_: Any) -> dict[str, Any]:
            both.wait()
            return {"name": path, "size": 1, "type": "file"}

    fsspec.register_implementation("distant", Distant, clobber=True)
    names = [f"site{number}" for number in range(8)]
    manifest = tmp_path / "bundles.csv"
    manifest.write_text("bundle\n" + "".join(f"distant://store/{name}.zip\n" for name in names))
    found, problems = bundles_of([str(manifest)])
    assert ([one.site for one in found], problems) == (names, [])
