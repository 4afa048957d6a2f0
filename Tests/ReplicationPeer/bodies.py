"""JSON of bodies, and the blobs and `_attachments` in them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any, Dict, Iterator, List, Set, Tuple

_DIGEST = re.compile(r"sha1-[A-Za-z0-9+/]{26}[AEIMQUYcgkosw048]=")


class BodyError(ValueError):
    """A body that is not valid."""


def parse_json(data: bytes) -> Any:
    """Returns the value of JSON text. Rejects repeated keys, NaN and unpaired surrogates."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise BodyError(f"invalid JSON: {error}") from error
    return value


def _object(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("an object contains a key twice")
    return result


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def encode_json(value: Any) -> bytes:
    """Returns compact JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def digest_of(content: bytes) -> str:
    """Returns the digest of a blob."""
    return "sha1-" + base64.b64encode(hashlib.sha1(content).digest()).decode()


def is_digest(text: Any) -> bool:
    """Returns whether a value is the digest of a blob."""
    return isinstance(text, str) and bool(_DIGEST.fullmatch(text))


def proof_of(content: bytes, nonce: bytes) -> bytes:
    """Returns the proof that a peer has the content of a blob."""
    data = bytes([len(nonce)]) + nonce + content
    return b"sha1-" + base64.b64encode(hashlib.sha1(data).digest())


def blobs_in(value: Any, path: str = "") -> Iterator[Tuple[str, Dict[str, Any]]]:
    """Yields the JSON pointer and the properties of each blob in a body."""
    if isinstance(value, dict):
        if value.get("@type") == "blob" and "digest" in value:
            yield path, value
            return
        for key, item in value.items():
            if path or key != "_attachments":
                yield from blobs_in(item, path + "/" + key.replace("~", "~0").replace("/", "~1"))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from blobs_in(item, f"{path}/{index}")


def attachments_of(body: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the value of `_attachments` for the blobs of a body."""
    result: Dict[str, Any] = {}
    for path, blob in blobs_in(body):
        entry = {key: value for key, value in blob.items() if key != "@type"}
        result["blob_" + path] = {**entry, "stub": True}
    return result


def with_attachments(body: Dict[str, Any]) -> Dict[str, Any]:
    """Returns a body with `_attachments`, if it contains blobs."""
    attachments = {**attachments_of(body), **legacy_attachments(body)}
    return {**body, "_attachments": attachments} if attachments else body


def listed_in(body: Dict[str, Any]) -> Dict[str, Dict[str, Any]]:
    """Returns the valid entries of `_attachments`."""
    listed = body.get("_attachments")
    entries = listed.items() if isinstance(listed, dict) else []
    return {name: entry for name, entry in entries if isinstance(entry, dict)}


def digests_in(body: Dict[str, Any], with_blobs: bool = True) -> Set[str]:
    """Returns the digests of the attachments of a body, and of its blobs."""
    blobs = [blob for _, blob in blobs_in(body)] if with_blobs else []
    entries = blobs + list(listed_in(body).values())
    return {entry["digest"] for entry in entries if isinstance(entry.get("digest"), str)}


def legacy_attachments(body: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the entries of `_attachments` that do not belong to blobs."""
    entries = listed_in(body).items()
    return {name: entry for name, entry in entries if not name.startswith("blob_")}


def without_blob_attachments(body: Dict[str, Any]) -> Dict[str, Any]:
    """Returns a body as Couchbase Lite stores it.

    The entries of `_attachments` for blobs replace the digests and lengths of the blobs. Other
    entries remain in the body.
    """
    result = stripped(json.loads(json.dumps(body)))
    entries = listed_in(body)
    for path, blob in blobs_in(result):
        entry = entries.get("blob_" + path, {})
        blob.update({key: entry[key] for key in ("digest", "length") if key in entry})
    others = legacy_attachments(body)
    return {**result, "_attachments": others} if others else result


def kept_on_gateway(body: Dict[str, Any]) -> Dict[str, Any]:
    """Returns a body as Sync Gateway stores it, with all entries of `_attachments`."""
    result = stripped(body)
    return {**result, "_attachments": body["_attachments"]} if listed_in(body) else result


def stripped(body: Dict[str, Any]) -> Dict[str, Any]:
    """Returns a body without the top-level keys that begin with an underscore."""
    return {key: value for key, value in body.items() if not key.startswith("_")}


def attachment_problems(body: Dict[str, Any]) -> List[str]:
    """Returns how `_attachments` differs from what the blobs of the body require."""
    required = attachments_of(stripped(body))
    found = body.get("_attachments", {})
    if not isinstance(found, dict):
        return ["_attachments is not an object"]
    problems = [f"{name} is missing" for name in required if name not in found]
    problems += [
        f"{name} has no blob in the body"
        for name in found
        if name not in required and name.startswith("blob_")
    ]
    for name, entry in required.items():
        # Sync Gateway adds the generation.
        if name in found and {**found[name], "revpos": 0} != {**entry, "revpos": 0}:
            problems.append(f"{name} is {found[name]} instead of {entry}")
    return problems
