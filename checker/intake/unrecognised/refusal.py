"""Why a document that no reader recognises was refused: it is damaged, or its keys belong to no known format."""

from __future__ import annotations

import re

_LARGEST = 2_000_000
"""Characters up to which a document is parsed only to say what is wrong with it."""
_FEW = 5
_DAMAGED = "invalid"
_SECTION = re.compile(r"(?m)^[ \t]*([A-Za-z][\w.-]{0,40})[ \t]*\{")
# Prompts and SCSI addresses begin with brackets, too.
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{"])')
_INVENTORY = frozenset(("storage_arrays", "switches", "fabrics"))
"""Keys of an inventory that other documents rarely have; one without its version is not recognised."""
_TEXTS = re.compile(r'"[^"\n]*"|#[^\n]*')


def reason(text: str, name: str) -> str | None:
    """Return the reason why a JSON, YAML or brace document was not read; None for other texts.

    Args:
        text: the whole file.
        name: its name; much text that is not YAML looks like it.
    """
    if _JSON.match(text) or (name.lower().endswith(".json") and text.lstrip()[:1] in ("{", "[")):
        return _json(text)
    if name.lower().endswith((".yaml", ".yml")) or text.startswith("---\n"):
        return _yaml(text)
    return _braces(text) if _SECTION.match(text[:1000].lstrip()) else None


def is_damage(reason: str | None) -> bool:
    """Return whether this reason is damage, so that the document may be an export nevertheless."""
    return reason is not None and reason.startswith(_DAMAGED)


def _json(text: str) -> str:
    import json

    if len(text) > _LARGEST:
        return "JSON in an unknown format"
    try:
        # Numbers as texts: one of thousands of digits cannot be converted.
        value = json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return f"{_DAMAGED} JSON: {error}"
    except RecursionError:
        return f"{_DAMAGED} JSON: nested too deeply"
    return f"JSON in an unknown format{_keys(value)}"


def _keys(value: object) -> str:
    """Return the first keys of a document, or of the first object in it."""
    while isinstance(value, list) and value:
        value = value[0]
    if not isinstance(value, dict) or not value:
        return ""
    shown = ", ".join(_shown(str(key)[:40]) for key in list(value)[:_FEW])
    return f": its keys are {shown}{' …' if len(value) > _FEW else ''}"


def _shown(key: str) -> str:
    """Return a key without control characters and halves of surrogate pairs, which no report could contain."""
    return "".join(character if character.isprintable() else "?" for character in key)


def _braces(text: str) -> str:
    depth = 0
    for number, line in enumerate(_TEXTS.sub("", text).split("\n"), 1):
        for sign in re.findall(r"[{}]", line):
            depth += 1 if sign == "{" else -1
            if depth < 0:
                return f"line {number}: a closing brace without an opening one"
    if depth:
        return f"{depth} {'section is' if depth == 1 else 'sections are'} not closed"
    names = list(dict.fromkeys(_SECTION.findall(text)))
    shown = ", ".join(names[:_FEW])
    if len(text.strip().split("\n")) == 1:
        return f"sections {shown} in one line: every setting and every closing brace needs a line of its own"
    return f"sections in an unknown format: {shown}{' …' if len(names) > _FEW else ''}"


def _yaml(text: str) -> str | None:
    from checker.readers.toolkit.documents.located_yaml import YamlProblem, parse

    if len(text) > _LARGEST // 10:
        return None
    try:
        value = parse(text)
    except YamlProblem as error:
        return f"{_DAMAGED} YAML: {error}"
    is_inventory = isinstance(value, dict) and not _INVENTORY.isdisjoint(map(str, value))
    return (
        f"YAML in an unknown format{_keys(value)}{'; an inventory needs the line sanlint: 1' if is_inventory else ''}"
    )
