"""Sending `rev` and `norev` messages, on pull from a passive and on push of an active peer."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Dict, List, Optional, Tuple

import tree_pasts
import wrong_answers
from attachments import Attachments
from bodies import digests_in, encode_json, with_attachments
from messages import RemoteError, ResponseObserver
from session import Session
from store import Document

MAXIMUM_IN_SENDING = 10
MAXIMUM_UNANSWERED = 2 * 1024 * 1024


class RevRequest:
    """A revision to send."""

    def __init__(self, name: str, id: str, rev: str, sequence: Any) -> None:
        self.name = name
        self.id = id
        self.rev = rev
        self.sequence = sequence
        self.is_push = False
        self.adds_attachments = False
        # Whether the partner lost the access, and receives no body.
        self.is_lost = False
        # The revisions that the partner has.
        self.known: List[str] = []
        # Whether a newer revision may be sent instead.
        self.replaces = False
        self.on_response: Optional[ResponseObserver] = None


class Outcome:
    """How the transfer of a revision ended."""

    def __init__(self, document: Optional[Document], error: Optional[RemoteError] = None) -> None:
        # The document as it was sent, or none after norev.
        self.sequence = document.sequence if document is not None else None
        self.history = document.revision.history if document is not None else None
        self.error = error


class RevSender:
    """Sends revisions, of which at most 10 and 2 MB are unanswered at a time."""

    def __init__(self, session: Session, attachments: Attachments) -> None:
        self.session = session
        self.attachments = attachments
        self.slots = asyncio.Semaphore(MAXIMUM_IN_SENDING)
        self.unanswered = 0
        self.has_room = asyncio.Event()
        self.has_room.set()

    async def send(self, request: RevRequest) -> Outcome:
        """Sends the requested revision, a replacement of it, or norev."""
        async with self.slots:
            while self.unanswered > MAXIMUM_UNANSWERED:
                self.has_room.clear()
                await self.has_room.wait()
            return await self._send(request)

    async def _send(self, request: RevRequest) -> Outcome:
        session = self.session
        name, id = request.name, request.id
        if session.faults.is_nth("unsolicited-rev"):
            self._send_unsolicited(name)
        document = session.store.collection(name).documents.get(id)
        wrong = session.faults.wrong_answer("norev", id)
        if wrong is not None:
            wrong_answers.send_absences(self, wrong, request)
            return Outcome(None)
        absence = self._absence(document, request)
        if absence is not None or document is None:
            self.send_absence(request, *(absence or (404, "missing")))
            return Outcome(None)
        outcome = Outcome(document)
        properties = session.connection.json_properties(self._properties(document, request))
        body = self._body(document, request)
        # Sync Gateway serves only what `_attachments` lists.
        digests = digests_in(body, not session.store.is_gateway)
        data = encode_json(body)
        wrong = session.faults.wrong_answer("rev", id)
        if wrong is not None:
            await wrong_answers.send_rev(self, wrong, request, properties, data)
            return outcome
        # Without a reply, a pushed revision would count as synchronized before it has arrived.
        needs_reply = digests or request.is_push or session.faults.is_nth("duplicate-rev")
        if session.options.is_gateway and not needs_reply:
            session.connection.request(
                "rev", self._with_collection(name, properties), data, compressed=True, no_reply=True
            )
            return outcome
        keys = {(name, id, digest) for digest in digests}
        self.attachments.allowed |= keys
        self.unanswered += len(data)
        try:
            if session.faults.is_nth("duplicate-rev", "reply"):
                session.connection.request(
                    "rev", self._with_collection(name, properties), data, compressed=True
                )
            response = await session.ask(
                "rev", name, properties, data, request.on_response, compressed=True
            )
            if response.body:
                session.violate("4 rev", "the response of a rev has a body")
        except RemoteError as error:
            outcome.error = error
            self._report(id, error)
        finally:
            self.unanswered -= len(data)
            self.has_room.set()
            self.attachments.allowed -= keys
        return outcome

    def _absence(
        self, document: Optional[Document], request: RevRequest
    ) -> Optional[Tuple[int, str]]:
        """Returns the error and reason of norev, or none if the revision can be sent."""
        is_gateway = self.session.options.is_gateway
        code = self.session.faults.code("norev", request.id)
        if code is not None:
            return code, "not available"
        if document is None:
            return 404, "missing"
        if document.revision.rev != request.rev:
            if is_gateway and not request.is_push:
                return 404, "missing"
            return None if request.replaces else (410, "replaced")
        if is_gateway and tree_pasts.sent_history(document, request.known) is None:
            text = f"Could not get rev tree history for <ud>{document.id}</ud> {request.rev}"
            sequence = json.dumps(request.sequence)
            return 500, f"Internal error: {text}: invalid revision history, sending a noRev to" + (
                f" skip this revision for replication at sequence {sequence}."
            )
        return None

    def _body(self, document: Document, request: RevRequest) -> Dict[str, Any]:
        """Returns the body to send."""
        if request.is_lost:
            return {"_removed": True}
        if self.session.store.is_gateway:
            return tree_pasts.sent_body(document.revision)
        body = document.revision.body
        return with_attachments(body) if request.adds_attachments else body

    def _report(self, id: str, error: RemoteError) -> None:
        if error.domain != "connection":
            number = self.session.connection.number
            self.session.report.error(id, error.domain, error.code, error.text, number)

    def send_absence(
        self,
        request: RevRequest,
        code: int,
        reason: str,
        changes: Optional[Dict[str, str]] = None,
    ) -> None:
        """Sends norev."""
        properties = {
            "id": request.id,
            "rev": request.rev,
            "sequence": json.dumps(request.sequence),
            "error": str(code),
        }
        if self.session.options.is_gateway:
            properties["reason"] = reason
        self.session.post("norev", request.name, {**properties, **(changes or {})})

    def _properties(self, document: Document, request: RevRequest) -> Dict[str, str]:
        """Returns the properties of a rev message."""
        revision, sequence = document.revision, json.dumps(request.sequence)
        properties = {"id": document.id, "rev": revision.rev, "sequence": sequence}
        history: Optional[str] = revision.history.rest
        if self.session.options.is_gateway and not request.is_push:
            history = tree_pasts.sent_history(document, request.known)
        if history and not request.is_lost:
            properties["history"] = history
        if revision.is_deleted:
            properties["deleted"] = "1"
        if request.is_push:
            properties["noconflicts"] = "1"
        if revision.rev != request.rev:
            properties["replacedRev"] = request.rev
        return properties

    def _with_collection(self, name: str, properties: Dict[str, str]) -> Dict[str, str]:
        if self.session.is_old_mode:
            return properties
        return {**properties, "collection": str(self.session.collections.index(name))}

    def _send_unsolicited(self, name: str) -> None:
        """Sends a rev that the partner did not request."""
        version = str(self.session.store.new_version())
        properties = {"id": "unsolicited", "rev": version, "sequence": "1000000"}
        self.session.connection.request("rev", self._with_collection(name, properties), b"{}")
