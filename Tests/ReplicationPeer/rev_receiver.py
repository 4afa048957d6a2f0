"""Receiving `rev` and `norev` messages, on pull of an active and on push to a passive peer."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Optional, Tuple

from attachments import Attachments
from bodies import BodyError, kept_on_gateway, parse_json, without_blob_attachments
from connection import Request
from histories import History
from session import Session, is_true
from store import EXISTING, Revision, StoreError
from versions import Vector, Version, VersionError, is_tree_id

REMOVED = "removed"

# The size of the largest document of Sync Gateway.
MAXIMUM_BODY = 20 * 1024 * 1024

Key = Tuple[str, str, str]


class Expectation:
    """A revision that was requested from the partner."""

    def __init__(self, sequence: Optional[str], is_proposed: bool, server: str = "") -> None:
        self.sequence = sequence
        self.is_proposed = is_proposed
        # The revision of this peer from which the partner says that the revision descends.
        self.server = server


def check_document_id(session: Session, profile: str, id: Any) -> bool:
    """Reports a document ID that is not valid."""
    if isinstance(id, str) and 0 < len(id.encode()) <= 240 and not id.startswith("_"):
        return True
    session.violate(f"4 {profile}", f"the document ID {id!r} is not valid")
    return isinstance(id, str) and bool(id)


def is_rev(text: Any) -> bool:
    """Returns whether a value is a version or a tree ID."""
    if not isinstance(text, str):
        return False
    if is_tree_id(text):
        return True
    try:
        Version.parse(text)
    except VersionError:
        return False
    return True


def current_version(text: str) -> str:
    """Returns the current version in the text of a version or a vector."""
    return text.split(";")[0].split(",")[0]


def is_vector(text: str) -> bool:
    """Returns whether a string is a version vector."""
    try:
        return bool(Vector.parse(text))
    except VersionError:
        return False


class RevReceiver:
    """Keeps track of requested revisions and stores them when they arrive."""

    def __init__(self, session: Session, attachments: Attachments, remote: Optional[str]) -> None:
        self.session = session
        self.attachments = attachments
        self.remote = remote
        self.expected: Dict[Key, Expectation] = {}
        self.in_progress: Dict[Tuple[str, str], str] = {}
        # Called with the collection, the expectation, and the error or none.
        self.on_finished: Callable[[str, Expectation, Optional[StoreError]], None] = _ignore
        # Sequences of the partner whose revs are not answered, or failed for the moment.
        self.unanswered: Dict[str, Dict[str, str]] = {}
        session.handlers["rev"] = self.receive
        session.handlers["norev"] = self.receive_absence

    def expect(self, name: str, id: str, rev: str, expectation: Expectation) -> None:
        """Registers a revision that the partner shall send."""
        self.expected[(name, id, current_version(rev))] = expectation

    def _take(self, name: str, request: Request) -> Optional[Expectation]:
        """Returns the expectation of a rev or norev, or ends the connection without one.

        Sync Gateway accepts revisions that it did not request.
        """
        properties = request.message.properties
        rev = properties.get("replacedRev", properties.get("rev", ""))
        expectation = self.expected.pop((name, properties.get("id", ""), rev), None)
        if expectation is None:
            text = f"{properties.get('id')!r} {rev} was not requested"
            accepts = self.session.options.is_gateway
            self.session.violate("4 rev", text, fatal=not accepts)
            if accepts:
                return Expectation(None, True)
        return expectation

    def _check_sequence(self, profile: str, text: Optional[str], expected: Optional[str]) -> None:
        """Checks the property sequence."""
        try:
            value = json.loads(text or "")
        except ValueError:
            self.session.violate(f"4 {profile}", f"the sequence {text!r} is not JSON")
            return
        if expected is not None and json.dumps(value) != expected:
            problem = f"the sequence is {text}, in changes it was {expected}"
            self.session.violate(f"13 {profile}", problem)

    async def receive_absence(self, request: Request, name: str) -> None:
        """Processes norev."""
        if not request.message.is_no_reply:
            self.session.violate("4 norev", "norev expects a reply")
        expectation = self._take(name, request)
        properties = request.message.properties
        if expectation is None:
            return
        self._check_sequence("norev", properties.get("sequence"), expectation.sequence)
        if not properties.get("error", "").isdigit():
            self.session.violate("4 norev", f"the error is {properties.get('error')!r}")
        self.on_finished(name, expectation, None)
        request.respond()

    async def receive(self, request: Request, name: str) -> None:
        """Processes rev: checks it, fetches its blobs, stores it, and answers."""
        expectation = self._take(name, request)
        if expectation is None:
            return
        properties = request.message.properties
        id = properties.get("id", "")
        check_document_id(self.session, "rev", id)
        self._check_sequence("rev", properties.get("sequence"), expectation.sequence)
        if not self.session.options.partner_is_gateway:
            if expectation.is_proposed and not is_true(properties, "noconflicts"):
                self.session.violate("4 rev", "no property noconflicts after proposeChanges")
            if request.message.is_no_reply:
                self.session.violate("4 rev", "a rev without reply")
        pending = self.unanswered.setdefault(name, {})
        sequence = properties.get("sequence", "")
        pending[sequence] = id
        self.in_progress[(name, id)] = properties.get("rev", "")
        failure: Optional[StoreError] = None
        try:
            result = await self._store(request, name, id, expectation)
        except StoreError as error:
            failure = error
        finally:
            self.in_progress.pop((name, id), None)
        if failure is None or failure.code not in (408, 429, 502, 503, 504):
            pending.pop(sequence, None)
        if failure is None:
            says = result == EXISTING and not self.session.options.is_gateway
            request.respond({"noop": "true"} if says else {})
        else:
            number = self.session.connection.number
            self.session.report.error(id, failure.domain, failure.code, failure.text, number)
            request.fail(failure.domain, failure.code, failure.text)
        self.on_finished(name, expectation, failure)

    async def _store(self, request: Request, name: str, id: str, expectation: Expectation) -> str:
        """Stores a received revision. Raises StoreError if it is refused."""
        session = self.session
        properties = request.message.properties
        code = session.faults.code("refuse-rev", id)
        if code is not None:
            raise StoreError("HTTP", code, "refused")
        if session.options.is_gateway and not (id and properties.get("rev")):
            raise session.refusal("rev properties")
        if "deltaSrc" in properties:
            session.violate("10 deltas", "a delta, although none were offered")
            key = (name, id, properties.get("replacedRev", properties.get("rev", "")))
            self.expected[key] = expectation
            raise session.refusal("delta")
        if properties.get("rev") in session.store.refused:
            raise StoreError("HTTP", session.store.refused[properties["rev"]], "refused")
        history = self._history(properties)
        self._check_ancestor(id, history, expectation.server)
        body = self._body(request, id)
        if body.get("_removed") is True:
            if session.options.auto_purge and not expectation.is_proposed:
                session.store.collection(name).documents.pop(id, None)
            return REMOVED
        is_deleted = is_true(properties, "deleted")
        if is_deleted and body:
            session.report.note("4 rev", f"the tombstone {id!r} has a body")
        await self.attachments.fetch_all(name, id, body)
        keep = kept_on_gateway if session.store.is_gateway else without_blob_attachments
        revision = Revision(history, keep(body), is_deleted)
        if id not in session.store.collection(name).documents:
            session.created[(name, id)] = revision.rev
        return session.store.insert(name, id, revision, self.remote, expectation.is_proposed)

    def _history(self, properties: Dict[str, str]) -> History:
        """Returns the history in the properties of a rev."""
        session = self.session
        rev, rest = properties.get("rev", ""), properties.get("history", "")
        try:
            history = History.of_message(rev, rest, session.options.is_gateway)
        except VersionError as error:
            session.violate("5.1 text", f"rev {rev!r}, history {rest!r}: {error}")
            raise session.refusal("rev version", str(error)) from error
        if history.rest != rest and not session.options.partner_is_gateway:
            session.violate("5.1 text", f"the history {rest!r} is not written as {history.rest!r}")
        if not history.vector.is_in_order:
            session.violate("5.1 text", f"the history {rest!r} is not ordered by falling time")
        return history

    def _check_ancestor(self, id: str, history: History, server: str) -> None:
        """Checks that a revision descends from the one that its proposal named."""
        if not server:
            return
        if is_tree_id(server):
            includes = server in history.trees
        else:
            version = Version.parse(server)
            order = history.vector.compare_to_version(version) if history.vector else "older"
            includes = order != "older"
        if not includes:
            text = f"the history {history} of {id!r} does not contain the proposed {server}"
            self.session.violate("4 rev", text)

    def _body(self, request: Request, id: str) -> Dict[str, Any]:
        """Returns the body of a rev."""
        session = self.session
        try:
            body = parse_json(request.message.body)
        except BodyError as error:
            session.violate("4 rev", f"the body of {id!r}: {error}")
            raise session.refusal("rev body", str(error)) from error
        if not isinstance(body, dict):
            session.violate("4 rev", f"the body of {id!r} is not an object")
            raise session.refusal("rev body")
        if session.options.is_gateway and len(request.message.body) > MAXIMUM_BODY:
            raise session.refusal("rev size")
        for key in body:
            if key.startswith("_") and key not in ("_attachments", "_removed"):
                session.violate("4 rev", f"the body of {id!r} has the key {key!r}")
                if session.options.is_gateway and key in ("_id", "_rev"):
                    raise session.refusal("rev key")
        return body

    def checkpoint_problem(self, name: str, covered: Any) -> Optional[str]:
        """Returns the unanswered revision that the local sequences of a checkpoint cover."""
        for sequence, id in self.unanswered.get(name, {}).items():
            if sequence.isdigit() and int(sequence) in covered:
                return f"the checkpoint covers the unanswered sequence {sequence} of {id!r}"
        return None


def _ignore(name: str, expectation: Expectation, error: Optional[StoreError]) -> None:
    """Does nothing."""
