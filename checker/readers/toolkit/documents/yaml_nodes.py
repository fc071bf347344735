"""The node tree of a YAML document, with the positions of its texts: for those who edit a document or read its comments.

A tree takes fifty times the size of the text, and a second or more per megabyte; values alone come from ``located_yaml``.
"""

from __future__ import annotations

from typing import Any

from checker.readers.toolkit.documents.located_json import MAX_DEPTH
from checker.readers.toolkit.documents.located_yaml import YamlProblem, problem_of
from checker.readers.toolkit.documents.shallow_yaml import shallow

MOST_CHARACTERS = 1_000_000
"""Longest document; a longer one is not maintained by hand."""


def node_tree(text: str) -> Any:
    """Return the root node of a document; None if it is empty. Aliases are the node that they name.

    Raises:
        YamlProblem: invalid, nested too deeply or longer than :data:`MOST_CHARACTERS`; with its line.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    if len(text) > MOST_CHARACTERS:
        raise YamlProblem(1, f"longer than {MOST_CHARACTERS:,} characters")
    try:
        return shallow(YAML(typ="safe", pure=True), MAX_DEPTH).compose(text)
    except (YAMLError, ValueError) as error:
        raise problem_of(error, 1) from None
    except RecursionError:
        raise YamlProblem(1, "nested too deeply") from None
