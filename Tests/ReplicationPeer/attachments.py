"""Blobs on the wire: getAttachment and proveAttachment in both roles."""

from __future__ import annotations

import os
from typing import Any, Dict, Set, Tuple

from bodies import attachment_problems, blobs_in, digest_of, is_digest, legacy_attachments
from bodies import listed_in, proof_of, without_blob_attachments
from connection import Request
from messages import RemoteError
from session import Session, is_true
from store import StoreError
from wrong_answers import answer_attachment

_COMPRESSED_TYPES = ("image/", "audio/", "video/", "application/zip")


def new_nonce() -> bytes:
    """Returns the bytes that a proof of an attachment covers."""
    return os.urandom(20)


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
                session.refuse(request, "blob access")
                return
        content = session.store.blobs.get(digest)
        wrong = session.faults.wrong_answer("getAttachment", document)
        if content is None:
            session.refuse(request, "blob")
        elif wrong is not None:
            answer_attachment(wrong, request, content)
        else:
            compressed = is_true(properties, "compress")
            request.respond({}, session.faults.changed_blob(document, content), compressed)

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
            session.refuse(request, "blob")
        else:
            request.respond({}, proof_of(session.faults.changed_blob("", content), nonce))

    async def fetch_all(self, name: str, document: str, body: Dict[str, Any]) -> None:
        """Fetches the blobs of a received body. Raises StoreError if one cannot be had.

        The entries of `_attachments` replace the digests of blobs in the body.
        """
        session = self.session
        if session.options.is_gateway:
            for problem in attachment_problems(body):
                session.violate("12 _attachments", f"{document!r}: {problem}")
            await self._fetch_listed(name, document, listed_in(body))
            return
        if "_attachments" in body and not session.options.partner_is_gateway:
            session.violate("13 _attachments", f"{document!r}: _attachments despite blobs")
        resolved = without_blob_attachments(body)
        entries = [blob for _, blob in blobs_in(resolved)]
        for entry in entries + list(legacy_attachments(body).values()):
            digest = self._digest(entry)
            if digest not in session.store.blobs:
                await self.fetch(name, document, entry)

    async def _fetch_listed(self, name: str, document: str, entries: Dict[str, Any]) -> None:
        """Fetches the attachments of a revision, as Sync Gateway does.

        Sync Gateway keeps attachments for each document, so that it knows no content of others.
        """
        session = self.session
        known = session.store.collection(name).documents.get(document)
        held = known.attachment_digests if known is not None else set()
        for entry in entries.values():
            digest = self._digest(entry)
            if digest not in held or digest not in session.store.blobs:
                await self.fetch(name, document, entry)
            elif "revpos" not in entry:
                await self._demand_proof(name, document, entry)

    def _digest(self, entry: Dict[str, Any]) -> str:
        digest = entry.get("digest")
        if not is_digest(digest):
            raise self.session.refusal("blob content", f"the digest {digest!r} is not valid")
        return str(digest)

    async def _demand_proof(self, name: str, document: str, entry: Dict[str, Any]) -> None:
        """Verifies that the partner has a blob that is stored here."""
        session = self.session
        nonce = new_nonce()
        digest = entry["digest"]
        try:
            response = await session.ask("proveAttachment", name, {"digest": digest}, nonce)
        except RemoteError as error:
            if error.domain == "connection":
                raise
            if (error.domain, error.code) not in (("HTTP", 404), ("LiteCore", 7)):
                session.violate("4 proveAttachment", f"the error {error} instead of 404")
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
        if isinstance(content_type, str) and (content_type or session.options.is_gateway):
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
            raise session.refusal("blob content", f"the blob {digest}: {error}") from error
        length = entry.get("length")
        if digest_of(response.body) != digest or length not in (None, len(response.body)):
            session.violate("4 getAttachment", f"wrong bytes for {digest} of {document!r}")
            raise session.refusal("blob content", f"the content of {digest}")
        session.store.blobs[digest] = response.body
