"""Add a suppression to the text of a configuration and keep every other byte: comments, order, layout."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.errors import ConfigError
from checker.rules.config.text import read_toml, read_yaml
from checker.rules.language.quoted import quoted

_KEY = "suppressions"
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./(-][A-Za-z0-9_./()-]*)*")
_WORDS = frozenset(["null", "true", "false", "yes", "no", "on", "off", "y", "n"])
NEW_FILE = "# Configuration of sanlint; sanlint check --show-settings lists the active values.\n"


@dataclass(frozen=True)
class Entry:
    """A suppression to write; see :class:`checker.rules.suppress.model.Suppression` for the meaning of its parts."""

    reason: str
    rule: str | None = None
    objects: Mapping[str, str] = field(default_factory=dict)
    finding: str | None = None
    expires: str | None = None

    def parts(self) -> list[tuple[str, Any]]:
        """Key and value of each part, in the order in which they are written."""
        given = (("rule", self.rule), ("objects", dict(self.objects)), ("finding", self.finding))
        return [(key, value) for key, value in (*given, ("reason", self.reason), ("expires", self.expires)) if value]


def with_suppression(text: str, entry: Entry, name: str) -> tuple[str, int]:
    """Return the text of a YAML configuration with a suppression appended to its list, and the line of the new entry.

    Args:
        text: the configuration; empty for a new one.
        entry: suppression to add.
        name: name of the file, for errors.

    Raises:
        ConfigError: the text is not a configuration, or the layout of its list does not allow an addition.
    """
    before = read_yaml(text, name)
    if not text.strip():
        text = NEW_FILE
    found = _inserted(text, name)
    if found is None:
        at = before.place((_KEY,))
        raise ConfigError(f"{at}: write this list with one entry per line (- rule: …), so that sanlint can add to it")
    lines, number, indent = found
    first, *more = [f"{key}: {_yaml(value)}" for key, value in entry.parts()]
    added = [f"{indent}- {first}", *(f"{indent}  {one}" for one in more)]
    result = "\n".join([*lines[:number], *added, *lines[number:]])
    _verify(before.values, read_yaml(result, name).values, entry, name)
    return result, number + 1


def with_toml_suppression(text: str, entry: Entry, name: str) -> tuple[str, int]:
    """Return the text of a pyproject.toml with a suppression appended as a table, and the line of the new entry.

    Raises:
        ConfigError: the text is invalid TOML, or its suppressions are an inline list.
    """
    before = read_toml(text, name)
    values = before.values if before is not None else {}
    if values.get(_KEY) and not re.search(r"(?m)^\s*\[\[\s*tool\s*\.\s*sanlint\s*\.\s*suppressions\s*\]\]", text):
        assert before is not None
        at = before.place((_KEY,))
        raise ConfigError(f"{at}: write suppressions as [[tool.sanlint.suppressions]], so that sanlint can add to them")
    head = text.rstrip("\n") + "\n\n" if text.strip() else ""
    lines = [f"{key} = {_toml(value)}" for key, value in entry.parts()]
    result = head + "\n".join(["[[tool.sanlint.suppressions]]", *lines]) + "\n"
    after = read_toml(result, name)
    _verify(values, after.values if after is not None else {}, entry, name)
    return result, head.count("\n") + 1


def _inserted(text: str, name: str) -> tuple[list[str], int, str] | None:
    """Return the lines, the index of the new entry, and its indent; None if the list cannot be extended line by line."""
    from checker.readers.toolkit.documents.located_yaml import YamlProblem
    from checker.readers.toolkit.documents.yaml_nodes import node_tree

    lines = text.split("\n")
    try:
        root = node_tree(text)
    except YamlProblem as problem:
        raise ConfigError(
            f"{name}:{problem.line}: {problem}, so sanlint cannot add to it; add the entry by hand"
        ) from None
    if root is not None and (root.id != "mapping" or root.flow_style):
        return None
    value = next((one for key, one in (root.value if root is not None else []) if key.value == _KEY), None)
    if value is None:
        # At the end of the file, after one empty line.
        while lines and not lines[-1].strip():
            lines.pop()
        lines += ["", f"{_KEY}:"] if root is not None else [f"{_KEY}:"]
        return [*lines, ""], len(lines), "  "
    if value.id != "sequence" or value.flow_style or not value.value:
        return None
    # A block ends where the next key begins: go back over comments and empty lines.
    last = min(value.end_mark.line, len(lines) - 1 if value.end_mark.column else value.end_mark.line - 1)
    last = min(last, len(lines) - 1)
    if value.end_mark.line == last and _begins(root, last):
        last -= 1
    while last > 0 and (not lines[last].strip() or lines[last].lstrip().startswith("#")):
        last -= 1
    dash = value.start_mark.column
    if last + 1 == len(lines):
        lines.append("")
    return lines, last + 1, " " * dash


def _begins(root: Any, line: int) -> bool:
    return any(key.start_mark.line == line for key, _value in root.value)


def _verify(before: Mapping[str, Any], after: Mapping[str, Any], entry: Entry, name: str) -> None:
    """Verify that the entry was added and nothing else changed.

    Raises:
        ConfigError: the verification failed; nothing has been written yet.
    """
    expected = {**before, _KEY: [*(before.get(_KEY) or []), dict(entry.parts())]}
    if expected != dict(after):
        raise ConfigError(f"{name}: the entry cannot be added without changing something else; add it by hand")


def _yaml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_yaml(key)}: {_yaml(one)}" for key, one in value.items()) + "}"
    text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    # JSON is also valid YAML; quoted dates stay texts.
    return text if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else quoted(text)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {_toml(one)}" for key, one in value.items()) + "}"
    return quoted(str(value))
