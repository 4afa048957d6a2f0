"""A database of a test and the server of the studio that shows it."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import sample

PROGRAM = os.environ.get("QUIRE_CLI", "quire-cli")


class Database:
    """A bundle in a folder of its own, which other processes change with the command."""

    def __init__(self, documents):
        self.folder = tempfile.mkdtemp(prefix="studio-browser.")
        self.path = os.path.join(self.folder, "travel.cblite2")
        self.import_documents(documents)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, text=None):
        """Runs a command of quire and returns its output."""
        result = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=600)
        if result.returncode:
            raise AssertionError(f"quire {' '.join(arguments[:2])}: {result.stderr}")
        return result.stdout

    def import_documents(self, documents, collection="_default"):
        file = os.path.join(self.folder, "import.jsonl")
        sample.write_lines(file, documents)
        self.run("import", self.path, file, "--id-key", "_id", "-q", "-c", collection)
        os.remove(file)

    def get(self, identifier, collection="_default"):
        return json.loads(self.run("get", self.path, identifier, "-c", collection))

    def put(self, identifier, body, collection="_default"):
        body = {key: value for key, value in body.items() if key != "_id"}
        self.run("put", self.path, identifier, json.dumps(body), "-c", collection)


class Studio:
    """A running `quire studio`."""

    def __init__(self, database, *options):
        self.process = subprocess.Popen(
            [PROGRAM, "studio", database.path, "--no-open", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        self.url = self.process.stdout.readline().strip() if ready else ""
        if not self.url.startswith("http://"):
            self.close()
            raise AssertionError(f"quire studio does not start: {self.process.stderr.read()}")
        self.origin, _, self.token = self.url.partition("/#")
        self.port = urllib.parse.urlsplit(self.url).port

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def status(self, path, method="GET", headers=None):
        """The status of a request without a browser."""
        request = urllib.request.Request(self.origin + path, method=method, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def post(self, path, value):
        """Sends JSON without a browser and returns the answer."""
        headers = {"X-Quire-Token": self.token, "Content-Type": "application/json"}
        request = urllib.request.Request(self.origin + "/api/" + path, data=json.dumps(value).encode(), method="POST", headers=headers)
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def store_blob(self, data, content_type):
        """Stores a blob and returns the value that refers to it."""
        headers = {"X-Quire-Token": self.token, "Content-Type": "application/octet-stream", "X-Quire-Content-Type": content_type}
        request = urllib.request.Request(self.origin + "/api/blob", data=data, method="POST", headers=headers)
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def memory(self):
        """The resident memory of the server in bytes, or None where it is unknown."""
        try:
            with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return None


def wait_until(condition, seconds=10, message="the condition does not become true"):
    """Calls a function until it returns a true value, which is returned."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(message)
        time.sleep(0.05)
