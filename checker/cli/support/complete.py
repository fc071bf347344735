"""Shell completion of rules, profiles, formats and views, from file names only.

It must answer each Tab quickly, so nothing is loaded or compiled here.
"""

from __future__ import annotations

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
    from checker.resources import rule_files

    head, comma, last = incomplete.rpartition(",")
    rules = _rules()
    prefixes = sorted({rule_id.rstrip("0123456789") for rule_id, _name in rules})
    known = [
        ("ALL", "every rule"),
        *((prefix, f"all rules {prefix}…") for prefix in prefixes),
        *((category, "category") for category in sorted({path.partition("/")[0] for path in rule_files()})),
        *(rules if len(last) >= 3 else []),
    ]
    return [(f"{head}{comma}{word}", summary) for word, summary in known if word.startswith(last)]


def profiles(incomplete: str) -> list[Offer]:
    """Return the profiles with this prefix."""
    from checker.resources import profiles_folder

    found = sorted(path.stem for path in profiles_folder().glob("*.yaml"))
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


def _rules() -> list[Offer]:
    from checker.resources import rule_files

    names = [path.partition("/")[2].removesuffix(".yaml").partition("-") for path in rule_files()]
    return sorted((rule_id, name.replace("-", " ")) for rule_id, _, name in names if name)
