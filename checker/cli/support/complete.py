"""Shell completion of rules, profiles, formats and views, from file names only.

It must answer each Tab quickly, so nothing is loaded or compiled here.
"""

from __future__ import annotations

from pathlib import Path

Offer = tuple[str, str]


def rule_ids(incomplete: str) -> list[Offer]:
    """Return the ids of built-in rules with this prefix, each with its name."""
    return [offer for offer in _rules() if offer[0].startswith(incomplete)]


def references(incomplete: str) -> list[Offer]:
    """Return the ids of documents that rules are based on, with this prefix, each with its title."""
    from checker.rules.book.documents import documents

    return [offer for offer in sorted(documents().items()) if offer[0].startswith(incomplete)]


def selectors(incomplete: str) -> list[Offer]:
    """Return the ids, prefixes and categories for ``--select`` that match the text after the last comma."""
    head, comma, last = incomplete.rpartition(",")
    rules = _rules()
    prefixes = sorted({rule_id.rstrip("0123456789") for rule_id, _name in rules})
    known = [
        ("ALL", "every rule"),
        *((prefix, f"all rules {prefix}…") for prefix in prefixes),
        *((folder.name, "category") for folder in _categories()),
        *(rules if len(last) >= 3 else []),
    ]
    return [(f"{head}{comma}{word}", summary) for word, summary in known if word.startswith(last)]


def profiles(incomplete: str) -> list[Offer]:
    """Return the profiles with this prefix."""
    from checker.resources import rules_folder

    found = sorted(path.stem for path in (rules_folder() / "profiles").glob("*.yaml"))
    return [(name, "profile") for name in found if name.startswith(incomplete)]


def formats(incomplete: str) -> list[Offer]:
    """Return the output formats with this prefix, each with its summary."""
    from checker.report.registry import formats as known

    return [(one.name, one.summary) for one in known().values() if one.name.startswith(incomplete)]


def views(incomplete: str) -> list[Offer]:
    """Return the views with this prefix."""
    from checker.views.catalog import view_files

    names = [path.stem for path in view_files()]
    return [(name, "view") for name in names if name.startswith(incomplete) and not name.startswith("_")]


def _categories() -> list[Path]:
    from checker.resources import rules_folder

    excluded = {"data", "profiles"}
    return sorted(one for one in rules_folder().iterdir() if one.is_dir() and one.name not in excluded)


def _rules() -> list[Offer]:
    found = []
    for folder in _categories():
        for path in folder.glob("*-*.yaml"):
            rule_id, _, name = path.stem.partition("-")
            found.append((rule_id, name.replace("-", " ")))
    return sorted(found)
