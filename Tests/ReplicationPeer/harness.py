"""Runs passive and active peers, and raw clients, in the event loop of a test."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Dict, List, Optional, Set

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from blip_codec import MORE, MSG, FrameDecoder, FrameEncoder, decode_message, encode_message
from options import SUBPROTOCOL, SYNC_GATEWAY, Options
from peers import ActivePeer, PassivePeer
from report import Report
from scenario import Scenario
from store import Store

TIME_LIMIT = 30


def run(work: Awaitable[Any]) -> Any:
    """Runs a test with a time limit."""

    async def limited() -> Any:
        return await asyncio.wait_for(work, TIME_LIMIT)

    return asyncio.run(limited())


class Server:
    """A passive peer that stops at the end of a `with` block."""

    def __init__(self, edits: Optional[List[Dict[str, Any]]] = None, **options: Any) -> None:
        store, report = Store(), Report()
        store.is_gateway = options.get("behavior") == SYNC_GATEWAY
        for name in options.pop("collections", []):
            store.collection(name)
        scenario = Scenario(store, report, {"edits": edits or []})
        self.peer = PassivePeer(Options(**options), store, report, scenario)
        self.store = store
        self.report = report

    async def __aenter__(self) -> "Server":
        self.port = await self.peer.start("127.0.0.1", 0)
        self.peer.scenario.start()
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.peer.stop()

    @property
    def url(self) -> str:
        """The URL of the database."""
        return f"ws://127.0.0.1:{self.port}/db"

    def client(
        self, store: Optional[Store] = None, edits: Optional[List[Any]] = None, **options: Any
    ) -> ActivePeer:
        """Returns an active peer that was not started."""
        store, report = store or Store(), Report()
        scenario = Scenario(store, report, {"edits": edits or []})
        options.setdefault("partner", self.peer.options.behavior)
        return ActivePeer(Options(**options), store, report, scenario, url=self.url)

    async def replicate(self, *arguments: Any, **options: Any) -> ActivePeer:
        """Runs a replication to its end."""
        client = self.client(*arguments, **options)
        client.start()
        await client.task
        await self.quiet()
        return client

    async def quiet(self) -> None:
        """Waits until all connections have ended."""
        while self.peer.sessions:
            await asyncio.sleep(0.005)

    @property
    def rules(self) -> Set[str]:
        """The rules that clients violated."""
        return {item["rule"] for item in self.report.violations}

    @property
    def close(self) -> Dict[str, Any]:
        """How the last connection ended."""
        return self.report.closes[-1]


def contents(store: Store) -> Dict[str, Any]:
    """Returns the current revisions of a store's documents, for comparisons."""
    return {
        name: {
            id: (document.revision.rev, document.revision.is_deleted, document.revision.body)
            for id, document in collection.documents.items()
        }
        for name, collection in store.collections.items()
    }


class RawClient:
    """A client that sends frames without any check, right or wrong."""

    def __init__(self, socket) -> None:
        self.socket = socket
        self.encoder = FrameEncoder()
        self.decoder = FrameDecoder()
        self.number = 0
        self.code: Optional[int] = None

    @staticmethod
    async def connect(server: Server, subprotocols: Optional[List[str]] = None) -> "RawClient":
        """Connects with a server."""
        subprotocols = subprotocols or [SUBPROTOCOL]
        return RawClient(
            await connect(server.url + "/_blipsync", subprotocols=subprotocols, compression=None)
        )

    async def frame(self, number: int, flags: int, payload: bytes) -> None:
        """Sends a frame."""
        await self.bytes(self.encoder.encode(number, flags, payload)[0])

    async def bytes(self, data: Any) -> None:
        """Sends a WebSocket message."""
        try:
            await self.socket.send(data)
        except ConnectionClosed:
            pass

    async def request(
        self, profile: str, properties: Dict[str, str], body: bytes = b"", flags: int = 0
    ) -> int:
        """Sends a request in one frame and returns its number."""
        self.number += 1
        payload = encode_message({"Profile": profile, **properties}, body)
        await self.frame(self.number, MSG | flags, payload)
        return self.number

    async def open(self) -> None:
        """Sends a valid getCollections request and reads its response."""
        await self.open_unread()
        await self.receive()

    async def open_unread(self) -> None:
        """Sends a valid getCollections request."""
        body = b'{"checkpoint_ids":["cp-1"],"collections":["_default"]}'
        await self.request("getCollections", {"uuid": "x"}, body)

    async def receive(self) -> Any:
        """Returns the type, properties and body of the next message, or none at the end."""
        data = b""
        while True:
            try:
                received = await self.socket.recv()
            except ConnectionClosed as error:
                self.code = error.rcvd.code if error.rcvd is not None else 1006
                return None
            frame = self.decoder.decode(received)
            if frame.is_ack:
                continue
            data += frame.payload
            if not frame.flags & MORE:
                return (frame.type, frame.number, *decode_message(data))

    async def response(self, number: int) -> Any:
        """Returns the response of a request, and ignores other messages."""
        while True:
            message = await self.receive()
            if message is None or (message[0] != MSG and message[1] == number):
                return message

    async def next_request(self, profile: str) -> Any:
        """Returns the next request of a profile, and ignores other messages."""
        while True:
            message = await self.receive()
            if message is None or message[2].get("Profile") == profile:
                return message

    async def close(self) -> None:
        """Closes the connection."""
        await self.socket.close()
        await self.receive()
