"""Tests that the passive peer detects each violation of a deliberately wrong client."""

import asyncio
import unittest
from typing import List

from blip_codec import MORE, RPY, encode_message
from harness import RawClient, Server, run
from wrong_requests import AUTHOR, FATAL, OPEN, Action
from wrong_requests import checkpoint, data, request, rev, subscribe, version


class StrictnessTests(unittest.TestCase):
    def test_violations_that_end_the_connection(self):
        async def test(rule: str, action: Action, code: int) -> None:
            async with Server(message_limit=8_000_000) as server:
                client = await RawClient.connect(server)
                await client.open()
                await action(client)
                while await client.receive() is not None:
                    pass
                await server.quiet()
                self.assertIn(rule, server.rules)
                self.assertEqual(server.close["by"], "self")
                self.assertEqual((server.close["code"], client.code), (code, code))

        for index, (rule, action, code) in enumerate(FATAL):
            with self.subTest(index=index, rule=rule):
                run(test(rule, action, code))

    def test_violations_after_which_the_connection_continues(self):
        async def test(rule: str, action: Action) -> None:
            async with Server() as server:
                client = await RawClient.connect(server)
                await client.open()
                await action(client)
                await asyncio.sleep(0.02)
                await client.close()
                await server.quiet()
                self.assertIn(rule, server.rules)

        for index, (rule, action) in enumerate(OPEN):
            with self.subTest(index=index, rule=rule):
                run(test(rule, action))

    def test_each_violation_ends_the_connection_on_request(self):
        async def test(action: Action, code: int) -> None:
            async with Server(strict_close=True) as server:
                client = await RawClient.connect(server)
                await client.open()
                await action(client)
                while await client.receive() is not None:
                    pass
                self.assertEqual(client.code, code)

        run(test(data("text"), 1011))
        run(test(request("getCheckpoint", {"client": "cp-1", "odd": "1"}), 4002))

    def test_a_valid_client_violates_nothing(self):
        async def test() -> None:
            async with Server() as server:
                client = await RawClient.connect(server)
                await client.open()
                await rev({"a": {"b": 1}})(client)
                self.assertEqual((await client.response(client.number))[2], {})
                await subscribe()(client)
                number = (await client.next_request("changes"))[1]
                await client.frame(number, RPY, encode_message({"blobs": "true"}, b"[]"))
                await checkpoint({"time": 1, "local": 1, "remote": 1})(client)
                self.assertEqual((await client.response(client.number))[2], {"rev": "1-cc"})
                await client.close()
                await server.quiet()
                self.assertEqual(server.report.violations, [])

        run(test())

    def test_a_connection_without_getcollections_is_in_the_old_mode(self):
        async def test() -> None:
            async with Server() as server:
                client = await RawClient.connect(server)
                number = await client.request("getCheckpoint", {"client": "cp-1"})
                error = (await client.response(number))[2]
                self.assertEqual(error, {"Error-Domain": "HTTP", "Error-Code": "404"})
                await client.close()
                await server.quiet()
                self.assertEqual(server.rules, {"3 getCollections"})

        run(test())

    def test_the_error_of_a_refused_revision(self):
        cases = (
            (rev(b"{nope"), "Fleece", 5), (rev(rev=version(200 * 10**9)), "LiteCore", 4),
            (rev(deltaSrc=version()), "HTTP", 422), (rev(history=f"1@{AUTHOR}"), "LiteCore", 4),
            (rev(id="a"), "LiteCore", 8),
        )  # fmt: skip

        async def test(action: Action, domain: str, code: int) -> None:
            async with Server([{"do": "delete", "id": "a"}]) as server:
                client = await RawClient.connect(server)
                await client.open()
                await action(client)
                _, _, properties, _ = await client.response(client.number)
                self.assertEqual(properties, {"Error-Domain": domain, "Error-Code": str(code)})
                await client.close()

        for action, domain, code in cases:
            with self.subTest(domain=domain, code=code):
                run(test(action, domain, code))

    def test_the_sender_must_respect_the_window(self):
        async def test(withholds: bool) -> List[str]:
            faults = ["withhold-acks"] if withholds else []
            async with Server(faults=faults) as server:
                client = await RawClient.connect(server)
                await client.open()
                await client.frame(2, MORE, encode_message({"Profile": "rev"}, b""))
                for _ in range(12):
                    await client.frame(2, MORE, bytes(16_000))
                await asyncio.sleep(0.05)
                await client.close()
                await server.quiet()
                return [item["rule"] for item in server.report.violations]

        self.assertEqual(run(test(True)), ["2.6 flow control"])
        self.assertEqual(run(test(False)), [])

    def test_the_receiver_must_acknowledge(self):
        async def test() -> None:
            edits = [{"id": "a", "body": {"t": "x" * 300_000}}]
            async with Server(edits, ack_timeout=0.1, compression_level=0) as server:
                client = await RawClient.connect(server)
                await client.open()
                await subscribe()(client)
                number = (await client.next_request("changes"))[1]
                await client.frame(number, RPY, encode_message({"blobs": "true"}, b"[[]]"))
                await asyncio.sleep(0.3)
                await client.close()
                await server.quiet()
                self.assertIn("2.6 flow control", server.rules)

        run(test())

    def test_a_checkpoint_must_not_pass_an_unanswered_rev(self):
        async def test(answers: bool) -> None:
            async with Server([{"id": "a", "body": {}}, {"id": "b", "body": {}}]) as server:
                client = await RawClient.connect(server)
                await client.open()
                await subscribe()(client)
                number = (await client.next_request("changes"))[1]
                await client.frame(number, RPY, encode_message({"blobs": "true"}, b"[0,[]]"))
                number = (await client.next_request("rev"))[1]
                if answers:
                    await client.frame(number, RPY, encode_message({}, b""))
                await checkpoint({"remote": 2})(client)
                await client.response(client.number)
                await client.close()
                await server.quiet()
                self.assertEqual("6 checkpoints" in server.rules, not answers)

        run(test(True))
        run(test(False))

    def test_the_subprotocol_and_extensions_are_checked(self):
        async def test() -> None:
            async with Server() as server:
                offered = ["BLIP_3+CBMobile_4", "BLIP_3+CBMobile_3"]
                client = await RawClient.connect(server, offered)
                await client.close()
                await server.quiet()
                self.assertEqual(server.rules, {"1.1 subprotocol"})
                self.assertEqual(server.report.upgrades[0]["status"], 101)

        run(test())


if __name__ == "__main__":
    unittest.main()
