"""One exception class for each exit code of the command (cli.md, "Exit codes")."""

from __future__ import annotations

NOTHING_READ = "nothing usable was read: sanlint formats lists the supported formats"


class SanlintError(Exception):
    """Base of the errors that end a run; ``exit_code`` is what the command returns."""

    exit_code = 4


class UsageError(SanlintError):
    """Wrong arguments, configuration or rule; the message says what is wrong, where, and what to do."""

    exit_code = 2


class RuleError(UsageError):
    """Invalid rule file or rule parameter."""


class ConfigError(UsageError):
    """Invalid configuration."""


class NothingReadError(SanlintError):
    """Nothing usable was read, or a required rule could not be evaluated."""

    exit_code = 3


class InternalError(SanlintError):
    """Internal error of sanlint."""

    exit_code = 4
