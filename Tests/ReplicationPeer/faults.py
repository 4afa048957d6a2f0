"""Faults that the peer commits on request, so that tests can check how the partner reacts."""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Tuple

import wrong_answers

KINDS = {
    "cut-sent": "N: end the transport after N sent frames",
    "cut-received": "N: end the transport after N received frames",
    "close-sent": "CODE:N: close with CODE after N sent frames",
    "delay": "SECONDS: wait before each frame",
    "slow-reading": "SECONDS: wait before reading each frame",
    "silent": "PROFILE or all: never answer",
    "withhold-acks": "never send ACK frames",
    "wrong-checksum": "N: the checksum of sent frame N is wrong",
    "bad-deflate": "N: sent frame N is marked as compressed, with invalid data",
    "unknown-type": "N: after sent frame N, which must not be an ACK, a frame of type 3",
    "text-message": "N: before sent frame N, a WebSocket text message",
    "huge-frame": "BYTES:N: before sent frame N (by default 1), an invalid frame of BYTES bytes",
    "skip-number": "N: leave out a number after request N",
    "bad-json": "PROFILE:N: cut the JSON of the Nth message (by default all) of PROFILE",
    "wrong-blob": "ID or all: serve other bytes for the blobs of a document",
    "short-blob": "ID or all: serve fewer bytes for the blobs of a document",
    "duplicate-rev": "N: send the Nth rev twice",
    "unsolicited-rev": "N: before the Nth rev, send a rev that was not requested",
    "refuse": "CODE:ID,…: answer proposals of these documents with CODE",
    "refuse-rev": "CODE:ID,…: answer revs of these documents with HTTP CODE",
    "refuse-blob": "CODE:ID,…: answer getAttachment for these documents with HTTP CODE",
    "norev": "CODE:ID,…: send norev with CODE instead of the revs of these documents",
    "gone": "ID,…: answer proposals of these documents with 409 and an empty revision",
    "answer": wrong_answers.DESCRIPTION,
    "refuse-checkpoint": "CODE:N: answer the first N setCheckpoint requests with HTTP CODE",
    "no-pong": "do not answer WebSocket pings",
    "freeze": "N: read and send nothing after N received frames, but keep the transport open",
    "no-subprotocol": "answer the upgrade without a subprotocol",
    "http": "STATUS: answer the upgrade with an HTTP error",
    "redirect": "URL: answer the upgrade with 307 and this location",
    "upgrade-delay": "SECONDS: wait before the answer to the upgrade",
}
DEFAULT_ARGUMENTS = {
    "wrong-blob": "all",
    "short-blob": "all",
    "silent": "all",
    "duplicate-rev": "1",
    "unsolicited-rev": "1",
    "huge-frame": "33554432:1",
}

WITHOUT_ARGUMENT = ("withhold-acks", "no-pong", "no-subprotocol")

_SPECIFICATION = re.compile(r"([a-z-]+)(?:@([0-9]+))?(?:=(.*))?", re.DOTALL)


class FaultError(ValueError):
    """A fault specification that is not valid."""


class Faults:
    """The faults of one connection."""

    def __init__(self, specifications: List[str], connection: int = 1) -> None:
        self.values: Dict[str, List[str]] = {}
        self.sent_frames = 0
        self.received_frames = 0
        self.counts: Dict[str, int] = {}
        for specification in specifications:
            name, only, argument = parse_fault(specification)
            if only is None or only == connection:
                self.values.setdefault(name, []).append(argument)

    def first(self, name: str) -> Optional[str]:
        """Returns the argument of a fault, or none if it was not requested."""
        values = self.values.get(name)
        return values[0] if values else None

    def integer(self, name: str) -> Optional[int]:
        """Returns the argument of a fault as an integer."""
        value = self.first(name)
        return int(value) if value else None

    def seconds(self, name: str) -> float:
        """Returns the argument of a fault as seconds."""
        return float(self.first(name) or 0)

    def pair(self, name: str, default: int = 1) -> Optional[Tuple[int, int]]:
        """Returns two integers, of which the second is optional."""
        value = self.first(name)
        if not value:
            return None
        first, _, second = value.partition(":")
        return int(first), int(second or default)

    def code(self, name: str, document: str) -> Optional[int]:
        """Returns the code that a fault gives for a document."""
        for value in self.values.get(name, []):
            code, _, documents = value.partition(":")
            if document in documents.split(","):
                return int(code)
        return None

    def names(self, name: str, document: str) -> bool:
        """Returns whether a fault applies to a document."""
        return any(
            value == "all" or document in value.split(",") for value in self.values.get(name, [])
        )

    def wrong_answer(self, profile: str, document: str) -> Optional[str]:
        """Returns the kind of wrong answer that a profile gives about a document."""
        for value in self.values.get("answer", []):
            name, kind, documents = value.split(":", 2)
            if name == profile and document in documents.split(","):
                return kind
        return None

    @property
    def withholds_acks(self) -> bool:
        """Whether received bytes are not acknowledged."""
        return "withhold-acks" in self.values

    def is_silent(self, profile: str) -> bool:
        """Returns whether requests of a profile are not answered."""
        return any(value in ("all", profile) for value in self.values.get("silent", []))

    def is_nth(self, name: str, key: str = "") -> bool:
        """Counts an event, and returns whether the fault applies to it."""
        number = self.integer(name)
        if number is None:
            return False
        self.counts[name + key] = self.counts.get(name + key, 0) + 1
        return self.counts[name + key] == number

    def skipped_numbers(self, last: int) -> int:
        """Returns how many request numbers are left out after a request."""
        return 1 if self.integer("skip-number") == last and last > 0 else 0

    def refuses_checkpoint(self) -> Optional[int]:
        """Returns the code for the next setCheckpoint request, if it is refused."""
        pair = self.pair("refuse-checkpoint")
        if pair is None:
            return None
        self.counts["checkpoints"] = self.counts.get("checkpoints", 0) + 1
        return pair[0] if self.counts["checkpoints"] <= pair[1] else None

    def changed_body(self, profile: str, body: bytes) -> bytes:
        """Returns the body of a message, cut if its JSON must be invalid."""
        for value in self.values.get("bad-json", []):
            name, _, number = value.partition(":")
            if name != profile or not body:
                continue
            key = "bad-json " + name
            self.counts[key] = self.counts.get(key, 0) + 1
            if not number or self.counts[key] == int(number):
                return body[:-1] + b"!"
        return body

    def changed_blob(self, document: str, content: bytes) -> bytes:
        """Returns the bytes to serve as a blob of a document."""
        if self.names("wrong-blob", document):
            return bytes(byte ^ 0xFF for byte in content) or b"x"
        if self.names("short-blob", document):
            return content[: len(content) // 2]
        return content


def parse_fault(specification: str) -> Tuple[str, Optional[int], str]:
    """Returns the name, the number of the only affected connection, and the argument."""
    match = _SPECIFICATION.fullmatch(specification)
    if not match or match.group(1) not in KINDS:
        raise FaultError(f"unknown fault {specification!r}")
    name, only, argument = match.groups()
    if argument is None:
        argument = DEFAULT_ARGUMENTS.get(name, "")
    if not argument and name not in WITHOUT_ARGUMENT:
        raise FaultError(f"the fault {name} needs an argument ({KINDS[name]})")
    if name == "answer" and (argument.count(":") < 2 or wrong_answers.problem(argument)):
        raise FaultError(f"the argument of answer is PROFILE:KIND:ID,…, not {argument!r}")
    return name, int(only) if only else None, argument
