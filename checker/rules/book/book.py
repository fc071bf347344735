"""The rule book: all rules of a folder, compiled once into JSON and read back in a few milliseconds.

``core.json`` contains what evaluation needs, ``text.json.z`` the texts for users (why, examples). Notes for rule authors
are in neither.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache as remember
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from checker import __version__, cache, resources
from checker.errors import RuleError
from checker.estimate.cost.cost import CASES
from checker.rules.book import documents
from checker.rules.book.book_json import decode_rule, decode_shape, decode_text, encode, encode_text
from checker.rules.book.rule import Rule, RuleText
from checker.rules.book.rule_folder import digest_of, rule_files, shown_name, state_of
from checker.rules.language.suggest import unknown
from checker.rules.language.vocabulary import Shape, Vocabulary, built_in
from checker.system.files import write_text

CORE, TEXT = "core.json", "text.json.z"
# Increment this when the compiler or the format of the book changes.
FORM = 1
Decoded = TypeVar("Decoded")


class _Lazy(Mapping[str, Rule]):
    """Rules by id, decoded from JSON on first access."""

    def __init__(self, raw: Mapping[str, Mapping[str, Any]], decode: Callable[[str], Rule]) -> None:
        self._raw, self._decode = raw, decode
        self._decoded: dict[str, Rule] = {}

    def __getitem__(self, rule_id: str) -> Rule:
        rule = self._decoded.get(rule_id)
        if rule is None:
            if rule_id not in self._raw:
                raise KeyError(rule_id)
            rule = self._decoded[rule_id] = self._decode(rule_id)
        return rule

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._raw


class Book:
    """A compiled set of rules. ``rules`` are those that can run, ``retired`` the stubs; both are ordered by id."""

    def __init__(
        self,
        core: Mapping[str, Any],
        texts: Callable[[], Mapping[str, Any]],
        rebuild: Callable[[], Book] | None = None,
    ) -> None:
        """Keep the content of ``core.json`` and a function that returns that of ``text.json``.

        ``rebuild`` compiles the book again; it is called if the content turns out to be wrong.
        """
        self._rebuild = rebuild
        self.digest: str = core["digest"]
        self._raw: Mapping[str, Mapping[str, Any]] = core["rules"]
        self._views: Mapping[str, Any] = core["views"]
        self._texts = texts
        self._text: Mapping[str, Any] | None = None
        active = {i: raw for i, raw in self._raw.items() if not raw.get("replaced_by")}
        retired = {i: raw for i, raw in self._raw.items() if raw.get("replaced_by")}
        self.rules: Mapping[str, Rule] = _Lazy(active, lambda i: self._right(lambda book: decode_rule(book._raw[i])))
        self.retired: Mapping[str, Rule] = _Lazy(retired, lambda i: self._right(lambda book: decode_rule(book._raw[i])))

    def text(self, rule_id: str) -> RuleText:
        """Return the explanation and the examples of a rule.

        Raises:
            RuleError: no such rule.
        """
        self._known(rule_id)

        def decode(book: Book) -> RuleText:
            if book._text is None:
                book._text = book._texts()
            return decode_text(rule_id, book._text[rule_id])

        return self._right(decode)

    def shape(self, rule_id: str) -> Shape:
        """Return key columns, columns, and the columns that a rule uses of each view.

        Raises:
            RuleError: no such rule.
        """
        self._known(rule_id)
        return self._right(lambda book: decode_shape(book._raw[rule_id], book._views))

    def _right(self, decode: Callable[[Book], Decoded]) -> Decoded:
        """Decode something, from the book compiled again if the content of this one is wrong."""
        try:
            return decode(self)
        except Exception:
            if self._rebuild is None:
                raise
        other = self._rebuild()
        self._raw, self._views, self._texts, self._text = other._raw, other._views, other._texts, other._text
        self._rebuild = None
        return decode(self)

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
    folder: Path,
    vocabulary: Vocabulary | None = None,
    *,
    custom: bool = False,
    others: Book | None = None,
    begin: Callable[[str], None] | None = None,
) -> Book:
    """Compile all rules of a folder: ``<category>/<ID>-<name>.yaml``, each with the examples of ``<ID>.cases.yaml``.

    ``custom`` rules must have ids like XAB001, may be in the folder itself, and may refer to rules of ``others``. Compile
    them with :func:`load_book`, which does it in a process with limits. ``begin`` is called with the name of each file.

    Raises:
        RuleError: a file is invalid or rules are inconsistent; the message names file, line, word and nearest name.
    """
    from checker.rules.book.rule_checks import check_all
    from checker.rules.book.rule_file import load_rule
    from checker.rules.language.expression import scratch

    words = vocabulary if vocabulary is not None else built_in()
    files, cases = rule_files(folder)
    connection = scratch(words.views)
    loaded = []
    try:
        for path in files:
            shown = shown_name(path, folder)
            if begin is not None:
                begin(shown)
            category = "custom" if path.parent == folder else path.parent.name
            loaded.append(load_rule(path, words, connection, shown=shown, custom=custom, category=category))
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
    return Book({"digest": digest_of(folder, [*files, *cases]), "views": used, "rules": raw}, lambda: texts)


def load_book(folder: Path, *, custom: bool = True, others: Book | None = None, use_cache: bool = True) -> Book:
    """Return the book of a folder of rules, from the private cache if the same content was compiled before.

    Raises:
        RuleError: a rule is wrong.
    """
    import hashlib

    if not use_cache:
        return _compiled(folder, custom=custom, others=others)
    against = others.digest if others is not None else ""
    files, cases = rule_files(folder)
    digest = digest_of(folder, [*files, *cases])
    content_key = f"{FORM} {__version__} {_catalogue()} {digest} {custom} {against}"
    key = hashlib.sha256(content_key.encode()).hexdigest()[:40]
    core_name, text_name = f"book-{key}-core.json", f"book-{key}-text.json"

    def compiled() -> Book:
        book = _compiled(folder, custom=custom, others=others)
        core_text, text_text = book.to_json()
        cache.write(text_name, text_text.encode())
        cache.write(core_name, core_text.encode())
        return book

    def stored(content: bytes) -> Book:
        core = json.loads(content)
        if core["form"] != FORM or core["digest"] != digest:
            raise ValueError("not the book of these rules")
        # The text is read only on demand; if it has been deleted by then, the folder is compiled again.
        return Book(core, lambda: _cached_text(text_name, folder, custom=custom, others=others), compiled)

    return cache.load(core_name, stored) or compiled()


def built_in_book(*, use_cache: bool = True) -> Book:
    """Return the built-in rules: the book in the wheel, else that of the checkout's rules.

    Raises:
        RuleError: a rule of the checkout is invalid.
    """
    folder = resources.book_folder()
    if folder is not None:
        return _read_once(folder)
    folder = resources.rules_folder()
    return _load_once(folder, state_of(folder)) if use_cache else load_book(folder, custom=False, use_cache=False)


@remember
def _read_once(folder: Path) -> Book:
    return read_book(folder)


@lru_cache(maxsize=1)
def _load_once(folder: Path, _state: object) -> Book:
    """Return the book of the rules of a checkout, which is loaded again when a file changes: the language server goes on."""
    return load_book(folder, custom=False)


def read_book(folder: Path) -> Book:
    """Read the book in a folder, as written by ``write_book``."""
    core, text = read_parts(folder)
    return Book(core, text)


def read_parts(folder: Path) -> tuple[Any, Callable[[], Any]]:
    """Return the content of a book in a folder, and a function that returns its texts."""
    return json.loads((folder / CORE).read_bytes()), lambda: json.loads(zlib.decompress((folder / TEXT).read_bytes()))


def write_book(book: Book, folder: Path) -> None:
    """Write a book into a folder; its texts, which are rarely needed, are compressed."""
    folder.mkdir(parents=True, exist_ok=True)
    core, text = book.to_json()
    write_text(folder / CORE, core)
    (folder / TEXT).write_bytes(zlib.compress(text.encode(), 9))


def _compiled(folder: Path, *, custom: bool, others: Book | None) -> Book:
    if not custom:
        return compile_folder(folder)
    from checker.rules.book.sandboxed_compile import compile_sandboxed

    rule_files(folder)
    core, text = compile_sandboxed(folder, others)
    return Book(core, lambda: text)


def _cached_text(name: str, folder: Path, *, custom: bool, others: Book | None) -> Mapping[str, Any]:
    text = cache.load(name, _stored_text)
    if text is None:
        text = json.loads(_compiled(folder, custom=custom, others=others).to_json()[1])
    return text


def _stored_text(content: bytes) -> Mapping[str, Any]:
    text = json.loads(content)
    if not isinstance(text, dict):
        raise TypeError("not the texts of rules")
    return text


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
    whole.update((resources.tables_folder() / documents.FILE).read_bytes())
    whole.update(" ".join(sorted(CASES)).encode())
    return whole.hexdigest()


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=False, separators=(",", ":")) + "\n"
