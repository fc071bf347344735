"""Addresses of rule pages on a published documentation site, if the configuration names one."""

from __future__ import annotations


def rule_page_address(site: str, rule_id: str) -> str:
    """Return the address of a rule's page; ``site`` is the address of a site built with ``make site``."""
    from urllib.parse import quote

    return f"{site.rstrip('/')}/rules/{quote(rule_id, safe='')}.html"
