"""Tests of the active peer against the passive peer, in all combinations of behaviors."""

import asyncio
import random
import unittest
from typing import Any, Dict, Iterator

from bodies import encode_json
from harness import Server, contents, run
from histories import History
from options import COUCHBASE_LITE, SYNC_GATEWAY
from sequences import STYLES
from store import Revision, Store
from store_json import apply_edit, dump, load

BEHAVIORS = [
    (passive, active)
    for passive in (COUCHBASE_LITE, SYNC_GATEWAY)
    for active in (COUCHBASE_LITE, SYNC_GATEWAY)
]


def random_edit(generator: random.Random, store: Store, count: int) -> None:
    """Applies a random edit to one of some documents."""
    id = f"doc{generator.randrange(count)}"
    name = generator.choice(("_default", "a.b"))
    if generator.random() < 0.2 and id in store.collection(name).documents:
        apply_edit(store, {"do": "delete", "id": id, "collection": name})
        return
    body: Dict[str, Any] = {"n": generator.randrange(10), "é": ["x" * generator.randrange(300)]}
    if generator.random() < 0.3:
        size = generator.choice((0, 1, 1000, 70_000, 300_000))
        blob = {"repeat": generator.choice("abc"), "times": size, "contentType": "text/plain"}
        body["list"] = [{"$blob": blob}, {"a/b~": {"$blob": {"text": str(size)}}}]
    apply_edit(store, {"id": id, "body": body, "collection": name})


def differences(mine: Dict[str, Any], theirs: Dict[str, Any]) -> Iterator[Any]:
    """Yields the documents that differ."""
    for name in mine.keys() | theirs.keys():
        one, two = mine.get(name, {}), theirs.get(name, {})
        for id in one.keys() | two.keys():
            if one.get(id) != two.get(id):
                yield name, id, one.get(id), two.get(id)


class ExchangeTests(unittest.TestCase):
    def assert_clean(self, *reports: Any) -> None:
        for report in reports:
            self.assertEqual(report.violations, [])
            internal = [item for item in report.errors if item["domain"] == "internal"]
            self.assertEqual(internal, [])

    def test_random_edits_converge(self):
        for seed, (passive, active) in enumerate(BEHAVIORS * 2):
            with self.subTest(seed=seed, passive=passive, active=active):
                run(self.random_edits(seed, passive, active))

    async def random_edits(self, seed: int, passive: str, active: str, **more: Any) -> None:
        generator, names = random.Random(seed), ["_default", "a.b"]
        store = Store()
        options = {"behavior": passive, "partner": active, "batch": 7, **more}
        async with Server(collections=["a.b"], **options) as server:
            for _ in range(4):
                for _ in range(generator.randrange(30)):
                    random_edit(generator, server.store, 12)
                    random_edit(generator, store, 12)
                client = await server.replicate(store, behavior=active, collections=names)
                self.assert_clean(server.report, client.report)
                self.assertIsNone(client.error)
                self.assertEqual(server.close["code"], 1000)
                mine, theirs = contents(store), contents(server.store)
                self.assertEqual(list(differences(mine, theirs)), [])

    def test_all_forms_of_sequences(self):
        for seed, style in enumerate(STYLES):
            with self.subTest(style):
                run(self.random_edits(seed, SYNC_GATEWAY, COUCHBASE_LITE, sequences=style))

    def test_the_old_mode(self):
        async def test() -> None:
            async with Server([{"id": "a", "body": {}}]) as server:
                store = Store()
                for number in range(2):
                    client = await server.replicate(
                        store, [{"id": f"b{number}", "body": {}}], old_mode=True
                    )
                    self.assertEqual(contents(store), contents(server.store))
                    self.assertEqual(client.report.violations, [])
                self.assertEqual(client.report.counts["sent"]["rev"], 1)
                self.assertEqual(server.rules, {"3 getCollections"})

        run(test())

    def test_a_second_replication_transfers_nothing(self):
        async def test() -> None:
            async with Server([{"id": "a", "body": {}}, {"id": "b", "body": {}}]) as server:
                store = Store()
                await server.replicate(store, [{"id": "c", "body": {}}])
                client = await server.replicate(store)
                self.assertNotIn("rev", client.report.counts["sent"])
                self.assertNotIn("rev", client.report.counts["received"])
                self.assert_clean(server.report, client.report)

        run(test())

    def test_conflicts_are_reported_and_resolved(self):
        async def test(choice: str, expected: Dict[str, Any], merges: int) -> None:
            async with Server([{"id": "a", "body": {"s": 1}}]) as server:
                client = await server.replicate(
                    Store(), [{"id": "a", "body": {"c": 2}}], resolve=choice
                )
                conflicts = [item["code"] for item in client.report.errors]
                self.assertEqual(conflicts, [409])
                self.assert_clean(server.report, client.report)
                self.assertEqual(contents(client.store), contents(server.store))
                document = server.store.collection("_default").documents["a"]
                self.assertEqual(document.revision.body, expected)
                self.assertEqual(document.revision.history.vector.current_count, merges)

        run(test("local", {"c": 2}, 1))
        run(test("remote", {"s": 1}, 1))
        run(test("merge", {"s": 1, "c": 2}, 3))

    def test_an_unresolved_conflict_stays_open(self):
        async def test() -> None:
            async with Server([{"id": "a", "body": {"s": 1}}]) as server:
                edits = [{"id": "a", "body": {"c": 2}}]
                client = await server.replicate(Store(), edits, resolve="none")
                dumped = dump(client.store)["collections"]["_default"]["documents"]["a"]
                self.assertTrue(dumped["conflicted"])
                self.assertEqual(dumped["body"], {"c": 2})
                (remote,) = dumped["remotes"].values()
                self.assertEqual(remote["conflict"]["body"], {"s": 1})

        run(test())

    def test_continuous_replication_follows_edits(self):
        async def test(passive: str, active: str) -> None:
            options = {"behavior": passive, "partner": active}
            async with Server([{"id": "a", "body": {}}], **options) as server:
                client = server.client(behavior=active, continuous=True)
                client.start()
                await self.until(lambda: client.is_idle)
                server.store.put("_default", "b", {"x": 1})
                client.store.put("_default", "c", {"x": 2})
                client.store.put("_default", "a", {"x": 3})
                await self.until(lambda: contents(client.store) == contents(server.store))
                self.assertEqual(len(contents(server.store)["_default"]), 3)
                await self.until(lambda: client.is_idle)
                client.stop()
                await client.task
                self.assert_clean(server.report, client.report)

        for passive, active in BEHAVIORS:
            run(test(passive, active))

    async def until(self, condition: Any) -> None:
        for _ in range(2000):
            if condition():
                return
            await asyncio.sleep(0.01)
        self.fail("the condition did not become true")

    def test_document_ids_and_channels_select_documents(self):
        async def test() -> None:
            edits = [{"id": "a", "body": {"channels": ["x"]}}, {"id": "b", "body": {}}]
            async with Server(edits) as server:
                client = await server.replicate(documents=["b", "none"])
                self.assertEqual(list(client.store.collection("_default").documents), ["b"])
                client = await server.replicate(channels=["x"])
                self.assertEqual(client.error["domain"], "LiteCore")
            async with Server(edits, behavior=SYNC_GATEWAY) as server:
                client = await server.replicate(channels=["x", "y"])
                self.assertEqual(list(client.store.collection("_default").documents), ["a"])
                client = await server.replicate(documents=["a"], continuous=True)
                self.assertEqual((client.error["domain"], client.error["code"]), ("HTTP", 400))
                self.assertEqual(server.rules, {"4 subChanges"})

        run(test())

    def test_lost_access_purges_documents(self):
        async def test() -> None:
            edits = [{"id": id, "body": {"channels": ["x"]}} for id in ("a", "b", "c")]
            async with Server(edits, behavior=SYNC_GATEWAY) as server:
                store = Store()
                await server.replicate(store, channels=["x"])
                server.store.put("_default", "a", {"channels": []})
                collection = server.store.collection("_default")
                collection.revoked["b"] = collection.next_sequence()
                apply_edit(server.store, {"do": "delete", "id": "c"})
                client = await server.replicate(store, channels=["x"])
                documents = store.collection("_default").documents
                deleted = {id: document.revision.is_deleted for id, document in documents.items()}
                self.assertEqual(deleted, {"c": True})
                self.assert_clean(server.report, client.report)

        run(test())

    def test_a_replacement_is_sent_for_an_edited_document(self):
        async def test(replaces: bool) -> None:
            edits = [{"id": f"d{i}", "body": {"i": i}} for i in range(30)]
            after = {"message": "rev", "direction": "sent", "count": 1}
            edits += [{"id": "d29", "body": {"new": 1}, "after": after}]
            async with Server(edits) as server:
                client = await server.replicate(sends_replacements=replaces)
                self.assert_clean(server.report, client.report)
                self.assertEqual(client.report.counts["received"].get("norev", 0), not replaces)
                if not replaces:
                    client = await server.replicate(client.store)
                self.assertEqual(contents(client.store), contents(server.store))

        run(test(True))
        run(test(False))

    def test_tree_revisions_are_replicated_and_edited(self):
        async def test() -> None:
            async with Server() as server:
                history = History.parse("2-abcd, 1-ef01")
                server.store.set_revision("_default", "a", Revision(history, {"x": 1}))
                store = Store()
                await server.replicate(store)
                store.put("_default", "a", {"x": 2})
                client = await server.replicate(store)
                self.assert_clean(server.report, client.report)
                document = server.store.collection("_default").documents["a"]
                self.assertEqual(document.revision.history.trees, ("2-abcd", "1-ef01"))
                self.assertEqual(document.revision.body, {"x": 2})

        run(test())

    def test_a_dump_can_be_loaded(self):
        async def test() -> None:
            async with Server([{"id": "a", "body": {"s": 1}}]) as server:
                edits = [{"id": "a", "body": {"c": {"$blob": {"text": "x"}}}}]
                client = await server.replicate(Store(), edits, resolve="none")
                for store in (client.store, server.store):
                    copy = Store()
                    load(copy, dump(store))
                    self.assertEqual(encode_json(dump(copy)), encode_json(dump(store)))

        run(test())

    def test_authentication(self):
        cases = (
            ({}, 401), ({"user": "u", "password": "wrong"}, 401), ({"session": "x"}, 401),
            ({"user": "u", "password": "p:é"}, None), ({"session": "s1"}, None),
        )  # fmt: skip

        async def test() -> None:
            async with Server(user="u", password="p:é", session="s1") as server:
                for options, code in cases:
                    client = await server.replicate(**options)
                    self.assertEqual(client.error and client.error["code"], code, options)

        run(test())

    def test_an_unknown_database_or_collection_is_an_error(self):
        async def test() -> None:
            async with Server() as server:
                client = await server.replicate(collections=["no.such"])
                self.assertEqual(client.error["code"], 404)
                client = server.client()
                client.url = client.url.replace("/db/", "/other/")
                client.start()
                await client.task
                self.assertEqual((client.error["domain"], client.error["code"]), ("HTTP", 404))

        run(test())


if __name__ == "__main__":
    unittest.main()
