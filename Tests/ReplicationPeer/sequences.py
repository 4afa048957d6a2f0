"""The JSON forms of sequences, and the states of the changes that a feed announced."""

from __future__ import annotations

import json
import re
from typing import Any, List, Optional, Tuple

_STRING = re.compile(r"([0-9]+)(?::([0-9]*)(?::([0-9]+))?)?")

STYLES = ("integer", "string", "backfill", "low")


class SequenceError(ValueError):
    """JSON that is not a sequence."""


def parse(value: Any) -> Tuple[int, int]:
    """Returns what counts of a sequence (its first part), and its last part."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value, value
    match = _STRING.fullmatch(value) if isinstance(value, str) else None
    if not match or (match.group(2) == "" and match.group(3) is None):
        raise SequenceError(f"invalid sequence {value!r}")
    parts = [part for part in match.groups() if part]
    return int(parts[0]), int(parts[-1])


class Style:
    """Writes the sequences of a feed in one of the forms of Couchbase's servers.

    integer: 5; string: "5"; backfill: "100:5" up to the start of the feed, then 101; low: "3::5".
    """

    def __init__(self, name: str, trigger: int = 0) -> None:
        self.name = name
        self.trigger = trigger

    def value(self, sequence: int) -> Any:
        """Returns the JSON value of a sequence."""
        if self.name == "string":
            return str(sequence)
        if self.name == "backfill" and sequence < self.trigger:
            return f"{self.trigger}:{sequence}"
        if self.name == "low":
            return f"{max(sequence - 2, 0)}::{sequence}"
        return sequence

    def start(self, since: Any) -> int:
        """Returns the sequence after which a feed continues."""
        first, last = parse(since)
        if isinstance(since, str) and since.count(":") == 1 and self.name == "backfill":
            self.trigger = first
            return last
        return first


class Announcement:
    """A change that a feed announced."""

    def __init__(self, value: Any, id: str, rev: str, is_lost: bool = False) -> None:
        # Whether the partner has lost the access to the document.
        self.is_lost = is_lost
        self.value = value
        self.text = json.dumps(value)
        self.id = id
        self.rev = rev
        self.is_finished = False
        # Whether the partner answered, perhaps with an error that is not final.
        self.is_answered = False


class Announcements:
    """All announced changes of a feed in their order."""

    def __init__(self, since: Optional[Any]) -> None:
        self.since = since
        self.items: List[Announcement] = []

    def checkpoint_problem(self, remote: Any) -> Optional[str]:
        """Returns why the sequence of a checkpoint is not valid at this moment."""
        text = json.dumps(remote)
        if self.since is not None and text == json.dumps(self.since):
            return None
        texts = [item.text for item in self.items]
        if text not in texts:
            return f"the checkpoint's remote sequence {text} was never sent"
        last = len(texts) - 1 - texts[::-1].index(text)
        for item in self.items[: last + 1]:
            if not item.is_finished:
                return (
                    f"the checkpoint's remote sequence {text} covers the unfinished change"
                    f" {item.text} of {item.id!r}"
                )
        return None


class SequenceSet:
    """Completed sequences as ranges of a first sequence and a length."""

    def __init__(self, ranges: Optional[List[int]] = None) -> None:
        self.ranges: List[Tuple[int, int]] = []
        if ranges:
            self.ranges = [(a, a + n) for a, n in zip(ranges[::2], ranges[1::2])]

    @staticmethod
    def of_checkpoint(checkpoint: dict) -> "SequenceSet":
        """Returns the completed local sequences of a checkpoint."""
        if "localCompleted" in checkpoint:
            return SequenceSet(checkpoint["localCompleted"])
        return SequenceSet([0, checkpoint.get("local", 0) + 1])

    def __contains__(self, sequence: int) -> bool:
        return any(first <= sequence < end for first, end in self.ranges)

    def add(self, sequence: int) -> None:
        """Adds a sequence."""
        merged: List[Tuple[int, int]] = []
        for first, end in sorted(self.ranges + [(sequence, sequence + 1)]):
            if merged and first <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((first, end))
        self.ranges = merged

    def intersection(self, other: "SequenceSet") -> "SequenceSet":
        """Returns the sequences that are in both sets."""
        result = SequenceSet()
        for a, b in self.ranges:
            for c, d in other.ranges:
                if max(a, c) < min(b, d):
                    result.ranges.append((max(a, c), min(b, d)))
        result.ranges.sort()
        return result

    @property
    def last_complete(self) -> int:
        """The last sequence before the first gap."""
        return self.ranges[0][1] - 1 if self.ranges and self.ranges[0][0] == 0 else 0

    def json(self) -> List[int]:
        """Returns the flat list of first sequences and lengths."""
        return [value for first, end in self.ranges for value in (first, end - first)]


def checkpoint_form_problem(checkpoint: Any) -> Optional[str]:
    """Returns what is wrong with the form of a checkpoint."""
    if not isinstance(checkpoint, dict):
        return "the checkpoint is not an object"
    unknown = set(checkpoint) - {"time", "local", "localCompleted", "remote"}
    if unknown:
        return f"the checkpoint has the unknown keys {sorted(unknown)}"
    local = checkpoint.get("local", 0)
    if isinstance(local, bool) or not isinstance(local, int) or local < 0:
        return f"the checkpoint's local sequence is {local!r}"
    if "time" in checkpoint and not isinstance(checkpoint["time"], (int, float)):
        return "the checkpoint's time is not a number"
    if "remote" in checkpoint:
        try:
            parse(checkpoint["remote"])
        except SequenceError as error:
            return f"the checkpoint's remote sequence: {error}"
    ranges = checkpoint.get("localCompleted")
    return None if ranges is None else _ranges_problem(ranges, local)


def _ranges_problem(ranges: Any, local: int) -> Optional[str]:
    """Returns what is wrong with the list of completed local sequences."""
    numbers = isinstance(ranges, list) and all(type(item) is int for item in ranges)
    if not numbers or len(ranges) % 2 != 0 or len(ranges) < 4:
        return "localCompleted is not a list of several pairs of integers"
    if ranges[0] != 0:
        return "localCompleted does not begin with 0"
    ends = 0
    for index, (first, length) in enumerate(zip(ranges[::2], ranges[1::2])):
        if length < 1 or (index > 0 and first <= ends):
            return "the ranges of localCompleted are empty, unordered or without gaps"
        ends = first + length
    if ranges[1] - 1 != local:
        return f"the first range of localCompleted ends at {ranges[1] - 1}, local is {local}"
    return None
