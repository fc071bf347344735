"""Parse PowerShell with tree-sitter, as PowerShell is not available here: what a script would call, and with what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import tree_sitter_pwsh
from tree_sitter import Language, Node, Parser

_FIXED = frozenset({"generic_token", "command_parameter", "command_name", "decimal_integer_literal"})


@dataclass(frozen=True)
class Call:
    """A command with its words, or a method with the entries of the table it gets; all of them decoded."""

    name: str
    words: tuple[str, ...]


class Script:
    """The syntax tree of one script.

    Raises:
        SyntaxError: a line is not valid in the grammar.
    """

    def __init__(self, text: str) -> None:
        self.root = _parser().parse(text.removeprefix("\ufeff").encode()).root_node
        broken = [node for node in _all(self.root) if node.is_error or node.is_missing]
        if broken:
            raise SyntaxError(f"line {broken[0].start_point.row + 1}: {_text(broken[0])[:80]!r}")

    def calls(self) -> list[Call]:
        """Every command and every method that the script calls, in its order; those inside of texts included."""
        found: list[Call] = []
        for node in _all(self.root):
            if node.type == "command":
                words = [_words(child) for child in node.children[1:]]
                found.append(Call(_text(node.children[0]), tuple(word for one in words for word in one)))
            elif node.type == "invocation_expression":
                entries = [child for child in _all(node) if child.type == "hash_entry"]
                values = tuple(f"{_text(one.children[0])}={''.join(_words(one.children[2]))}" for one in entries)
                found.append(Call(_text(node.children[0]), values))
        return found

    def texts(self) -> list[str]:
        """Every text in double quotes, in which variables and commands would be replaced."""
        return [_text(node) for node in _all(self.root) if node.type == "expandable_string_literal"]


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_pwsh.language()))


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)


def _words(node: Node) -> Iterator[str]:
    if node.type == "verbatim_string_characters":
        yield _text(node)[1:-1].replace("''", "'")
    elif not node.children:
        if node.type != "command_argument_sep" and _text(node).strip():
            yield _text(node)
    elif node.type in _FIXED or node.type == "expandable_string_literal":
        yield _text(node)
    else:
        for child in node.children:
            yield from _words(child)


def _text(node: Node) -> str:
    return (node.text or b"").decode()
