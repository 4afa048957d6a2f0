"""A BLIP connection: numbers, order, flow control, responses and the end of the connection."""

from __future__ import annotations

import asyncio
from typing import Awaitable, Callable, Deque, Dict, Optional, Set, Tuple
from collections import deque

import blip_codec as codec
from blip_codec import ACKMSG, ACKRPY, COMPRESSED, ERR, MORE, MSG, NO_REPLY, RPY, URGENT
from blip_codec import FrameDecoder, FrameEncoder, ProtocolError
from messages import (
    Incoming,
    Message,
    Outgoing,
    RemoteError,
    SendingQueue,
    describe,
    error_of,
)

BIG_FRAME, SMALL_FRAME = 16 * 1024, 4 * 1024
MAXIMUM_FRAME = BIG_FRAME + 64


class Request:
    """A request of the partner."""

    def __init__(self, connection: "Connection", number: int, message: Message) -> None:
        self.connection = connection
        self.number = number
        self.message = message
        self.is_answered = message.is_no_reply

    def respond(self, properties: Optional[Dict[str, str]] = None, body: bytes = b"") -> None:
        """Sends the response, unless the request expects none or was answered."""
        self._answer(RPY, properties or {}, body)

    def fail(self, domain: str, code: int, text: str = "") -> None:
        """Sends an error response."""
        self._answer(ERR, {"Error-Domain": domain, "Error-Code": str(code)}, text.encode())

    def _answer(self, type: int, properties: Dict[str, str], body: bytes) -> None:
        if not self.is_answered:
            self.is_answered = True
            self.connection.answer(self, type, properties, body)


Handler = Callable[[Request], Awaitable[None]]


class Connection:
    """A connection over a socket with `send`, `receive`, `close`, `abort` and `faults`."""

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
        self.on_message: Callable[[str, str], None] = lambda direction, profile: None

    # Reports

    def violate(self, rule: str, text: str, fatal: bool = False) -> None:
        """Reports a violation, and ends the connection if the options demand it."""
        self.report.violation(rule, text, self.number, fatal)
        if fatal or self.options.strict_close:
            code = 1002 if rule.startswith("2.") or rule.startswith("1.") else 4002
            self.begin_closing(code, f"{rule}: {text}"[:120])

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
            self.report.error("peer", "internal", 0, f"{type(error).__name__}: {error}", self.number)

    # Sending

    def request(
        self,
        profile: str,
        properties: Optional[Dict[str, str]] = None,
        body: bytes = b"",
        urgent: bool = False,
        compressed: bool = False,
        no_reply: bool = False,
    ) -> "asyncio.Future[Message]":
        """Queues a request, and returns the future of its response (none without a reply)."""
        future = asyncio.get_running_loop().create_future()
        flags = (URGENT * urgent) | (COMPRESSED * compressed) | (NO_REPLY * no_reply)
        body = self.faults.changed_body(profile, body)
        data = codec.encode_message({"Profile": profile, **(properties or {})}, body)
        if no_reply:
            future.set_result(Message({}, b"", 0))
        elif self.is_closed:
            future.set_exception(RemoteError("connection", 1006, "the connection is closed"))
            future.exception()
        self._enqueue(Outgoing(MSG, None, data, flags, None if no_reply else future, profile))
        return future

    def answer(self, request: Request, type: int, properties: Dict[str, str], body: bytes) -> None:
        """Queues the response of a request."""
        self.unanswered.pop(request.number, None)
        profile = request.message.properties.get("Profile", "")
        if self.faults.is_silent(profile):
            return
        flags = request.message.flags & URGENT | (COMPRESSED if len(body) > 200 else 0)
        if profile == "getAttachment" and request.message.properties.get("compress") != "true":
            flags &= ~COMPRESSED
        data = codec.encode_message(properties, self.faults.changed_body(profile, body))
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

    # Receiving

    async def run(self, handler: Handler) -> None:
        """Sends and receives until the connection ends."""
        sender = asyncio.ensure_future(self._send_all())
        try:
            while True:
                data = await self.socket.receive()
                if data is None:
                    break
                if isinstance(data, str):
                    self.violate("1.1 text messages", "a text message instead of a binary one")
                    continue
                self._receive(data, handler)
        except ProtocolError as error:
            self.violate(error.rule, error.text, fatal=True)
            await self.socket.drain()
        finally:
            self.is_closed = True
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            self._end()

    def _end(self) -> None:
        """Fails the requests that wait, and reports how the connection ended."""
        code, reason, by_partner = self.socket.close_status()
        for message in list(self.waiting.values()) + self.queue.messages:
            if message.future is not None and not message.future.done():
                message.future.set_exception(RemoteError("connection", code, reason))
                message.future.exception()
        self.waiting.clear()
        self.report.closed(self.number, code, reason, by_partner)
        for task in list(self.tasks):
            task.cancel()

    def _receive(self, data: bytes, handler: Handler) -> None:
        """Processes a frame."""
        frame = self.decoder.decode(data)
        if len(data) > MAXIMUM_FRAME:
            self.violate("2.7 frame size", f"a frame of {len(data)} bytes")
        if frame.flags > 0x7F:
            self.violate("2.1 flags", f"unknown flags {frame.flags:#x}")
        if frame.is_ack:
            self._receive_ack(frame)
        elif frame.type in (MSG, RPY, ERR):
            self._receive_payload(frame, handler)
        else:
            self.violate("2.1 types", f"an unknown frame type {frame.type}")

    def _receive_ack(self, frame: codec.Frame) -> None:
        """Processes an acknowledgment."""
        value, end = codec.decode_varint(frame.payload)
        name = describe(frame.type, frame.number)
        if end != len(frame.payload):
            raise ProtocolError("2.6 flow control", f"{name} has {len(frame.payload)} bytes")
        if frame.flags != frame.type | codec.ACK_FLAGS:
            self.violate("2.6 flow control", f"{name} has the flags {frame.flags:#x}")
        kind = MSG if frame.type == ACKMSG else RPY
        message = self.sent.get((kind, frame.number))
        if message is None:
            self.violate("2.6 flow control", f"{name} of a message without further frames")
            return
        problem = message.acknowledge(value)
        if problem:
            self.violate("2.6 flow control", f"{name}: {problem}")
        self.wake.set()

    def _receive_payload(self, frame: codec.Frame, handler: Handler) -> None:
        """Adds a frame to its message, and dispatches the message after its last frame."""
        key = (frame.type != MSG, frame.number)
        message = self.incoming.get(key)
        if message is None:
            self._check_first(frame)
            message = self.incoming[key] = Incoming(frame.type, frame.number, frame.flags)
        elif message.type != frame.type:
            raise ProtocolError("2.1 types", f"response {frame.number} is both RPY and ERR")
        message.add(frame.payload, frame.size, frame.flags, self.options.message_limit)
        is_multiple = frame.flags & MORE or message.received > frame.size
        if is_multiple and not self.faults.withholds_acks:
            due = message.due_acknowledgment()
            if due is not None:
                flags = message.ack_type | codec.ACK_FLAGS
                self.controls.append((frame.number, flags, codec.encode_varint(due)))
                self.wake.set()
        if frame.flags & MORE:
            return
        del self.incoming[key]
        properties, body = codec.decode_message(bytes(message.data))
        complete = Message(properties, body, message.flags)
        if message.type == MSG:
            self._dispatch(Request(self, message.number, complete), handler)
        else:
            self._resolve(message, complete)

    def _check_first(self, frame: codec.Frame) -> None:
        """Checks the number of the first frame of a message."""
        name = describe(frame.type, frame.number)
        if frame.type == MSG:
            if frame.number != self.last_received + 1:
                raise ProtocolError("2.3 numbers", f"{name} after MSG {self.last_received}")
            self.last_received = frame.number
            return
        waiting = self.waiting.get(frame.number)
        if waiting is None:
            raise ProtocolError("2.3 numbers", f"{name} answers no unanswered request")
        if not waiting.is_complete:
            raise ProtocolError("2.3 numbers", f"{name} answers an incomplete request")

    def _dispatch(self, request: Request, handler: Handler) -> None:
        """Passes a complete request to the handler."""
        profile = request.message.properties.get("Profile", "")
        self.report.count("received", profile)
        if not request.message.is_no_reply:
            self.unanswered[request.number] = request
        self.on_message("received", profile)
        if not self.is_closed:
            self.start(handler(request))

    def _resolve(self, incoming: Incoming, response: Message) -> None:
        """Completes the request of a response."""
        request = self.waiting.pop(incoming.number)
        name = describe(incoming.type, incoming.number)
        if request.lacks_acknowledgment:
            self.violate("2.6 flow control", f"no ACK of a request of {request.sent} bytes")
        error = error_of(response) if incoming.type == ERR else None
        self.report.count("received", request.profile + (" error" if error else " response"))
        if incoming.type == RPY and "Profile" in response.properties:
            self.violate("2.2 properties", f"{name} has a property Profile")
        if request.future is None or request.future.done():
            return
        if error is not None:
            request.future.set_exception(error)
            request.future.exception()
        else:
            request.future.set_result(response)
