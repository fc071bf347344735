"""Rules, schemas and bases are found next to the checkout, and in the data folder of an installed wheel first."""

from __future__ import annotations

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
