"""Real browsers and real servers for the tests of the pages."""

import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

import waitress
from playwright.sync_api import Browser, BrowserContext, Page, expect
from world import World

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
KIOSK, PHONE, SCREEN = (800, 480), (390, 844), (1920, 1080)
ELSEWHERE = {"X-Forwarded-For": "192.168.1.50"}


class Served:
    """The pages of a world behind the real web server; `stop` lets every browser lose it, `start` serves at
    the same port again."""

    def __init__(self, world: World) -> None:
        self._world, self.port = world, 0
        self.start()

    def start(self) -> None:
        self.server = waitress.create_server(
            self._world.app, host="127.0.0.1", port=self.port, threads=12, clear_untrusted_proxy_headers=False
        )
        self.port = int(self.server.effective_port)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def stop(self) -> None:
        """Close everything from within the server's own loop, which ends with it; the second time nothing."""
        if self._thread.is_alive():
            self.server.trigger.pull_trigger(self._close)
            self._thread.join(PATIENCE_MS / 1000)
            self.server.task_dispatcher.set_thread_count(0)
            self._world.table.tell()  # whoever still writes to a page learns that it is gone

    def _close(self) -> None:
        for each in list(self.server._map.values()):
            each.close()


class Appliance:
    """`companion run` as a process, gone with its context; started again it is at the same port."""

    def __init__(self, data: Path, camera: str = "none") -> None:
        self.data, self.camera, self.port = data, camera, 0
        self.start()

    def start(self) -> None:
        options = ("--port", str(self.port), "--camera", self.camera, "--data", str(self.data))
        self._child = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", *options], stderr=subprocess.PIPE, text=True
        )
        assert self._child.stderr is not None
        told = self._child.stderr.readline()
        found = re.search(r"the table is at http://\S+:(\d+),", told)
        if not found:
            self.kill()
        assert found, told
        self.port = int(found[1])

    def kill(self) -> None:
        """Gone at once, as when the plug is pulled; its other processes go with it by themselves."""
        self._child.kill()
        self._child.wait()
        if self._child.stderr is not None:
            self._child.stderr.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def secret(self) -> bytes:
        return (self.data / "web-secret").read_bytes()


def context_of(
    browser: Browser, address: str, size: tuple[int, int], elsewhere: bool = False
) -> BrowserContext:
    """A browser with cookies of its own; one from elsewhere is no host until it has the key."""
    made = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        base_url=address,
        extra_http_headers=ELSEWHERE if elsewhere else {},
    )
    made.set_default_timeout(PATIENCE_MS)
    return made


def sized(page: Page, size: tuple[int, int]) -> None:
    """Show the page on a screen of this size, and wait until it has become so."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[*size])


def fits(page: Page, *sizes: tuple[int, int]) -> None:
    """On none of these screens anything is wider than the page."""
    for size in sizes:
        sized(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (page.url, size)


def complaints_of(page: Page) -> list[str]:
    """What the page's console will complain of: errors of scripts, and what its policy forbids."""
    told: list[str] = []
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("console", lambda said: told.append(said.text) if "Security" in said.text else None)
    return told
