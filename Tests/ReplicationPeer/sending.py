"""The sending side of a BLIP connection: its queue, request numbers and frames."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from typing import Callable, Deque, Dict, Optional, Set, Tuple

import blip_codec as codec
from blip_codec import COMPRESSED, ERR, MORE, MSG, NO_REPLY, RPY, URGENT
from blip_codec import FrameDecoder, FrameEncoder
from messages import (
    Incoming,
    Message,
    Outgoing,
    RemoteError,
    ResponseObserver,
    SendingQueue,
    describe,
)

BIG_FRAME, SMALL_FRAME = 16 * 1024, 4 * 1024


class Request:
    """A request of the partner."""

    def __init__(self, connection: "SendingSide", number: int, message: Message) -> None:
        self.connection = connection
        self.number = number
        self.message = message
        self.is_answered = message.is_no_reply

    def respond(
        self,
        properties: Optional[Dict[str, str]] = None,
        body: bytes = b"",
        compressed: bool = False,
    ) -> None:
        """Sends the response, unless the request expects none or was answered."""
        self._answer(RPY, properties or {}, body, compressed)

    def respond_json(self, properties: Dict[str, str], body: bytes) -> None:
        """Sends a response with JSON, which Sync Gateway marks as JSON and compresses."""
        is_gateway = self.connection.options.is_gateway
        self._answer(RPY, self.connection.json_properties(properties), body, is_gateway)

    def fail(self, domain: str, code: int, text: str = "") -> None:
        """Sends an error response."""
        properties = {"Error-Domain": domain, "Error-Code": str(code)}
        self._answer(ERR, properties, text.encode(), False)

    def _answer(
        self, type: int, properties: Dict[str, str], body: bytes, compressed: bool
    ) -> None:
        if not self.is_answered:
            self.is_answered = True
            self.connection.answer(self, type, properties, body, compressed)


class SendingSide:
    """Sends over a socket with `send`, `receive`, `close`, `abort` and `faults`."""

    # Called with the kind, profile, properties, flags and body of each message that a client sends.
    on_encoded: Optional[Callable[[str, str, Dict[str, str], Set[str], bytes], None]] = None

    def __init__(self, socket, report, number: int, options) -> None:
        self.socket = socket
        self.report = report
        self.number = number
        self.options = options
        self.faults = socket.faults
        self.encoder = FrameEncoder(options.compression_level)
        self.decoder = FrameDecoder()
        self.queue = SendingQueue()
        self.controls: Deque[Tuple[int, int, bytes]] = deque()
        self.wake = asyncio.Event()
        self.last_sent = 0
        self.last_received = 0
        self.sent: Dict[Tuple[int, int], Outgoing] = {}
        self.waiting: Dict[int, Outgoing] = {}
        self.incoming: Dict[Tuple[bool, int], Incoming] = {}
        self.unanswered: Dict[int, Request] = {}
        self.tasks: Set["asyncio.Task[None]"] = set()
        self.is_closed = False
        self.is_client = False
        self.on_message: Callable[[str, str], None] = lambda direction, profile: None

    # Reports

    def violate(self, rule: str, text: str, fatal: bool = False) -> None:
        """Reports a violation, and ends the connection if the options demand it."""
        self.report.violation(rule, text, self.number, fatal)
        if fatal or self.options.strict_close:
            self.begin_closing(self._close_code(rule), f"{rule}: {text}"[:120])

    def _close_code(self, rule: str) -> int:
        """Returns the code with which the imitated software closes after a violation."""
        if self.options.is_gateway:
            return 1000
        return 1011 if rule.startswith(("1.", "2.")) else 4002

    def begin_closing(self, code: int, reason: str) -> None:
        """Closes the connection without waiting for the end."""
        if not self.is_closed:
            self.is_closed = True
            self.start(self.socket.close(code, reason))

    def start(self, work) -> None:
        """Runs a coroutine as a task of the connection."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            text = f"{type(error).__name__}: {error}"
            self.report.error("peer", "internal", 0, text, self.number)

    # Sending

    def json_properties(self, properties: Dict[str, str]) -> Dict[str, str]:
        """Returns the properties of a message with JSON."""
        kind = {"Content-Type": "application/json"} if self.options.is_gateway else {}
        return {**properties, **kind}

    def _encoded(self, properties: Dict[str, str], body: bytes) -> bytes:
        """Returns the bytes of a message. Sync Gateway writes properties in a random order."""
        items = list(properties.items())
        if self.options.is_gateway:
            random.shuffle(items)
        return codec.encode_message(dict(items), body)

    def _note(
        self, kind: str, profile: str, properties: Dict[str, str], flags: int, body: bytes
    ) -> None:
        """Passes a message of a client to the observer of a test."""
        if self.on_encoded is not None and self.is_client:
            bits = {"compressed": COMPRESSED, "urgent": URGENT, "noreply": NO_REPLY}
            names = {name for name, bit in bits.items() if flags & bit}
            self.on_encoded(kind, profile, properties, names, body)

    def request(
        self,
        profile: str,
        properties: Optional[Dict[str, str]] = None,
        body: bytes = b"",
        urgent: bool = False,
        compressed: bool = False,
        no_reply: bool = False,
        on_response: Optional[ResponseObserver] = None,
    ) -> "asyncio.Future[Message]":
        """Queues a request, and returns the future of its response.

        The observer is called when the response arrives, before any later message is processed.
        Without a reply, the future is done.
        """
        future = asyncio.get_running_loop().create_future()
        flags = (URGENT * urgent) | (COMPRESSED * compressed) | (NO_REPLY * no_reply)
        body = self.faults.changed_body(profile, body)
        data = self._encoded({"Profile": profile, **(properties or {})}, body)
        self._note(profile, profile, properties or {}, flags, body)
        if no_reply:
            future.set_result(Message({}, b"", 0))
        elif self.is_closed:
            future.set_exception(RemoteError("connection", 1006, "the connection is closed"))
            future.exception()
        message = Outgoing(MSG, None, data, flags, None if no_reply else future, profile)
        message.on_response = on_response
        self._enqueue(message)
        return future

    def answer(
        self,
        request: Request,
        type: int,
        properties: Dict[str, str],
        body: bytes,
        compressed: bool = False,
    ) -> None:
        """Queues the response of a request."""
        self.unanswered.pop(request.number, None)
        profile = request.message.properties.get("Profile", "")
        if self.faults.is_silent(profile):
            return
        flags = request.message.flags & URGENT | COMPRESSED * compressed
        data = self._encoded(properties, self.faults.changed_body(profile, body))
        kind = "response" if type == RPY else (
            f"{properties.get('Error-Domain')} {properties.get('Error-Code')}"
        )
        self._note(f"{profile} {kind}", profile, properties, flags, body)
        self._enqueue(Outgoing(type, request.number, data, flags, None, profile + " response"))

    def _enqueue(self, message: Outgoing) -> None:
        if not self.is_closed:
            self.queue.add(message)
            self.wake.set()

    async def _send_all(self) -> None:
        """Sends frames until the connection ends."""
        while not self.is_closed:
            if self.controls:
                number, flags, payload = self.controls.popleft()
                await self.socket.send(self.encoder.encode(number, flags, payload)[0])
                continue
            message = self.queue.next()
            if message is None:
                self.wake.clear()
                await self.wake.wait()
                continue
            await self._send_frame(message)

    async def _send_frame(self, message: Outgoing) -> None:
        """Sends the next frame of a message."""
        if message.number is None:
            self.last_sent += 1 + self.faults.skipped_numbers(self.last_sent)
            message.number = self.last_sent
            if message.future is not None:
                self.waiting[message.number] = message
        message.has_started = True
        yields = self.queue.has_urgent and not message.is_urgent
        limit = SMALL_FRAME if yields else BIG_FRAME - 16
        payload = message.data[message.offset : message.offset + limit]
        message.offset += len(payload)
        flags = message.type | message.flags | (0 if message.is_complete else MORE)
        frame, size = self.encoder.encode(message.number, flags, payload)
        message.boundaries.append(message.sent + size)
        if not message.is_complete or len(message.boundaries) > 1:
            self.sent[(message.type if message.type == MSG else RPY, message.number)] = message
        if not message.is_complete:
            self.queue.add(message)
            if message.is_blocked:
                self.start(self._watch_window(message, message.acknowledged))
        await self.socket.send(frame)
        if message.is_complete and message.profile:
            self.report.count("sent", message.profile)
            self.on_message("sent", message.profile)

    async def _watch_window(self, message: Outgoing, acknowledged: int) -> None:
        """Reports a partner that acknowledges nothing although the sender waits for it."""
        await asyncio.sleep(self.options.ack_timeout)
        if message.is_blocked and message.acknowledged == acknowledged and not self.is_closed:
            name = describe(message.type, message.number or 0)
            self.violate("2.6 flow control", f"no ACK of {name} after {message.sent} bytes")
