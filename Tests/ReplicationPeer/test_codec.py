"""Tests of frames and messages against golden bytes."""

import unittest

import blip_codec as codec
from blip_codec import COMPRESSED, MORE, FrameDecoder, FrameEncoder, ProtocolError
from messages import Outgoing, SendingQueue, Incoming
from sequences import Style, SequenceError, SequenceSet, checkpoint_form_problem, parse


class FrameTests(unittest.TestCase):
    def test_varints(self):
        cases = ((0, "00"), (127, "7f"), (128, "8001"), (300, "ac02"), (128_032, "a0e807"))
        for value, hexadecimal in cases + (((1 << 64) - 1, "ff" * 9 + "01"),):
            data = bytes.fromhex(hexadecimal)
            with self.subTest(value):
                self.assertEqual(codec.encode_varint(value), data)
                self.assertEqual(codec.decode_varint(data), (value, len(data)))

    def test_invalid_varints_are_rejected(self):
        for hexadecimal in ("", "80", "8000", "ff" * 9 + "02", "80" * 10 + "01"):
            with self.subTest(hexadecimal), self.assertRaises(ProtocolError):
                codec.decode_varint(bytes.fromhex(hexadecimal))

    def test_the_checksum_covers_all_frames(self):
        encoder = FrameEncoder()
        first, _ = encoder.encode(1, MORE, b"1234")
        second, size = encoder.encode(1, 0, b"56789")
        self.assertEqual(first.hex(), "0140" + "31323334" + "9be3e0a3")
        self.assertEqual(second.hex(), "0100" + "3536373839" + "cbf43926")
        self.assertEqual(size, 9)

    def test_compressed_frames_share_a_stream(self):
        # The payloads and compressed bytes of RFC 7692, section 7.2.3.
        encoder = FrameEncoder()
        first, _ = encoder.encode(1, COMPRESSED, b"Hello")
        second, _ = encoder.encode(2, COMPRESSED, b"Hello")
        self.assertEqual(first[:-4].hex(), "0108" + "f248cdc9c90700")
        self.assertEqual(second[:-4].hex(), "0208" + "f200110000")
        decoder = FrameDecoder()
        self.assertEqual(decoder.decode(first).payload, b"Hello")
        self.assertEqual(decoder.decode(second).payload, b"Hello")

    def test_acknowledgments_have_no_checksum(self):
        frame, _ = FrameEncoder().encode(7, codec.ACKMSG | codec.ACK_FLAGS, b"\x90\xf4\x03")
        self.assertEqual(frame.hex(), "073490f403")
        self.assertEqual(codec.decode_varint(FrameDecoder().decode(frame).payload)[0], 64_016)

    def test_invalid_frames_are_rejected(self):
        cases = (
            ("2.1 varint", b"\x80"), ("2.5 checksum", b"\x01\x00abc"),
            ("2.5 checksum", b"\x01\x00abcdefgh"),
            ("2.4 compression", b"\x01\x08\x07\xff\xff\x00\x00\x00\x00"),
        )  # fmt: skip
        for rule, data in cases:
            with self.subTest(rule), self.assertRaises(ProtocolError) as caught:
                FrameDecoder().decode(data)
            self.assertEqual(caught.exception.rule, rule)

    def test_an_inflated_frame_is_limited(self):
        frame, _ = FrameEncoder().encode(1, COMPRESSED, bytes(codec.MAXIMUM_INFLATED_FRAME + 1))
        with self.assertRaises(ProtocolError):
            FrameDecoder().decode(frame)


class MessageTests(unittest.TestCase):
    def test_messages_round_trip(self):
        data = codec.encode_message({"Profile": "é", "b": ""}, b"body")
        self.assertEqual(data.hex(), "0e" + b"Profile\0\xc3\xa9\0b\0\0body".hex())
        self.assertEqual(codec.decode_message(data), ({"Profile": "é", "b": ""}, b"body"))
        self.assertEqual(codec.decode_message(b"\x00"), ({}, b""))

    def test_invalid_properties_are_rejected(self):
        for data in (b"\x05a\0b\0", b"\x03a\0b", b"\x02a\0", b"\x04\xff\0b\0", b"\x08a\0b\0a\0c\0",
                     codec.encode_varint(102_401) + bytes(102_401), b""):  # fmt: skip
            with self.subTest(data[:9]), self.assertRaises(ProtocolError):
                codec.decode_message(data)


class QueueTests(unittest.TestCase):
    @staticmethod
    def order(*flags: str) -> str:
        """Queues messages `n` (normal) and `u` (urgent), and returns the order of sending."""
        queue = SendingQueue()
        for index, flag in enumerate(flags):
            message = Outgoing(0, None, b"", codec.URGENT if flag[0] == "u" else 0)
            message.profile = flag
            message.has_started = flag.endswith("+")
            queue.add(message)
        return " ".join(message.profile for message in queue.messages)

    def test_urgent_messages_pass_normal_ones_that_have_started(self):
        self.assertEqual(self.order("n1+", "n2+", "u1"), "u1 n1+ n2+")
        self.assertEqual(self.order("n1+", "n2", "u1"), "n1+ n2 u1")
        self.assertEqual(self.order("u1+", "n1+", "n2+", "u2+"), "u1+ n1+ u2+ n2+")

    def test_a_sender_stops_after_the_window(self):
        message = Outgoing(0, 1, b"x", 0)
        message.boundaries = [128_000]
        self.assertFalse(message.is_blocked)
        message.boundaries.append(128_001)
        self.assertTrue(message.is_blocked)
        self.assertIsNone(message.acknowledge(128_000))
        self.assertFalse(message.is_blocked)

    def test_wrong_acknowledgments_are_described(self):
        message = Outgoing(0, 1, b"x", 0)
        message.boundaries = [16_000, 32_000, 64_000, 70_000]
        for value in (1, 16_000, 16_000):
            self.assertIsNotNone(message.acknowledge(value))
        self.assertIsNone(message.acknowledge(64_000))

    def test_a_receiver_acknowledges_after_each_50_000_bytes(self):
        message, acknowledged = Incoming(0, 1, 0), []
        for _ in range(9):
            message.add(b"", 16_004, 0, 10)
            acknowledged.append(message.due_acknowledgment())
        self.assertEqual([value for value in acknowledged if value], [64_016, 128_032])

    def test_sync_gateway_acknowledges_at_multiples_of_50_000_bytes(self):
        message, acknowledged = Incoming(0, 1, 0, True), []
        for size in (60_000, 39_999, 1, 49_999, 1):
            message.add(b"", size, 0, 10)
            acknowledged.append(message.due_acknowledgment())
        self.assertEqual(acknowledged, [None, None, 100_000, None, 150_000])


class SequenceTests(unittest.TestCase):
    def test_sequences_are_parsed(self):
        cases = ((5, (5, 5)), ("5", (5, 5)), ("9:5", (9, 5)), ("7:9:5", (7, 5)), ("7::5", (7, 5)))
        for value, result in cases:
            self.assertEqual(parse(value), result)
        for value in (-1, True, 1.5, "", ":5", "5:", "5::", "a", None, "1:2:3:4", "-1"):
            with self.subTest(value), self.assertRaises(SequenceError):
                parse(value)

    def test_a_backfill_continues_behind_its_last_sequence(self):
        style = Style("backfill", 100)
        self.assertEqual([style.value(5), style.value(101)], ["100:5", 101])
        self.assertEqual([style.start("100:5"), style.start(101)], [5, 101])

    def test_sequence_sets(self):
        completed = SequenceSet([0, 1])
        for sequence in (1, 2, 5, 6, 9):
            completed.add(sequence)
        self.assertEqual(completed.json(), [0, 3, 5, 2, 9, 1])
        self.assertEqual(completed.last_complete, 2)
        other = SequenceSet([0, 2, 4, 2])
        self.assertEqual(completed.intersection(other).json(), [0, 2, 5, 1])

    def test_the_form_of_checkpoints(self):
        good = ({}, {"time": 1}, {"local": 2, "localCompleted": [0, 3, 5, 1], "remote": "9:5"})
        bad = (
            [], {"x": 1}, {"local": -1}, {"remote": "x"}, {"local": 2, "localCompleted": [0, 3]},
            {"local": 2, "localCompleted": [1, 2, 5, 1]},
            {"local": 3, "localCompleted": [0, 3, 5, 1]}, {"local": 2, "localCompleted": [0, 3, 3, 1]},
        )  # fmt: skip
        self.assertEqual([checkpoint_form_problem(value) for value in good], [None] * len(good))
        for value in bad:
            self.assertIsNotNone(checkpoint_form_problem(value), value)


if __name__ == "__main__":
    unittest.main()
