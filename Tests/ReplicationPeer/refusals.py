"""The errors with which Couchbase Lite and Sync Gateway refuse requests."""

from __future__ import annotations

from typing import Any, Dict, Tuple

from store import StoreError

Refusal = Tuple[str, int, str]

_OUTSTANDING = (
    "Internal error: blipHandler for collection 0 already has an outstanding subChanges."
    " Cannot open another one"
)

# For each reason, the error of Couchbase Lite, and that of Sync Gateway.
REFUSALS: Dict[str, Tuple[Refusal, Refusal]] = {
    "profile": (
        ("BLIP", 404, "no handler for message"),
        ("BLIP", 404, "No handler for BLIP request"),
    ),
    "no collection": (
        ("HTTP", 400, "inappropriate use of the collection property."),
        ("HTTP", 400, "GetCollections already occurred, messages need a Collection property"),
    ),
    "wrong collection": (
        ("HTTP", 400, "the collection property is out of range."),
        ("HTTP", 400, "Collection index is outside range indexes set by GetCollections"),
    ),
    "body": (
        ("BLIP", 400, "Invalid message body"),
        ("HTTP", 400, "Invalid JSON"),
    ),
    "getCollections JSON": (
        ("BLIP", 400, "Invalid getCollections message"),
        ("HTTP", 500, "Internal error: Error deserializing json"),
    ),
    "getCollections lists": (
        ("BLIP", 400, "Invalid getCollections message"),
        ("HTTP", 400, "Length of collections must match length of checkpoint ids."),
    ),
    "checkpoint": (
        ("HTTP", 404, ""),
        ("HTTP", 404, "missing"),
    ),
    "checkpoint revision": (
        ("HTTP", 409, "revision ID mismatch"),
        ("HTTP", 409, "Document update conflict"),
    ),
    "versioning": (
        ("LiteCore", 501, "Incompatible document versioning."),
        ("LiteCore", 501, "Incompatible document versioning."),
    ),
    "filter": (
        ("LiteCore", 19, "Filtering not supported"),
        ("HTTP", 400, "Unknown filter; try sync_gateway/bychannel"),
    ),
    "channels": (
        ("LiteCore", 19, "Filtering not supported"),
        ("HTTP", 400, "Missing 'channels' filter parameter"),
    ),
    "since": (
        ("LiteCore", 9, "Invalid sequence"),
        ("HTTP", 400, "Invalid subChanges parameters"),
    ),
    "continuous docIDs": (
        ("LiteCore", 9, "docIDs with continuous"),
        ("HTTP", 400, "DocIDs filter not supported for continuous subChanges"),
    ),
    "subscription": (
        ("LiteCore", 9, "a second subChanges"),
        ("HTTP", 500, _OUTSTANDING),
    ),
    "pull": (
        ("HTTP", 403, "Attempting to pull from a push-only replicator"),
        ("HTTP", 403, "forbidden"),
    ),
    "push": (
        ("HTTP", 403, "Attempting to push to a pull-only replicator"),
        ("HTTP", 403, "forbidden"),
    ),
    "proposal": (
        ("LiteCore", 26, "Invalid docID/revID in incoming change list"),
        ("BLIP", 500, "Panic: runtime error: index out of range [1] with length 1"),
    ),
    "changes": (
        ("HTTP", 409, "Use 'proposeChanges' instead"),
        ("HTTP", 409, "Use 'proposeChanges' instead"),
    ),
    "delta": (
        ("HTTP", 422, "Missing source revision for delta"),
        ("HTTP", 400, "Deltas are disabled for this peer"),
    ),
    "rev properties": (
        ("BLIP", 400, "received invalid revision"),
        ("HTTP", 400, "Missing docID or rev"),
    ),
    "rev version": (
        ("LiteCore", 4, "Invalid version vector"),
        ("HTTP", 422, "error extracting hlv from blip message"),
    ),
    "rev time": (
        ("LiteCore", 4, "Invalid timestamp in version vector"),
        ("HTTP", 500, "Invalid timestamp in version vector"),
    ),
    "rev conflict": (
        ("LiteCore", 8, "conflict"),
        ("HTTP", 409, "Document revision conflict"),
    ),
    "rev body": (
        ("Fleece", 5, "Incoming rev failed to encode"),
        ("HTTP", 500, "Internal error: Unable to unmarshal document body into raw body"),
    ),
    "rev key": (
        ("Fleece", 5, "reserved key"),
        ("HTTP", 404, "top-level property '_id' is a reserved internal property"),
    ),
    "rev size": (
        ("LiteCore", 9, "too large"),
        ("HTTP", 413, "document too large"),
    ),
    "blob": (
        ("LiteCore", 7, "No such blob"),
        ("HTTP", 404, "missing"),
    ),
    "blob access": (
        ("LiteCore", 7, "No such blob"),
        ("HTTP", 403, "Attachment's doc not being synced"),
    ),
    "blob content": (
        ("LiteCore", 15, "data is corrupted"),
        ("HTTP", 400, "Incorrect data sent for attachment"),
    ),
}


def refusal(options: Any, reason: str, detail: str = "") -> StoreError:
    """Returns the error of the imitated software for a reason."""
    domain, code, text = REFUSALS[reason][1 if options.is_gateway else 0]
    return StoreError(domain, code, f"{text} ({detail})" if detail and text else text)
