"""Tests of the command line and of the control requests, with peers in processes of their own."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from typing import Any, Dict, List

PEER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer.py")


class Process:
    """A peer that runs in a process."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, PEER, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ready = self.read()

    def read(self) -> Dict[str, Any]:
        """Returns the next line of the peer."""
        return json.loads(self.process.stdout.readline())

    def ask(self, action: str, **values: Any) -> Dict[str, Any]:
        """Sends a control request and returns the response."""
        self.process.stdin.write(json.dumps({"do": action, **values}) + "\n")
        self.process.stdin.flush()
        return self.read()

    def end(self) -> None:
        """Ends the process, unless it has ended."""
        for file in (self.process.stdin, self.process.stdout):
            file.close()
        self.process.kill()
        self.process.wait()

    def finish(self) -> Dict[str, Any]:
        """Ends the peer and returns its last line."""
        self.process.stdin.close()
        result = self.read()
        self.process.stdout.close()
        self.process.wait()
        return result


def finished(*arguments: str) -> subprocess.CompletedProcess:
    """Runs a peer to its end, without input."""
    return subprocess.run(
        [sys.executable, PEER, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class CommandTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def start(self, *arguments: str) -> Process:
        """Starts a peer that ends with the test at the latest."""
        process = Process(*arguments)
        self.addCleanup(process.end)
        return process

    def path(self, name: str, content: Any = None) -> str:
        """Returns the path of a file, which is written if there is content."""
        path = os.path.join(self.folder.name, name)
        if content is not None:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(content, file)
        return path

    def test_a_session_with_control_requests(self):
        edits: List[Dict[str, Any]] = [
            {"id": "a", "body": {"x": 1}},
            {"id": "late", "body": {}, "after": {"message": "getCollections", "count": 1}},
            {"id": "timed", "body": {}, "afterSeconds": 0.05},
            {"do": "delete", "id": "gone", "history": "5@AAAAAAAAAAAAAAAAAAAAAQ"},
        ]
        scenario = self.path("scenario.json", {"collections": ["a.b"], "edits": edits})
        server = self.start("passive", "--scenario", scenario, "--database", "path/db")
        url = f"ws://127.0.0.1:{server.ready['port']}/path/db"
        client = self.start("active", "--url", url, "--continuous", "--replicate", "_default,a.b")
        self.assertTrue(client.ask("wait-until-idle")["idle"])
        document = client.ask("put", id="b", collection="a.b", body={"y": {"$blob": {"text": "t"}}})
        self.assertTrue(document["document"]["rev"].endswith("@" + client.ready["source"]))
        self.assertTrue(client.ask("wait-until-idle")["idle"])
        self.assertTrue(server.ask("wait-until-idle")["idle"])
        self.assertEqual(server.ask("get", id="b", collection="a.b")["document"]["body"]["y"]
                         ["length"], 1)
        self.assertIsNone(server.ask("get", id="none")["document"])
        self.assertFalse(server.ask("odd")["ok"])
        self.assertFalse(server.ask("purge", id="none")["ok"])
        self.assertTrue(server.ask("disconnect")["ok"])
        stopped = client.ask("wait-until-stopped")
        self.assertTrue(stopped["stopped"])
        self.assertEqual(stopped["status"]["error"]["code"], 1006)
        self.assertTrue(client.ask("start")["ok"])
        self.assertTrue(client.ask("delete", id="a")["ok"])
        self.assertTrue(client.ask("wait-until-idle")["idle"])
        self.assertTrue(client.ask("stop")["ok"])
        self.assertTrue(server.ask("wait-until-stopped", count=2)["stopped"])
        mine, theirs = client.finish(), server.finish()
        # The first pull into an empty collection does not include tombstones.
        for result, others in ((mine, {}), (theirs, {"gone": True})):
            self.assertEqual(result["report"]["violations"], [])
            documents = result["dump"]["collections"]["_default"]["documents"]
            self.assertEqual({id: item["deleted"] for id, item in documents.items()},
                             {"a": True, "late": False, "timed": False, **others})
            self.assertEqual(len(result["dump"]["blobs"]), 1)
        self.assertEqual((client.process.returncode, server.process.returncode), (0, 0))

    def test_the_output_is_written_and_loaded(self):
        output = self.path("output.json")
        scenario = self.path("scenario.json", {"edits": [{"id": "a", "body": {"x": 1}}]})
        written = finished("passive", "--scenario", scenario, "--output", output)
        self.assertEqual(written.returncode, 0)
        again = json.loads(finished("passive", "--load", output).stdout.splitlines()[-1])
        with open(output, encoding="utf-8") as file:
            self.assertEqual(again["dump"], json.load(file)["dump"])

    def test_an_active_peer_exits_after_a_replication(self):
        server = self.start("passive", "--fault", "wrong-checksum=2", "--user", "u:p")
        url = f"ws://127.0.0.1:{server.ready['port']}/db/"
        refused = finished("active", "--url", url, "--exit")
        self.assertEqual(refused.returncode, 0)
        wrong = finished("active", "--url", url, "--exit", "--user", "u:p")
        self.assertEqual(wrong.returncode, 1)
        self.assertTrue(server.ask("faults", faults=[])["ok"])
        right = finished("active", "--url", url, "--exit", "--user", "u:p", "--pull")
        self.assertEqual(right.returncode, 0)
        report = server.finish()["report"]
        self.assertEqual([item["status"] for item in report["upgrades"]], [401, 101, 101])

    def test_usage_errors(self):
        for arguments in (
            [], ["passive", "--fault", "x"], ["active"], ["passive", "--scenario", "/none"],
            ["passive", "--scenario", self.path("bad.json", {"odd": 1})],
        ):  # fmt: skip
            with self.subTest(arguments):
                self.assertEqual(finished(*arguments).returncode, 2)


if __name__ == "__main__":
    unittest.main()
