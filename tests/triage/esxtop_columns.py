"""More columns in the esxtop of a bundle: paths, aborts and resets."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tests.triage.bundles import PORTS, Bundle

Column = Callable[[int], float]
"""Value in the interval with this number."""


def with_columns(files: Mapping[str, str], host: str, columns: Mapping[str, Column]) -> dict[str, str]:
    """The exports with more columns in the esxtop of a host, by the names of their counters after the host."""
    name = f"{host}/esxtop.csv"
    head, *rows = files[name].strip().split("\n")
    lines = [",".join([head, *(f'"\\\\{host}\\{column}"' for column in columns)])]
    # The first row is the start of the first interval.
    for number, row in enumerate(rows, -1):
        lines.append(",".join([row, *(f'"{value(max(number, 0)):.4f}"' for value in columns.values())]))
    return {**files, name: "\n".join(lines) + "\n"}


def with_paths(
    bundle: Bundle,
    more: Callable[[int, int, int], float] = lambda _side, _controller, _number: 0.0,
    share: Callable[[str, int], float] = lambda _host, _side: 0.5,
) -> dict[str, str]:
    """The exports of a bundle whose hosts print their paths, too: one from each adapter to each controller of the array.

    ``more`` is what an I/O takes longer over a path than the mean over its adapter, by side, controller and number of the interval;
    ``share`` the part of the I/O of a host over a side.
    """
    files = bundle.files()
    files["san.yaml"] = re.sub(
        r"path_name: p(\d)(\d)(\d)",
        lambda found: f"hctl: '{_path(int(found[1]), int(found[2]), int(found[3]))}'",
        files["san.yaml"],
    )
    for host in bundle.hosts:
        columns: dict[str, Column] = {}
        for volume in range(bundle.volumes):
            for side, port in enumerate(PORTS):
                for controller in (0, 1):
                    place = f"Physical Disk Path({_path(volume, side, controller)})"
                    columns |= {
                        f"{place}\\Commands/sec": lambda number, at=(host, volume, port), side=side: bundle.parts(*at, number).iops * share(at[0], side) / 2,
                        f"{place}\\Average Guest MilliSec/Command": lambda number, at=(host, volume, port), to=(side, controller): (
                            bundle.parts(*at, number).host + bundle.parts(*at, number).below + more(*to, number)
                        ),
                    }  # fmt: skip
        files = with_columns(files, host, columns)
    return files


def _path(volume: int, side: int, controller: int) -> str:
    return f"{PORTS[side]}:C0:T{controller}:L{volume}"
