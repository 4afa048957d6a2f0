"""Version vectors: their text, comparison, edits and merges."""

from __future__ import annotations

import base64
import re
import time
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple

SAME, OLDER, NEWER, CONFLICT = "same", "older", "newer", "conflict"

_VERSION = re.compile(r"([1-9a-f][0-9a-f]{0,15})@([A-Za-z0-9+/]{21}[AQgw])")
_TREE_ID = re.compile(r"([1-9][0-9]{0,9})-([0-9a-f]{2,128})")

MAXIMUM_AUTHORS = 10_000
MAXIMUM_SKEW = 120 * 1_000_000_000


class VersionError(ValueError):
    """Text that is not a valid version, vector or tree ID."""


class Version(NamedTuple):
    """One edit by one database: a logical time and the ID of the database."""

    time: int
    author: str

    @staticmethod
    def parse(text: str) -> "Version":
        """Returns the version in a string. The author must be absolute."""
        match = _VERSION.fullmatch(text)
        if not match:
            raise VersionError(f"invalid version {text!r}")
        return Version(int(match.group(1), 16), match.group(2))

    def __str__(self) -> str:
        return f"{self.time:x}@{self.author}"


def is_tree_id(text: str) -> bool:
    """Returns whether a string is the ID of a revision in a tree, such as `2-abcd`."""
    match = _TREE_ID.fullmatch(text)
    return bool(match) and len(match.group(2)) % 2 == 0


def source_id(identifier: bytes) -> str:
    """Returns the source ID of a database with a 16-byte UUID."""
    return base64.b64encode(identifier).decode().rstrip("=")


def _by_time(versions: Iterable[Version]) -> List[Version]:
    """Returns versions by falling time; the author decides between equal times."""
    return sorted(versions, key=lambda version: (-version.time, version.author))


class Vector:
    """A version vector: the current version, merged versions, and the history."""

    def __init__(self, versions: Iterable[Version] = (), current: int = 1) -> None:
        self.versions: Tuple[Version, ...] = tuple(versions)
        self.current_count = current if self.versions else 0
        self._validate()

    def _validate(self) -> None:
        """Raises VersionError if an author occurs where it must not."""
        if len(self.versions) > MAXIMUM_AUTHORS:
            raise VersionError("the vector has too many versions")
        if not self.versions:
            return
        first = self.versions[0]
        seen = {first.author}
        repeats_first = False
        for index, version in enumerate(self.versions[1:], 1):
            if version.author == first.author and index < self.current_count and not repeats_first:
                repeats_first = True
                if version.time >= first.time:
                    raise VersionError("the current version is not newer than its merged version")
            elif version.author in seen:
                raise VersionError(f"the author {version.author} occurs twice")
            seen.add(version.author)

    @staticmethod
    def parse(text: str) -> "Vector":
        """Returns the vector in a string, with any number of spaces after separators."""
        if not text:
            return Vector()
        parts = text.split(";")
        if len(parts) > 2:
            raise VersionError("the vector has more than one ';'")
        current = [Version.parse(item.lstrip(" ")) for item in parts[0].split(",")]
        history: List[Version] = []
        if len(parts) == 2 and parts[1].strip(" "):
            history = [Version.parse(item.lstrip(" ")) for item in parts[1].split(",")]
        return Vector(current + history, len(current))

    def __str__(self) -> str:
        current = ", ".join(map(str, self.versions[: self.current_count]))
        history = ", ".join(map(str, self.versions[self.current_count :]))
        if history:
            return f"{current}; {history}"
        return current + ";" if self.current_count > 1 else current

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return bool(self.versions)

    @property
    def current(self) -> Version:
        """The current version. The vector must not be empty."""
        return self.versions[0]

    @property
    def is_in_order(self) -> bool:
        """Whether the history is ordered by falling time."""
        history = self.versions[self.current_count :]
        return all(a.time >= b.time for a, b in zip(history, history[1:]))

    def times(self) -> Dict[str, int]:
        """Returns the greatest time of each author."""
        result: Dict[str, int] = {}
        for version in self.versions:
            result[version.author] = max(version.time, result.get(version.author, 0))
        return result

    def compare_to_version(self, version: Version) -> str:
        """Returns how the vector relates to a version: same, older or newer."""
        mine = self.times().get(version.author, 0)
        if mine < version.time:
            return OLDER
        if mine == version.time and self.current == version:
            return SAME
        return NEWER

    def compare(self, other: "Vector") -> str:
        """Returns how the vector relates to another one."""
        if not self.versions or not other.versions:
            return SAME if bool(self) == bool(other) else (NEWER if self else OLDER)
        mine = self.compare_to_version(other.current)
        if mine == SAME:
            return SAME
        theirs = other.compare_to_version(self.current)
        return CONFLICT if mine == theirs else mine

    def merged_versions(self) -> List[Version]:
        """Returns the versions of which this vector is a merge, by falling time."""
        return _by_time(self.versions[1 : self.current_count])

    def is_redundant_merge_of(self, other: "Vector") -> bool:
        """Returns whether both vectors are merges of the same versions."""
        mine = self.merged_versions()
        return bool(mine) and mine == other.merged_versions()

    def edited(self, version: Version) -> "Vector":
        """Returns the vector after a new edit, which ends the merged state."""
        kept = [
            old
            for index, old in enumerate(self.versions)
            if old.author != version.author
            and not (index > 0 and old.author == self.versions[0].author)
        ]
        return Vector([version] + kept)

    def merged(self, other: "Vector", version: Version) -> "Vector":
        """Returns the vector of a body that was made of the bodies of two vectors."""
        marks = _by_time([self.current, other.current])
        excluded = {version.author} | {mark.author for mark in marks}
        times = self.times()
        for author, value in other.times().items():
            times[author] = max(value, times.get(author, 0))
        rest = [Version(value, author) for author, value in times.items() if author not in excluded]
        return Vector([version] + marks + _by_time(rest), 3)

    def merged_trivially(self, loser: "Vector") -> "Vector":
        """Returns the vector of this revision after it won unchanged against another one."""
        times = self.times()
        for author, value in loser.times().items():
            times[author] = max(value, times.get(author, 0))
        marks = self.versions[: self.current_count]
        keeps_marks = len(marks) > 1 and all(
            mark.time >= times[mark.author]
            for index, mark in enumerate(marks)
            if index == 0 or mark.author != self.current.author
        )
        if not keeps_marks:
            marks = (Version(times[self.current.author], self.current.author),)
        authors = {mark.author for mark in marks}
        rest = [Version(value, author) for author, value in times.items() if author not in authors]
        return Vector(list(marks) + _by_time(rest), len(marks))


class Clock:
    """A hybrid logical clock: each time is greater than all that it returned or received."""

    def __init__(self, offset: float = 0) -> None:
        self.offset = int(offset * 1_000_000_000)
        self.last = 0

    def physical(self) -> int:
        """Returns the time of the system, in nanoseconds, with the lowest 16 bits cleared."""
        return (time.time_ns() + self.offset) & ~0xFFFF

    def now(self) -> int:
        """Returns a new time."""
        self.last = max(self.last + 1, self.physical())
        return self.last

    def see(self, value: int) -> bool:
        """Registers a received time. Returns false if it is too far in the future."""
        if value > self.physical() + MAXIMUM_SKEW:
            return False
        self.last = max(self.last, value)
        return True


def first_version(text: str) -> Optional[str]:
    """Returns the part of a vector's text before the first separator."""
    return re.split("[,;]", text, maxsplit=1)[0] or None
