"""The Language Server Protocol: documents come in, diagnostics go out, and questions about them are answered.

Everything here runs in one thread except the checks, which run one after another in a thread of their own. A document
that changes while its check runs is checked again afterwards, so that the editor is never behind by more than one check.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from checker import __version__
from checker.audit.options import Options
from checker.errors import SanlintError
from checker.lsp import fixes, hover
from checker.lsp.documents import Document
from checker.lsp.edits import corrected, edits_between
from checker.lsp.problem import Problem
from checker.lsp.project import Checked, Project, Task
from checker.lsp.translation import action_of, diagnostic_of, path_of, uri_of, workspace_edit

Answer = TypeVar("Answer")


def serve(paths: Sequence[str], options: Options) -> None:
    """Serve one editor over standard input and output until it closes the connection.

    Args:
        paths: files and folders that are checked together, relative to the folder that the editor opens.
        options: options of every audit.
    """
    server = Server(paths, options)
    # Copies, because they are closed at the end.
    stdin = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    stdout = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a library prints must not get into the protocol.
    with redirect_stdout(sys.stderr):
        server.start_io(stdin, stdout)


class Server(LanguageServer):
    """A connection to an editor, and what was found in its documents."""

    def __init__(self, paths: Sequence[str], options: Options) -> None:
        """Register the features; the project is known when the editor has said which folder it opened."""
        super().__init__("sanlint", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self._given = tuple(paths), options
        self._project = Project(Path.cwd(), *self._given)
        self._documents: dict[Path, Document] = {}
        self._due: dict[Task, None] = {}
        self._running: asyncio.Task[None] | None = None
        self._complete: dict[Task, Checked] = {}
        self._results: dict[Task, Checked] = {}
        self._shown: set[Path] = set()
        self._thread = ThreadPoolExecutor(1, "checks")
        kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix], resolve_provider=True)
        self._answer(types.INITIALIZED, self._begin)
        self._answer(types.TEXT_DOCUMENT_DID_OPEN, self._changed)
        self._answer(types.TEXT_DOCUMENT_DID_CHANGE, self._changed)
        self._answer(types.TEXT_DOCUMENT_DID_SAVE, self._saved)
        self._answer(types.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        self._answer(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._files_changed)
        self._answer(types.TEXT_DOCUMENT_HOVER, self._hover)
        self._answer(types.TEXT_DOCUMENT_CODE_ACTION, self._actions, kinds)
        self._answer(types.CODE_ACTION_RESOLVE, self._resolve)

    def _answer(self, method: str, work: Callable[[Any], Awaitable[object]], options: object = None) -> None:
        """Register a method of this class; pygls notes the registration on the function, which a method does not allow."""

        async def handler(_server: LanguageServer, params: object) -> object:
            return await work(params)

        self.feature(method, options)(handler)

    # Documents

    async def _begin(self, _params: types.InitializedParams) -> None:
        root = self.workspace.root_path
        if root is not None and Path(root).is_dir():
            # As if sanlint check were called there: names, configuration and comments depend on the current folder.
            os.chdir(root)
            self._project = Project(Path(root), *self._given)
        self._request(self._project.tasks(self._documents.values()))

    async def _changed(self, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            source = self.workspace.get_text_document(params.text_document.uri).source
            document = self._documents[path] = Document(path, source)
            self._request([self._project.task_of(document)])

    async def _saved(self, params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        document = self._documents.get(path) if path is not None else None
        if document is not None and document.kind != "export":
            # Its content may matter to every audit.
            self._request(self._project.tasks(self._documents.values()))

    async def _closed(self, params: types.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        document = self._documents.pop(path, None) if path is not None else None
        if document is None:
            return
        task = self._project.task_of(document)
        if self._is_open(task):
            self._request([task])
        else:
            self._due.pop(task, None)
            self._complete.pop(task, None)
            self._results.pop(task, None)
            self._publish()

    async def _files_changed(self, _params: types.DidChangeWatchedFilesParams) -> None:
        self._request(self._project.tasks(self._documents.values()))

    # Checks

    def _request(self, tasks: Iterable[Task]) -> None:
        self._due.update(dict.fromkeys(tasks))
        if self._due and self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._check())

    async def _check(self) -> None:
        try:
            while self._due:
                task = next(iter(self._due))
                del self._due[task]
                last, documents = self._complete.get(task), dict(self._documents)
                early = partial(self._early, asyncio.get_running_loop())
                try:
                    checked = await self._in_thread(self._project.run, task, documents, last, early)
                except Exception as error:  # noqa: BLE001 - one check that fails must not end the others
                    self._warn(str(error) if isinstance(error, SanlintError) else f"internal error: {error!r}")
                    continue
                # An audit that a newer text made needless is not finished.
                if checked is not None:
                    self._complete[task] = checked
                    self._show(checked)
        finally:
            self._running = None

    def _early(self, loop: asyncio.AbstractEventLoop, checked: Checked) -> bool:
        """Show the first part of a check, from its thread; return whether the rest is still of use."""
        loop.call_soon_threadsafe(self._show, checked)
        return checked.task not in self._due

    def _show(self, checked: Checked) -> None:
        if self._is_open(checked.task):
            self._results[checked.task] = checked
            self._publish()

    def _is_open(self, task: Task) -> bool:
        return task in self._project.tasks(self._documents.values())

    async def _in_thread(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def _publish(self) -> None:
        """Show the problems of all files; one that several checks found is shown once."""
        found: dict[Path, dict[tuple[int, int | None, str], Problem]] = {}
        for checked in self._results.values():
            for path, problems in checked.problems.items():
                found.setdefault(path, {}).update({(one.line, one.column, one.message): one for one in problems})
        for path in {*found, *self._shown}:
            document = self._text(path)
            diagnostics = [diagnostic_of(one, document, self._project.path) for one in found.get(path, {}).values()]
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(document.uri, diagnostics, document.version)
            )
        self._shown = set(found)

    # Questions

    async def _hover(self, params: types.HoverParams) -> types.Hover | None:
        document = self.workspace.get_text_document(params.text_document.uri)
        here = document.position_codec.position_from_client_units(document.lines, params.position)
        texts = [
            await self._in_thread(_described, problem, checked)
            for checked, problem in self._problems(document.uri)
            if problem.finding is not None and problem.line - 1 == here.line
        ]
        if not texts and here.line < len(document.lines):
            rule_id = hover.rule_id_at(document.lines[here.line], here.character)
            rule = await self._in_thread(self._rule, rule_id) if rule_id is not None else ""
            texts = [rule] if rule else []
        if not texts:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(texts)))

    def _rule(self, rule_id: str) -> str:
        audits = [one.audited.books for one in self._results.values() if one.audited is not None]
        books = [self._project.built_in, *(book for books in audits for book in books)]
        book = next((one for one in books if rule_id in one.rules), None)
        return "" if book is None else hover.rule_text(book.rules[rule_id], book.text(rule_id))

    async def _actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        document = self.workspace.get_text_document(params.text_document.uri)
        actions: list[types.CodeAction] = []
        for _checked, problem in self._problems(document.uri):
            if not params.range.start.line <= problem.line - 1 <= params.range.end.line:
                continue
            diagnostic = diagnostic_of(problem, document, self._project.path)
            edit = corrected(problem, document.lines)
            if edit is not None:
                change = workspace_edit({document.uri: [edit]}, self.workspace.get_text_document)
                actions.append(action_of(f"Replace with {edit.text}", diagnostic, change))
            if problem.finding is not None and fixes.is_editable(document.uri):
                for do, title in fixes.offered(problem.finding):
                    data = {"uri": document.uri, "do": do, "finding": problem.finding.fingerprint}
                    actions.append(action_of(title, diagnostic, data=data))
        client = self.client_capabilities.text_document
        if client is None or client.code_action is None or client.code_action.resolve_support is None:
            return [one if one.edit else await self._resolve(one) for one in actions]
        return actions

    async def _resolve(self, action: types.CodeAction) -> types.CodeAction:
        """Work out the edit of a quick fix; if that is impossible, say why and return it without an edit."""
        if not isinstance(action.data, dict):
            return action
        while self._running is not None:
            # The edit must fit the text as it is now.
            await asyncio.shield(self._running)
        uri, do, wanted = (str(action.data.get(key, "")) for key in ("uri", "do", "finding"))
        for checked, problem in self._problems(uri):
            finding, audited, path = problem.finding, checked.audited, path_of(uri)
            if finding is None or finding.fingerprint != wanted or audited is None or path is None:
                continue
            try:
                if do == "fix":
                    texts = await self._in_thread(fixes.fixed, audited, finding)
                else:
                    name, before = self._project.name(path), self._text(path).source
                    texts = {name: (before, await self._in_thread(fixes.suppressed, audited, finding, name, before))}
            except SanlintError as error:
                self._warn(str(error))
                break
            edits = {self._text(self._project.path(name)).uri: edits_between(*both) for name, both in texts.items()}
            action.edit = workspace_edit(edits, self.workspace.get_text_document)
            break
        return action

    def _problems(self, uri: str) -> list[tuple[Checked, Problem]]:
        path = path_of(uri)
        if path is None:
            return []
        results = self._results.values()
        return [(checked, problem) for checked in results for problem in checked.problems.get(path, ())]

    def _text(self, path: Path) -> TextDocument:
        """Return a document as the editor has it, under the URI that the editor uses, else as it is on disk."""
        opened = self.workspace.text_documents.values()
        named = next((one for one in opened if path_of(one.uri) == path), None)
        return named or self.workspace.get_text_document(uri_of(path))

    def _warn(self, text: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, text))


def _described(problem: Problem, checked: Checked) -> str:
    """Describe a finding with the texts of its rule."""
    assert problem.finding is not None
    rule_id = problem.finding.rule
    books = checked.audited.books if checked.audited is not None else ()
    book = next((one for one in books if rule_id in one.rules), None)
    rule, text = (book.rules[rule_id], book.text(rule_id)) if book is not None else (None, None)
    return hover.finding_text(problem.finding, rule, text)
