"""Requests and frames that violate a rule, for the tests of the strict checks."""

from typing import Any, Awaitable, Callable, Dict

from blip_codec import ACKMSG, ACKRPY, COMPRESSED, MORE, NO_REPLY, RPY, URGENT
from blip_codec import encode_message, encode_varint
from bodies import digest_of, encode_json
from harness import RawClient
from versions import Clock, Version

AUTHOR = "A" * 21 + "Q"
ACK = URGENT | NO_REPLY
Action = Callable[[RawClient], Awaitable[Any]]


def version(offset: int = 0) -> str:
    """Returns a version of the client at the current time."""
    return str(Version(Clock().now() + offset, AUTHOR))


def frame(number: int, flags: int, payload: bytes) -> Action:
    """Sends a frame."""

    async def action(client: RawClient) -> None:
        await client.frame(number, flags, payload)

    return action


def data(content: Any) -> Action:
    """Sends a WebSocket message."""

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
    """Sends a frame with a wrong checksum."""

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


def rev_of_unrelated_history() -> Action:
    """Updates a document without its earlier version in the history."""

    async def action(client: RawClient) -> None:
        other = str(Version(Clock().now(), "B" * 21 + "Q"))
        await rev(rev=other)(client)
        await client.response(client.number)
        await rev(proposal=["x", REV, other], rev=REV)(client)

    return action


def propose(*items: Any, **properties: str) -> Action:
    """Sends proposeChanges with these items."""

    return request(
        "proposeChanges", {"conflictIncludesRev": "true", **properties}, list(items), URGENT
    )


def subscribe(body: bytes = b"", **properties: str) -> Action:
    """Sends subChanges with valid properties, apart from the given ones."""

    values = {"batch": "200", "versioning": "version-vectors", **properties}
    return request("subChanges", values, body)


def checkpoint(value: Any, **properties: str) -> Action:
    """Sends setCheckpoint."""

    return request("setCheckpoint", {"client": "cp-1", "rev": "", **properties}, value)


def both(*actions: Action) -> Action:
    """Performs several actions."""

    async def action(client: RawClient) -> None:
        for item in actions:
            await item(client)

    return action


REV = version()
BLOB = {"@type": "blob", "digest": digest_of(b"x"), "length": 1}
LONG = encode_message({"Profile": "x"}, b"y" * 20_000)

# The rules of the frames that end the connection, and the close code.
FATAL = (
    ("2.1 varint", data(b"\xff"), 1011),
    ("2.1 varint", data(b"\x82\x00\x00"), 1011),
    ("2.1 flags", both(frame(2, MORE, b"\0"), frame(2, URGENT, b"")), 1011),
    ("2.2 properties", frame(2, 0, b"\x05a\0b\0"), 1011),
    ("2.2 properties", frame(2, 0, b"\x03a\0b"), 1011),
    ("2.2 properties", frame(2, 0, b"\x06a\0b\0a\0"), 1011),
    ("2.2 properties", frame(2, 0, b"\x08a\0b\0a\0c\0"), 1011),
    ("2.2 properties", frame(2, 0, b"\x04\xff\0b\0"), 1011),
    ("2.2 messages", frame(2, COMPRESSED, b"\0" + bytes(10_000_000)), 1011),
    ("2.3 numbers", frame(3, 0, b"\0"), 1011),
    ("2.3 numbers", frame(1, 0, b"\0"), 1011),
    ("2.3 numbers", frame(0, 0, b"\0"), 1011),
    ("2.3 numbers", frame(9, RPY, b"\0"), 1011),
    ("2.4 compression", data(b"\x02\x08\x07\xff\x00\x00\x00\x00"), 1011),
    ("2.5 checksum", wrong_checksum(), 1011),
    ("2.5 checksum", data(b"\x02\x00\x00"), 1011),
    ("2.6 flow control", data(b"\x01" + encode_varint(ACKRPY | ACK) + b"\x01\x01"), 1011),
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
    ("4 rev", rev_of_unrelated_history()),
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
