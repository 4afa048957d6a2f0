"""Messages of a BLIP connection in progress, and the checks of their acknowledgments."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Optional

from blip_codec import ACKMSG, ACKRPY, ERR, MSG, NO_REPLY, TYPE_NAMES, URGENT, ProtocolError

ACK_THRESHOLD = 50_000
WINDOW = 128_000


class RemoteError(Exception):
    """An ERR response, or the end of the connection before a response."""

    def __init__(self, domain: str, code: int, text: str = "") -> None:
        super().__init__(f"{domain} {code}: {text}")
        self.domain = domain
        self.code = code
        self.text = text

    @property
    def is_transient(self) -> bool:
        """Whether the same request can succeed later."""
        if self.domain == "HTTP":
            return self.code in (408, 429, 502, 503, 504)
        return self.domain in ("POSIX", "Network", "connection", "timeout")


class Message:
    """A complete message that was received."""

    def __init__(self, properties: Dict[str, str], body: bytes, flags: int) -> None:
        self.properties = properties
        self.body = body
        self.flags = flags

    @property
    def is_urgent(self) -> bool:
        """Whether the sender marked the message as urgent."""
        return bool(self.flags & URGENT)

    @property
    def is_no_reply(self) -> bool:
        """Whether the sender expects no response."""
        return bool(self.flags & NO_REPLY)


ResponseObserver = Callable[[Message, Optional[RemoteError]], None]


class Outgoing:
    """A message that is being sent. A request receives its number with its first frame."""

    def __init__(
        self,
        type: int,
        number: Optional[int],
        data: bytes,
        flags: int,
        future: Optional["asyncio.Future[Any]"] = None,
        profile: str = "",
    ) -> None:
        self.type = type
        self.number = number
        self.data = data
        self.flags = flags
        self.future = future
        self.profile = profile
        self.offset = 0
        self.has_started = False
        self.boundaries: List[int] = []
        self.acknowledged = 0
        self.ack_count = 0
        self.on_response: Optional[ResponseObserver] = None

    @property
    def is_urgent(self) -> bool:
        """Whether the message goes before others."""
        return bool(self.flags & URGENT)

    @property
    def sent(self) -> int:
        """The bytes sent so far, counted as the receiver counts them."""
        return self.boundaries[-1] if self.boundaries else 0

    @property
    def is_complete(self) -> bool:
        """Whether all frames were sent."""
        return self.has_started and self.offset >= len(self.data)

    @property
    def is_blocked(self) -> bool:
        """Whether the message waits for an acknowledgment."""
        return self.sent - self.acknowledged > WINDOW

    def acknowledge(self, value: int) -> Optional[str]:
        """Registers an acknowledgment, and returns what is wrong with it."""
        if value not in self.boundaries:
            return f"an ACK of {value} bytes, which is not the end of a frame that was sent"
        if value <= self.acknowledged:
            return f"an ACK of {value} bytes after one of {self.acknowledged}"
        previous = self.acknowledged
        self.acknowledged = value
        self.ack_count += 1
        steps = value // ACK_THRESHOLD > previous // ACK_THRESHOLD
        if value - previous < ACK_THRESHOLD and not steps:
            return f"an ACK of {value} bytes, {value - previous} after the last one"
        return None

    @property
    def lacks_acknowledgment(self) -> bool:
        """Whether the receiver must have acknowledged a part of the message by its end."""
        before_last = self.boundaries[-2] if len(self.boundaries) > 1 else 0
        return self.ack_count == 0 and before_last >= ACK_THRESHOLD


class Incoming:
    """A message that is being received."""

    def __init__(
        self, type: int, number: int, flags: int, uses_multiples: bool = False
    ) -> None:
        self.type = type
        self.number = number
        self.flags = flags
        self.uses_multiples = uses_multiples
        self.frame_count = 0
        self.passed = 0
        self.data = bytearray()
        self.received = 0
        self.acknowledged = 0

    @property
    def ack_type(self) -> int:
        """The type of frames that acknowledge this message."""
        return ACKMSG if self.type == MSG else ACKRPY

    def add(self, payload: bytes, size: int, flags: int, limit: int) -> None:
        """Adds the payload of a frame."""
        if self.received - self.acknowledged > WINDOW:
            raise ProtocolError(
                "2.6 flow control",
                f"a frame after {self.received - self.acknowledged} unacknowledged bytes",
            )
        if flags & (URGENT | NO_REPLY) != self.flags & (URGENT | NO_REPLY):
            raise ProtocolError("2.1 flags", "the flags change within a message")
        self.data += payload
        self.frame_count += 1
        self.passed = self.received
        self.received += size
        if len(self.data) > limit:
            raise ProtocolError("2.2 messages", f"a message exceeds {limit} bytes")

    @property
    def is_due(self) -> bool:
        """Whether enough bytes are not acknowledged.

        Couchbase Lite acknowledges after each 50,000 bytes, Sync Gateway when it passes a multiple
        of 50,000, except in the first frame.
        """
        if self.uses_multiples:
            is_first = self.frame_count == 1
            return not is_first and self.received // ACK_THRESHOLD > self.passed // ACK_THRESHOLD
        return self.received - self.acknowledged >= ACK_THRESHOLD

    def due_acknowledgment(self) -> Optional[int]:
        """Returns the number of bytes to acknowledge, if an acknowledgment is due."""
        if not self.is_due:
            return None
        self.acknowledged = self.received
        return self.received


class SendingQueue:
    """Outgoing messages in the order of their next frames."""

    def __init__(self) -> None:
        self.messages: List[Outgoing] = []

    def add(self, message: Outgoing) -> None:
        """Adds a message, or puts back one with further frames.

        An urgent message follows the last urgent one with a normal message between, but never
        passes a request that has not started.
        """
        queue = self.messages
        index = len(queue)
        if message.is_urgent:
            while index > 0:
                earlier = queue[index - 1]
                if earlier.is_urgent:
                    index = min(index + 1, len(queue))
                    break
                if not message.has_started and not earlier.has_started:
                    break
                index -= 1
        queue.insert(index, message)

    def next(self) -> Optional[Outgoing]:
        """Removes and returns the next message that does not wait for an acknowledgment."""
        for index, message in enumerate(self.messages):
            if not message.is_blocked:
                return self.messages.pop(index)
        return None

    @property
    def has_urgent(self) -> bool:
        """Whether the next message is urgent."""
        return bool(self.messages) and self.messages[0].is_urgent


def describe(type: int, number: int) -> str:
    """Returns the name of a message for the report."""
    return f"{TYPE_NAMES.get(type, type)} {number}"


def error_of(message: Message) -> RemoteError:
    """Returns the error in an ERR response. Raises ProtocolError if it has no decimal code."""
    properties = message.properties
    code = properties.get("Error-Code", "")
    if not code.lstrip("-").isdigit():
        raise ProtocolError("2.8 errors", f"the Error-Code {code!r} is not decimal")
    text = message.body.decode("utf-8", "replace")
    return RemoteError(properties.get("Error-Domain", "BLIP"), int(code), text)


def is_error(type: int) -> bool:
    """Returns whether a response reports an error."""
    return type == ERR
