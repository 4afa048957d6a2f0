"""Replaying the client of a recording against a passive peer, and comparing the answers."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, Dict, List, Optional, Tuple

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import attachments
from blip_codec import COMPRESSED, ERR, MSG, NO_REPLY, RPY, URGENT
from blip_codec import MORE, FrameDecoder, FrameEncoder, decode_message, encode_message
from harness import Server
from recordings import Line, Recording
from replay_steps import Steps

TYPES = {"MSG": MSG, "RPY": RPY, "ERR": ERR}
FLAGS = {"compressed": COMPRESSED, "urgent": URGENT, "noreply": NO_REPLY}
# The time limits for a message, and for one that Couchbase Lite may leave out, in seconds.
PATIENCE, SHORT_PATIENCE = 10, 0.5
_TREE_ID = re.compile(r"\b([0-9]+)-[0-9a-f]{32}\b")


# Connections that the peer cannot repeat: it does not imitate deltas, and long bodies are cut.
DEVIATING = {
    "lc-raw-requests": (15, 16),
    "lc-delta-l-l": (2, 3, 4),
    "lc-large-l-l": (1,),
    "lc-large-q-l": (1,),
}
# Recordings in which the server acted before the step that caused it was written.
SKIPPED = ("sg-access-continuous-l", "sg-access-continuous-q")
# Lines that depend on what the recorded server did at the same time.
RACES = {"sg-legacy-tree-l:145"}


def may_be_missing(line: Line) -> bool:
    """Returns whether a line is an empty list.

    Couchbase Lite repeats it while a continuous replication is idle.
    """
    return line.type == "MSG" and line.profile == "changes" and line.body == b"[]"


class Answer:
    """A message or close frame of the peer."""

    def __init__(self, type: str, number: int, flags: int, properties: Any, body: bytes) -> None:
        self.type = type
        self.number = number
        self.flags = frozenset(name for name, bit in FLAGS.items() if flags & bit)
        self.properties: Dict[str, str] = properties
        self.body = body


class Client:
    """One connection of the recorded client."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.encoder, self.decoder = FrameEncoder(), FrameDecoder()
        self.answers: List[Answer] = []
        self.numbers: Dict[int, int] = {}
        self.arrived = asyncio.Event()
        self.task = asyncio.ensure_future(self._receive())

    async def _receive(self) -> None:
        """Collects the messages of the peer."""
        parts: Dict[Tuple[bool, int], bytes] = {}
        while True:
            try:
                frame = self.decoder.decode(await self.socket.recv())
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd is not None else 1006
                self.answers.append(Answer("close", code, 0, {}, b""))
                self.arrived.set()
                return
            if frame.is_ack:
                continue
            key = (frame.type == MSG, frame.number)
            parts[key] = parts.get(key, b"") + frame.payload
            if not frame.flags & MORE:
                names = {value: name for name, value in TYPES.items()}
                content = decode_message(parts.pop(key))
                self.answers.append(Answer(names[frame.type], frame.number, frame.flags, *content))
                self.arrived.set()

    async def send(self, line: Line) -> None:
        """Sends a message of the recorded client."""
        number = line.json["n"]
        if line.type != "MSG":
            number = self.numbers.get(number, number)
        flags = TYPES[line.type] | sum(FLAGS[name] for name in line.flags)
        payload, first = encode_message(line.properties, line.body), True
        while payload or first:
            part, payload, first = payload[:16_000], payload[16_000:], False
            more = MORE if payload else 0
            try:
                await self.socket.send(self.encoder.encode(number, flags | more, part)[0])
            except ConnectionClosed:
                return

    async def send_wrong_checksum(self) -> None:
        """Sends a request in a frame with a wrong checksum."""
        payload = encode_message({"Profile": "getCheckpoint"}, b"")
        frame = bytearray(self.encoder.encode(2, MSG, payload)[0])
        frame[-1] ^= 1
        await self.socket.send(bytes(frame))

    async def take(self, line: Line) -> Optional[Answer]:
        """Waits for the answer that corresponds to a line."""
        loop = asyncio.get_running_loop()
        end = loop.time() + (SHORT_PATIENCE if may_be_missing(line) else PATIENCE)
        while True:
            self.arrived.clear()
            for answer in self.answers:
                if self._corresponds(line, answer):
                    self.answers.remove(answer)
                    if line.type == "MSG":
                        self.numbers[line.json["n"]] = answer.number
                    return answer
            try:
                await asyncio.wait_for(self.arrived.wait(), max(0.001, end - loop.time()))
            except asyncio.TimeoutError:
                return None

    @staticmethod
    def _corresponds(line: Line, answer: Answer) -> bool:
        if line.json.get("ws") == "close":
            return answer.type == "close"
        if line.type in ("RPY", "ERR"):
            return answer.type in ("RPY", "ERR") and answer.number == line.json["n"]
        same = answer.type == "MSG"
        for name in ("Profile", "id", "digest", "docID", "collection"):
            same = same and answer.properties.get(name) == line.properties.get(name)
        return same and (answer.body in (b"null", b"[]")) == (line.body in (b"null", b"[]"))


class Replay:
    """Compares the answers of a passive peer with those of the recorded server."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.problems: List[str] = []
        self.compared: List[Line] = []
        self.clients: Dict[int, Optional[Client]] = {}
        self.refusals: Dict[int, Any] = {}
        self.breaks_checksum = False

    async def run(self) -> None:
        """Replays the recording."""
        behavior = self.recording.server
        assert behavior is not None
        credentials = {"user": "ann", "password": "secret"}
        options: Dict[str, Any] = credentials if behavior == "sync-gateway" else {}
        if self.recording.name == "sg-session-q":
            options["session"] = "test-session"
        nonces = [
            line.body for line in self.recording.lines
            if line.type == "MSG" and line.profile == "proveAttachment"
        ]
        attachments.new_nonce = lambda: nonces.pop(0)
        async with Server(behavior=behavior, **options) as server:
            self.server = server
            steps = Steps(self.recording, server)
            for line in self.recording.lines:
                if line.is_from_client and line.is_truncated:
                    break
                if line.connection in DEVIATING.get(self.recording.name, ()):
                    continue
                if line.step is not None:
                    steps.apply(line)
                    if "a wrong checksum" in line.step:
                        self.breaks_checksum = True
                elif "http" in line.json:
                    await self._upgrade(line)
                elif line.is_message or "ws" in line.json:
                    await self._message(line)
            for client in self.clients.values():
                if client is not None:
                    await client.socket.close()
                    await client.task
                    for answer in client.answers:
                        # The recorded client may have closed before a last list of changes.
                        is_list = answer.properties.get("Profile") == "changes"
                        if answer.type != "close" and not is_list:
                            text = f"{answer.type} {answer.properties} {answer.body[:200]!r}"
                            self.problems.append(f"{self.recording.name}: not recorded: {text}")

    async def _upgrade(self, line: Line) -> None:
        """Connects as the recorded client, or compares the answer."""
        if not line.is_from_client:
            status = self.refusals.get(line.connection, (101, {}, ""))
            recorded = (line.json["status"], line.json.get("body", ""))
            if (status[0], status[2]) != recorded:
                self._differ(line, "upgrade", (status[0], status[2]), recorded)
            return
        headers = dict(item.split(": ", 1) for item in line.json["head"][1:])
        path = line.json["head"][0].split(" ")[1]
        url = self.server.url.replace("/db", "") + path
        kept = {name: headers[name] for name in ("Authorization", "Cookie") if name in headers}
        offered = headers["Sec-WebSocket-Protocol"].split(",")
        try:
            socket = await connect(
                url, subprotocols=offered, additional_headers=kept, compression=None, max_size=None
            )
        except InvalidStatus as error:
            response = error.response
            body = (response.body or b"").decode()
            self.refusals[line.connection] = (response.status_code, response.headers, body)
            self.clients[line.connection] = None
            return
        self.clients[line.connection] = Client(socket)

    async def _message(self, line: Line) -> None:
        """Sends a message of the client, or compares a message of the server."""
        client = self.clients.get(line.connection)
        if client is None:
            return
        if self.breaks_checksum and not line.is_from_client and "ws" in line.json:
            self.breaks_checksum = False
            await client.send_wrong_checksum()
        if line.is_from_client:
            if line.is_message:
                await client.send(line)
            elif line.json["ws"] == "close":
                await client.socket.close(line.json["code"])
            return
        answer = await client.take(line)
        if answer is None and may_be_missing(line):
            return
        if answer is None:
            found = [(item.type, item.number, item.properties) for item in client.answers[:4]]
            self.problems.append(f"{line.place}: {line.kind} is missing; found {found}")
            return
        self._compare(line, answer)
        self.compared.append(line)

    def _compare(self, line: Line, answer: Answer) -> None:
        """Compares an answer with the recorded one."""
        if "ws" in line.json:
            if answer.number != line.json["code"]:
                self._differ(line, "close code", answer.number, line.json["code"])
            return
        if answer.type != line.type:
            self._differ(line, "answer", (answer.properties, answer.body), line.json)
            return
        if answer.flags != line.flags:
            self._differ(line, "flags", sorted(answer.flags), sorted(line.flags))
        mine, recorded = properties_of(answer.properties), properties_of(line.properties)
        if mine != recorded:
            self._differ(line, "properties", mine, recorded)
        if not line.is_truncated and body_of(line, answer.body) != body_of(line, line.body):
            self._differ(line, "body", answer.body[:400], line.body[:400])

    def _differ(self, line: Line, what: str, mine: Any, recorded: Any) -> None:
        if line.place in RACES:
            return
        self.problems.append(
            f"{line.place}: {line.kind}: the {what} is {mine}, recorded is {recorded}"
        )


def properties_of(properties: Dict[str, str]) -> Dict[str, str]:
    """Returns properties without what differs from run to run."""
    result = dict(properties)
    if "history" in result and "@" in result["history"]:
        # Sync Gateway writes merged versions in a random order.
        head, separator, tail = result["history"].partition(";")
        result["history"] = ",".join(sorted(head.split(","))) + separator + tail
    for name in ("history", "reason"):
        if name in result:
            result[name] = _TREE_ID.sub(r"\1-", result[name])
    return result


def body_of(line: Line, body: bytes) -> Any:
    """Returns a body for a comparison."""
    if line.type == "ERR":
        return bool(body)
    if line.profile == "proveAttachment" and line.type == "MSG":
        return len(body)
    if line.profile == "getAttachment":
        return body
    value = _json(body)
    if line.profile == "changes" and isinstance(value, list):
        # The sizes of Couchbase Lite are those of its encoding.
        value = [item[:4] + ["size"] * (len(item) > 4 and not item[3]) for item in value]
    return value


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body
