"""The JSON form of a store: dumps, loading, and the initial state of scenarios."""

from __future__ import annotations

import base64
from typing import Any, Dict

from bodies import BodyError
from histories import History
from store import Collection, Document, RemoteRevision, Revision, Store
from versions import Version


def dump(store: Store) -> Dict[str, Any]:
    """Returns the contents of a store as a JSON object."""
    return {
        "uuid": store.uuid.hex(),
        "source": store.source,
        "collections": {name: _dump(value) for name, value in store.collections.items()},
        "blobs": {
            digest: base64.b64encode(content).decode()
            for digest, content in sorted(store.blobs.items())
        },
    }


def _dump(collection: Collection) -> Dict[str, Any]:
    return {
        "lastSequence": collection.last_sequence,
        "documents": {
            id: dump_document(document) for id, document in sorted(collection.documents.items())
        },
        "checkpoints": collection.checkpoints,
        "peerCheckpoints": {
            client: {"revision": revision, "body": body.decode()}
            for client, (revision, body) in collection.peer_checkpoints.items()
        },
        "revoked": collection.revoked,
    }


def _dump_revision(revision: Revision) -> Dict[str, Any]:
    return {
        "rev": revision.rev,
        "vector": str(revision.history.vector),
        "trees": list(revision.history.trees),
        "deleted": revision.is_deleted,
        "body": revision.body,
    }


def dump_document(document: Document) -> Dict[str, Any]:
    """Returns a document with its vectors as a JSON object."""
    remotes: Dict[str, Any] = {}
    for name, remote in document.remotes.items():
        remotes[name] = {"history": str(remote.history)}
        if remote.conflict is not None:
            remotes[name]["conflict"] = _dump_revision(remote.conflict)
    return {
        **_dump_revision(document.revision),
        "sequence": document.sequence,
        "conflicted": document.is_conflicted,
        "remotes": remotes,
        **({"tree": document.tree} if document.tree else {}),
        **({"attachments": document.revision.attachments} if document.revision.attachments else {}),
    }


def load(store: Store, dumped: Dict[str, Any]) -> None:
    """Adds the contents of a dump to an empty store."""
    store.uuid = bytes.fromhex(dumped["uuid"])
    store.blobs.update(
        {digest: base64.b64decode(content) for digest, content in dumped["blobs"].items()}
    )
    for name, values in dumped["collections"].items():
        collection = store.collection(name)
        collection.last_sequence = values["lastSequence"]
        collection.checkpoints = values["checkpoints"]
        collection.revoked = values["revoked"]
        for client, checkpoint in values["peerCheckpoints"].items():
            body = checkpoint["body"].encode()
            collection.peer_checkpoints[client] = (checkpoint["revision"], body)
        for id, item in values["documents"].items():
            document = Document(id, _load_revision(item), item["sequence"])
            for remote, entry in item["remotes"].items():
                conflict = entry.get("conflict")
                document.remotes[remote] = RemoteRevision(
                    History.parse(entry["history"]), _load_revision(conflict) if conflict else None
                )
            document.tree = item.get("tree", [])
            document.revision.attachments = item.get("attachments", {})
            collection.documents[id] = document
            for version in document.revision.history.vector.versions:
                store.clock.see(version.time)


def _load_revision(item: Dict[str, Any]) -> Revision:
    history = History(History.parse(item["vector"]).vector, item["trees"]) if item["vector"] else (
        History(trees=item["trees"])
    )
    return Revision(history, item["body"], item["deleted"])


def apply_edit(store: Store, edit: Dict[str, Any]) -> Document:
    """Applies an edit of a scenario or a control request.

    `do` is put or delete. With `history` (the text of a vector, perhaps followed by tree IDs),
    the revision is stored with that history instead of a new version. With `ahead`, the new version
    has a time that many seconds in the future.
    """
    name = edit.get("collection", "_default")
    is_deleted = edit.get("do", "put") == "delete" or bool(edit.get("deleted"))
    body = {} if is_deleted else store_blobs(store, edit.get("body", {}))
    if "ahead" in edit:
        time = store.clock.physical() + int(edit["ahead"] * 1_000_000_000)
        store.next_version = Version(time, store.source)
    if "history" in edit:
        revision = Revision(History.parse(edit["history"]), body, is_deleted)
        return store.set_revision(name, edit["id"], revision)
    return store.put(name, edit["id"], body, is_deleted)


def store_blobs(store: Store, value: Any) -> Any:
    """Returns a body in which each `{"$blob": …}` is replaced by a stored blob.

    `{"$attachment": …}`, within `_attachments`, is replaced by an entry that belongs to no blob.
    The values have `text`, `base64`, or `repeat` (a string) with `times`, and optionally
    `contentType`.
    """
    if isinstance(value, list):
        return [store_blobs(store, item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$attachment" in value:
        entry = store_blobs(store, {"$blob": value["$attachment"]})
        del entry["@type"]
        return {**entry, "stub": True, "revpos": 1}
    if "$blob" not in value:
        return {key: store_blobs(store, item) for key, item in value.items()}
    source = value["$blob"]
    if "text" in source:
        content = source["text"].encode()
    elif "repeat" in source:
        content = source["repeat"].encode() * source["times"]
    elif "base64" in source:
        content = base64.b64decode(source["base64"], validate=True)
    else:
        raise BodyError("a $blob needs text, base64, or repeat and times")
    blob = {"@type": "blob", "digest": store.add_blob(content), "length": len(content)}
    if "contentType" in source:
        blob["content_type"] = source["contentType"]
    return blob
