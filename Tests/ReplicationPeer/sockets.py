"""A WebSocket as the connection uses it, with the faults of frames."""

from __future__ import annotations

import asyncio
from typing import Optional, Tuple, Union

from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from blip_codec import COMPRESSED, encode_varint
from faults import Faults


class Socket:
    """Wraps a connection of the package `websockets`."""

    def __init__(self, socket, faults: Faults, report, connection: int) -> None:
        self.socket = socket
        self.faults = faults
        self.report = report
        self.connection = connection
        self.is_cut = False
        self.is_frozen = False
        self.is_reported = False
        if "no-pong" in faults.values:
            self._suppress_pongs()
        if faults.integer("freeze") == 0:
            self._freeze()

    def _suppress_pongs(self) -> None:
        """Keeps the WebSocket from answering pings."""
        protocol = self.socket.protocol
        send_frame = protocol.send_frame

        def send(frame) -> None:
            if frame.opcode is not Opcode.PONG:
                send_frame(frame)

        protocol.send_frame = send

    def _freeze(self) -> None:
        """Stops reading and sending, as if the partner were unreachable."""
        self.is_frozen = True
        self.socket.transport.pause_reading()

    async def send(self, frame: bytes) -> None:
        """Sends a binary message. Does nothing after the end of the connection."""
        faults = self.faults
        if self.is_frozen:
            return
        faults.sent_frames += 1
        number = faults.sent_frames
        try:
            if faults.seconds("delay"):
                await asyncio.sleep(faults.seconds("delay"))
            await self._send_before(number)
            if number == faults.integer("wrong-checksum"):
                frame = frame[:-1] + bytes([frame[-1] ^ 0x55])
            if number == faults.integer("bad-deflate"):
                frame = frame[:1] + bytes([frame[1] | COMPRESSED]) + b"\x07\xff\xff" + frame[2:]
            await self.socket.send(frame)
            if number == faults.integer("unknown-type"):
                # Without a payload, the running checksum stays the same.
                await self.socket.send(encode_varint(1) + encode_varint(3) + frame[-4:])
            if number == faults.integer("cut-sent"):
                self.abort()
            close = faults.pair("close-sent")
            if close is not None and close[1] == number:
                await self.socket.close(close[0], "fault")
        except ConnectionClosed:
            pass

    async def _send_before(self, number: int) -> None:
        """Sends the invalid messages that precede a frame."""
        faults = self.faults
        if number == faults.integer("text-message"):
            await self.socket.send("text")
        huge = faults.pair("huge-frame")
        if huge is not None and huge[1] == number:
            await self.socket.send(bytes(huge[0]))

    async def receive(self) -> Optional[Union[bytes, str]]:
        """Returns the next message, or none after the end of the connection."""
        faults = self.faults
        try:
            if faults.seconds("slow-reading"):
                await asyncio.sleep(faults.seconds("slow-reading"))
            if self.is_frozen:
                await self.socket.wait_closed()
                return None
            message = await self.socket.recv()
        except ConnectionClosed:
            return None
        faults.received_frames += 1
        if faults.received_frames == faults.integer("cut-received"):
            self.abort()
            return None
        if faults.received_frames == faults.integer("freeze"):
            self._freeze()
        return message

    async def close(self, code: int, reason: str) -> None:
        """Performs the closing handshake, for at most 5 seconds."""
        await self.socket.close(code, reason)

    def abort(self) -> None:
        """Ends the transport without a closing handshake."""
        self.is_cut = True
        self.socket.transport.abort()

    async def drain(self) -> None:
        """Waits until the connection has ended, for at most 6 seconds."""
        try:
            await asyncio.wait_for(self.socket.wait_closed(), 6)
        except asyncio.TimeoutError:
            self.abort()

    def close_status(self) -> Tuple[int, str, bool]:
        """Returns the code, the reason, and whether the partner began to close."""
        protocol = self.socket.protocol
        received, sent = protocol.close_rcvd, protocol.close_sent
        if received is None and sent is None:
            return 1006, "cut by a fault" if self.is_cut else "", not self.is_cut
        if received is not None and (sent is None or protocol.close_rcvd_then_sent):
            return received.code, received.reason, True
        if sent.code in (1002, 1007, 1009):
            text = f"the WebSocket was closed with {sent.code} {sent.reason}"
            if not self.is_closing_by_rule(sent.reason) and not self.is_reported:
                self.is_reported = True
                self.report.violation("1 WebSocket", text, self.connection, True)
        return sent.code, sent.reason, False

    @staticmethod
    def is_closing_by_rule(reason: str) -> bool:
        """Returns whether a reason was written for a violation that is already reported."""
        return reason[:2] in ("1.", "2.", "3 ", "4 ", "5.", "6 ")
