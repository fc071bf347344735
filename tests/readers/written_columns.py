"""Kinds and columns that the code of a reader names outside its declarations."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PACKAGE = "checker.readers."
# Functions that return the columns of a size by its name: sizes("used", "used_capacity").
_SIZES = frozenset(("columns", "facts", "mebibytes", "size", "size_of", "sizes"))
_WORD = re.compile(r"[a-z][a-z0-9_]*\Z")


@dataclass(frozen=True)
class Named:
    """The words a module uses as arguments, keys or texts, and the reader modules it imports."""

    words: frozenset[str]
    imports: frozenset[str]


def names_column(module: str, kind: str, column: str) -> bool:
    """Return whether a reader's module, or one it imports, names the column near the kind.

    Near means in the same module or in one that it imports: families keep their field maps in modules of their own.
    """
    modules = [_named(name) for name in _closure(module)]
    return any(
        kind in named.words and (column in named.words or any(column in _named(name).words for name in named.imports))
        for named in modules
    )


@cache
def _closure(module: str) -> frozenset[str]:
    """The module and every reader module that it imports, directly or not."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += _named(name).imports
    return frozenset(seen)


@cache
def _named(module: str) -> Named:
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None, module
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    skipped = _declarations(tree)
    code = [node for node in ast.walk(tree) if id(node) not in skipped]
    return Named(frozenset(word for node in code for word in _words(node)), frozenset(_imports(code)))


def _declarations(tree: ast.Module) -> set[int]:
    """The nodes of every ``provides=…`` and of the constants that only such an argument uses."""
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "provides"
        for inner in ast.walk(node.value)
    }
    constants = {name: node for node in tree.body for name in _assigned(node)}
    while True:
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        used = {node.id for node in names if id(node) not in skipped}
        declaring = {"PROVIDES"} | ({node.id for node in names} - used)
        more = {id(inner) for name in declaring & set(constants) for inner in ast.walk(constants[name])}
        if more <= skipped:
            return skipped
        skipped |= more


def _assigned(node: ast.stmt) -> list[str]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _words(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.keyword | ast.arg) and node.arg is not None:
        yield node.arg
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from (word for word in re.split(r"[\s,|:=]+", node.value) if _WORD.match(word))
    elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in _SIZES and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield from (first.value + end for end in ("_bytes", "_low_bytes", "_high_bytes"))


def _imports(code: list[ast.AST]) -> Iterator[str]:
    for node in code:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
            yield from (name for name in names if name.startswith(_PACKAGE) and _is_module(name))


@cache
def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
