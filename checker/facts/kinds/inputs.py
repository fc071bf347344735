"""Kinds about the input itself: what was read, and where its statements disagree or can't be used."""

from __future__ import annotations

from checker.facts.declare import Kind, flag, integer, text, time

KINDS = (
    Kind(
        "export",
        "One export: the output of one command, or one document, as found in one place of the input.",
        (("export_id",),),
        (
            integer("export_id", "number of the export within this audit"),
            text("file", "path of the file or archive as the user named it"),
            text("member", "path inside an archive"),
            integer("first_line", "line of the file where this export begins", "line"),
            text("format", "name of the reader that read it"),
            text("platform", "platform of the command: esxi, linux, brocade, cisco-mds, vplex, xtremio …"),
            text("command", "command that prints this format"),
            text("owner", "host, switch or array it was taken from"),
            text(
                "owner_basis",
                "how the owner was determined",
                values=("content", "header", "prompt", "bundle", "config", "path"),
            ),
            time("captured_at", "time of collection, from content or header"),
            flag("intent", "it states the intended state, not the observed one"),
            integer("trust", "reader trust: higher wins between captures of one time"),
            integer("lines", "lines of text", "lines"),
            integer("records", "observations read", "count"),
            integer("unread_lines", "non-blank lines that were not understood", "lines"),
            integer("printed_count", "number of records the export itself claims to have", "count"),
            integer("counted_records", "number of records read of the kind that printed_count counts", "count"),
            flag("superseded", "a newer capture of the same thing replaces it"),
            integer("stands_for", "exports that an inventory was made from", "count"),
            flag("ends_inside_record", "the text ends in the middle of a record"),
            integer("trouble_line", "line where reading stopped, or of the first that was not understood", "line"),
            flag("filtered", "a filter after the command (such as | grep) omitted lines"),
        ),
        "input",
    ),
    Kind(
        "contradiction",
        "Two sources of comparable age state different values for one fact.",
        (("about_kind", "about_key", "fact", "value_a", "value_b"),),
        (
            text("about_kind", "kind of the thing the fact is about"),
            text("about_key", "key of that thing, as readable text"),
            text("fact", "name of the column"),
            text("value_a", "the value that was used"),
            text("value_b", "the value that was not used"),
            integer("export_a", "export that states value_a"),
            integer("line_a", "line in export_a", "line"),
            integer("export_b", "export that states value_b"),
            integer("line_b", "line in export_b", "line"),
            flag("declared", "one of the two is a declared intent, the other observed"),
        ),
        "input",
    ),
    Kind(
        "bad_value",
        "A value that could not be normalised: redacted or malformed. It is kept here as text and never guessed.",
        (("about_kind", "fact", "value", "place"),),
        (
            text("about_kind", "kind whose column it should have filled"),
            text("fact", "column it should have filled"),
            text("value", "the text as found"),
            text("place", "object it belongs to, as readable text"),
            text("problem", "what is wrong with it", values=("redacted", "malformed", "unidentified")),
            text("owner", "host, switch or array whose export contains it"),
        ),
        "input",
    ),
    Kind(
        "completeness",
        "A statement that the exports of one fabric, VPLEX cluster or array are complete; needed by rules that conclude from absence.",
        (("scope", "name"),),
        (
            text("scope", "what is complete", values=("fabric", "vplex_cluster", "storage_array", "switch", "host")),
            text("name", "name of that fabric, cluster, array, switch or host; * for all of them"),
            flag("complete", "TRUE if everything of it is in the input"),
            text("basis", "how it is known", values=("declared", "proven")),
        ),
        "input",
    ),
    Kind(
        "tag",
        "A tag of an object: lab, production, single_path_ok, max_availability, critical …",
        (("about_kind", "about_key", "tag"),),
        (
            text("about_kind", "kind of the tagged object: host, storage_array, switch, device, zone …"),
            text("about_key", "name of the tagged object"),
            text("tag", "the word"),
            text("reason", "why it was given"),
        ),
        "input",
    ),
)
