"""Tests that each fault has its effect on the connection, and that a strict partner detects it."""

import asyncio
import os
import unittest
from typing import Any, Dict, List, Optional, Set

from faults import KINDS, FaultError, Faults, parse_fault
from harness import RawClient, Server, contents, run
from options import SYNC_GATEWAY
from store import Store

BODY = {"n": 1, "b": {"$blob": {"text": "content of a blob"}}}
EDITS: List[Dict[str, Any]] = [{"id": f"d{i}", "body": BODY} for i in range(5)]


class Case:
    """A fault of the passive peer, and what an active one must observe."""

    def __init__(
        self,
        fault: str,
        rules: Optional[Set[str]] = None,
        error: Optional[int] = None,
        missing: int = 0,
        **options: Any,
    ) -> None:
        self.fault = fault
        self.rules = rules or set()
        # The code of the error that ends the replication, and the documents that did not arrive.
        self.error = error
        self.missing = missing
        self.options = options


CASES = (
    Case("cut-sent=4", error=1006, missing=5),
    Case("cut-received=6", error=1006, missing=5),
    Case("close-sent=4001:3", error=4001, missing=5),
    Case("delay=0.002"),
    Case("slow-reading=0.002"),
    Case("silent=subChanges", {"2.8 responses"}, 0, 0, response_timeout=0.2),
    Case("silent", {"2.8 responses"}, 0, 5, response_timeout=0.2),
    Case("wrong-checksum=2", {"2.5 checksum"}, 1011, 5),
    Case("bad-deflate=2", {"2.4 compression"}, 1011, 5),
    Case("unknown-type=1", {"2.1 types"}),
    Case("text-message=2", {"1.1 text messages"}),
    Case("huge-frame", {"1 WebSocket"}, 1009, 5),
    Case("huge-frame=100000:2", {"2.3 numbers", "2.5 checksum"}, 1011, 5),
    Case("skip-number=1", {"2.3 numbers"}, 1011, 5),
    Case("bad-json=changes:1", {"4 changes"}, None, 5),
    Case("bad-json=getCollections", {"4 getCollections"}, 4002, 5),
    Case("bad-json=rev:2", {"4 rev"}, None, 1),
    Case("wrong-blob=d2", {"4 getAttachment"}, None, 5),
    Case("short-blob", {"4 getAttachment"}, None, 5),
    Case("duplicate-rev=2", {"4 rev"}, 4002),
    Case("duplicate-rev=2", {"4 rev"}, 4002, behavior=SYNC_GATEWAY),
    Case("unsolicited-rev=1", {"4 rev"}, 4002, 5),
    Case("refuse-blob=404:d0,d1,d2,d3,d4", missing=5),
    Case("norev=403:d1,d4", missing=2),
    Case("refuse-checkpoint=409:1"),
    Case("refuse-checkpoint=503:9", error=503),
    Case("no-subprotocol", {"1.1 subprotocol"}, 1002, 5),
    Case("http=403", error=403, missing=5),
    Case("http=503", error=503, missing=5),
    Case("redirect=http://127.0.0.1:1/", error=0, missing=5),
    Case("upgrade-delay=0.1"),
)


class FaultTests(unittest.TestCase):
    def test_faults_of_a_passive_peer(self):
        for index, case in enumerate(CASES):
            with self.subTest(index=index, fault=case.fault):
                run(self.check(case))

    async def check(self, case: Case) -> None:
        options = dict(case.options)
        timeout = options.pop("response_timeout", 30.0)
        async with Server(EDITS, faults=[case.fault], **options) as server:
            client = await server.replicate(push=False, response_timeout=timeout)
            await asyncio.sleep(0)
            rules = {item["rule"] for item in client.report.violations}
            self.assertEqual(bool(rules & case.rules), bool(case.rules), client.report.json())
            self.assertLessEqual(rules - {"4 changes"}, case.rules)
            code = client.error["code"] if client.error is not None else None
            self.assertEqual(code, case.error)
            missing = 5 - len(client.store.collection("_default").documents)
            if case.missing in (0, 5):
                # After the end of a connection, some revisions may have arrived.
                self.assertLessEqual(missing, case.missing if case.error is None else 5)
            else:
                self.assertEqual(missing, case.missing)
            server.peer.options.faults = []
            again = await server.replicate(client.store)
            self.assertEqual(again.report.violations, [])
            self.assertIsNone(again.error)

    def test_refused_documents_of_a_push(self):
        async def test() -> None:
            faults = ["refuse=403:d0", "refuse=500:d1", "refuse-rev=409:d2", "refuse-rev=503:d3"]
            async with Server(faults=faults) as server:
                client = await server.replicate(Store(), EDITS)
                errors = {item["subject"]: item["code"] for item in client.report.errors}
                self.assertEqual(errors, {"d0": 403, "d1": 500, "d2": 409, "d3": 503})
                self.assertEqual(list(server.store.collection("_default").documents), ["d4"])
                self.assertEqual(server.report.violations, [])
                server.peer.options.faults = []
                await server.replicate(client.store)
                documents = server.store.collection("_default").documents
                self.assertEqual(sorted(documents), ["d2", "d3", "d4"])

        run(test())

    def test_withheld_acknowledgments(self):
        async def test() -> None:
            edits = [{"id": "a", "body": {"b": {"$blob": {"repeat": "a", "times": 500_000}}}}]
            async with Server(faults=["withhold-acks"]) as server:
                client = server.client(Store(), edits, ack_timeout=0.2)
                client.start()
                for _ in range(500):
                    await asyncio.sleep(0.01)
                    if client.report.violations:
                        break
                client.stop()
                await client.task
                rules = {item["rule"] for item in client.report.violations}
                self.assertEqual(rules, {"2.6 flow control"})

        run(test())

    def test_faults_of_an_active_peer(self):
        cases = (
            ("wrong-checksum=2", "2.5 checksum"), ("skip-number=1", "2.3 numbers"),
            ("duplicate-rev=1", "4 rev"), ("unsolicited-rev=1", "4 rev"),
            ("bad-json=rev:1", "4 rev"), ("wrong-blob", "4 getAttachment"),
            ("bad-json=proposeChanges:1", "4 proposeChanges"),
            ("text-message=2", "1.1 text messages"),
            ("no-subprotocol", "1.1 subprotocol"), ("cut-sent=2", None),
        )  # fmt: skip

        async def test(fault: str, rule: Optional[str]) -> None:
            async with Server() as server:
                client = await server.replicate(Store(), EDITS, faults=[fault])
                self.assertEqual(server.rules - {"9 one-shot"}, {rule} if rule else set())
                again = await server.replicate(client.store)
                self.assertEqual(again.report.violations, [])

        for fault, rule in cases:
            with self.subTest(fault):
                run(test(fault, rule))

    def test_a_replication_recovers_from_a_cut_at_each_frame(self):
        async def test(kind: str) -> None:
            for number in range(1, 40):
                edits = [{"id": f"e{i}", "body": {"e": i}} for i in range(3)]
                async with Server(EDITS, faults=[f"{kind}@1={number}"]) as server:
                    client = await server.replicate(Store(), edits)
                    if client.error is None:
                        return
                    again = await server.replicate(client.store)
                    self.assertIsNone(again.error)
                    self.assertEqual(contents(client.store), contents(server.store))
                    violations = again.report.violations + server.report.violations
                    self.assertEqual(violations, [], number)
            self.fail("the connection was cut at each number of frames")

        run(test("cut-sent"))
        run(test("cut-received"))

    def test_silent_peers_do_not_answer_control_frames(self):
        async def test() -> None:
            async with Server(faults=["no-pong@1", "freeze@2=1"]) as server:
                clients = [await RawClient.connect(server) for _ in range(3)]
                for client in clients:
                    await client.open_unread()
                await asyncio.sleep(0.1)
                answers = []
                for client, seconds in zip(clients, (0.1, 0.1, 5)):
                    waiter = await client.socket.ping()
                    done, _ = await asyncio.wait([asyncio.ensure_future(waiter)], timeout=seconds)
                    answers.append(bool(done))
                self.assertEqual(answers, [False, False, True])
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(clients[1].close(), 0.1)

        run(test())

    def test_a_fault_can_apply_to_one_connection(self):
        self.assertEqual(Faults(["delay@2=1"], 1).values, {})
        self.assertEqual(Faults(["delay@2=1"], 2).seconds("delay"), 1)

    def test_invalid_faults_are_rejected(self):
        wrong = ("answer=rev:odd:a", "answer=x:empty:a", "answer=rev")
        for text in ("x", "delay", "delay@x=1", "", "refuse", *wrong):
            with self.subTest(text), self.assertRaises(FaultError):
                parse_fault(text)

    def test_each_fault_is_tested(self):
        text = ""
        for name in ("test_faults.py", "test_scenarios.py"):
            path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
            with open(path, encoding="utf-8") as file:
                text += file.read()
        self.assertEqual([name for name in KINDS if f'"{name}' not in text], [])


if __name__ == "__main__":
    unittest.main()
