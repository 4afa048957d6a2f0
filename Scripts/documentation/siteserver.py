"""Serves a documentation site on this machine.

    siteserver.py FOLDER [PORT]
"""

import http.server
import os
import re
import sys
import threading
import urllib.parse


def base_path(folder):
    """The path at which the site must be served, such as `/` or `/quire/`."""
    try:
        with open(os.path.join(folder, "documentation", "index.html"), encoding="utf-8") as page:
            found = re.search(r'var baseUrl = "([^"]*)"', page.read())
    except OSError:
        return None
    return found.group(1) if found else "/"


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, directory=self.site, **options)

    def send_head(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/" and self.base != "/":
            return self.redirect(self.base)
        if not path.startswith(self.base):
            if path + "/" == self.base:
                return self.redirect(self.base)
            self.send_error(404)
            return None
        return super().send_head()

    def redirect(self, path):
        self.send_response(302)
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def translate_path(self, path):
        return super().translate_path("/" + path[len(self.base):])

    def end_headers(self):
        # The browser asks whether a page has changed since it was loaded.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code, *arguments):
        path = urllib.parse.urlsplit(self.path).path
        with self.lock:
            self.failures.append((code, path, self.headers.get("Referer", "")))
        super().send_error(code, *arguments)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, address):
        # A browser closes connections that it does not need.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


class SiteServer:
    """A server whose `failures` are the requests that had no answer."""

    def __init__(self, folder, port=0):
        self.base = base_path(folder)
        if self.base is None:
            raise FileNotFoundError(f"{folder} contains no documentation; build it with Scripts/docs")
        self.failures = []
        values = {
            "site": os.path.abspath(folder), "base": self.base, "failures": self.failures,
            "lock": threading.Lock(),
        }
        self.server = Server(("127.0.0.1", port), type("SiteHandler", (Handler,), values))
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def start(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def main():
    if len(sys.argv) not in (2, 3) or not sys.argv[-1].isdigit() and len(sys.argv) == 3:
        sys.exit("usage: siteserver.py FOLDER [PORT]")
    port = int(sys.argv[2]) if len(sys.argv) == 3 else 8080
    try:
        site = SiteServer(sys.argv[1], port)
    except (OSError, OverflowError) as error:
        sys.exit(f"docs: the site cannot be served at port {port}: {error}")
    print(f"docs: http://localhost:{site.server.server_port}{site.base} (Ctrl-C ends the server)", flush=True)
    try:
        site.server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
