"""Tests of what a server can be asked to do wrong, forget, or have from the past."""

import asyncio
import unittest
from typing import Any, Dict, List

from harness import Server, contents, run
from options import COUCHBASE_LITE, SYNC_GATEWAY
from store import Store
from store_json import apply_edit
from wrong_answers import KINDS, PROFILES

BLOB = {"$blob": {"text": "content of a blob", "contentType": "text/plain"}}
TREE = "2-" + "ab" * 16, "1-" + "cd" * 16


def edits(prefix: str) -> List[Dict[str, Any]]:
    """Returns three documents with blobs."""
    return [{"id": f"{prefix}{number}", "body": {"b": BLOB}} for number in range(3)]


class ScenarioTests(unittest.TestCase):
    def test_a_replication_completes_after_wrong_answers(self):
        async def test(behavior: str, fault: str) -> None:
            async with Server(edits("s"), behavior=behavior, faults=[fault]) as server:
                client = server.client(Store(), edits("c"), response_timeout=0.15)
                client.start()
                documents = client.store.collection("_default").documents
                for _ in range(500):
                    if {"s0", "s2"} <= set(documents):
                        break
                    await asyncio.sleep(0.01)
                self.assertLessEqual({"s0", "s2"}, set(documents), fault)
                # The client would wait for what never comes.
                await asyncio.sleep(0.05)
                client.stop()
                await client.task
                server.peer.options.faults = []
                collection = client.store.collection("_default")
                collection.checkpoints.clear()
                server.store.collection("_default").peer_checkpoints.clear()
                await server.replicate(client.store, edits("d"))
                self.assertIn("d0", server.store.collection("_default").documents)

        for behavior in (COUCHBASE_LITE, SYNC_GATEWAY):
            for profile in PROFILES:
                for kind in KINDS:
                    document = "c1" if profile == "proposeChanges" else "s1"
                    # An unrequested revision ends the connection, which is tested elsewhere.
                    if profile in ("rev", "norev") and kind in ("too-old", "too-new", "twice"):
                        continue
                    if profile == "changes" and kind == "twice":
                        continue
                    with self.subTest(behavior=behavior, profile=profile, kind=kind):
                        run(test(behavior, f"answer={profile}:{kind}:{document}"))

    def test_a_document_that_is_gone_is_proposed_without_a_revision(self):
        async def test() -> None:
            async with Server() as server:
                client = await server.replicate(Store(), edits("c"))
                server.store.collection("_default").documents.clear()
                client.store.put("_default", "c1", {"n": 2})
                again = await server.replicate(client.store, pull=False)
                self.assertEqual(again.report.violations, [])
                self.assertEqual(list(server.store.collection("_default").documents), ["c1"])
            async with Server(faults=["gone=c1"]) as server:
                client = await server.replicate(Store(), edits("c"), pull=False)
                self.assertEqual([item["subject"] for item in client.report.errors], ["c1"])

        run(test())

    def test_a_server_forgets_or_restores_its_documents(self):
        async def test(behavior: str) -> None:
            async with Server(edits("s"), behavior=behavior) as server:
                store = Store()
                await server.replicate(store)
                server.store.remember()
                server.store.put("_default", "later", {})
                await server.replicate(store)
                server.store.restore()
                self.assertEqual(len(contents(server.store)["_default"]), 3)
                server.store.recreate()
                self.assertEqual(contents(server.store)["_default"], {})
                checkpoints = server.store.collection("_default").peer_checkpoints
                self.assertEqual(checkpoints, {})

        run(test(COUCHBASE_LITE))
        run(test(SYNC_GATEWAY))

    def test_a_database_can_be_offline(self):
        async def test() -> None:
            offline = {"do": "offline", "afterSeconds": 0}
            async with Server([offline], behavior=SYNC_GATEWAY) as server:
                await asyncio.sleep(0.05)
                client = await server.replicate()
                self.assertEqual((client.error["domain"], client.error["code"]), ("HTTP", 503))
                server.store.set_offline(False)
                self.assertIsNone((await server.replicate(client.store)).error)

        run(test())

    def test_a_document_from_before_version_vectors_is_served_and_edited(self):
        async def test() -> None:
            first = [{"id": "t", "body": {"n": 1}, "history": ", ".join(TREE)}]
            async with Server(first, behavior=SYNC_GATEWAY) as server:
                store = Store()
                await server.replicate(store)
                self.assertEqual(store.collection("_default").documents["t"].revision.rev, TREE[0])
                server.store.put("_default", "t", {"n": 2})
                client = await server.replicate(store)
                history = store.collection("_default").documents["t"].revision.history
                self.assertEqual(client.report.violations, [])
                self.assertEqual([tree.split("-")[0] for tree in history.trees], ["3", "2"])

        run(test())

    def test_an_unreadable_tree_is_answered_with_norev(self):
        async def test() -> None:
            first = [{"id": "t", "body": {"n": 1}, "history": ", ".join(TREE)}]
            async with Server(first, behavior=SYNC_GATEWAY) as server:
                store = Store()
                await server.replicate(store)
                document = server.store.put("_default", "t", {"n": 2})
                document.is_tree_broken = True
                client = await server.replicate(store)
                self.assertEqual(client.report.counts["received"].get("norev"), 1)

        run(test())

    def test_attachments_that_are_no_blobs_stay_in_the_body(self):
        async def test() -> None:
            listed = {"pic.txt": {"$attachment": {"text": "from REST"}}}
            first = [{"id": "a", "body": {"_attachments": listed}}]
            async with Server(first, behavior=SYNC_GATEWAY) as server:
                store = Store()
                client = await server.replicate(store)
                body = store.collection("_default").documents["a"].revision.body
                self.assertEqual(body["_attachments"]["pic.txt"]["revpos"], 1)
                self.assertIn(body["_attachments"]["pic.txt"]["digest"], store.blobs)
                store.put("_default", "a", {**body, "n": 2})
                client = await server.replicate(store)
                self.assertEqual(client.report.violations, [])
                stored = server.store.collection("_default").documents["a"].revision.body
                self.assertEqual(stored, {**body, "n": 2})

        run(test())

    def test_versions_can_be_in_the_future(self):
        async def test(seconds: float, arrives: bool) -> None:
            first = [{"id": "a", "body": {}, "ahead": seconds}]
            async with Server(first, behavior=SYNC_GATEWAY) as server:
                client = await server.replicate()
                documents = client.store.collection("_default").documents
                self.assertEqual("a" in documents, arrives)
                apply_edit(server.store, {"id": "a", "body": {"n": 2}})

        run(test(60, True))
        for seconds in (3600, 86_400 * 365 * 10):
            run(test(seconds, False))


if __name__ == "__main__":
    unittest.main()
