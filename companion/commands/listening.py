"""Pages that listen, in a process of their own: each fetches the big screen anew when it hears of news.

For `companion bench` only: `python -m companion.commands.listening ADDRESS COUNT` says a line for each page
that listens, then one with the monotonic nanoseconds for each page that has what is new.
"""

import sys
import threading
import time
from http.client import HTTPConnection


def listen(address: str, say: threading.Lock) -> None:
    """Be one page for ever: the stream of news on one connection, what is shown on another one."""
    stream, asked = HTTPConnection(address, timeout=60), HTTPConnection(address, timeout=60)
    stream.request("GET", "/api/v1/events")
    news = stream.getresponse()
    while line := news.readline():
        if line.startswith(b"event: page"):
            asked.request("GET", "/tv")
            asked.getresponse().read()
            with say:
                sys.stdout.write(f"{time.monotonic_ns()}\n")
                sys.stdout.flush()


def main(address: str, count: int) -> None:
    """So many pages at once, until this process is ended."""
    say = threading.Lock()
    pages = [threading.Thread(target=listen, args=(address, say), daemon=True) for _ in range(count)]
    for page in pages:
        page.start()
    for page in pages:
        page.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
