"""Where sanlint and the pages of its rules are found."""

from __future__ import annotations

HOME = "https://sanlint.readthedocs.io/"


def rule_page_address(rule_id: str) -> str:
    """Return the address of a rule's page."""
    from urllib.parse import quote

    return f"{HOME}en/stable/rules/{quote(rule_id, safe='')}/"
