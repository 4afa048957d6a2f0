"""Pushing a collection to a passive partner."""

from __future__ import annotations

import asyncio
from typing import Any, Dict, List, Set

from bodies import encode_json
from checkpoints import Checkpoint
from histories import History
from messages import RemoteError
from rev_receiver import current_version, is_rev, is_vector
from rev_sender import RevRequest, RevSender
from session import Session, is_true
from store import Document, RemoteRevision
from versions import NEWER, SAME, Vector, Version

BATCH = 200


class Pusher:
    """Proposes local changes and sends the revisions that the partner accepts."""

    def __init__(
        self, session: Session, name: str, sender: RevSender, checkpoint: Checkpoint, remote: str
    ) -> None:
        self.session = session
        self.name = name
        self.sender = sender
        self.checkpoint = checkpoint
        self.remote = remote
        self.in_progress: Set[str] = set()
        self.rejected: Dict[str, str] = {}
        # The sequences of documents that wait for another change, such as a pulled conflict.
        self.postponed: Dict[str, int] = {}
        self.changed = asyncio.Event()
        self.has_begun = False

    async def run(self) -> None:
        """Pushes until all local changes are pushed, or until the connection ends."""
        while not self.session.connection.is_closed:
            self.changed.clear()
            documents = self._next_documents()
            if documents:
                await self._propose(documents)
                continue
            if not self.has_begun:
                self.has_begun = True
                if self.session.options.is_gateway:
                    self.session.post("changes", self.name, {}, b"[]")
                else:
                    properties = {"conflictIncludesRev": "true"}
                    self.session.post("proposeChanges", self.name, properties, b"[]")
            await self.changed.wait()

    def _next_documents(self) -> List[Document]:
        """Returns the next documents to propose, and completes those that need no push."""
        options = self.session.options
        result: List[Document] = []
        for document in self.session.store.collection(self.name).changes(0):
            if document.sequence in self.checkpoint.completed:
                continue
            if document.id in self.in_progress or document.is_conflicted:
                continue
            entry = document.remotes.get(self.remote)
            excluded = options.documents is not None and document.id not in options.documents
            history = document.revision.history
            is_known = entry is not None and entry.history.compare(history) == SAME
            if excluded or is_known or self.rejected.get(document.id) == document.revision.rev:
                self.checkpoint.completed.add(document.sequence)
                continue
            if self.postponed.get(document.id) == document.sequence or len(result) == BATCH:
                continue
            result.append(document)
        self._complete_gaps()
        return result

    def _complete_gaps(self) -> None:
        """Completes the sequences of documents that have changed again since."""
        collection = self.session.store.collection(self.name)
        current = {document.sequence for document in collection.documents.values()}
        for sequence in range(1, collection.last_sequence + 1):
            if sequence not in current and sequence not in self.checkpoint.completed:
                self.checkpoint.completed.add(sequence)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to push."""
        return not self.in_progress and not self.changed.is_set() and self.has_begun

    async def _propose(self, documents: List[Document]) -> None:
        """Proposes documents, and starts to send those that the partner accepts."""
        session = self.session
        self.has_begun = True
        self.in_progress |= {document.id for document in documents}
        sent = [(document.id, document.revision.rev, document.sequence) for document in documents]
        is_gateway = session.options.is_gateway
        profile = "changes" if is_gateway else "proposeChanges"
        items = [self._item(document, is_gateway) for document in documents]
        properties = {} if is_gateway else {"conflictIncludesRev": "true"}
        try:
            response = await session.ask(
                profile, self.name, properties, encode_json(items), urgent=True, compressed=True
            )
        except RemoteError:
            self.in_progress -= {document.id for document in documents}
            raise
        adds = is_gateway or not is_true(response.properties, "blobs")
        answers = session.response_list(profile, response, len(items))
        for (id, rev, sequence), answer in zip(sent, answers):
            work = self._answered(id, rev, sequence, answer, adds)
            session.connection.start(work)

    def _item(self, document: Document, is_gateway: bool) -> List[Any]:
        revision = document.revision
        if is_gateway:
            flags = [1] if revision.is_deleted else []
            return [str(document.sequence), document.id, revision.rev] + flags
        entry = document.remotes.get(self.remote)
        server = entry.history.rev if entry is not None else ""
        return [document.id, revision.rev, server, len(encode_json(revision.body))]

    async def _answered(self, id: str, rev: str, sequence: int, answer: Any, adds: bool) -> None:
        """Continues with a document after the answer to its proposal."""
        session = self.session
        try:
            status, known = answer, None
            if isinstance(answer, dict):
                status, known = answer.get("status"), answer.get("rev")
            if isinstance(answer, list):
                status = 0
            elif session.options.is_gateway and status in (0, None):
                status = 304
            if type(status) is not int:
                session.violate("4 proposeChanges", f"the answer {answer!r} to {id!r}")
                self.postponed[id] = sequence
            elif status == 0:
                await self._send(id, rev, sequence, adds)
            elif status == 304:
                self._synchronized(id, rev, sequence, None)
            elif status == 409:
                self._conflicted(id, rev, sequence, known)
            else:
                self._reject(id, rev, sequence, status)
        finally:
            self.in_progress.discard(id)
            self.changed.set()

    async def _send(self, id: str, rev: str, sequence: int, adds: bool) -> None:
        """Sends a revision that the partner accepts."""
        value: Any = str(sequence) if self.session.options.is_gateway else sequence
        request = RevRequest(self.name, id, rev, value)
        request.is_push, request.adds_attachments = True, adds
        outcome = await self.sender.send(request)
        if outcome.error is None:
            if outcome.history is not None:
                self._synchronized(id, rev, sequence, outcome.history)
        elif (outcome.error.domain, outcome.error.code) in (("HTTP", 409), ("LiteCore", 8)):
            self.postponed[id] = sequence
        elif outcome.error.is_transient:
            self.postponed[id] = sequence
        else:
            self.rejected[id] = rev

    def _synchronized(self, id: str, rev: str, sequence: int, history: Any) -> None:
        """Marks a revision as one that the remote has."""
        document = self.session.store.collection(self.name).documents.get(id)
        self.checkpoint.completed.add(sequence)
        if document is not None and document.revision.rev == rev:
            known = history if history is not None else document.revision.history
            document.remotes[self.remote] = RemoteRevision(known)

    def _conflicted(self, id: str, rev: str, sequence: int, known: Any) -> None:
        """Proposes a descendant of the partner's revision again, or waits for the pull."""
        session = self.session
        document = session.store.collection(self.name).documents.get(id)
        if known is not None and known != "" and not is_rev(known) and not is_vector(known):
            session.violate("4 proposeChanges", f"409 with the revision {known!r}")
            known = None
        if document is not None and known == "" and document.remotes.pop(self.remote, None):
            # The partner has no such document anymore: the next proposal names no revision.
            return
        # Couchbase Lite names the whole vector.
        known = current_version(known) if known else known
        if document is not None and known and "@" in known:
            vector = document.revision.history.vector
            if vector and vector.compare_to_version(Version.parse(known)) == NEWER:
                entry = document.remotes.get(self.remote)
                if entry is None or entry.history.rev != known:
                    history = History(Vector.parse(known))
                    document.remotes[self.remote] = RemoteRevision(history)
                    return
        self.postponed[id] = sequence
        text = f"{id!r} {rev} conflicts with {known}"
        session.report.error(id, "HTTP", 409, text, session.connection.number)

    def _reject(self, id: str, rev: str, sequence: int, status: int) -> None:
        number = self.session.connection.number
        self.session.report.error(id, "HTTP", status, "refused", number)
        if status in (408, 429, 502, 503, 504):
            self.postponed[id] = sequence
        else:
            self.rejected[id] = rev

    def store_changed(self) -> None:
        """Looks for new local changes."""
        self.changed.set()
