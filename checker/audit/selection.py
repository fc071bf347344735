"""Selection of rules for an audit: rule books, profile, selectors, and the profile's severities."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from checker.audit.options import Options

if TYPE_CHECKING:
    from checker.rules.book.book import Book
    from checker.rules.book.rule import Rule
    from checker.rules.config.model import Config
    from checker.rules.config.profile import Profile


def load_books(options: Options, config: Config) -> list[Book]:
    """Return the built-in rule book and one for each additional folder of the configuration and the options.

    Raises:
        RuleError: a rule is invalid.
        ConfigError: the rules are named by a configuration that was found inside the audited input.
    """
    if config.rules and config.rules_found_in_input:
        from checker.errors import ConfigError

        raise ConfigError(
            f"{config.places['rules']}: this configuration is inside the audited input, so its rules are not loaded; "
            f"--config {config.path} uses it, --isolated ignores it"
        )
    books = rule_books((*config.rules, *options.rules), use_cache=options.cache)
    return [*books, *_plugin_books(books, options)]


def _plugin_books(books: Sequence[Book], options: Options) -> list[Book]:
    """Return the rule books of plugins; one that is invalid, or defines rules of ``books``, is skipped with a message."""
    from checker import plugins
    from checker.errors import RuleError

    found: list[Book] = []
    for plugin in plugins.plugins(plugins.RULES):
        folder = plugin.load()
        if folder is None:
            continue
        try:
            (_, book) = rule_books([str(folder)], use_cache=options.cache)
            twice = [rule_id for one in (*books, *found) for rule_id in book.rules if rule_id in one.rules]
            if twice:
                raise RuleError(f"rule {twice[0]} is already defined")
            found.append(book)
        except RuleError as error:
            plugin.fails(str(error))
    return found


def rule_books(folders: Sequence[str], *, use_cache: bool = True) -> list[Book]:
    """Return the built-in rule book and one for each folder; a folder named twice is loaded once.

    Raises:
        RuleError: a rule is invalid, a folder contains no rules, or two folders define the same id.
    """
    from checker.errors import RuleError
    from checker.rules.book.book import built_in_book, load_book

    books = [built_in_book(use_cache=use_cache)]
    found: dict[str, str] = {}
    once: dict[Path, str] = {}
    for folder in folders:
        once.setdefault(Path(folder).resolve(), folder)
    for folder in once.values():
        book = load_book(Path(folder), others=books[0], use_cache=use_cache)
        ids = [*book.rules, *book.retired]
        if not ids:
            raise RuleError(f"{folder}: contains no rules; rules are files such as XAB001-name.yaml")
        for rule_id in ids:
            if rule_id in found:
                raise RuleError(f"{folder}: rule {rule_id} is already defined in {found[rule_id]}")
            found[rule_id] = folder
        books.append(book)
    return books


def select_rules(books: Sequence[Book], options: Options, config: Config) -> list[Rule]:
    """Return the rules to run, selected by the options, else by the configuration, else by the profile.

    Raises:
        UsageError: a selector matches no rule, or the configuration names an unknown rule or parameter.
    """
    from checker.errors import UsageError
    from checker.rules.config.config import check_rules
    from checker.rules.config.select import ALL, select
    from checker.views.catalog import views

    by_id = {rule_id: book.rules[rule_id] for book in books for rule_id in book.rules}
    rules = [by_id[rule_id] for rule_id in sorted(by_id)]
    matching = config.settings.overrides or config.suppressions
    keys = {key for view in views().values() for key in view.grain} if matching else ()
    check_rules(config, by_id, keys)
    for name in ("select", "ignore", "extend_select"):
        for origin, selector in _selectors(name, options, config):
            try:
                select(rules, (selector,)) if name != "ignore" else select(rules, (ALL,), (selector,))
            except UsageError as error:
                raise UsageError(f"{origin}: {error}") from None
    profile = profile_of(options, config)
    return select(
        rules,
        options.select or config.select or (profile.select if profile else (ALL,)),
        (*(profile.ignore if profile else ()), *config.ignore, *options.ignore),
        (*(profile.extend_select if profile else ()), *config.extend_select, *options.extend_select),
        experimental=profile is not None and profile.experimental,
    )


def profile_of(options: Options, config: Config) -> Profile | None:
    """Return the profile named by the options, else by the configuration; None for the default profile.

    Raises:
        UsageError: no profile has that name.
    """
    from checker.rules.config.profile import profile_named

    name = options.profile or config.profile
    origin = "--profile" if options.profile else config.places.get("profile", "profile")
    return profile_named(name, origin) if name is not None else None


def with_profile(config: Config, rules: Sequence[Rule], options: Options) -> Config:
    """Return the configuration with the profile's severities and parameters of rules for which it does not set them."""
    profile = profile_of(options, config)
    if profile is None:
        return config
    severities = {**profile.severities(rules), **config.settings.severities}
    parameters = {**profile.values(rules), **config.settings.parameters}
    settings = dataclasses.replace(config.settings, severities=severities, parameters=parameters)
    return dataclasses.replace(config, settings=settings)


def baseline_of(options: Options, config: Config) -> Path | None:
    """Return the baseline named by the options, else by the configuration; None without one."""
    if options.baseline is not None:
        return Path(options.baseline) if options.baseline else None
    return Path(config.baseline) if config.baseline and not options.ignore_suppressions else None


def _selectors(name: str, options: Options, config: Config) -> Iterator[tuple[str, str]]:
    """Yield each selector with its origin: a place in the configuration, or the option's name."""
    for number, selector in enumerate(getattr(config, name) or ()):
        yield config.places.get(f"{name}.{number}") or config.places.get(name, name), selector
    for selector in getattr(options, name):
        yield f"--{name.replace('_', '-')}", selector
