"""The facts about a run in fio's options, which job files and JSON results have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts.values import Value
from checker.readers.toolkit.numbers import decimal
from checker.readers.workload import measures
from checker.readers.workload.fio import units

Options = Mapping[str, str | None]
"""Options by name; None for an option without a value, such as ``time_based``."""

ALIASES = {
    "readwrite": "rw", "blocksize": "bs", "blocksize_range": "bsrange", "ba": "blockalign", "timeout": "runtime",
    "ss": "steadystate", "ss_dur": "steadystate_duration", "wait_for_previous": "stonewall", "io_limit": "io_size",
    "fill_fs": "fill_device",
}  # fmt: skip
_FLAGS = {
    "norandommap": "no_random_map", "group_reporting": "group_reporting", "refill_buffers": "refill_buffers",
    "stonewall": "waits", "time_based": "time_based", "fill_device": "fills_target", "direct": "direct",
    "allrandrepeat": "random_repeat", "randrepeat": "random_repeat",
}  # fmt: skip
_NUMBERS = {"iodepth": "outstanding", "numjobs": "workers", "loops": "loops"}
_SIZES = {"size": "working_set_bytes", "blockalign": "block_align_bytes", "offset": "offset_bytes"}
_SECONDS = {"runtime": "runtime_seconds", "ramp_time": "ramp_seconds"}
_RANDOM = ("randread", "randwrite", "randrw", "randtrim", "randtrimwrite")
# All targets of a job get the same load: load_models is 1.
_DEFAULTS: dict[str, Value] = {
    "outstanding": 1, "workers": 1, "io_bytes": 4096, "read_ratio": 1.0, "pattern": "sequential", "random_ratio": 0.0,
    "direct": False, "time_based": False, "loops": 1, "no_random_map": False, "random_repeat": True,
    "group_reporting": False, "refill_buffers": False, "waits": False, "fills_target": False, "bursty": False,
    "sets_data": False, "load_models": 1,
}  # fmt: skip
"""What fio does if a job states nothing; the engine and options that depend on the machine have no default here."""


def flag(options: Options, name: str) -> bool | None:
    """Return a switch: an option without value is on, ``0`` is off; None if not stated."""
    if name not in options:
        return None
    value = options[name]
    return True if value is None else value.strip() not in ("0", "false", "no")


def facts_of(options: Options, complete: bool = True) -> dict[str, Value]:
    """Return the columns of ``test_run`` that the options state; with ``complete``, also fio's defaults."""
    given = {ALIASES.get(name, name): value for name, value in options.items()}
    kb_base = 1000 if (given.get("kb_base") or "").strip() in ("1000", "si") else 1024
    found: dict[str, Value] = {
        **_pattern(given), **_sizes(given, kb_base), **_targets(given), **_duration(given), **_data(given),
        **{column: units.size(given[name]) for name, column in _NUMBERS.items() if name in given},
        **{
            column: units.size((given[name] or "").split(",")[0], kb_base)
            for name, column in _SIZES.items() if name in given
        },
        **{column: units.seconds(given[name]) for name, column in _SECONDS.items() if name in given},
        **{column: flag(given, name) for name, column in _FLAGS.items() if name in given},
    }  # fmt: skip
    if "io_size" in given and "size" not in given:
        found["working_set_bytes"] = None
    if "buffered" in given and "direct" not in given:
        found["direct"] = not flag(given, "buffered")
    if "ioengine" in given:
        found["engine_name"] = _word(given["ioengine"])
    found.update(_limits(given, kb_base))
    if complete:
        unstated = {column: value for column, value in _DEFAULTS.items() if column not in found}
        if any(name in given for name in ("bs", "bsrange", "bssplit")):
            unstated.pop("io_bytes", None)
        found.update(unstated)
        # By default, offsets are multiples of the I/O size.
        if "blockalign" not in given and isinstance(found.get("io_bytes"), int) and "io_size_mix" not in found:
            found["block_align_bytes"] = found["io_bytes"]
    return found


def _word(value: str | None) -> str | None:
    return value.strip() or None if value and "$" not in value else None


def _percent(text: str | None) -> float | None:
    try:
        value = decimal((text or "").split(",")[0])
    except ValueError:
        return None
    return value if 0 <= value <= 100 else None


def _pattern(given: Options) -> dict[str, Value]:
    if "rw" not in given:
        return {}
    word = (given["rw"] or "").strip().lower().split(":")[0]
    if not re.fullmatch(r"(?:rand)?(?:read|write|rw|trim|trimwrite|readwrite)", word):
        return {"read_ratio": None, "pattern": None, "random_ratio": None}
    ratio: float | None = None
    if word.endswith("rw") or word == "readwrite":
        reads = _percent(given["rwmixread"]) if "rwmixread" in given else None
        writes = _percent(given["rwmixwrite"]) if "rwmixwrite" in given else None
        if "rwmixread" not in given and "rwmixwrite" not in given:
            reads = 50.0
        ratio = reads / 100 if reads is not None else 1 - writes / 100 if writes is not None else None
    elif word.endswith("read"):
        ratio = 1.0
    elif word.endswith("write") and "trim" not in word:
        ratio = 0.0
    random = word in _RANDOM
    percent = _percent(given["percentage_random"]) if random and "percentage_random" in given else 100.0
    share = (percent / 100 if percent is not None else None) if random else 0.0
    return {"read_ratio": ratio, "pattern": measures.pattern(share), "random_ratio": share}


def _sizes(given: Options, kb_base: int) -> dict[str, Value]:
    if given.get("bssplit"):
        parts = (given["bssplit"] or "").split(",")
        mixes = [units.size_mix(part, kb_base) for part in parts[:2]]
        first = mixes[0]
        second = mixes[1] if len(mixes) > 1 else first
        if first is None or second is None:
            return {"io_bytes": None}
        shown = units.show_mix(first) if first == second else f"{units.show_mix(first)}, {units.show_mix(second)}"
        return _directions(units.mean_size(first), units.mean_size(second)) | {"io_size_mix": shown}
    if given.get("bsrange"):
        return {"io_bytes": None, "io_size_mix": given["bsrange"]}
    if not given.get("bs"):
        return {}
    parts = [part.strip() for part in (given["bs"] or "").split(",")]
    if "-" in parts[0]:
        return {"io_bytes": None, "io_size_mix": given["bs"]}
    # Empty parts keep the default; a missing one repeats the last.
    sizes = [units.size(part, kb_base) if part else 4096 for part in parts[:2]]
    return _directions(sizes[0], sizes[1] if len(sizes) > 1 else sizes[0])


def _directions(read: int | None, write: int | None) -> dict[str, Value]:
    if read == write:
        return {"io_bytes": read}
    return {"io_bytes": None, "read_io_bytes": read, "write_io_bytes": write}


def _targets(given: Options) -> dict[str, Value]:
    names = given.get("filename")
    if not names:
        directory = given.get("directory")
        return {"targets": directory} if directory and "$" not in directory else {}
    if "$" in names:
        return {"targets": None}
    listed = units.split_list(names)
    folder = given.get("directory")
    if folder and "$" not in folder:
        listed = [f"{folder.rstrip('/')}/{name}" if not name.startswith("/") else name for name in listed]
    return {"targets": " ".join(listed), "target_count": len(listed)}


def _duration(given: Options) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if given.get("steadystate"):
        found["steady_state"] = given["steadystate"]
        found["steady_state_seconds"] = units.seconds(given.get("steadystate_duration"))
    if given.get("latency_target"):
        latency = units.seconds(given["latency_target"], "us")
        found["latency_target_ms"] = round(latency * 1000, 6) if latency else None
    if given.get("thinktime") or given.get("thinktime_iotime"):
        names = ("thinktime", "thinktime_blocks", "thinktime_iotime", "thinktime_spin")
        found["burst"] = " ".join(f"{name}={given[name]}" for name in names if given.get(name))
        found["bursty"] = True
    return found


def _data(given: Options) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if given.get("verify") and (given["verify"] or "").strip() not in ("0", "none"):
        found["verify"] = given["verify"]
    patterns = ("buffer_pattern", "zero_buffers", "buffer_compress_percentage", "dedupe_percentage", "scramble_buffers")
    stated = [f"{name}={given[name]}" if given[name] is not None else name for name in patterns if name in given]
    if stated:
        found["buffer_pattern"] = " ".join(stated)
    if stated or flag(given, "refill_buffers"):
        found["sets_data"] = True
    for name, column in (("buffer_compress_percentage", "compression_ratio"), ("dedupe_percentage", "dedupe_ratio")):
        percent = _percent(given[name]) if given.get(name) else None
        if percent is not None and percent < 100:
            found[column] = round(1 / (1 - percent / 100), 6)
    zones = ("zonemode", "zonesize", "zonerange", "zoneskip", "zonecapacity")
    if any(given.get(name) for name in zones):
        found["zone_mode"] = " ".join(f"{name}={given[name]}" for name in zones if given.get(name))
    return found


def _limits(given: Options, kb_base: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, column, divisor in (("rate_iops", "rate_iops", 1.0), ("rate", "rate_mbps", 1e6)):
        if given.get(name):
            stated = [units.size(part, kb_base) for part in (given[name] or "").split(",")[:2] if part.strip()]
            both = "," not in (given[name] or "") and (given.get("rw") or "").strip().startswith(
                ("randrw", "rw", "readwrite")
            )
            if stated and all(one is not None for one in stated):
                # One value limits reads and writes each.
                found[column] = round(sum(one for one in stated if one) * (2 if both else 1) / divisor, 6)
    return found
