"""Tests that the passive peer detects each violation of a deliberately wrong client."""

import asyncio
import json
import unittest
from typing import Any, Awaitable, Callable, Dict, List

from blip_codec import COMPRESSED, MORE, MSG, NO_REPLY, RPY, URGENT
from blip_codec import ACKMSG, ACKRPY, encode_message, encode_varint
from bodies import digest_of, encode_json
from harness import RawClient, Server, run
from versions import Clock, Version

AUTHOR = "A" * 21 + "Q"
ACK = URGENT | NO_REPLY
Action = Callable[[RawClient], Awaitable[Any]]


def version(offset: int = 0) -> str:
    """Returns a version of the client at the current time."""
    return str(Version(Clock().now() + offset, AUTHOR))


def frame(number: int, flags: int, payload: bytes) -> Action:
    async def action(client: RawClient) -> None:
        await client.frame(number, flags, payload)

    return action


def data(content: Any) -> Action:
    async def action(client: RawClient) -> None:
        await client.bytes(content)

    return action


def request(profile: str, properties: Dict[str, str], body: Any = b"", flags: int = 0) -> Action:
    """Returns a request about the collection 0."""
    text = body if isinstance(body, bytes) else encode_json(body)

    async def action(client: RawClient) -> None:
        await client.request(profile, {"collection": "0", **properties}, text, flags)

    return action


def wrong_checksum() -> Action:
    async def action(client: RawClient) -> None:
        encoded = bytearray(client.encoder.encode(2, 0, encode_message({}, b""))[0])
        encoded[-1] ^= 1
        await client.bytes(bytes(encoded))

    return action


def rev(body: Any = None, proposal: Any = None, **changes: str) -> Action:
    """Returns a proposal and its rev, with some properties changed or removed."""

    async def action(client: RawClient) -> None:
        current = version()
        properties = {"id": "x", "rev": current, "sequence": "1", "noconflicts": "true"}
        properties.update({name.replace("_", ""): value for name, value in changes.items()})
        item = proposal or [properties["id"], properties["rev"]]
        propose = request("proposeChanges", {"conflictIncludesRev": "true"}, [item], URGENT)
        await propose(client)
        content = {} if body is None else body
        kept = {name: value for name, value in properties.items() if value != "-"}
        await request("rev", kept, content)(client)

    return action


def propose(*items: Any, **properties: str) -> Action:
    return request(
        "proposeChanges", {"conflictIncludesRev": "true", **properties}, list(items), URGENT
    )


def subscribe(body: bytes = b"", **properties: str) -> Action:
    values = {"batch": "200", "versioning": "version-vectors", **properties}
    return request("subChanges", values, body)


def checkpoint(value: Any, **properties: str) -> Action:
    return request("setCheckpoint", {"client": "cp-1", "rev": "", **properties}, value)


def both(*actions: Action) -> Action:
    async def action(client: RawClient) -> None:
        for item in actions:
            await item(client)

    return action


BLOB = {"@type": "blob", "digest": digest_of(b"x"), "length": 1}
LONG = encode_message({"Profile": "x"}, b"y" * 20_000)

# The rules of the frames that end the connection, and the close code.
FATAL = (
    ("2.1 varint", data(b"\xff"), 1002),
    ("2.1 varint", data(b"\x82\x00\x00"), 1002),
    ("2.1 flags", both(frame(2, MORE, b"\0"), frame(2, URGENT, b"")), 1002),
    ("2.2 properties", frame(2, 0, b"\x05a\0b\0"), 1002),
    ("2.2 properties", frame(2, 0, b"\x03a\0b"), 1002),
    ("2.2 properties", frame(2, 0, b"\x06a\0b\0a\0"), 1002),
    ("2.2 properties", frame(2, 0, b"\x08a\0b\0a\0c\0"), 1002),
    ("2.2 properties", frame(2, 0, b"\x04\xff\0b\0"), 1002),
    ("2.2 messages", frame(2, COMPRESSED, b"\0" + bytes(10_000_000)), 1002),
    ("2.3 numbers", frame(3, 0, b"\0"), 1002),
    ("2.3 numbers", frame(1, 0, b"\0"), 1002),
    ("2.3 numbers", frame(0, 0, b"\0"), 1002),
    ("2.3 numbers", frame(9, RPY, b"\0"), 1002),
    ("2.4 compression", data(b"\x02\x08\x07\xff\x00\x00\x00\x00"), 1002),
    ("2.5 checksum", wrong_checksum(), 1002),
    ("2.5 checksum", data(b"\x02\x00\x00"), 1002),
    ("2.6 flow control", data(b"\x01" + encode_varint(ACKRPY | ACK) + b"\x01\x01"), 1002),
    ("4 rev", request("rev", {"id": "x", "rev": "1@" + AUTHOR, "sequence": "1"}, {}), 4002),
    ("4 rev", both(rev(), request("rev", {"id": "x", "rev": "1@" + AUTHOR}, {})), 4002),
    ("1 WebSocket", data(bytes(5_000_000)), 1009),
)

# The rules of violations after which the connection continues.
OPEN = (
    ("1.1 text messages", data("text")),
    ("2.1 types", data(b"\x02\x03?\x00\x00\x00\x00")),
    ("2.1 flags", frame(2, 0x80, encode_message({"Profile": "getCheckpoint"}, b""))),
    ("2.2 properties", subscribe(continuous="YES")),
    ("2.6 flow control", data(b"\x01" + encode_varint(ACKMSG | ACK) + b"\x01")),
    ("2.6 flow control", data(b"\x01" + encode_varint(ACKRPY) + b"\x01")),
    ("2.7 frame size", frame(2, 0, LONG)),
    ("2.7 urgency", request("proposeChanges", {"conflictIncludesRev": "true"}, [["x", version()]])),
    ("3 collections", request("getCheckpoint", {"collection": "1", "client": "cp-1"})),
    ("3 collections", request("getCheckpoint", {"collection": "x", "client": "cp-1"})),
    ("3 getCollections", request("getCollections", {"uuid": "x"}, {})),
    ("3 proposeChanges", propose(*[[f"d{i}", version()] for i in range(201)])),
    ("4 profiles", request("unknown", {})),
    ("4 getCheckpoint", request("getCheckpoint", {"client": "cp-1", "odd": "1"})),
    ("4 setCheckpoint", request("setCheckpoint", {"rev": ""}, {})),
    ("4 setCheckpoint", checkpoint({}, client="cp-2")),
    ("4 setCheckpoint", checkpoint(b"{")),
    ("4 subChanges", subscribe(versioning="rev-trees")),
    ("4 subChanges", subscribe(batch="x")),
    ("4 subChanges", subscribe(b"{}")),
    ("4 subChanges", subscribe(b'{"docIDs":[1]}')),
    ("4 subChanges", subscribe(channels="a")),
    ("4 subChanges", both(subscribe(), subscribe())),
    ("4 subChanges", subscribe(since="x")),
    ("6 checkpoints", subscribe(since="1")),
    ("4 proposeChanges", propose({"a": 1})),
    ("4 proposeChanges", propose(["x"])),
    ("4 proposeChanges", propose(["x", "5@*"])),
    ("4 proposeChanges", propose(["x", f"2@{AUTHOR}; 1@{'B' * 21}Q"])),
    ("4 proposeChanges", propose(["x", version(), "1"])),
    ("4 proposeChanges", propose(["x", version(), ""])),
    ("4 proposeChanges", propose(["x", version(), "", -1])),
    ("4 proposeChanges", propose(["", version()])),
    ("4 proposeChanges", propose(["x" * 241, version()])),
    ("4 proposeChanges", propose(conflictIncludesRev="true")),
    ("4 proposeChanges", propose(["x", version()], conflictIncludesRev="0")),
    ("4 proposeChanges", request("proposeChanges", {}, b"{}", URGENT)),
    ("6 push", both(propose(["x", version()]), propose(["x", version()]))),
    ("4 changes", request("changes", {}, [[1, "x", version()]], URGENT)),
    ("4 rev", rev(noconflicts="-")),
    ("4 rev", rev(sequence="-")),
    ("4 rev", rev(b"[]")),
    ("4 rev", rev(b"{nope")),
    ("4 rev", rev(b'{"a":1,"a":2}')),
    ("4 rev", rev(b'{"a":NaN}')),
    ("4 rev", rev({"_id": "x"})),
    ("4 rev", rev(odd="1")),
    ("10 deltas", rev(deltaSrc=version())),
    ("13 _attachments", rev({"_attachments": {}})),
    ("5.1 text", rev(history="*")),
    ("5.1 text", rev(history=f"1@{'B' * 21}Q,2@{'C' * 21}Q")),
    ("5.1 text", rev(history=f"1@{'B' * 21}Q, 2@{'C' * 21}Q")),
    ("5.1 text", rev(history=f"1@{AUTHOR}")),
    ("5.1 text", rev(history="1-ab, 2-cd")),
    ("4 norev", request("norev", {"id": "x"})),
    ("4 getAttachment", request("getAttachment", {"digest": digest_of(b"x")})),
    ("4 getAttachment", request("getAttachment", {"digest": "sha1-x", "docID": "x"})),
    ("4 getAttachment", request("getAttachment", {"digest": digest_of(b"x"), "docID": "x"})),
    ("4 proveAttachment", request("proveAttachment", {"digest": digest_of(b"x")})),
    ("4 proveAttachment", request("proveAttachment", {"digest": digest_of(b"x")}, bytes(256))),
    ("6 checkpoints", checkpoint({"remote": 1})),
    ("6 checkpoints", checkpoint({"local": -1})),
    ("6 checkpoints", checkpoint([])),
    ("6 checkpoints", both(rev({"b": BLOB}), checkpoint({"local": 1}))),
)


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

        run(test(data("text"), 1002))
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
                self.assertEqual(json.loads(json.dumps(server.report.json()))["upgrades"][0]
                                 ["status"], 101)

        run(test())


if __name__ == "__main__":
    unittest.main()
