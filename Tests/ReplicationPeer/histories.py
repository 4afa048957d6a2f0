"""The history of a revision: a version vector, and tree IDs from before an upgrade."""

from __future__ import annotations

import base64
import re
from typing import List, Sequence, Tuple

from versions import (
    CONFLICT,
    NEWER,
    OLDER,
    SAME,
    Vector,
    Version,
    VersionError,
    is_tree_id,
)

_LEGACY_AUTHOR = base64.b64encode(bytes.fromhex("45EBE2B22A27F93ADE7BE1277287629E"))
LEGACY_AUTHOR = _LEGACY_AUTHOR.decode().rstrip("=")

_EMPTY = "empty"
# For the orders of the vectors and of the tree lists, the order of both.
_JOINED = {
    _EMPTY: {_EMPTY: SAME, "<": OLDER, ">": NEWER, SAME: SAME, OLDER: OLDER, NEWER: NEWER},
    "<": {_EMPTY: OLDER, "<": OLDER, ">": CONFLICT, SAME: OLDER, OLDER: OLDER, NEWER: CONFLICT},
    ">": {_EMPTY: NEWER, "<": CONFLICT, ">": NEWER, SAME: NEWER, OLDER: CONFLICT, NEWER: NEWER},
    SAME: {_EMPTY: SAME, SAME: SAME},
    OLDER: {_EMPTY: OLDER, SAME: OLDER},
    NEWER: {_EMPTY: NEWER, "<": CONFLICT, SAME: NEWER},
}


def legacy_version(tree_id: str) -> Version:
    """Returns the version that is equivalent to a tree ID."""
    if not is_tree_id(tree_id):
        raise VersionError(f"invalid tree ID {tree_id!r}")
    generation, digest = tree_id.split("-")
    first = int(digest[:10].ljust(10, "0"), 16)
    return Version((int(generation) << 40) | first, LEGACY_AUTHOR)


class History:
    """A vector and a list of tree IDs, newest first. Either of them may be empty."""

    def __init__(self, vector: Vector = Vector(), trees: Sequence[str] = ()) -> None:
        self.vector = vector
        self.trees: Tuple[str, ...] = tuple(trees)

    @staticmethod
    def parse(text: str) -> "History":
        """Returns the history in the text of a vector followed by tree IDs."""
        head, separator, tail = text.partition(";")
        items = [item.strip(" ") for item in (tail if separator else head).split(",")]
        trees: List[str] = []
        while items and is_tree_id(items[-1]):
            trees.insert(0, items.pop())
        vector = ", ".join(items)
        if separator:
            vector = f"{head}; {vector}" if any(items) else head + ";"
        generations = [int(tree.split("-")[0]) for tree in trees]
        if any(a <= b for a, b in zip(generations, generations[1:])):
            raise VersionError("the tree IDs are not ordered by falling generation")
        return History(Vector.parse(vector), trees)

    @staticmethod
    def of_message(rev: str, history: str, drops_repeated: bool = False) -> "History":
        """Returns the history in the properties `rev` and `history` of a `rev` message.

        Sync Gateway drops an older version of the current author, which is otherwise an error.
        """
        # Sync Gateway writes a comma between a semicolon and tree IDs.
        history = re.sub(r";\s*,", ";", history)
        if drops_repeated and "@" in rev and ";" not in history:
            author = "@" + rev.split("@")[1]
            items = [item.strip(" ") for item in history.split(",")]
            history = ", ".join(item for item in items if not item.endswith(author))
        if is_tree_id(rev):
            return History.parse(f"{rev}, {history}" if history else rev)
        Version.parse(rev)
        if not history:
            return History(Vector.parse(rev))
        separator = ", " if ";" in history else "; "
        return History.parse(rev + separator + history)

    @property
    def rev(self) -> str:
        """The current version, or the current tree ID."""
        return str(self.vector.current) if self.vector else self.trees[0]

    @property
    def rest(self) -> str:
        """The property `history` of a `rev` message: everything but the current revision."""
        if not self.vector:
            return ", ".join(self.trees[1:])
        rest = str(self.vector)[len(self.rev) :].lstrip(",; ")
        if not self.trees:
            return rest
        trees = ", ".join(self.trees)
        if not rest:
            return trees
        return f"{rest} {trees}" if rest.endswith(";") else f"{rest}, {trees}"

    def __str__(self) -> str:
        if not self.trees:
            return str(self.vector)
        trees = ", ".join(self.trees)
        if not self.vector:
            return trees
        text = str(self.vector)
        if len(self.vector.versions) > self.vector.current_count:
            return f"{text}, {trees}"
        return f"{text.rstrip(';')}; {trees}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return bool(self.vector) or bool(self.trees)

    def compare(self, other: "History") -> str:
        """Returns how the history relates to another one: same, older, newer or conflict."""
        for one, two in ((self, other), (other, self)):
            if not one.vector and one.trees and two.vector:
                if legacy_version(one.trees[0]) == two.vector.current:
                    return SAME
        if self.vector and other.vector:
            vectors = self.vector.compare(other.vector)
        else:
            vectors = _order_of_empty(bool(self.vector), bool(other.vector))
        if self.trees and other.trees:
            trees = _compare_trees(self.trees, other.trees)
        else:
            trees = _order_of_empty(bool(self.trees), bool(other.trees))
        if CONFLICT in (vectors, trees):
            return CONFLICT
        return _JOINED[vectors].get(trees, CONFLICT)

    def edited(self, version: Version) -> "History":
        """Returns the history after a new edit."""
        return History(self.vector.edited(version), self.trees)

    def merged(self, other: "History", version: Version) -> "History":
        """Returns the history of a body that was made of two bodies."""
        one, two = self._as_vector(), other._as_vector()
        return History(one.merged(two, version), self.trees if self.vector else other.trees)

    def merged_trivially(self, loser: "History") -> "History":
        """Returns the history of this revision after it won unchanged."""
        winner, lost = self._as_vector(), loser._as_vector()
        return History(winner.merged_trivially(lost), self.trees if self.vector else ())

    def _as_vector(self) -> Vector:
        """Returns the vector, or that of the current tree ID."""
        return self.vector if self.vector else Vector([legacy_version(self.trees[0])])


def _order_of_empty(mine: bool, theirs: bool) -> str:
    """Returns the order of two values of which at least one is empty."""
    if mine == theirs:
        return _EMPTY
    return ">" if mine else "<"


def _compare_trees(mine: Sequence[str], theirs: Sequence[str]) -> str:
    """Returns the order of two lists of tree IDs, by their newest common ID."""
    for index, tree in enumerate(mine):
        if tree in theirs:
            other = list(theirs).index(tree)
            if index > 0 and other > 0:
                return CONFLICT
            return SAME if index == other else (NEWER if index > 0 else OLDER)
    return CONFLICT
