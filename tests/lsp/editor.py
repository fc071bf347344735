"""An editor for tests: a client of the protocol that starts ``sanlint lsp`` and waits for what it publishes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from tests import folders

ENTRY = [
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(folders.ROOT)!r}); from checker.cli.entry import main; sys.exit(main())",
]
PATIENCE_S = 120


class Editor:
    """An editor with one folder open."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self._root = root
        self._versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return (self._root / name).as_uri()

    async def open(self, name: str, text: str) -> list[types.Diagnostic]:
        """Open a file and return its diagnostics."""
        self._versions[name] = 1
        item = types.TextDocumentItem(self.uri(name), "yaml", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.shown(name, lambda _: True, version=1)

    async def type(self, name: str, text: str) -> list[types.Diagnostic]:
        """Replace the text of an open file and return its diagnostics."""
        self._versions[name] += 1
        document = types.VersionedTextDocumentIdentifier(self._versions[name], self.uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return await self.shown(name, lambda _: True, version=self._versions[name])

    async def shown(
        self, name: str, wanted: Callable[[list[types.Diagnostic]], bool], version: int | None = None
    ) -> list[types.Diagnostic]:
        """Wait until everything is checked and the diagnostics are as wanted."""
        await self.idle()
        found = self.client.diagnostics.get(self.uri(name), [])
        assert wanted(found), found
        assert version is None or version == self._versions[name]
        return list(found)

    async def idle(self) -> None:
        """Wait until nothing is left to check: a quick fix is resolved only then."""
        await asyncio.wait_for(
            self.client.code_action_resolve_async(types.CodeAction("nothing", data={"do": "nothing"})), PATIENCE_S
        )

    async def hover(self, name: str, line: int, column: int = 0) -> str:
        """Return what is shown at a place; lines count from 0."""
        where = types.HoverParams(types.TextDocumentIdentifier(self.uri(name)), types.Position(line, column))
        answer = await self.client.text_document_hover_async(where)
        return answer.contents.value if answer is not None else ""

    async def actions(self, name: str, diagnostic: types.Diagnostic) -> list[types.CodeAction]:
        """Return the quick fixes of a diagnostic."""
        context = types.CodeActionContext([diagnostic])
        document = types.TextDocumentIdentifier(self.uri(name))
        return list(
            await self.client.text_document_code_action_async(
                types.CodeActionParams(document, diagnostic.range, context)
            )
        )

    async def applied(self, name: str, action: types.CodeAction, text: str) -> str:
        """Return the text of a file after a quick fix."""
        if action.edit is None:
            action = await self.client.code_action_resolve_async(action)
        assert action.edit is not None, [message.message for message in self.client.messages]
        lines = text.splitlines(keepends=True)
        for edit in sorted(action.edit.changes[self.uri(name)], key=lambda one: one.range.start.line, reverse=True):
            start, end = edit.range.start, edit.range.end
            tail = lines[end.line][end.character :] if end.line < len(lines) else ""
            lines[start.line : end.line + 1] = [lines[start.line][: start.character] + edit.new_text + tail]
        return "".join(lines)


@asynccontextmanager
async def editor(root: Path, *arguments: str) -> AsyncIterator[Editor]:
    """Start ``sanlint lsp`` with arguments for a folder, with the capabilities of a real editor."""
    client = make_test_lsp_client()
    await client.start_io(*ENTRY, "lsp", *arguments)
    capabilities = client_capabilities("visual-studio-code")
    folder = types.WorkspaceFolder(root.as_uri(), root.name)
    parameters = types.InitializeParams(capabilities, root_uri=root.as_uri(), workspace_folders=[folder])
    await asyncio.wait_for(client.initialize_session(parameters), PATIENCE_S)
    try:
        yield Editor(client, root)
    finally:
        # Without a shutdown, the client would wait for the server.
        await asyncio.wait_for(client.shutdown_session(), PATIENCE_S)
        await client.stop()
