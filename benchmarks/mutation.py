"""Mutation score of a sample: small changes of rules, facts and readers, and whether the tests that matter notice them.

Usage: ``python benchmarks/mutation.py [--count 200] [--seed 1] [--seconds 3600] [--under checker/readers …]``. Each mutant changes one
comparison, condition, number, truth value or return value in a copy of the checkout, and runs the tests of the changed file: those that name
its module, those in the folder that mirrors its package, and those that run every reader over its samples. Each is printed with its place
when it is decided; the last line is the score. The sample is the same for the same seed and commit, and a run that stops
after its processor time has decided the first mutants of it.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.rules.book.book import built_in_book, write_book

ROOT = Path(__file__).resolve().parents[1]
UNDER = ("checker/rules", "checker/facts", "checker/readers")
LONGEST = 120
"""Seconds of processor time of the tests of one mutant; one that needs more hangs, and the tests have noticed it."""
OF_ALL_READERS = ("test_samples.py", "test_provides.py", "test_silent_lines.py")
_OTHER: dict[type[ast.AST], Any] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the position of the node in the walk over its tree, and which change of that node."""

    file: str
    node: int
    change: int


def changes(node: ast.AST) -> Iterator[str]:
    """Yield the changes that can be made to a node, in words."""
    if isinstance(node, ast.Compare):
        yield from (f"{type(one).__name__} to {_OTHER[type(one)].__name__}" for one in node.ops if type(one) in _OTHER)
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in _OTHER:
        yield f"{type(node.op).__name__} to {_OTHER[type(node.op)].__name__}"
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "condition negated"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
        yield f"{node.value} changed"
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "returns None"
    elif isinstance(node, ast.Continue):
        yield "continue to break"


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def change(node: ast.AST, number: int) -> ast.AST:
    """Make one of the changes of a node; return the node that takes its place."""
    if isinstance(node, ast.Compare):
        index = [place for place, one in enumerate(node.ops) if type(one) in _OTHER][number]
        node.ops[index] = _OTHER[type(node.ops[index])]()
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        node.op = _OTHER[type(node.op)]()
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif isinstance(node, ast.Return):
        node.value = ast.Constant(None)
    else:
        return ast.Break()
    return node


def places(tree: ast.Module) -> list[ast.AST]:
    """Return the nodes of functions, which are what a test can reach without importing the module again."""
    found: dict[int, ast.AST] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                found.update((id(node), node) for node in ast.walk(statement))
    return list(found.values())


def mutants(under: list[str]) -> list[Mutant]:
    """Return every possible mutant."""
    found = []
    for folder in under:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for number, node in enumerate(places(ast.parse(path.read_text()))):
                found += [Mutant(name, number, one) for one, _ in enumerate(changes(node))]
    return found


class Copy:
    """A copy of the checkout in which files are changed; its rules are compiled, because a mutant must not compile all of them."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "copy"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            target = self.root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        write_book(built_in_book(), self.root / "checker" / "_data" / "book")
        self._texts = {path: path.read_text() for path in (self.root / "tests").rglob("test_*.py")}

    def apply(self, mutant: Mutant) -> tuple[str, str]:
        """Change a file; return its old text and the change in words."""
        path = self.root / mutant.file
        before = path.read_text()
        tree = ast.parse(before)
        node = places(tree)[mutant.node]
        words = f"{mutant.file}:{getattr(node, 'lineno', 0)}: {list(changes(node))[mutant.change]}"
        new = change(node, mutant.change)
        if new is not node:
            ast.copy_location(new, node)
            for parent in ast.walk(tree):
                for _, value in ast.iter_fields(parent):
                    if isinstance(value, list) and node in value:
                        value[value.index(node)] = new
        path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
        return before, words

    def tests(self, file: str) -> list[list[str]]:
        """Return the arguments of the test runs for a changed file, the nearest tests first."""
        module = file.removesuffix(".py").replace("/", ".")
        package, _, name = module.rpartition(".")
        imports = (f"{module} ", f"from {package} import {name}", f'"{module}')
        folder = self.root / "tests" / Path(file).parent.relative_to("checker")
        while not list(folder.glob("test_*.py")):
            folder = folder.parent
        near = [path for path in self._texts if path.parent == folder]
        naming = [path for path, text in self._texts.items() if any(one in text for one in imports)]
        near.sort(key=lambda path: (name not in path.name, path not in naming, path.name))
        runs = [[str(path) for path in dict.fromkeys([*near, *naming])]]
        if file.startswith("checker/readers/"):
            family = Path(file).parts[2]
            runs.append([*(str(self.root / "tests" / "readers" / one) for one in OF_ALL_READERS), "-k", family])
        return runs

    def passes(self, arguments: list[str], *, seconds: int = LONGEST) -> bool:
        """Return whether tests pass; some must be there."""
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *arguments],
            check=False,
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        )
        return done.returncode in {0, 5}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=3600, help="processor time after which the run ends")
    parser.add_argument("--under", nargs="*", default=list(UNDER))
    given = parser.parse_args()
    possible = mutants(given.under)
    chosen = random.Random(given.seed).sample(possible, min(given.count, len(possible)))
    print(f"{len(possible):,} mutants, {len(chosen)} in the sample", flush=True)
    noticed, decided = Counter[str](), Counter[str]()
    known: dict[str, bool] = {}
    with tempfile.TemporaryDirectory(prefix="sanlint-mutants-") as name:
        copy = Copy(Path(name))
        for mutant in chosen:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            if used.ru_utime + used.ru_stime > given.seconds:
                break
            runs = copy.tests(mutant.file)
            if mutant.file not in known:
                known[mutant.file] = all(copy.passes(one, seconds=10 * LONGEST) for one in runs)
            if not known[mutant.file]:
                print(f"{mutant.file}: its tests fail without a change", flush=True)
                continue
            before, words = copy.apply(mutant)
            layer = mutant.file.split("/")[1]
            decided[layer] += 1
            survived = all(copy.passes(one) for one in runs)
            noticed[layer] += not survived
            print(f"{'not noticed' if survived else 'noticed'}: {words}", flush=True)
            (copy.root / mutant.file).write_text(before)
    for layer, count in sorted(decided.items()):
        print(f"{layer}: {noticed[layer]} of {count} noticed")
    total = decided.total()
    print(f"score {noticed.total() / max(total, 1):.2f} of {total} mutants")


if __name__ == "__main__":
    main()
