"""Serves a documentation site on this machine.

    siteserver.py FOLDER PORT
"""

import functools
import http.server
import re
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def translate_path(self, path):
        base = self.server.base
        return super().translate_path("/" + path[len(base):]) if path.startswith(base) else ""

    def end_headers(self):
        # The browser asks whether a page has changed since it was loaded.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code, *arguments):
        self.server.failures.append((code, self.path, self.headers.get("Referer", "")))
        super().send_error(code, *arguments)

    def log_message(self, *_):
        pass


class SiteServer(http.server.ThreadingHTTPServer):
    """A server of a folder below the path for which docc has built it, such as `/` or `/quire/`."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder, port=0):
        with open(folder + "/documentation/index.html", encoding="utf-8") as page:
            self.base = re.search(r'var baseUrl = "([^"]*)"|$', page.read()).group(1) or "/"
        # The requests that had no answer: the code, the path and the page.
        self.failures = []
        super().__init__(("127.0.0.1", port), functools.partial(Handler, directory=folder))

    def handle_error(self, request, address):
        # A browser closes connections that it does not need.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


if __name__ == "__main__":
    try:
        server = SiteServer(sys.argv[1], int(sys.argv[2]))
        print(f"docs: http://localhost:{server.server_port}{server.base} (Ctrl-C ends the server)", flush=True)
        server.serve_forever()
    except (OSError, OverflowError) as error:
        sys.exit(f"docs: the site cannot be served at port {sys.argv[2]}: {error}")
    except KeyboardInterrupt:
        print()
