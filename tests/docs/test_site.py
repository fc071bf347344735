"""The documentation site: a page for every rule and command, links that lead somewhere, and nothing said that --help doesn't know."""

from __future__ import annotations

import posixpath
import re
import sys

import pytest

from checker.rules.book.book import built_in_book
from tests import folders

ROOT = folders.ROOT


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    sys.path.insert(0, str(ROOT / "docs" / "site"))
    try:
        import build

        return build.pages()
    finally:
        sys.path.remove(str(ROOT / "docs" / "site"))


def test_every_rule_has_a_page_and_is_in_the_list(pages: dict[str, str]) -> None:
    book = built_in_book()
    for rule_id, rule in book.rules.items():
        page = pages[f"rules/{rule_id}.md"]
        assert page.startswith(f"# {rule_id} ")
        assert all(f"`{rule_id}.{name}`" in page for name in rule.parameters)
        assert page.count("\n**") >= len(book.text(rule_id).examples)
        assert f"[{rule_id}]({rule_id}.md)" in pages["rules/index.md"]
    assert all(f"rules/{rule_id}.md" in pages for rule_id in book.retired)


def test_every_link_within_the_site_leads_somewhere(pages: dict[str, str]) -> None:
    others = {f"schemas/{path.name}" for path in (ROOT / "schemas").glob("*.json")}
    others |= {path.name for path in (ROOT / "docs").glob("*.svg")}
    broken = [
        (name, target)
        for name, text in pages.items()
        for target in re.findall(r"\]\(([^)#\s]+)", re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL))
        if ":" not in target
        and posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) not in pages.keys() | others
    ]
    assert broken == []


def test_every_command_of_the_readme_is_one_and_has_the_options_it_shows(pages: dict[str, str]) -> None:
    commands = pages["commands.md"]
    known = set(re.findall(r"(?m)^## (sanlint [a-z ]+)$", commands))
    # A word for a path or a name ends the command.
    code = "\n".join(re.findall(r"(?ms)^```\w*\n(.*?)^```", (ROOT / "README.md").read_text()))
    used = re.findall(r"(?m)^(?:\$ )?(sanlint(?: [a-z]+)+)((?: [^\n#|>&;]*)?)", code)
    assert used
    for command, rest in used:
        words = command.split()
        found = next((" ".join(words[:n]) for n in (3, 2) if " ".join(words[:n]) in known), None)
        assert found, command
        section = commands.partition(f"## {found}\n")[2].partition("\n## ")[0]
        for option in re.findall(r"(?<=\s)--?[a-z][a-z-]*", rest):
            assert f"`{option}`" in section, (found, option)


def test_the_navigation_names_pages_that_exist_and_every_page_written_by_hand(pages: dict[str, str]) -> None:
    text = (ROOT / "docs" / "site" / "mkdocs.yml").read_text()
    named = set(re.findall(r"[\w/-]+\.md", text[text.index("nav:") :]))
    assert named - pages.keys() == set()
    by_hand = {name for name in pages if not name.startswith(("rules/", "adr/"))}
    assert by_hand - named == set()
