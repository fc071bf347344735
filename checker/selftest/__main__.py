"""``python -m checker.selftest [FOLDER] [RULE…]``: check rules while writing them."""

from __future__ import annotations

import sys
from pathlib import Path

from checker import resources
from checker.errors import SanlintError
from checker.selftest.run import check_rules


def main(arguments: list[str]) -> int:
    """Check the rules and print what is wrong; a folder of one category limits the run to it."""
    options = [word for word in arguments if word.startswith("-")]
    words = [word for word in arguments if not word.startswith("-")]
    folder = resources.rules_folder()
    only: list[str] = []
    for word in words:
        path = Path(word)
        if path.is_dir() and path.resolve() != folder.resolve():
            only += [file.name.split("-")[0] for file in sorted(path.glob("*.yaml"))]
        elif not path.is_dir():
            only.append(word)
    try:
        outcomes = check_rules(folder, resources.bases_folder(), only, deep="--quick" not in options)
    except SanlintError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    bad = 0
    for outcome in outcomes:
        bad += bool(outcome.problems or outcome.survivors)
        for problem in outcome.problems:
            sys.stdout.write(f"{outcome.rule}: {problem}\n")
        for survivor in outcome.survivors:
            sys.stdout.write(f"{outcome.rule}: no example notices: {survivor}\n")
    examples = sum(outcome.examples for outcome in outcomes)
    hidden = sum(outcome.hidden for outcome in outcomes)
    mutants = sum(outcome.mutants for outcome in outcomes)
    sys.stdout.write(
        f"{len(outcomes)} rules, {examples} examples, {hidden} facts hidden, {mutants} mutants: {bad} rules with problems\n"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
