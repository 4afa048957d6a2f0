"""Documents, blobs and checkpoints in memory."""

from __future__ import annotations

import copy
import os
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

import tree_pasts
from bodies import digest_of, legacy_attachments
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
        # Entries of `_attachments` that Sync Gateway keeps for blobs.
        self.attachments: Dict[str, Any] = {}

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
        # The revision tree that Sync Gateway keeps for each document, newest first.
        self.tree: List[str] = []
        self.is_tree_broken = False

    @property
    def attachment_digests(self) -> Set[str]:
        """The digests of the attachments that Sync Gateway keeps for the document."""
        entries = [*self.revision.attachments.values(), *legacy_attachments(self.revision.body).values()]
        return {entry["digest"] for entry in entries if isinstance(entry.get("digest"), str)}

    @property
    def tree_id(self) -> str:
        """The current tree ID."""
        return self.tree[0] if self.tree else self.revision.rev

    @property
    def generation(self) -> int:
        """The number of revisions in the tree."""
        return int(self.tree[0].split("-")[0]) if self.tree else 0

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
        # The sequences at which clients lost and received the access to documents.
        self.revoked: Dict[str, int] = {}
        self.granted: Dict[str, int] = {}
        # The channels that clients can read, or none if they can read all documents.
        self.access: Optional[Set[str]] = None
        self.lost: Set[str] = set()

    def visible(self, chosen: Optional[Set[str]]) -> Optional[Set[str]]:
        """Returns the channels that a client receives, or none for all documents."""
        if chosen is None or self.access is None:
            return self.access if chosen is None else chosen
        return chosen & self.access

    def set_access(self, channels: Optional[Set[str]], trigger: Optional[int] = None) -> None:
        """Changes the channels that clients can read, at a sequence (by default a new one)."""
        before, self.access = self.access, channels
        trigger = trigger if trigger is not None else self.next_sequence()
        if before is None or channels is None:
            return
        lost, gained = before - channels, channels - before
        self.lost = lost or self.lost
        for id, document in self.documents.items():
            current = document.revision.channels
            if current & gained:
                self.granted[id] = trigger
                self.revoked.pop(id, None)
            elif (current | document.past_channels) & lost and not current & channels:
                self.revoked[id] = trigger

    def next_sequence(self, chosen: Optional[int] = None) -> int:
        """Returns a new sequence, or a chosen one."""
        self.last_sequence = max(self.last_sequence, chosen or self.last_sequence + 1)
        return chosen or self.last_sequence

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
        # Whether documents have revision trees and the times of versions are not checked.
        self.is_gateway = False
        # The version and the tree ID of the next edit, instead of new ones.
        self.next_version: Optional[Version] = None
        self.next_tree: Optional[str] = None
        # The sequences that given revisions shall receive, and those that are refused with a code.
        self.sequences: Dict[Tuple[str, str], int] = {}
        self.refused: Dict[str, int] = {}
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
            history = document.revision.history.edited(self.new_version())
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
        document.sequence = collection.next_sequence(self.sequences.get((document.id, document.revision.rev)))
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
                raise StoreError(*(("HTTP", 409) if self.is_gateway else ("LiteCore", 8)), text)
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
