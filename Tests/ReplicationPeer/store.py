"""A database in memory, with the rules by which revisions are stored."""

from __future__ import annotations

import copy
import os
from typing import Any, Callable, Dict, List, Optional, Tuple

import tree_pasts
from bodies import digest_of
from documents import Collection, Document, RemoteRevision, Revision, StoreError
from histories import History
from versions import CONFLICT, MAXIMUM_SKEW, NEWER, SAME, Clock, Version, source_id

INSERTED, EXISTING, CONFLICTED = "inserted", "existing", "conflicted"


class Store:
    """A database in memory."""

    def __init__(self, uuid: Optional[bytes] = None, clock: Optional[Clock] = None) -> None:
        self.uuid = uuid if uuid is not None else os.urandom(16)
        self.clock = clock or Clock()
        self.collections: Dict[str, Collection] = {"_default": Collection("_default")}
        self.blobs: Dict[str, bytes] = {}
        self.observers: List[Callable[[str], None]] = []
        # Whether documents have revision trees and the times of versions are not checked.
        self.is_gateway = False
        # The version and the tree ID of the next edit, instead of new ones.
        self.next_version: Optional[Version] = None
        self.next_tree: Optional[str] = None
        # The sequences that given revisions shall receive, and those that are refused with a code.
        self.sequences: Dict[Tuple[str, str], int] = {}
        self.refused: Dict[str, int] = {}
        self.is_offline = False
        # Called when the database is taken offline.
        self.on_offline: Callable[[], None] = lambda: None
        self.snapshot: Optional[Dict[str, Collection]] = None

    @property
    def source(self) -> str:
        """The ID of this database in versions."""
        return source_id(self.uuid)

    def collection(self, name: str) -> Collection:
        """Returns a collection, which is created if it does not exist."""
        return self.collections.setdefault(name, Collection(name))

    def recreate(self) -> None:
        """Forgets all documents, blobs and checkpoints, as a new server under the same URL."""
        names = list(self.collections)
        self.collections = {name: Collection(name) for name in names}
        self.blobs.clear()
        self.uuid = os.urandom(16)

    def set_offline(self, is_offline: bool) -> None:
        """Takes the database offline, which ends all connections, or online again."""
        self.is_offline = is_offline
        if is_offline:
            self.on_offline()

    def remember(self) -> None:
        """Keeps a copy of all documents and checkpoints."""
        self.snapshot = copy.deepcopy(self.collections)

    def restore(self) -> None:
        """Returns to the copy, as a server that was restored from a backup."""
        if self.snapshot is not None:
            self.collections = copy.deepcopy(self.snapshot)

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
        version, self.next_version = self.next_version, None
        return version or Version(self.clock.now(), self.source)

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
            times = document.revision.history.vector.times()
            is_chosen, version = self.next_version is not None, self.new_version()
            if version.time <= times.get(version.author, 0) and not is_chosen:
                # The last version was in the future.
                version = Version(times[version.author] + 1, version.author)
            history = document.revision.history.edited(version)
            document.replace(Revision(history, body, is_deleted), 0)
        self._finish(collection, document)
        return document

    def set_revision(self, name: str, id: str, revision: Revision) -> Document:
        """Stores a revision with a given history, as the initial state of a test."""
        collection = self.collection(name)
        document = Document(id, revision, 0)
        collection.documents[id] = document
        self._finish(collection, document)
        return document

    def _finish(self, collection: Collection, document: Document) -> None:
        """Completes a change: the revision tree, the attachments, and the sequence."""
        if self.is_gateway:
            tree_pasts.grow(document, self.next_tree)
            self.next_tree = None
            document.revision = tree_pasts.with_attachments(document)
        collection.revoked.pop(document.id, None)
        collection.granted.pop(document.id, None)
        chosen = self.sequences.get((document.id, document.revision.rev))
        document.sequence = collection.next_sequence(chosen)
        self.notify(collection.name)

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
        if not self.is_gateway:
            self.check_times(revision.history)
        collection = self.collection(name)
        document = collection.documents.get(id)
        if document is None:
            document = Document(id, revision, 0)
            collection.documents[id] = document
            self._set_remote(document, remote, RemoteRevision(revision.history))
            self._finish(collection, document)
            return INSERTED
        order = revision.history.compare(document.revision.history)
        if self.is_gateway:
            order = tree_pasts.compare(revision.history, document)
        if order == CONFLICT and self._is_recreation(document, revision, remote):
            order = NEWER
        if order == CONFLICT and self._is_redundant(document.revision, revision):
            order = SAME
        if order == CONFLICT:
            if refuses:
                text = f"the document {id!r} has the conflicting revision {document.revision.rev}"
                domain, code = ("HTTP", 409) if self.is_gateway else ("LiteCore", 8)
                raise StoreError(domain, code, text)
            self._set_remote(document, remote, RemoteRevision(revision.history, revision))
            document.sequence = collection.next_sequence()
            self.notify(name)
            return CONFLICTED
        self._set_remote(document, remote, RemoteRevision(revision.history))
        if order != NEWER:
            return EXISTING
        document.replace(revision, 0)
        self._finish(collection, document)
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


__all__ = [
    "CONFLICTED",
    "EXISTING",
    "INSERTED",
    "Collection",
    "Document",
    "RemoteRevision",
    "Revision",
    "Store",
    "StoreError",
]
