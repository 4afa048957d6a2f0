"""Tests that the active peer detects each violation of a deliberately wrong server."""

import asyncio
import unittest
from typing import Any, Awaitable, Callable, Dict, List, Optional

from websockets.asyncio.server import serve

from blip_codec import ERR, NO_REPLY, RPY, URGENT, encode_message
from bodies import encode_json
from harness import RawClient, run
from options import SUBPROTOCOL, Options
from peers import ActivePeer
from report import Report
from scenario import Scenario
from store import Store
from versions import Clock, Version

AUTHOR = "B" * 21 + "Q"
REV = str(Version(Clock().now(), AUTHOR))
Script = Callable[[RawClient], Awaitable[None]]


class Answers:
    """A server that answers like a passive peer, apart from the given differences."""

    def __init__(self, changes: Any = (), revs: Any = (), **bodies: Any) -> None:
        self.lists = changes
        self.revs = revs
        self.bodies = {"getCollections": [{}], **bodies}

    async def serve(self, socket) -> None:
        """Answers requests until the end of the connection."""
        client = RawClient(socket)
        while True:
            message = await client.receive()
            if message is None:
                return
            type, number, properties, _ = message
            profile = properties.get("Profile", "")
            if type != 0 or (profile == "proposeChanges" and message[3] == b"[]"):
                continue
            await self.answer(client, profile, number)
            if profile == "subChanges":
                for items in self.lists:
                    flags = URGENT | (0 if items else NO_REPLY)
                    await client.request(
                        "changes", {"collection": "0"}, encode_json(items), flags
                    )
                for properties, body in self.revs:
                    await client.request("rev", {"collection": "0", **properties}, body)

    async def answer(self, client: RawClient, profile: str, number: int) -> None:
        """Sends the response to a request."""
        value = self.bodies.get(profile)
        if isinstance(value, Exception):
            payload = encode_message({"Error-Domain": "HTTP", "Error-Code": str(value)}, b"")
            await client.frame(number, ERR, payload)
            return
        properties = {"rev": "1-cc"} if profile == "setCheckpoint" else {}
        properties.update(self.bodies.get(profile + " properties", {}))
        body = b"" if value is None else value if isinstance(value, bytes) else encode_json(value)
        await client.frame(number, RPY, encode_message(properties, body))


async def replicate(
    answers: Answers, edits: Optional[List[Any]] = None, limit: float = 5
) -> ActivePeer:
    """Replicates with a scripted server until the end or the first violation."""

    async def accepted(socket) -> None:
        await answers.serve(socket)

    server = await serve(accepted, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL], compression=None)
    port = server.sockets[0].getsockname()[1]
    store, report = Store(), Report()
    scenario = Scenario(store, report, {"edits": edits or []})
    client = ActivePeer(Options(), store, report, scenario, url=f"ws://127.0.0.1:{port}/db")
    client.start()
    clock = asyncio.get_running_loop().time
    end = clock() + limit
    while clock() < end and not client.task.done() and not report.violations:
        await asyncio.sleep(0.005)
    client.stop()
    await client.task
    server.close()
    await server.wait_closed()
    return client


def rev(**properties: str) -> Any:
    """Returns a rev message with an empty body, with some properties changed."""
    values = {"id": "a", "rev": REV, "sequence": "1", **properties}
    return ({name: value for name, value in values.items() if value != "-"}, b"{}")


ITEM = [1, "a", REV]
EDIT = {"id": "p", "body": {}}
CASES = (
    (None, Answers([[ITEM], []], [rev()])),
    ("4 getCollections", Answers(getCollections=[])),
    ("4 getCollections", Answers(getCollections={})),
    ("4 getCollections", Answers(getCollections=[1])),
    ("4 getCollections", Answers(getCollections=b"")),
    ("4 getCollections", Answers(getCollections=[{"local": 1}])),
    ("4 getCollections", Answers(getCollections=[{"local": "x", "rev": "1-cc"}])),
    ("4 subChanges", Answers([[]], subChanges={})),
    ("4 subChanges response", Answers([[]], **{"subChanges properties": {"odd": "1"}})),
    ("4 changes", Answers([[], []])),
    ("4 changes", Answers([[ITEM, ITEM], []], [rev()])),
    ("4 changes", Answers([[[2, "b", REV], ITEM], []])),
    ("4 changes", Answers([[["x", "a", REV]], []])),
    ("4 changes", Answers([[[1, "", REV]], []])),
    ("4 changes", Answers([[[1, "a", REV + "; 1@" + "C" * 21 + "Q"]], []])),
    ("4 changes", Answers([[[1, "a", REV, 8]], []])),
    ("4 changes", Answers([[[1, "a", REV, 0, -1]], []])),
    ("4 changes", Answers([[[1, "a"]], []])),
    ("4 changes", Answers([[[i, f"d{i}", REV] for i in range(1, 202)], []])),
    ("4 rev", Answers([[]], [rev()])),
    ("4 rev", Answers([[ITEM], []], [rev(id="b")])),
    ("4 rev", Answers([[ITEM], []], [rev(sequence="-")])),
    ("4 rev", Answers([[ITEM], []], [rev(rev="1@" + AUTHOR)])),
    ("13 rev", Answers([[ITEM], []], [rev(sequence='"1"')])),
    ("5.1 text", Answers([[ITEM], []], [rev(history="x")])),
    ("2.2 properties", Answers([[ITEM], []], [rev(deleted="x")])),
    ("2.8 errors", Answers(subChanges=ValueError("x"))),
    ("4 proposeChanges", Answers([[]], proposeChanges={}), [EDIT]),
    ("4 proposeChanges", Answers([[]], proposeChanges=[0, 0]), [EDIT]),
    ("4 proposeChanges", Answers([[]], proposeChanges=["x"]), [EDIT]),
    ("4 proposeChanges", Answers([[]], proposeChanges=[{"status": 409, "rev": "x"}]), [EDIT]),
    ("4 rev", Answers([[]], proposeChanges=[], rev={}), [EDIT]),
    ("4 rev response", Answers([[]], proposeChanges=[], **{"rev properties": {"x": "1"}}), [EDIT]),
)  # fmt: skip


class WrongServerTests(unittest.TestCase):
    def test_each_violation_is_detected(self):
        for index, (rule, answers, *edits) in enumerate(CASES):
            with self.subTest(index=index, rule=rule):
                client = run(replicate(answers, *edits))
                rules = {item["rule"] for item in client.report.violations}
                self.assertEqual(rules, {rule} if rule else set(), client.report.violations)

    def test_a_wanted_revision_must_arrive(self):
        client = run(replicate(Answers([[ITEM], []]), limit=0.2))
        self.assertFalse(client.store.collection("_default").documents)
        self.assertTrue(client.error)

    def test_a_wrong_checkpoint_revision_is_tried_again(self):
        answers: Dict[str, Any] = {"setCheckpoint": RuntimeError(409), "getCheckpoint": {}}
        answers["getCheckpoint properties"] = {"rev": "1-cc"}
        client = run(replicate(Answers([[]], **answers), [EDIT]))
        self.assertEqual(client.report.counts["sent"]["setCheckpoint"], 3)
        rules = {item["rule"] for item in client.report.violations}
        self.assertEqual(rules, {"4 setCheckpoint"})


if __name__ == "__main__":
    unittest.main()
