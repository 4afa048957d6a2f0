"""Documents, blobs and checkpoints in memory."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

from bodies import digest_of
from histories import History
from versions import CONFLICT, MAXIMUM_SKEW, NEWER, SAME, Clock, Version, source_id

INSERTED, EXISTING, CONFLICTED = "inserted", "existing", "conflicted"


class StoreError(Exception):
    """A revision that the store refuses, with an error of the protocol."""

    def __init__(self, domain: str, code: int, text: str) -> None:
        super().__init__(f"{domain} {code}: {text}")
        self.domain = domain
        self.code = code
        self.text = text


class Revision:
    """A body or a tombstone with its history."""

    def __init__(self, history: History, body: Dict[str, Any], is_deleted: bool = False) -> None:
        self.history = history
        self.body = body
        self.is_deleted = is_deleted

    @property
    def rev(self) -> str:
        """The current version or tree ID."""
        return self.history.rev

    @property
    def channels(self) -> Set[str]:
        """The channels that the body lists in its key `channels`."""
        channels = self.body.get("channels")
        return {item for item in channels if isinstance(item, str)} if (
            isinstance(channels, list)
        ) else set()


class RemoteRevision:
    """What a remote database has, as far as it is known. Its body is kept for conflicts."""

    def __init__(self, history: History, conflict: Optional[Revision] = None) -> None:
        self.history = history
        self.conflict = conflict


class Document:
    """A document or tombstone, its sequence, and the revisions of remotes."""

    def __init__(self, id: str, revision: Revision, sequence: int) -> None:
        self.id = id
        self.revision = revision
        self.sequence = sequence
        self.remotes: Dict[str, RemoteRevision] = {}
        self.past_channels: Set[str] = set()

    def replace(self, revision: Revision, sequence: int) -> None:
        """Makes a revision the current one."""
        self.past_channels |= self.revision.channels
        self.revision = revision
        self.sequence = sequence

    @property
    def is_conflicted(self) -> bool:
        """Whether the revision of a remote waits for a resolution."""
        return any(remote.conflict is not None for remote in self.remotes.values())


class Collection:
    """The documents and checkpoints of a collection."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.documents: Dict[str, Document] = {}
        self.last_sequence = 0
        self.checkpoints: Dict[str, Any] = {}
        self.peer_checkpoints: Dict[str, Tuple[int, bytes]] = {}
        self.revoked: Dict[str, int] = {}

    def next_sequence(self) -> int:
        """Returns a new sequence."""
        self.last_sequence += 1
        return self.last_sequence

    def changes(self, since: int) -> List[Document]:
        """Returns the documents after a sequence, in the order of their sequences."""
        changed = [doc for doc in self.documents.values() if doc.sequence > since]
        return sorted(changed, key=lambda document: document.sequence)


class Store:
    """A database in memory."""

    def __init__(self, uuid: Optional[bytes] = None, clock: Optional[Clock] = None) -> None:
        self.uuid = uuid if uuid is not None else os.urandom(16)
        self.clock = clock or Clock()
        self.collections: Dict[str, Collection] = {"_default": Collection("_default")}
        self.blobs: Dict[str, bytes] = {}
        self.observers: List[Callable[[str], None]] = []

    @property
    def source(self) -> str:
        """The ID of this database in versions."""
        return source_id(self.uuid)

    def collection(self, name: str) -> Collection:
        """Returns a collection, which is created if it does not exist."""
        return self.collections.setdefault(name, Collection(name))

    def notify(self, collection: str) -> None:
        """Calls the observers after a change of a collection."""
        for observer in list(self.observers):
            observer(collection)

    def add_blob(self, content: bytes) -> str:
        """Stores a blob and returns its digest."""
        digest = digest_of(content)
        self.blobs[digest] = content
        return digest

    def new_version(self) -> Version:
        """Returns a version of this database at the current time."""
        return Version(self.clock.now(), self.source)

    def put(self, name: str, id: str, body: Dict[str, Any], is_deleted: bool = False) -> Document:
        """Saves a local edit."""
        collection = self.collection(name)
        document = collection.documents.get(id)
        if document is None:
            history = History().edited(self.new_version())
            document = Document(id, Revision(history, body, is_deleted), 0)
            collection.documents[id] = document
        else:
            for version in document.revision.history.vector.versions:
                self.clock.see(version.time)
            history = document.revision.history.edited(self.new_version())
            document.replace(Revision(history, body, is_deleted), 0)
        document.sequence = collection.next_sequence()
        self.notify(name)
        return document

    def set_revision(self, name: str, id: str, revision: Revision) -> Document:
        """Stores a revision with a given history, as the initial state of a test."""
        collection = self.collection(name)
        document = Document(id, revision, collection.next_sequence())
        collection.documents[id] = document
        self.notify(name)
        return document

    def check_times(self, history: History) -> None:
        """Registers the times of a received history. Raises StoreError if one is invalid."""
        for version in history.vector.versions:
            if not self.clock.see(version.time):
                seconds = MAXIMUM_SKEW // 1_000_000_000
                text = f"the time of {version} is more than {seconds} s in the future"
                raise StoreError("LiteCore", 4, text)

    def insert(
        self, name: str, id: str, revision: Revision, remote: Optional[str], refuses: bool
    ) -> str:
        """Stores a received revision by the rules of section 5.4.

        Raises StoreError if it conflicts and conflicts are refused, or if a time is invalid.
        """
        self.check_times(revision.history)
        collection = self.collection(name)
        document = collection.documents.get(id)
        if document is None:
            document = Document(id, revision, collection.next_sequence())
            collection.documents[id] = document
            self._set_remote(document, remote, RemoteRevision(revision.history))
            self.notify(name)
            return INSERTED
        order = revision.history.compare(document.revision.history)
        if order == CONFLICT and self._is_recreation(document, revision, remote):
            order = NEWER
        if order == CONFLICT and self._is_redundant(document.revision, revision):
            order = SAME
        if order == CONFLICT:
            if refuses:
                text = f"the document {id!r} has the conflicting revision {document.revision.rev}"
                raise StoreError("LiteCore", 8, text)
            self._set_remote(document, remote, RemoteRevision(revision.history, revision))
            document.sequence = collection.next_sequence()
            self.notify(name)
            return CONFLICTED
        self._set_remote(document, remote, RemoteRevision(revision.history))
        if order != NEWER:
            return EXISTING
        document.replace(revision, collection.next_sequence())
        self.notify(name)
        return INSERTED

    @staticmethod
    def _set_remote(document: Document, remote: Optional[str], entry: RemoteRevision) -> None:
        if remote is not None:
            document.remotes[remote] = entry

    @staticmethod
    def _is_redundant(local: Revision, other: Revision) -> bool:
        """Returns whether two revisions are merges of the same versions with equal bodies."""
        same = local.history.vector.is_redundant_merge_of(other.history.vector)
        return same and local.body == other.body and local.is_deleted == other.is_deleted

    @staticmethod
    def _is_recreation(document: Document, revision: Revision, remote: Optional[str]) -> bool:
        """Returns whether the remote created the document again after a known deletion."""
        entry = document.remotes.get(remote) if remote is not None else None
        if not document.revision.is_deleted or entry is None:
            return False
        if entry.history.compare(document.revision.history) != SAME:
            return False
        mine = set(document.revision.history.vector.times())
        return not mine & set(revision.history.vector.times())

    def resolve(self, name: str, id: str, remote: str, choice: str) -> None:
        """Resolves a conflict: `local`, `remote`, `merge`, or `default` (Couchbase Lite's rule)."""
        collection = self.collection(name)
        document = collection.documents[id]
        entry = document.remotes[remote]
        if entry.conflict is None:
            return
        local, other = document.revision, entry.conflict
        if choice == "default":
            choice = "local" if _local_wins(local, other) else "remote"
        if choice == "local":
            history = local.history.merged_trivially(other.history)
            document.revision = Revision(history, local.body, local.is_deleted)
        elif choice == "remote":
            history = other.history.merged_trivially(local.history)
            document.revision = Revision(history, other.body, other.is_deleted)
        else:
            history = local.history.merged(other.history, self.new_version())
            document.revision = Revision(history, {**other.body, **local.body})
        document.remotes[remote] = RemoteRevision(other.history)
        document.sequence = collection.next_sequence()
        self.notify(name)


def _local_wins(local: Revision, other: Revision) -> bool:
    """Returns whether the default resolution keeps the local revision."""
    if local.is_deleted != other.is_deleted:
        return local.is_deleted
    if not local.history.vector or not other.history.vector:
        return bool(local.history.vector)
    return local.history.vector.current.time > other.history.vector.current.time
