"""The passive side of a push: answers to proposeChanges and changes."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Set

from bodies import encode_json
from connection import Request
from histories import History
from rev_receiver import Expectation, RevReceiver, check_document_id, current_version
from rev_receiver import is_rev, is_vector
from session import Session, is_true
from sequences import SequenceError, parse
from store import Document
from versions import NEWER, Vector
from wrong_answers import proposal_answers

MAXIMUM_LIST = 200


class Proposals:
    """Decides which revisions the partner may send."""

    def __init__(self, session: Session, receiver: RevReceiver) -> None:
        self.session = session
        self.receiver = receiver
        self.offered_deltas: Set[str] = set()
        session.handlers["proposeChanges"] = self.propose
        session.handlers["changes"] = self.announce

    def _response_properties(self, profile: str, name: str) -> Dict[str, str]:
        """Returns the properties of an answer. Sync Gateway accepts only `_attachments`."""
        if self.session.options.is_gateway:
            return {}
        properties = {"blobs": "true"}
        if profile == "proposeChanges":
            # Couchbase Lite offers deltas once for each collection of a connection.
            if name not in self.offered_deltas:
                properties["deltas"] = "true"
            self.offered_deltas.add(name)
            properties["sendReplacementRevs"] = "1"
        return properties

    async def propose(self, request: Request, name: str) -> None:
        """Answers proposeChanges."""
        session = self.session
        if session.options.serves == "pull":
            raise session.refusal("push")
        items = session.json_list(request)
        self._check_form("proposeChanges", request, items)
        includes_rev = is_true(request.message.properties, "conflictIncludesRev")
        if not includes_rev and items:
            session.violate("4 proposeChanges", "no property conflictIncludesRev")
        answers: List[Any] = []
        for item in items:
            answer = self._answer(name, item)
            if session.faults.names("gone", item[0]):
                answers.append({"status": 409, "rev": ""})
                continue
            if answer == 0:
                server = item[2] if len(item) > 2 else ""
                self.receiver.expect(name, item[0], item[1], Expectation(None, True, server))
            elif answer == 409 and includes_rev:
                document = session.store.collection(name).documents.get(item[0])
                answer = {"status": 409, "rev": self._stored_rev(document)}
            answers.append(answer)
        if not items and session.options.is_gateway:
            request.respond()
            return
        answers = proposal_answers(session.faults, items, answers)
        while answers and answers[-1] == 0:
            answers.pop()
        properties = self._response_properties("proposeChanges", name)
        request.respond(properties, encode_json(answers), compressed=True)

    def _stored_rev(self, document: Optional[Document]) -> str:
        """Returns the revision that a conflict names."""
        if document is None:
            return ""
        vector = document.revision.history.vector
        if self.session.options.is_gateway or not vector:
            return document.revision.rev
        return str(vector)

    def _check_form(self, profile: str, request: Request, items: List[Any]) -> None:
        session = self.session
        if not request.message.is_urgent:
            session.violate("2.7 urgency", f"{profile} is not urgent")
        if len(items) > MAXIMUM_LIST:
            session.violate(f"3 {profile}", f"a list of {len(items)} changes")
        if bool(items) == request.message.is_no_reply:
            session.violate(f"4 {profile}", "only an empty list is sent without reply")

    def _answer(self, name: str, item: Any) -> int:
        """Returns the status for a proposed revision."""
        session = self.session
        profile = "4 proposeChanges"
        if not isinstance(item, list) or not 2 <= len(item) <= 4:
            session.violate(profile, f"the item {item!r}")
            raise session.refusal("proposal")
        id, rev = item[0], item[1]
        server = item[2] if len(item) > 2 else None
        if not check_document_id(session, "proposeChanges", id):
            return 400
        if not self._is_version(id, rev):
            return 500
        if server is not None and server != "" and not is_rev(server):
            session.violate(profile, f"the server's revision {server!r} of {id!r} is not a version")
            return 400
        if len(item) == 3 and server == "":
            session.violate(profile, f"an empty server's revision of {id!r} without a size")
        if len(item) == 4 and (type(item[3]) is not int or item[3] < 0):
            session.violate(profile, f"the size {item[3]!r} of {id!r}")
        is_sending = any(key[:2] == (name, id) for key in self.receiver.expected)
        if is_sending or (name, id) in self.receiver.in_progress:
            session.violate("6 push", f"{id!r} is proposed before its last revision was answered")
        code = session.faults.code("refuse", id)
        return code if code is not None else self._status(name, id, rev, server or None)

    def _is_version(self, id: str, rev: Any) -> bool:
        """Checks a proposed version. Couchbase Lite proposes vectors in continuous replications."""
        session, profile = self.session, "4 proposeChanges"
        if is_rev(rev):
            return True
        if isinstance(rev, str) and is_vector(rev):
            return True
        session.violate(profile, f"{rev!r} of {id!r} is not a version")
        if not session.options.is_gateway:
            raise session.refusal("proposal")
        return False

    def _status(self, name: str, id: str, rev: str, server: Optional[str]) -> int:
        """Returns 0, 304 or 409, by comparing with the stored revision."""
        document = self.session.store.collection(name).documents.get(id)
        is_gateway = self.session.options.is_gateway
        if document is None:
            return 0 if server is None or is_gateway else 409
        stored = document.revision
        if stored.rev == current_version(rev):
            return 304
        if is_gateway and self._dominates(rev, stored.history):
            return 0
        if server is None:
            return 0 if stored.is_deleted else 409
        return 0 if server in (stored.rev, document.tree_id) else 409

    @staticmethod
    def _dominates(rev: str, stored: History) -> bool:
        """Returns whether a proposed vector contains the stored version."""
        if not stored.vector or not is_vector(rev):
            return False
        return Vector.parse(rev).compare(stored.vector) == NEWER

    async def announce(self, request: Request, name: str) -> None:
        """Answers changes, with which an active Sync Gateway pushes."""
        session = self.session
        if not session.options.partner_is_gateway:
            session.violate("4 changes", "an active peer pushes with changes, not proposeChanges")
            if session.options.is_gateway:
                raise session.refusal("changes")
        answers: List[Any] = []
        for item in session.json_list(request):
            try:
                sequence, id, rev = item[0], item[1], item[2]
                parse(sequence)
            except (TypeError, IndexError, SequenceError):
                session.violate("4 changes", f"the item {item!r}")
                answers.append(0)
                continue
            document = session.store.collection(name).documents.get(id)
            if document is not None and document.revision.rev == rev:
                answers.append(0)
                continue
            code = session.faults.code("refuse", id)
            if code is not None:
                answers.append(code)
                continue
            known = [str(document.revision.history)] if document is not None else []
            self.receiver.expect(name, id, rev, Expectation(None, True))
            answers.append(known)
        properties = self._response_properties("changes", name)
        request.respond(properties, encode_json(answers), compressed=True)
