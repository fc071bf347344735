"""Where links go, and what a terminal without UTF-8 shows."""

from __future__ import annotations

import io

import pytest

from checker.cli.support.terminal import use_links, write_output


class Screen(io.StringIO):
    def __init__(self, tty: bool) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


VARIABLES = ("TERM", "TERM_PROGRAM", "WT_SESSION", "KITTY_WINDOW_ID", "DOMTERM", "VTE_VERSION", "KONSOLE_VERSION", "TMUX", "CI",
             "FORCE_HYPERLINK")  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "links"),
    [
        ({}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, True),
        ({"WT_SESSION": "1"}, True),
        ({"VTE_VERSION": "7600"}, True),
        ({"VTE_VERSION": "4999"}, False),
        ({"VTE_VERSION": "¹"}, False),
        ({"KONSOLE_VERSION": "210800"}, True),
        ({"TERM": "tmux-256color", "VTE_VERSION": "7600"}, False),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/1"}, False),
        ({"TERM": "xterm-kitty", "CI": "true"}, False),
        ({"TERM": "xterm-256color", "FORCE_HYPERLINK": "1"}, True),
        ({"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}, False),
    ],
)
def test_links_only_on_terminals_that_are_known_to_have_them(
    environment: dict[str, str], links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert use_links(Screen(tty=True), color=True) is links
    assert use_links(Screen(tty=False), color=True) is False
    assert use_links(Screen(tty=True), color=False) is False


@pytest.mark.parametrize(("encoding", "shown"), [("ascii", b"- ... -> ?"), ("utf-8", "─ … → ä".encode())])
def test_a_terminal_without_these_characters_gets_others(
    encoding: str, shown: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer = io.BytesIO()
    screen = io.TextIOWrapper(buffer, encoding=encoding)
    monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout", screen)
    write_output("─ … → ä")
    assert buffer.getvalue() == shown
