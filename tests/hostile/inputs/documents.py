"""JSON, YAML, XML and text that break parsers or pretend to be something else."""

from __future__ import annotations

from tests.hostile.inputs.cases import ZONES, Case

_BIG = "9" * 5_000
_YAML = "sanlint: 1\n"
_NESTED = "".join(
    f"{'abcdefghi'[n]}: &{'abcdefghi'[n]} [{', '.join(['*' + 'abcdefghi'[n - 1]] * 9)}]\n" for n in range(1, 9)
)
_LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)

DOCUMENTS = (
    Case("nothing", "x.txt", b"", "empty file"),
    Case("blanks", "x.txt", b" \t\n" * 10_000, "empty file"),
    Case("byte-order mark alone", "x.txt", b"\xef\xbb\xbf", "empty file"),
    Case("half of a UTF-16 character", "x.txt", ZONES.encode("utf-16") + b"\0", reads=1),
    Case("UTF-16 without a mark", "x.txt", ZONES.encode("utf-16-be"), reads=1),
    Case("Latin-1", "x.txt", ZONES.replace("cfg_a", "cfg_é").encode("latin-1"), reads=1),
    Case("NUL between lines", "x.txt", ZONES.replace("\n", "\n\0").encode(), reads=1),
    Case("carriage returns alone", "x.txt", ZONES.replace("\n", "\r").encode(), reads=1),
    Case("colours", "x.txt", ZONES.replace("zone:", "\x1b[31mzone:\x1b[0m").encode(), reads=1),
    Case("an unfinished control string", "x.txt", b"\x1b]0;" + b"a" * 100_000),
    Case("invalid UTF-8", "x.txt", b"\xc0\xaf\xed\xa0\x80" * 10_000),
    Case("an executable", "x.txt", b"\x7fELF" + bytes(range(256)) * 40, "binary data, not text"),
    Case("one line of a megabyte", "x.txt", b"a" * 1_000_000),
    Case("brackets", "x.json", b"[" * 100_000, "nested too deeply"),
    Case("objects in objects", "x.json", b'{"a":' * 100_000, "invalid JSON"),
    Case("JSON cut off", "x.json", b'{"a": [1, 2', "invalid JSON"),
    Case("numbers of thousands of digits", "x.json", f'{{"a": {_BIG}}}'.encode(), "JSON"),
    Case("not a number", "x.json", b'{"a": NaN, "b": -Infinity}', "JSON in an unknown format"),
    Case("half of a surrogate pair", "x.json", b'{"\\ud800": "\\udfff"}', "JSON in an unknown format"),
    Case("one key a thousand times", "x.json", b"{" + b'"a": 1, ' * 1_000 + b'"a": 2}', "JSON in an unknown format"),
    Case("aliases of aliases", "x.yaml", f"{_YAML}a: &a [x, x]\n{_NESTED}".encode(), "aliases repeat more than", reads=1),
    Case("an alias of itself", "x.yaml", f"{_YAML}hosts: &a [*a]\n".encode(), "nested deeper than 200", reads=1),
    Case("an alias of nothing", "x.yaml", f"{_YAML}hosts: *nothing\n".encode(), "undefined alias", reads=1),
    Case("flow brackets", "x.yaml", f"{_YAML}hosts: {'[' * 50_000}".encode(), "nested deeper than", reads=1),
    Case("blocks in blocks", "x.yaml", f"{_YAML}hosts:\n".encode() + b"- " * 5_000 + b"a\n", "nested", reads=1),
    Case("a tag that makes objects", "x.yaml", f'{_YAML}hosts: !!python/object/apply:os.system ["id"]\n'.encode(), "", reads=1),
    Case("a key twice", "x.yaml", f"{_YAML}hosts: {{a: {{}}, a: {{}}}}\n".encode(), "duplicate key", reads=1),
    Case("a mapping as key", "x.yaml", f"{_YAML}? {{a: b}}\n: c\n".encode(), "a key must be plain text", reads=1),
    Case("two documents", "x.yaml", f"{_YAML}hosts: {{}}\n---\n{_YAML}".encode(), "more than one document", reads=1),
    Case("merge keys", "x.yaml", f"{_YAML}hosts: {{a: &a {{platform: linux}}, b: {{<<: *a}}}}\n".encode(), reads=1),
    Case("unknown keys", "x.yaml", f"{_YAML}hosts: {{a: {{colour: red}}}}\n".encode(), "colour", reads=1),
    Case("a list instead of hosts", "x.yaml", f"{_YAML}hosts: [1, 2, 3]\n".encode(), "", reads=1),
    Case("a tab before a key", "x.yaml", f"{_YAML}hosts:\n\ta: {{}}\n".encode(), "", reads=1),
    Case("an infinite size", "x.yaml", f"{_YAML}hosts: {{a: {{devices: [{{device: x, size_bytes: .inf}}]}}}}\n".encode(), "", reads=1),
    Case("a size of thousands of digits", "x.yaml", f"{_YAML}hosts: {{a: {{devices: [{{device: x, size_bytes: {_BIG}}}]}}}}\n".encode(), "", reads=1),
    Case("entities of entities", "x.xml", f"<?xml version='1.0'?>{_LAUGHS}]><SymCLI_ML>&i;</SymCLI_ML>".encode(), "undefined entity", reads=1),
    Case("an external entity", "x.xml", b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><SymCLI_ML>&e;</SymCLI_ML>', "undefined entity", reads=1),
    Case("elements in elements", "x.xml", b"<SymCLI_ML>" + b"<a>" * 50_000, "nested too deeply", reads=1),
    Case("an element cut off", "x.xml", b"<?xml version='1.0'?><SymCLI_ML><Symmetrix><Symm_Info><symid>0001", "no element found", reads=1),
    Case("a thousand attributes", "x.xml", b"<SymCLI_ML " + b"".join(b'a%d="1" ' % n for n in range(1_000)) + b"/>", reads=1),
    Case("a baseline of sanlint", "x.json", b'{"sanlint_baseline": 1, "findings": []}\n', "written by sanlint"),
    Case("a configuration", "sanlint.yaml", b"rules: [/]\nselect: []\n", "cannot configure its own audit"),
    Case("a project file", "pyproject.toml", b"[tool.sanlint]\nrules = ['/']\n", "cannot configure its own audit"),
    Case("prompts alone", "x.txt", b"sw1:admin> \n" * 2_000, "only prompts"),
    Case("prompts without a command that is known", "x.txt", b"sw1:admin> x\ny\n" * 500),
    Case("commands in a loop over machines", "x.txt", b"$ for h in a b; do ssh $h multipath -ll; done\n" * 50),
    Case("the same export a hundred times", "x.txt", (ZONES * 100).encode(), reads=100),
    Case("a switch named like a path", "x.txt", ZONES.replace("sw-a1", "..").encode(), reads=1),
    Case("zones with markup as names", "x.txt", ZONES.replace("z_1", "<script>").encode(), "configurations printed without their zones: cfg_a", reads=1),
    Case("a WWN cut off at the end", "x.txt", ZONES.rstrip().removesuffix("00:02").encode(), "truncated inside a WWN", reads=1),
    Case("a date that is none", "x.txt", ("# sanlint: captured_at=9999-99-99T99:99:99\n" + ZONES).encode(), reads=1),
    Case("a quote that is not closed", "x.txt", ("# sanlint: host='a\n" + ZONES).encode(), reads=1),
    Case("titles", "x.txt", b"==== show zone ====\n" * 2_000),
    Case("fences", "x.md", b"```\n" * 5_000),
    Case("headings of dshbak", "x.txt", b"-" * 15 + b"\na[0-999999],b[0-9],c[0-9]\n" + b"-" * 15 + b"\n" + ZONES.encode(), reads=1),
)  # fmt: skip
