"""Frames and messages of BLIP 3: varints, properties, compression and checksums."""

from __future__ import annotations

import struct
import zlib
from typing import Dict, List, NamedTuple, Tuple

MSG, RPY, ERR, ACKMSG, ACKRPY = 0, 1, 2, 4, 5
TYPE_NAMES = {MSG: "MSG", RPY: "RPY", ERR: "ERR", ACKMSG: "ACKMSG", ACKRPY: "ACKRPY"}
TYPE_MASK, COMPRESSED, URGENT, NO_REPLY, MORE = 0x07, 0x08, 0x10, 0x20, 0x40
ACK_FLAGS = URGENT | NO_REPLY

MAXIMUM_PROPERTIES = 100 * 1024
MAXIMUM_INFLATED_FRAME = 16 * 1024 * 1024
FLUSH_TAIL = b"\x00\x00\xff\xff"


class ProtocolError(Exception):
    """A violation after which the connection cannot continue."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


def encode_varint(value: int) -> bytes:
    """Returns a nonnegative integer in LEB128."""
    result = bytearray()
    while value > 0x7F:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value)
    return bytes(result)


def decode_varint(data: bytes, offset: int = 0) -> Tuple[int, int]:
    """Returns the integer at an offset and the offset behind it.

    Raises ProtocolError if the data ends too early, exceeds 64 bits, or is not minimal.
    """
    value = shift = 0
    position = offset
    while True:
        if position >= len(data):
            raise ProtocolError("2.1 varint", "the data ends within a varint")
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if value >= 1 << 64 or position - offset > 10:
            raise ProtocolError("2.1 varint", "a varint exceeds 64 bits")
        if byte < 0x80:
            if byte == 0 and position - offset > 1:
                raise ProtocolError("2.1 varint", "a varint is longer than necessary")
            return value, position
        shift += 7


def encode_message(properties: Dict[str, str], body: bytes) -> bytes:
    """Returns the joined payloads of a message."""
    encoded = b"".join(
        key.encode() + b"\x00" + value.encode() + b"\x00" for key, value in properties.items()
    )
    return encode_varint(len(encoded)) + encoded + body


def decode_message(data: bytes) -> Tuple[Dict[str, str], bytes]:
    """Returns the properties and the body of a message."""
    length, start = decode_varint(data)
    if length > MAXIMUM_PROPERTIES:
        raise ProtocolError("2.2 properties", f"the properties have {length} bytes")
    if start + length > len(data):
        raise ProtocolError("2.2 properties", "the properties are longer than the message")
    block = data[start : start + length]
    if block and block[-1] != 0:
        raise ProtocolError("2.2 properties", "the properties do not end with NUL")
    try:
        strings: List[str] = block.decode("utf-8").split("\x00")[:-1]
    except UnicodeDecodeError as error:
        raise ProtocolError("2.2 properties", "the properties are not UTF-8") from error
    if len(strings) % 2 != 0:
        raise ProtocolError("2.2 properties", "a property has no value")
    properties: Dict[str, str] = {}
    for key, value in zip(strings[::2], strings[1::2]):
        if key in properties:
            raise ProtocolError("2.2 properties", f"the property {key!r} occurs twice")
        properties[key] = value
    return properties, data[start + length :]


class Frame(NamedTuple):
    """A decoded frame. `size` counts the bytes after the header as they were received."""

    number: int
    flags: int
    payload: bytes
    size: int

    @property
    def type(self) -> int:
        """The type of the frame."""
        return self.flags & TYPE_MASK

    @property
    def is_ack(self) -> bool:
        """Whether the frame acknowledges received bytes."""
        return self.type in (ACKMSG, ACKRPY)


class FrameEncoder:
    """Encodes the frames of one direction, with its deflate stream and running checksum."""

    def __init__(self, level: int = 6) -> None:
        self._deflate = zlib.compressobj(level, zlib.DEFLATED, -15, 9)
        self._checksum = 0

    def encode(self, number: int, flags: int, payload: bytes) -> Tuple[bytes, int]:
        """Returns a frame and the number of its bytes after the header."""
        header = encode_varint(number) + encode_varint(flags)
        if flags & TYPE_MASK in (ACKMSG, ACKRPY):
            return header + payload, len(payload)
        self._checksum = zlib.crc32(payload, self._checksum)
        content = payload
        if flags & COMPRESSED:
            content = self._deflate.compress(payload) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            if not content.endswith(FLUSH_TAIL):
                raise AssertionError("zlib did not end a flush with an empty block")
            content = content[: -len(FLUSH_TAIL)]
        rest = content + struct.pack(">I", self._checksum)
        return header + rest, len(rest)


class FrameDecoder:
    """Decodes the frames of one direction and verifies the running checksum."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(-15)
        self._checksum = 0

    def decode(self, data: bytes) -> Frame:
        """Returns the frame in a WebSocket message. Raises ProtocolError if it is invalid.

        ACK frames and frames of unknown types are not part of the checksum.
        """
        number, offset = decode_varint(data)
        flags, offset = decode_varint(data, offset)
        if flags & TYPE_MASK not in (MSG, RPY, ERR):
            return Frame(number, flags, data[offset:], len(data) - offset)
        if len(data) - offset < 4:
            raise ProtocolError("2.5 checksum", "the frame has no checksum")
        payload = data[offset:-4]
        if flags & COMPRESSED:
            payload = self._inflated(payload)
        self._checksum = zlib.crc32(payload, self._checksum)
        (checksum,) = struct.unpack(">I", data[-4:])
        if checksum != self._checksum:
            raise ProtocolError(
                "2.5 checksum", f"the checksum is {checksum:08x} instead of {self._checksum:08x}"
            )
        return Frame(number, flags, payload, len(data) - offset)

    def _inflated(self, content: bytes) -> bytes:
        """Returns the inflated content of a compressed frame."""
        try:
            result = self._inflate.decompress(content + FLUSH_TAIL, MAXIMUM_INFLATED_FRAME)
        except zlib.error as error:
            raise ProtocolError("2.4 compression", f"invalid deflated data: {error}") from error
        if self._inflate.eof:
            raise ProtocolError("2.4 compression", "the deflate stream ends within the connection")
        if self._inflate.unconsumed_tail:
            raise ProtocolError("2.4 compression", "a frame inflates to more than 16 MB")
        return result
