"""A BLIP connection: the checks of received frames, responses, and the end of the connection."""

from __future__ import annotations

import asyncio
from typing import Awaitable, Callable

import blip_codec as codec
from blip_codec import ACKMSG, ERR, MORE, MSG, RPY, ProtocolError
from messages import Incoming, Message, RemoteError, describe, error_of
from sending import BIG_FRAME, Request, SendingSide

MAXIMUM_FRAME = BIG_FRAME + 64

Handler = Callable[[Request], Awaitable[None]]


class Connection(SendingSide):
    """A connection that passes the requests of the partner to a handler."""

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
            message = self.incoming[key] = Incoming(
                frame.type, frame.number, frame.flags, self.options.is_gateway
            )
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
        # The end of the connection fails the request if the error is not valid.
        error = error_of(response) if incoming.type == ERR else None
        request = self.waiting.pop(incoming.number)
        name = describe(incoming.type, incoming.number)
        if request.lacks_acknowledgment:
            self.violate("2.6 flow control", f"no ACK of a request of {request.sent} bytes")
        self.report.count("received", request.profile + (" error" if error else " response"))
        if incoming.type == RPY and "Profile" in response.properties:
            self.violate("2.2 properties", f"{name} has a property Profile")
        if request.on_response is not None:
            request.on_response(response, error)
        if request.future is None or request.future.done():
            return
        if error is not None:
            request.future.set_exception(error)
            request.future.exception()
        else:
            request.future.set_result(response)


__all__ = ["Connection", "Request"]
