"""Blobs on the wire: getAttachment and proveAttachment in both roles."""

from __future__ import annotations

import os
from typing import Any, Dict, Set, Tuple

from bodies import attachment_problems, blobs_in, digest_of, is_digest, proof_of, stripped
from connection import Request
from messages import RemoteError
from session import Session
from store import StoreError

_COMPRESSED_TYPES = ("image/", "audio/", "video/", "application/zip")


class Attachments:
    """Serves the blobs of the store, and fetches those that are missing."""

    def __init__(self, session: Session) -> None:
        self.session = session
        # The documents and digests of revs that are on the way to the partner.
        self.allowed: Set[Tuple[str, str, str]] = set()
        session.handlers["getAttachment"] = self.serve
        session.handlers["proveAttachment"] = self.prove

    async def serve(self, request: Request, name: str) -> None:
        """Answers getAttachment."""
        session = self.session
        properties = request.message.properties
        digest, document = properties.get("digest", ""), properties.get("docID", "")
        if not is_digest(digest):
            session.violate("4 getAttachment", f"the digest {digest!r} is not valid")
        if not document:
            session.violate("4 getAttachment", "no property docID")
        code = session.faults.code("refuse-blob", document)
        if code is not None:
            request.fail("HTTP", code, "refused")
            return
        if (name, document, digest) not in self.allowed:
            text = f"the blob {digest} of {document!r}, of which no rev is on the way"
            session.violate("4 getAttachment", text)
            if session.options.is_gateway:
                request.fail("HTTP", 403, "the document is not on its way to this client")
                return
        content = session.store.blobs.get(digest)
        if content is None:
            request.fail("HTTP", 404, "no such blob")
        else:
            request.respond({}, session.faults.changed_blob(document, content))

    async def prove(self, request: Request, name: str) -> None:
        """Answers proveAttachment."""
        session = self.session
        digest = request.message.properties.get("digest", "")
        nonce = request.message.body
        if not is_digest(digest):
            session.violate("4 proveAttachment", f"the digest {digest!r} is not valid")
        if not 1 <= len(nonce) <= 255:
            session.violate("4 proveAttachment", f"a nonce of {len(nonce)} bytes")
            request.fail("BLIP", 400, "invalid nonce")
            return
        content = session.store.blobs.get(digest)
        if content is None:
            request.fail("HTTP", 404, "no such blob")
        else:
            request.respond({}, proof_of(session.faults.changed_blob("", content), nonce))

    async def fetch_all(self, name: str, document: str, body: Dict[str, Any]) -> None:
        """Fetches the blobs of a received body. Raises StoreError if one cannot be had."""
        session = self.session
        if session.options.is_gateway:
            for problem in attachment_problems(body):
                session.violate("12 _attachments", f"{document!r}: {problem}")
            listed = body.get("_attachments", {})
            entries = listed.values() if isinstance(listed, dict) else []
        else:
            entries = [blob for _, blob in blobs_in(stripped(body))]
            self._check_unneeded(document, body, entries)
        for entry in entries:
            digest = entry.get("digest") if isinstance(entry, dict) else None
            if not is_digest(digest):
                raise StoreError("LiteCore", 15, f"the digest {digest!r} is not valid")
            if digest not in session.store.blobs:
                await self.fetch(name, document, entry)
            elif session.options.is_gateway:
                await self._demand_proof(name, document, entry)

    def _check_unneeded(self, document: str, body: Dict[str, Any], entries: list) -> None:
        """Checks `_attachments`, which only Sync Gateway sends to a peer that accepts blobs."""
        session = self.session
        if not session.options.partner_is_gateway:
            if "_attachments" in body:
                session.violate("13 _attachments", f"{document!r}: _attachments despite blobs")
            return
        listed = body.get("_attachments", {})
        digests = {entry.get("digest") for entry in listed.values() if isinstance(entry, dict)}
        for entry in entries:
            if entry["digest"] not in digests:
                raise StoreError("LiteCore", 15, f"_attachments does not list {entry['digest']}")

    async def _demand_proof(self, name: str, document: str, entry: Dict[str, Any]) -> None:
        """Verifies that the partner has a blob that is stored here."""
        session = self.session
        nonce = os.urandom(20)
        digest = entry["digest"]
        try:
            response = await session.ask("proveAttachment", name, {"digest": digest}, nonce)
        except RemoteError as error:
            if error.domain == "connection":
                raise
            if (error.domain, error.code) != ("HTTP", 404):
                session.violate("4 proveAttachment", f"the error {error} instead of HTTP 404")
            await self.fetch(name, document, entry)
            return
        if response.body != proof_of(session.store.blobs[digest], nonce):
            session.violate("4 proveAttachment", f"a wrong proof of {digest}")
            raise StoreError("HTTP", 403, "the proof of an attachment is wrong")

    async def fetch(self, name: str, document: str, entry: Dict[str, Any]) -> None:
        """Fetches and stores a blob."""
        session = self.session
        digest = entry["digest"]
        properties = {"digest": digest, "docID": document}
        content_type = entry.get("content_type", "")
        if isinstance(content_type, str) and content_type:
            if not content_type.startswith(_COMPRESSED_TYPES):
                properties["compress"] = "true"
        try:
            response = await session.ask("getAttachment", name, properties)
        except RemoteError as error:
            if error.domain == "connection":
                raise
            session.report.error(
                document, error.domain, error.code, error.text, session.connection.number
            )
            raise StoreError("LiteCore", 15, f"the blob {digest} cannot be had: {error}") from error
        length = entry.get("length")
        if digest_of(response.body) != digest or length not in (None, len(response.body)):
            session.violate("4 getAttachment", f"wrong bytes for {digest} of {document!r}")
            raise StoreError("LiteCore", 15, f"the content of {digest} is wrong")
        session.store.blobs[digest] = response.body
