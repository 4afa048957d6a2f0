"""Documents, their revisions, and collections in memory."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Set, Tuple

from bodies import legacy_attachments
from histories import History


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
        revision = self.revision
        listed = {**revision.attachments, **legacy_attachments(revision.body)}
        entries = listed.values()
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
