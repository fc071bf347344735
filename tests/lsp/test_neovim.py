"""``sanlint lsp`` in Neovim without a window: a file is opened, and the editor lists what it shows."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from fixtures.generate.sans.inventories import small_san
from tests.lsp.editor import ENTRY, PATIENCE_S

_SCRIPT = """
local client = vim.lsp.start_client({{ name = "sanlint", cmd = vim.fn.json_decode([==[{command}]==]), root_dir = vim.fn.getcwd() }})
vim.lsp.buf_attach_client(0, client)
vim.wait({patience}, function() return #vim.diagnostic.get(0) > 0 end, 100)
local shown = {{}}
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(shown, {{ line = one.lnum, code = one.code, source = one.source }})
end
vim.fn.writefile({{ vim.fn.json_encode(shown) }}, "shown.json")
vim.cmd("qa!")
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed (Debian: apt install neovim)")
def test_neovim_shows_the_findings(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    command = json.dumps([*ENTRY, "lsp", "--select", "PTH,ZON"])
    (tmp_path / "script.lua").write_text(_SCRIPT.format(command=command, patience=PATIENCE_S * 1000))
    editing = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile script.lua", "san.yaml"]
    done = subprocess.run(editing, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=2 * PATIENCE_S)
    shown = json.loads((tmp_path / "shown.json").read_text())
    assert shown, done.stderr
    assert {one["source"] for one in shown} == {"sanlint"}
    assert all(one["code"].startswith(("PTH", "ZON")) for one in shown)
