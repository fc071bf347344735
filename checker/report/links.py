"""Where the pages of rules are found: on a site that somebody made and published, if the configuration names one."""

from __future__ import annotations


def rule_page_address(site: str, rule_id: str) -> str:
    """Return the address of a rule's page on a site that ``make site`` made; ``site`` is where its first page is."""
    from urllib.parse import quote

    return f"{site.rstrip('/')}/rules/{quote(rule_id, safe='')}.html"
