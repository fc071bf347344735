"""Changes of facts or parameters that do not change an estimate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker.estimate.assemble.san import Builder, Built
from checker.estimate.library import Library
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.results.result import Result
from checker.estimate.workload.mix_of_io import Workload


def without_effect(
    builder: Builder,
    library: Library,
    parameters: Mapping[str, float],
    loads: Mapping[tuple[str, str], Workload],
    built: Built,
    result: Result,
) -> list[str]:
    """Remarks about changes without effect on the estimate.

    Args:
        builder: builder with the changes.
        library: the parameters without the changes.
        parameters: changed parameters.
        loads: load of each host-volume pair.
        built: the network with the changes, which knows the changed facts without effect.
        result: its solution.
    """
    unused = list(built.unused)
    for name in builder.overrides:
        if name in unused:
            continue
        # The SAN may have the value already.
        others = {key: value for key, value in builder.overrides.items() if key != name}
        without = replace(builder, overrides=others).build(loads).network
        if (without.stations, without.flows) == (built.network.stations, built.network.flows):
            unused.append(name)
    for name in parameters:
        if name in result.parameters:
            continue
        others = {key: value for key, value in parameters.items() if key != name}
        usual = replace(builder, library=library.overridden(others, "--what-if"))
        same = Estimator(usual.library).model(usual.build(loads).network)
        if same.network == built.network and same.solve().response == result.response:
            unused.append(name)
    return [f"--what-if {name} has no effect on this SAN" for name in unused]
