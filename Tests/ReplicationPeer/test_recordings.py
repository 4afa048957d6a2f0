"""Compares the peer with recorded traffic of Sync Gateway and LiteCore.

The passive peer answers the recorded clients, and each of its messages is compared with that of
the recorded server: properties, flags, body, and the domain and code of errors. The messages of
the active peer are compared by their forms: the properties, the flags, and the types in the body.
"""

import json
import unittest
from typing import Any, Dict, Set, Tuple

from harness import Server, run
from options import COUCHBASE_LITE, SYNC_GATEWAY
from recordings import Line, all_recordings
from replay import DEVIATING, SKIPPED, Replay
from sending import SendingSide
from store import Store

COMPARED = "compared"
DELTA = "the peer does not imitate deltas"
CUT = "the body in the recording is cut"

# For each kind of message of a recorded server, whether the passive peer is compared with it,
# or the reason why not.
SERVER_KINDS: Dict[Tuple[str, str], str] = {
    **{
        (SYNC_GATEWAY, kind): COMPARED
        for kind in (
            "(none) BLIP 404", "PING response", "changes", "changes HTTP 409", "foo BLIP 404",
            "getAttachment", "getAttachment HTTP 403", "getAttachment response",
            "getCheckpoint HTTP 400", "getCheckpoint HTTP 404", "getCheckpoint response",
            "getCollections HTTP 400", "getCollections HTTP 500", "getCollections response",
            "getRev response", "norev", "proposeChanges BLIP 500", "proposeChanges HTTP 400",
            "proposeChanges response", "proveAttachment", "rev", "rev HTTP 400", "rev HTTP 403",
            "rev HTTP 404", "rev HTTP 409", "rev HTTP 422", "rev HTTP 500", "rev response",
            "setCheckpoint HTTP 409", "setCheckpoint response", "subChanges HTTP 400",
            "subChanges HTTP 500", "subChanges response", "unsubChanges response",
        )
    },
    (SYNC_GATEWAY, "rev HTTP 413"): CUT,
    **{
        (COUCHBASE_LITE, kind): COMPARED
        for kind in (
            "changes", "foo BLIP 404", "getAttachment", "getAttachment LiteCore 7",
            "getAttachment response", "getCheckpoint HTTP 400", "getCheckpoint HTTP 404",
            "getCheckpoint response", "getCollections BLIP 400", "getCollections response", "norev",
            "proposeChanges HTTP 403", "proposeChanges LiteCore 26", "proposeChanges response",
            "proveAttachment LiteCore 7", "rev", "rev Fleece 5", "rev HTTP 422", "rev LiteCore 15",
            "rev LiteCore 4", "rev LiteCore 8", "rev response", "setCheckpoint HTTP 409",
            "setCheckpoint response", "subChanges HTTP 403", "subChanges LiteCore 19",
            "subChanges LiteCore 501", "unsubChanges BLIP 404",
            "subChanges response",
        )
    },
}  # fmt: skip

# The kinds of messages of a recorded active LiteCore.
CLIENT_KINDS: Dict[str, str] = {
    **{
        kind: COMPARED
        for kind in (
            "changes response", "getAttachment", "getAttachment response", "getCheckpoint",
            "getCollections", "proposeChanges", "proveAttachment response", "rev", "rev response",
            "setCheckpoint", "subChanges",
        )
    },
    "changes SQLite 1": "LiteCore fails at tree IDs after a merge, which is no measure",
}  # fmt: skip


def skeleton(value: Any) -> Any:
    """Returns the types of the first two levels of a JSON value."""
    if isinstance(value, list):
        return "[" + ",".join(sorted({str(skeleton(item)) for item in value})) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(sorted(value)) + "}"
    return "number" if isinstance(value, (int, float)) else type(value).__name__


def shape(profile: str, body: bytes) -> str:
    """Returns the shape of a body."""
    if profile in ("getAttachment", "proveAttachment", "rev") or not body:
        return "bytes" if body else "empty"
    try:
        return str(skeleton(json.loads(body)))
    except ValueError:
        return "text"


class RecordingTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        try:
            cls.recordings = all_recordings()
        except OSError as error:
            raise AssertionError(str(error)) from error

    def test_the_passive_peer_answers_as_the_recorded_servers(self):
        compared: Set[Tuple[str, str]] = set()
        for recording in self.recordings:
            if recording.server is None or recording.name in SKIPPED:
                continue
            with self.subTest(recording.name):
                replay = Replay(recording)
                run(replay.run())
                self.assertEqual(replay.problems, [])
                lines = [line for line in replay.compared if line.is_message]
                compared |= {(recording.server, line.kind) for line in lines}
        expected = {kind for kind, reason in SERVER_KINDS.items() if reason == COMPARED}
        self.assertEqual(expected - compared, set(), "no recording contains these kinds")

    def test_each_kind_of_message_is_in_the_table(self):
        missing = set()
        for recording in self.recordings:
            for line in recording.lines:
                if line.is_message and not self.is_listed(line):
                    missing.add((recording.server, line.kind, line.place))
        self.assertEqual(missing, set())

    @staticmethod
    def is_listed(line: Line) -> bool:
        recording = line.recording
        if line.is_from_client:
            return recording.client is None or line.kind in CLIENT_KINDS
        return recording.server is None or (recording.server, line.kind) in SERVER_KINDS

    def test_only_existing_recordings_are_exempt(self):
        names = {recording.name for recording in self.recordings}
        self.assertLessEqual(set(DEVIATING) | set(SKIPPED), names)

    def test_the_active_peer_sends_the_recorded_forms(self):
        forms: Dict[str, Set[Any]] = {}
        for recording in self.recordings:
            if recording.client is None:
                continue
            for line in recording.lines:
                if line.is_from_client and line.is_message and not line.is_truncated:
                    form = self.form(line.profile, line.properties, line.flags, line.body)
                    forms.setdefault(line.kind, set()).add(form)
        produced = run(active_messages())
        expected = {kind for kind, reason in CLIENT_KINDS.items() if reason == COMPARED}
        self.assertEqual({kind for kind, *_ in produced}, expected)
        for kind, profile, properties, flags, body in produced:
            form = self.form(profile, properties, flags, body)
            with self.subTest(kind, form=form):
                self.assertIn(form, forms[kind])

    @staticmethod
    def form(profile: str, properties: Dict[str, str], flags: Any, body: bytes) -> Any:
        """Returns what is compared of a message of a client."""
        names = set(properties) - {"Profile", "deltas"}
        return frozenset(names), frozenset(flags), shape(profile, body)


async def active_messages() -> Any:
    """Returns the messages of an active peer in several replications."""
    messages = []

    def note(kind: str, profile: str, properties: Any, flags: Any, body: bytes) -> None:
        messages.append((kind, profile, properties, flags, body))

    blob = {"$blob": {"text": "content " * 20, "contentType": "text/plain"}}
    picture = {"$blob": {"text": "picture", "contentType": "image/png"}}
    SendingSide.on_encoded = staticmethod(note)
    try:
        for behavior in (COUCHBASE_LITE, SYNC_GATEWAY):
            edits = [{"id": "s", "body": {"b": blob}}, {"id": "t", "body": {"b": picture}}]
            async with Server(edits, behavior=behavior) as server:
                client = await server.replicate(Store(), [{"id": "c", "body": {"b": picture}}])
                client.store.put("_default", "c", client_body(client, 2))
                server.store.put("_default", "t", {"n": 3})
                client.store.put("_default", "d", {}, True)
                await server.replicate(client.store)
                await server.replicate(client.store)
    finally:
        SendingSide.on_encoded = None
    return messages


def client_body(client: Any, number: int) -> Dict[str, Any]:
    """Returns an edit of a document that keeps its blob."""
    body = client.store.collection("_default").documents["c"].revision.body
    return {**body, "n": number}


if __name__ == "__main__":
    unittest.main()
