"""The cells of a SATP rule whose columns are lost, identified by their words.

    VMW_SATP_ALUA EXAMPLE MODEL-1 tpgs_on VMW_PSP_RR iops=1 Example arrays

Policy, rule group, claim options and transport have words of their own. The first of the remaining words is the vendor
and the rest the model, because rules match on vendor, or on vendor and model. Words separated by a single blank
belong to one cell if other cells are separated by two or more.
"""

from __future__ import annotations

import re

_PSP = re.compile(r"(?<!\S)\w*_PSP_\w+(?!\S)")
_SATP = re.compile(r"\s*(\w*SATP\w*)(?:\s+|\Z)")
_PSP_OPTIONS = re.compile(r"((?:policy|iops|bytes|useANO|type|preferred)=\S+)(?:\s+|\Z)")
_CLAIM_OPTION = re.compile(r"(?:tpgs_\w+|navireg_\w+|ipfilter_\w+|\w+_(?:on|off))\Z")
_OPTION = re.compile(r"(?:enable|disable|supports?|reset)_\w+\Z")
_DEVICE = re.compile(r"(?:naa|eui|t10|mpx|vml)\.\S+\Z")
_TRANSPORTS = frozenset(("fc", "fcoe", "iscsi", "sas", "usb", "sata", "ide", "parallel", "block", "pcie", "unknown"))
_GROUP = re.compile(r"(?<!\S)(?:system|user)(?!\S)")
_WORD = re.compile(r"\S+")
_MOST_WORDS = 40


def cells(row: str) -> dict[str, str] | None:
    """Return the cells of a row by title; None if its words are ambiguous."""
    text = row.expandtabs()
    name = _SATP.match(text)
    if name is None:
        return None
    found = {"name": name.group(1)}
    rest = text[name.end() :]
    policy = _PSP.search(rest)
    if policy:
        found["default psp"] = policy.group()
        after_policy = rest[policy.end() :].strip()
        options = _PSP_OPTIONS.match(after_policy)
        if options:
            found["psp options"] = options.group(1)
            after_policy = after_policy[options.end() :]
        found["description"] = " ".join(after_policy.split())
        rest = rest[: policy.start()]
    else:
        end = _end_of_matches(rest)
        if end is None:
            return None
        found["description"] = " ".join(rest[end:].split())
        rest = rest[:end]
    return found if _matches(rest, found) else None


def _end_of_matches(rest: str) -> int | None:
    """Return where the description of a rule without policy begins: after the rule group and the claim options."""
    end = None
    group = _GROUP.search(rest)
    start = group.end() if group else 0
    for word in _WORD.finditer(rest, start):
        if _CLAIM_OPTION.match(word.group()):
            end = word.end()
        elif group or end is not None:
            break
    return end if end is not None else start or None


def _matches(text: str, found: dict[str, str]) -> bool:
    """Add the cells before the policy; FALSE if they are ambiguous."""
    parts = [part for part in re.split(r" {2,}", text.strip()) if part]
    if len(parts) <= 1:
        parts = text.split()
    if len(parts) > _MOST_WORDS:
        return False
    left: list[str] = []
    for part in parts:
        if part in ("system", "user") and "rule group" not in found:
            found["rule group"] = part
        elif _DEVICE.match(part):
            found["device"] = part
        elif _OPTION.match(part):
            found["options"] = f"{found.get('options', '')} {part}".strip()
        elif _CLAIM_OPTION.match(part):
            found["claim options"] = f"{found.get('claim options', '')} {part}".strip()
        elif part in _TRANSPORTS:
            found["transport"] = part
        elif "rule group" in found:
            return False
        else:
            left.append(part)
    if left:
        found["vendor"] = left[0]
        if len(left) > 1:
            found["model"] = " ".join(left[1:])
    return True
