"""From paths to a store: read exports, load them, resolve them to entities, build the topology."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.audit.options import Options, Progress
from checker.intake.bundles.limits import Limits
from checker.intake.file_filter import Choice
from checker.intake.sources import sources_of
from checker.intake.walk import SourceFile, read_bytes

if TYPE_CHECKING:
    from checker.facts.store.kept import KeptConnection
    from checker.facts.store.store import Store
    from checker.intake.pool import Intake
    from checker.rules.config.model import Config

SMALL_INPUT_RECORDS = 10_000
"""Below this many observations, planning a query takes longer than running it: no optimizer, one thread.

Measured: both ways take the same time at 40,000 observations of host paths; without the optimizer half at 4,000."""


@dataclass(frozen=True)
class Input:
    """The files of an audit, and those of an earlier capture, with archives unpacked."""

    current: Sequence[SourceFile]
    earlier: Sequence[SourceFile] = ()

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """All files."""
        return (*self.current, *self.earlier)

    def with_streams(self) -> Input:
        """Return the input with the content of standard input and pipes, which can be read only once.

        Raises:
            OSError: a stream cannot be read.
        """
        return Input(*([_with_stream(one) for one in files] for files in (self.current, self.earlier)))


def input_of(paths: Sequence[str], config: Config, options: Options, folder: Path) -> Input:
    """Find the files below the paths and unpack archives; for the arguments see :func:`read_exports`."""
    limits = Limits.of(config.bundles)
    sources = sources_of(paths, folder, limits, options.progress, Choice(options.include, options.exclude))
    sources = [source for source in sources if (source.name, source.member) not in options.left_out]
    sources = _with_contents(sources, options.contents, folder)
    if not options.previous:
        return Input(sources)
    unpack_folder = Path(tempfile.mkdtemp(dir=folder))
    return Input(sources, sources_of(options.previous, unpack_folder, limits, options.progress))


def read_exports(given: Input, config: Config, options: Options, folder: Path, *, keep: bool = False) -> Intake:
    """Read all files, and the inventory of the configuration.

    Args:
        given: the files.
        config: hints about files, limits of archives, and the inventory.
        options: processes and progress.
        folder: a private folder; it must exist until the last store is built.
        keep: use what earlier runs read of the same files, and keep it for later ones.
    """
    from checker.intake.pool import read_all
    from checker.intake.previous import take_counters
    from checker.rules.config.find import name_the_used

    limits = Limits.of(config.bundles)
    intake = read_all(
        [replace(source, timezone=options.timezone) for source in given.current],
        folder,
        config.sources,
        options.jobs,
        options.progress,
        limits,
        samples=options.samples,
        keep=keep,
    )
    if options.previous:
        unpack_folder = Path(tempfile.mkdtemp(dir=folder))
        take_counters(intake, read_all(given.earlier, unpack_folder, config.sources, 1, options.progress, limits))
    name_the_used(intake.records, config.path)
    _declare(config, intake)
    return intake


def _with_stream(source: SourceFile) -> SourceFile:
    if source.problem is not None or source.member is not None or source.size:
        return source
    return replace(source, content=read_bytes(source))


def _with_contents(sources: list[SourceFile], contents: Mapping[str, bytes], folder: Path) -> list[SourceFile]:
    """Return the sources; those with other contents than the file on disk are read from the private folder."""
    if not contents:
        return sources
    found: list[SourceFile] = []
    for number, source in enumerate(sources):
        content = contents.get(os.path.realpath(source.path or source.name)) if source.member is None else None
        if content is not None:
            path = folder / f"edited-{number}"
            path.write_bytes(content)
            source = replace(source, path=path, size=len(content), problem=None)
        found.append(source)
    return found


def build_store(
    intake: Intake,
    threads: int | None = None,
    step: Progress | None = None,
    *,
    topology: bool = True,
    kept: KeptConnection | None = None,
) -> Store:
    """Load what was read into a new store, resolve it to entities and build the topology; can be repeated.

    Args:
        intake: what was read.
        threads: database threads; None uses all cores, or one for small inputs.
        step: called with the name of each step.
        topology: build the topology, too.
        kept: a database of earlier audits; only small inputs use it.
    """
    from checker.facts.resolve.resolve import resolve
    from checker.facts.store.store import Store
    from checker.intake.pool import note_out_of_range
    from checker.intake.previous import export_rows

    report_step = step or (lambda _name, _share: None)
    records = sum(record.records for record in intake.records)
    small = records < SMALL_INPUT_RECORDS
    if kept is not None and small:
        kept.begin()
        store = Store(optimizer=False, kept=kept)
    else:
        store = Store(1 if small and threads is None else threads, optimizer=not small)
    out_of_range = store.load(intake.observations)
    if not intake.out_of_range_noted:
        note_out_of_range(intake.records, out_of_range)
        intake.out_of_range_noted = True
    store.load_files(intake.files)
    store.load_exports(export_rows(intake.records))
    report_step("resolving", 0.0)
    resolve(store)
    if topology:
        from checker.topology.derive.topology import build_topology

        report_step("topology", 0.0)
        build_topology(store)
        store.compress_if_grown()
    return store


def _declare(config: Config, intake: Intake) -> None:
    """Read the inventory of the configuration as one more export of intent."""
    if not config.inventory:
        return
    from checker.intake.read import read_inventory
    from checker.intake.record import SECTIONS_A_FILE

    number = 1 + max((record.export_id // SECTIONS_A_FILE for record in intake.records), default=0)
    name = config.path or "configuration"
    intake.records.extend(read_inventory(config.inventory_text, name, number * SECTIONS_A_FILE, intake.observations))
