"""Rules, schemas and bases are found next to the checkout, and in the data folder of an installed wheel first."""

from __future__ import annotations

import zipfile

import pytest

from checker import resources
from checker.errors import InternalError


def test_a_checkout_has_resources_next_to_the_package():
    assert resources.rules_folder().name == "rules"
    assert resources.schema("rule").is_file()
    assert resources.book_folder() is None


def test_an_installed_wheel_has_them_inside(tmp_path, monkeypatch):
    data = tmp_path / "checker" / "_data"
    for name in ("rules", "schemas", "fixtures/bases", "book"):
        (data / name).mkdir(parents=True)
    (data / "book" / "core.json").write_text("{}")
    monkeypatch.setattr(resources, "_INSTALLED", data)
    assert resources.rules_folder() == data / "rules"
    assert resources.bases_folder() == data / "fixtures" / "bases"
    assert resources.book_folder() == data / "book"


def test_a_wheel_has_its_rules_packed(tmp_path, monkeypatch):
    data = tmp_path / "checker" / "_data"
    (data / "rules" / "data").mkdir(parents=True)
    names = ["data/product.yaml", "zoning/ZON001-a-b.yaml", "zoning/ZON001.cases.yaml"]
    with zipfile.ZipFile(data / resources.PACKED, "w") as packed:
        for name in names:
            packed.writestr(name, name)
    monkeypatch.setattr(resources, "_INSTALLED", data)
    folder = resources.rules_folder()
    assert folder == resources.rules_folder()
    assert [(folder / name).read_text() for name in names] == names
    assert resources.rule_files() == names[1:]
    assert resources.tables_folder() == data / "rules" / "data"
    monkeypatch.undo()
    assert "zoning/ZON001.cases.yaml" in resources.rule_files()
    assert not [name for name in resources.rule_files() if name.startswith(("data/", "profiles/"))]


def test_a_broken_installation_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_INSTALLED", tmp_path / "a")
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path / "b")
    with pytest.raises(
        InternalError, match="the folder rules is missing from this installation of sanlint; install it again"
    ):
        resources.rules_folder()


def test_a_missing_schema_says_so():
    with pytest.raises(InternalError, match=r"nope\.schema\.json is missing"):
        resources.schema("nope")
