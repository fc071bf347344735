"""Sessions of commands: options from the command line, and progress on a terminal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from checker.audit.options import Options
from checker.cli.support.arguments import config_arguments, demand_paths
from checker.cli.support.documents import TABLE_OR_JSON, Document, Formats, Renders, parse_documents, write_documents
from checker.cli.support.progress import ProgressLine
from checker.cli.support.shared_options import (
    Color,
    ColorOption,
    ConfigOption,
    FormatOption,
    IsolatedOption,
    JobsOption,
    NoCacheOption,
    OutputOption,
    QuietOption,
)

if TYPE_CHECKING:
    from checker.audit.session import Session


def options_of(
    config: list[str] | None, *, isolated: bool = False, jobs: int | None = None, no_cache: bool | None = None
) -> Options:
    """Return the options that most commands share; ``no_cache`` is None for commands that keep no answers.

    Raises:
        UsageError: ``--config`` names two files.
    """
    given = config_arguments(config or [])
    return Options(
        config=given.file,
        config_values=given.values,
        isolated=isolated,
        jobs=jobs,
        cache=not no_cache,
        remember=no_cache is False,
    )


@contextmanager
def open_session(
    paths: Sequence[str], options: Options, *, quiet: bool = False, verbose: bool = False
) -> Iterator[Session]:
    """Open a session that shows progress on a terminal unless ``quiet``.

    Raises:
        UsageError: the configuration is invalid.
    """
    from checker.audit.session import Session

    with (
        ProgressLine(not quiet, verbose) as progress,
        Session.open(paths, replace(options, progress=progress)) as san,
    ):
        yield san


@dataclass(frozen=True)
class Run:
    """One run of a command that reads exports and writes documents.

    ``documents`` are those of ``-o`` and ``--format``, in the order given; ``color`` is when to use colour.
    """

    options: Options
    documents: Sequence[Document]
    color: Color = Color.auto
    quiet: bool = False

    def open(self, paths: Sequence[str], **more: Any) -> AbstractContextManager[Session]:
        """Open a session on exports; ``more`` are further fields of its options.

        Raises:
            UsageError: the configuration is invalid.
        """
        return open_session(paths, replace(self.options, **more), quiet=self.quiet)

    def write(self, renders: Renders, *, for_people: Sequence[str] = ("table",)) -> None:
        """Render and write every document; see :func:`write_documents`.

        Raises:
            UsageError: a file or standard output cannot be written.
        """
        write_documents(self.documents, renders, self.color.value, for_people=for_people)


def analysis(
    known: Formats = TABLE_OR_JSON,
    default: str = "table",
    *,
    output: Any = OutputOption,
    formats: Any = FormatOption,
    color: Any = ColorOption,
    quiet: Any = QuietOption,
    remembers: bool = False,
    audits: bool = True,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command the options that most commands share, in place of its parameter ``run``.

    Args:
        known: the formats of the command.
        default: the format without ``-o`` and ``--format``.
        output: the annotation of ``-o``.
        formats: the annotation of ``--format``.
        color: the annotation of ``--color``; None for a command that prints nothing for people.
        quiet: the annotation of ``--quiet``.
        audits: whether the command reads exports, so that it has the options for that.
        remembers: whether the command uses answers of earlier runs, unless ``--no-cache`` is given.

    The command raises a UsageError if a path does not exist, or if an option is invalid.
    """
    shared: dict[str, tuple[Any, object]] = {
        **(
            {"config": (ConfigOption, None), "isolated": (IsolatedOption, False), "jobs": (JobsOption, None)}
            if audits
            else {}
        ),
        **({"no_cache": (NoCacheOption, False)} if remembers else {}),
        "output": (output, None),
        "formats": (formats, None),
        **({"color": (color, Color.auto)} if color is not None else {}),
        "quiet": (quiet, False),
    }

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def called(**given: Any) -> None:
            options, asked = {name: given.pop(name) for name in shared}, given
            demand_paths(asked.get("paths", []))
            documents = parse_documents(options.pop("output"), options.pop("formats"), known, default)
            chosen = {name: options.pop(name) for name in ("config", "isolated", "jobs", "no_cache") if name in options}
            command(**asked, run=Run(options_of(chosen.pop("config", None), **chosen), documents, **options))

        hints = get_type_hints(command, include_extras=True)
        parameters: list[inspect.Parameter] = []
        for name, own in inspect.signature(command).parameters.items():
            if name == "run":
                parameters += [
                    inspect.Parameter(one, own.KEYWORD_ONLY, default=value, annotation=kind)
                    for one, (kind, value) in shared.items()
                ]
            else:
                parameters.append(own.replace(annotation=hints[name]))
        called.__annotations__ = {one.name: one.annotation for one in parameters}
        called.__dict__["__signature__"] = inspect.Signature(parameters)
        return called

    return decorated
