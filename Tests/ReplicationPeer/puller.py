"""Pulling a collection from a passive partner."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional

from bodies import encode_json
from checkpoints import Checkpoint
from connection import Request
from messages import RemoteError
from rev_receiver import Expectation, RevReceiver, check_document_id, current_version
from rev_receiver import is_rev, is_vector
from sequences import SequenceError, parse
from session import Session
from store import Document, StoreError
from versions import Vector

BATCH = 200


class PendingChange:
    """An announced change in the order of the feed."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.text = json.dumps(value)
        self.is_finished = False


class Puller:
    """Subscribes to the changes of a collection, and requests the revisions that are missing."""

    def __init__(
        self, session: Session, name: str, receiver: RevReceiver, checkpoint: Checkpoint
    ) -> None:
        self.session = session
        self.name = name
        self.receiver = receiver
        self.checkpoint = checkpoint
        self.changes: List[PendingChange] = []
        self.is_caught_up = False
        self.has_failed = False
        self.last_value: Any = checkpoint.remote

    async def start(self) -> None:
        """Sends subChanges. Raises RemoteError if the partner refuses."""
        options = self.session.options
        collection = self.session.store.collection(self.name)
        properties = {"batch": str(BATCH), "versioning": "version-vectors"}
        if self.checkpoint.remote is not None:
            properties["since"] = json.dumps(self.checkpoint.remote)
        elif not collection.documents:
            properties["activeOnly"] = "true"
        if options.continuous:
            properties["continuous"] = "true"
        if options.sends_replacements:
            properties["sendReplacementRevs"] = "1"
        if options.auto_purge:
            properties["revocations"] = "true"
        if options.channels is not None:
            properties["filter"] = "sync_gateway/bychannel"
            properties["channels"] = ",".join(options.channels)
        body = b""
        if options.documents is not None:
            body = encode_json({"docIDs": options.documents})
        response = await self.session.ask("subChanges", self.name, properties, body)
        if response.body:
            self.session.violate("4 subChanges", "the response has a body")

    async def receive(self, request: Request) -> None:
        """Answers a list of changes."""
        session = self.session
        items = session.json_list(request, accepts_null=True)
        if not request.message.is_urgent and not session.options.partner_is_gateway:
            session.violate("2.7 urgency", "changes is not urgent")
        if not items:
            if not request.message.is_no_reply:
                session.violate("4 changes", "the empty list expects a reply")
            if self.is_caught_up and not session.options.continuous:
                session.violate("4 changes", "the empty list came twice")
            self.is_caught_up = True
            request.respond()
            return
        if request.message.is_no_reply:
            session.violate("4 changes", "a list of changes without reply")
        if len(items) > BATCH:
            session.violate("4 changes", f"a list of {len(items)} changes")
        answers = [self._answer(item) for item in items]
        while answers and answers[-1] == 0:
            answers.pop()
        properties: Dict[str, str] = {}
        if not session.options.is_gateway:
            properties["blobs"] = "true"
        if session.options.sends_replacements:
            properties["sendReplacementRevs"] = "1"
        request.respond(properties, encode_json(answers), compressed=True)

    def _answer(self, item: Any) -> Any:
        """Returns the answer to one change: the known revisions, or 0."""
        session = self.session
        problem = self._problem(item)
        if problem:
            session.violate("4 changes", f"the item {item!r}: {problem}")
            return 0
        value, id, rev = item[0], item[1], current_version(item[2])
        change = PendingChange(value)
        self.changes.append(change)
        flags = int(item[3]) if len(item) > 3 else 0
        collection = session.store.collection(self.name)
        if flags > 1 and flags != 5:
            if session.options.auto_purge:
                collection.documents.pop(id, None)
            change.is_finished = True
            return 0
        document = collection.documents.get(id)
        known = document.revision.history if document is not None else None
        has_it = known is not None and known.rev == rev
        if known is not None and not has_it and known.vector and "@" in rev:
            has_it = known.vector.compare(Vector.parse(rev)) in ("same", "newer")
        if has_it and document is not None:
            remote = document.remotes.get(self.receiver.remote or "")
            if remote is None or remote.conflict is None:
                self.session.note_remote(self.name, document, rev)
            change.is_finished = True
            return 0
        self.receiver.expect(self.name, id, rev, Expectation(change.text, False))
        return self._held(document)

    def _held(self, document: Optional[Document]) -> List[str]:
        """Returns the versions that are stored here: the current one and that of the remote."""
        if document is None:
            return []
        remote = document.remotes.get(self.receiver.remote or "")
        held = [document.revision.rev] + ([remote.history.rev] if remote is not None else [])
        return list(dict.fromkeys(held))

    def _problem(self, item: Any) -> Optional[str]:
        """Returns what is wrong with the form of a change."""
        if not isinstance(item, list) or not 3 <= len(item) <= 5:
            return "not an array of 3 to 5 values"
        try:
            first, _ = parse(item[0])
        except SequenceError as error:
            return str(error)
        if not check_document_id(self.session, "changes", item[1]):
            return "no document ID"
        if not is_rev(item[2]) and not (self.session.options.continuous and is_vector(item[2])):
            return "not the current version alone"
        if len(item) > 3 and (not isinstance(item[3], (bool, int)) or not 0 <= item[3] <= 7):
            return "invalid flags"
        if len(item) > 4 and (type(item[4]) is not int or item[4] < 0):
            return "invalid size"
        if self.last_value is not None and not self.session.options.partner_is_gateway:
            if first <= parse(self.last_value)[0]:
                return f"the sequence is not greater than {self.last_value!r}"
        self.last_value = item[0]
        return None

    def finished(self, expectation: Expectation, error: Optional[StoreError]) -> None:
        """Registers the end of the transfer of a requested revision."""
        for change in self.changes:
            if change.text == expectation.sequence and not change.is_finished:
                change.is_finished = error is None or error.code not in (408, 429, 502, 503, 504)
                self.has_failed |= not change.is_finished
                break
        self.advance()

    def advance(self) -> None:
        """Moves the checkpoint behind the finished changes."""
        while self.changes and self.changes[0].is_finished:
            self.checkpoint.remote = self.changes.pop(0).value

    @property
    def is_complete(self) -> bool:
        """Whether the feed is caught up and all requested revisions arrived."""
        if self.has_failed and self.is_caught_up:
            return not any(key[0] == self.name for key in self.receiver.expected)
        self.advance()
        return self.is_caught_up and not self.changes


def report_end(session: Session, error: RemoteError) -> None:
    """Reports the error that ended a direction of the replication."""
    number = session.connection.number
    session.report.error("replication", error.domain, error.code, error.text, number)
