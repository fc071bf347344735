"""One headless Chromium for all pages; tests are skipped, with the reason, where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = "/usr/bin/chromium"
INSTALL = "apt-get install chromium, and pip install playwright axe-playwright-python"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium under Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason=f"Playwright is not installed: {INSTALL}")
    if shutil.which(CHROMIUM) is None:
        pytest.skip(f"{CHROMIUM} is not installed: {INSTALL}")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@dataclass
class Opened:
    """A page in a separate tab, and what it did that no report may do."""

    tab: Any
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def listed(self) -> list[str]:
        """The messages of the findings in the list, from top to bottom."""
        return [text.strip() for text in self.tab.locator("#list .message").all_inner_texts()]

    def wait_for_render(self) -> None:
        """Wait until what was asked for is shown: two frames later."""
        self.tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.fixture(scope="session")
def opened(browser: Any) -> Iterator[Callable[..., Opened]]:
    """Open a file in a separate tab, in a window with these options; its faults are collected."""
    contexts = []

    def call(file: Path, anchor: str = "", **options: Any) -> Opened:
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **options)
        contexts.append(context)
        page = Opened(context.new_page())
        page.tab.set_default_timeout(300_000)
        page.tab.on("console", lambda message: page.errors.append(message.text))
        page.tab.on("pageerror", lambda error: page.errors.append(str(error)))
        page.tab.on("request", lambda request: page.requests.append(request.url))
        page.tab.goto(file.as_uri() + anchor)
        return page

    yield call
    for context in contexts:
        context.close()
