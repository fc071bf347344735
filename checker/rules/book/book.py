"""The rule book: all rules of a folder, compiled once into JSON and read back in a few milliseconds.

``core.json`` contains what evaluation needs, ``text.json`` the texts for users (why, examples). Notes for rule authors
are in neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache as remember
from pathlib import Path
from typing import Any

from checker import __version__, cache, resources
from checker.errors import RuleError
from checker.estimate.cost.cost import CASES
from checker.rules.book.book_json import decode_rule, decode_shape, decode_text, encode, encode_text
from checker.rules.book.rule import Rule, RuleText
from checker.rules.language.suggest import printable, unknown
from checker.rules.language.vocabulary import Shape, Vocabulary, built_in

# Increment this when the compiler or the format of the book changes.
FORM = 1
MAX_FILES = 2000
_DATA_FOLDER = "data"
_NO_RULES = frozenset([_DATA_FOLDER, "profiles"])


class _Lazy(Mapping[str, Rule]):
    """Rules by id, decoded from JSON on first access."""

    def __init__(self, raw: Mapping[str, Mapping[str, Any]]) -> None:
        self._raw = raw
        self._decoded: dict[str, Rule] = {}

    def __getitem__(self, rule_id: str) -> Rule:
        rule = self._decoded.get(rule_id)
        if rule is None:
            rule = self._decoded[rule_id] = decode_rule(self._raw[rule_id])
        return rule

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._raw


class Book:
    """A compiled set of rules. ``rules`` are those that can run, ``retired`` the stubs; both are ordered by id."""

    def __init__(self, core: Mapping[str, Any], texts: Callable[[], Mapping[str, Any]]) -> None:
        """Keep the content of ``core.json`` and a function that returns that of ``text.json``."""
        self.digest: str = core["digest"]
        self._raw: Mapping[str, Mapping[str, Any]] = core["rules"]
        self._views: Mapping[str, Any] = core["views"]
        self._texts = texts
        self._text: Mapping[str, Any] | None = None
        self.rules: Mapping[str, Rule] = _Lazy({i: raw for i, raw in self._raw.items() if not raw.get("replaced_by")})
        self.retired: Mapping[str, Rule] = _Lazy({i: raw for i, raw in self._raw.items() if raw.get("replaced_by")})

    def text(self, rule_id: str) -> RuleText:
        """Return the explanation and the examples of a rule.

        Raises:
            RuleError: no such rule.
        """
        self._known(rule_id)
        if self._text is None:
            self._text = self._texts()
        return decode_text(rule_id, self._text[rule_id])

    def shape(self, rule_id: str) -> Shape:
        """Return key columns, columns, and the columns that a rule uses of each view.

        Raises:
            RuleError: no such rule.
        """
        self._known(rule_id)
        return decode_shape(self._raw[rule_id], self._views)

    def _known(self, rule_id: str) -> None:
        if rule_id not in self._raw:
            raise RuleError(unknown("rule", rule_id, self._raw))

    def to_json(self) -> tuple[str, str]:
        """Return the content of ``core.json`` and ``text.json``."""
        if self._text is None:
            self._text = self._texts()
        core = {"form": FORM, "digest": self.digest, "views": self._views, "rules": self._raw}
        return _dump(core), _dump(self._text)


def compile_folder(
    folder: Path, vocabulary: Vocabulary | None = None, *, custom: bool = False, others: Book | None = None
) -> Book:
    """Compile all rules of a folder: ``<category>/<ID>-<name>.yaml``, each with the examples of ``<ID>.cases.yaml``.

    ``custom`` rules must have ids like XAB001, may be in the folder itself, and may refer to rules of ``others``.

    Raises:
        RuleError: a file is invalid or rules are inconsistent; the message names file, line, word and nearest name.
    """
    from checker.rules.book.rule_checks import check_all
    from checker.rules.book.rule_file import load_rule
    from checker.rules.language.expression import scratch

    words = vocabulary if vocabulary is not None else built_in()
    files, cases = _files(folder)
    connection = scratch(words.views)
    try:
        loaded = [
            load_rule(
                path, words, connection, shown=_shown(path, folder), custom=custom,
                category="custom" if path.parent == folder else path.parent.name,
            )
            for path in files
        ]  # fmt: skip
    finally:
        connection.close()
    if not custom:
        for one, path in zip(loaded, files, strict=True):
            if path.parent == folder:
                one.source.fail("must be in the folder of its category")
    known = {} if others is None else {i: (others.rules[i], others.shape(i)) for i in others.rules}
    known.update({} if others is None else {i: (others.retired[i], others.shape(i)) for i in others.retired})
    check_all(loaded, known)
    loaded.sort(key=lambda one: one.rule.id)
    # Through JSON, so that a compiled book and one that is read back are identical.
    raw = json.loads(_dump({one.rule.id: encode(one.rule, one.shape) for one in loaded}))
    texts = json.loads(_dump({one.rule.id: encode_text(one.text) for one in loaded}))
    used = {one.rule.view: dict(one.shape.columns) for one in loaded if one.rule.view and one.rule.rows is None}
    return Book({"digest": _digest(folder, [*files, *cases]), "views": used, "rules": raw}, lambda: texts)


def load_book(folder: Path, *, custom: bool = True, others: Book | None = None, use_cache: bool = True) -> Book:
    """Return the book of a folder of rules, from the private cache if the same content was compiled before.

    Raises:
        RuleError: a rule is wrong.
    """
    import hashlib

    if not use_cache:
        return compile_folder(folder, custom=custom, others=others)
    against = others.digest if others is not None else ""
    files, cases = _files(folder)
    content_key = f"{FORM} {__version__} {_catalogue()} {_digest(folder, [*files, *cases])} {custom} {against}"
    key = hashlib.sha256(content_key.encode()).hexdigest()[:40]
    core_name, text_name = f"book-{key}-core.json", f"book-{key}-text.json"
    core = cache.read(core_name)
    if core is not None:
        # The text is read only on demand; if it has been deleted by then, the folder is compiled again.
        return Book(json.loads(core), lambda: _cached_text(text_name, folder, custom=custom, others=others))
    book = compile_folder(folder, custom=custom, others=others)
    core_text, text_text = book.to_json()
    cache.write(text_name, text_text.encode())
    cache.write(core_name, core_text.encode())
    return book


def built_in_book(*, use_cache: bool = True) -> Book:
    """Return the built-in rules: the book in the wheel, else that of the checkout's rules.

    Raises:
        RuleError: a rule of the checkout is invalid.
    """
    folder = resources.book_folder()
    if folder is None:
        return load_book(resources.rules_folder(), custom=False, use_cache=use_cache)
    return read_book(folder)


def read_book(folder: Path) -> Book:
    """Read the book in a folder with ``core.json`` and ``text.json``, as written by ``write_book``."""
    core = json.loads((folder / "core.json").read_bytes())
    return Book(core, lambda: json.loads((folder / "text.json").read_bytes()))


def write_book(book: Book, folder: Path) -> None:
    """Write ``core.json`` and ``text.json`` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    core, text = book.to_json()
    (folder / "core.json").write_text(core, encoding="utf-8")
    (folder / "text.json").write_text(text, encoding="utf-8")


def _cached_text(name: str, folder: Path, *, custom: bool, others: Book | None) -> Mapping[str, Any]:
    content = cache.read(name)
    if content is None:
        content = compile_folder(folder, custom=custom, others=others).to_json()[1].encode()
    return json.loads(content)  # type: ignore[no-any-return]


def _files(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the rule files and the cases files of a folder, both ordered by path.

    ``data/``, ``profiles/`` and names that start with a dot are ignored.

    Raises:
        RuleError: the folder can't be read or contains too many rules, a YAML file is not a regular file or has the
            wrong suffix, or a cases file has no rule.
    """
    from checker.rules.book.rule_examples import CASES_SUFFIX, cases_file

    if not folder.is_dir():
        raise RuleError(f"{folder}: rules folder not found")
    found: list[Path] = []
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.name in _NO_RULES:
            continue
        inside = sorted(entry.iterdir()) if entry.is_dir() else [entry]
        for path in inside:
            if path.suffix == ".yml":
                raise RuleError(f"{_shown(path, folder)}: rename it to .yaml")
            if path.suffix == ".yaml" and not path.name.startswith("."):
                if not path.is_file():
                    raise RuleError(f"{_shown(path, folder)}: not a file")
                found.append(path)
    cases = [path for path in found if path.name.endswith(CASES_SUFFIX)]
    rules = [path for path in found if not path.name.endswith(CASES_SUFFIX)]
    if len(rules) > MAX_FILES:
        raise RuleError(f"{folder}: more than {MAX_FILES} rules")
    known = {cases_file(path) for path in rules}
    for path in cases:
        if path not in known:
            rule = f"{path.name.removesuffix(CASES_SUFFIX)}-<name>.yaml"
            raise RuleError(f"{_shown(path, folder)}: no rule for these cases: {rule} not found in this folder")
    return rules, cases


def _shown(path: Path, folder: Path) -> str:
    return printable(f"{folder.name}/{path.relative_to(folder).as_posix()}", 200)


def _digest(folder: Path, files: list[Path]) -> str:
    import hashlib

    whole = hashlib.sha256()
    for path in files:
        try:
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise RuleError(f"{_shown(path, folder)}: can't be read: {error.strerror or error}") from None
        name = path.relative_to(folder).as_posix()
        whole.update(f"{name}\0{digest}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


@remember
def _catalogue() -> str:
    """Return a digest of everything that rules are checked against: view files, kinds, schema and the checking code."""
    import hashlib

    whole = hashlib.sha256()
    package = Path(__file__).resolve().parents[2]
    for part in ("views/sql/**/*.sql", "facts/kinds/*.py", "rules/language/*.py", "rules/book/*.py"):
        for path in sorted(package.glob(part)):
            whole.update(path.name.encode() + b"\0" + path.read_bytes())
    whole.update(resources.schema("rule").read_bytes())
    whole.update(" ".join(sorted(CASES)).encode())
    return whole.hexdigest()


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=False, separators=(",", ":")) + "\n"
