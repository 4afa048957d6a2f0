"""Revision trees: what Sync Gateway keeps of documents from before version vectors.

Sync Gateway gives each revision a tree ID in addition to its version. It appends the tree to the
history that it sends to a client that has a tree revision of the document.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, List, Optional

from bodies import attachments_of, encode_json
from histories import History
from versions import CONFLICT, NEWER, OLDER, SAME, is_tree_id

if TYPE_CHECKING:
    from documents import Document, Revision


def grow(document: "Document", tree_id: Optional[str]) -> None:
    """Adds the current revision of a document to its tree."""
    history = document.revision.history
    if not history.vector:
        document.tree = list(history.trees)
        return
    pushed = history.trees
    if pushed and document.tree and pushed[0] != document.tree[0]:
        # Sync Gateway cannot read the tree after that.
        document.is_tree_broken = True
    if tree_id is None:
        before = document.tree or list(pushed)
        generation = int(before[0].split("-")[0]) if before else 0
        digest = hashlib.md5(encode_json(document.revision.body)).hexdigest()
        tree_id = f"{generation + 1}-{digest}"
    document.tree = [tree_id] + (document.tree or list(pushed))
    document.revision.history = History(history.vector)


def compare(pushed: History, document: "Document") -> str:
    """Returns how a pushed history relates to the current revision of a document."""
    stored = document.revision.history
    if pushed.vector and stored.vector:
        order = pushed.vector.compare(stored.vector)
        return NEWER if order == CONFLICT and document.tree_id in pushed.trees else order
    known = list(pushed.trees)
    if not pushed.vector and known[0] in document.tree:
        return SAME if known[0] == document.tree[0] else OLDER
    return NEWER if document.tree_id in known else CONFLICT


def with_attachments(document: "Document") -> "Revision":
    """Returns the current revision with the entries that Sync Gateway keeps for its blobs."""
    revision = document.revision
    listed = revision.body.get("_attachments")
    entries = dict(listed) if isinstance(listed, dict) else {}
    blobs = {name: entry for name, entry in entries.items() if name.startswith("blob_")}
    for name, entry in attachments_of(revision.body).items():
        blobs.setdefault(name, entry)
    for entry in blobs.values():
        entry.setdefault("revpos", document.generation)
    if blobs:
        others = {name: entry for name, entry in entries.items() if name not in blobs}
        body = {key: value for key, value in revision.body.items() if key != "_attachments"}
        revision.body = {**body, "_attachments": others} if others else body
        revision.attachments = blobs
    return revision


def sent_body(revision: "Revision") -> Any:
    """Returns the body of a revision with `_attachments`, as Sync Gateway sends it."""
    entries = {**revision.body.get("_attachments", {}), **revision.attachments}
    return {**revision.body, "_attachments": entries} if entries else revision.body


def sent_history(document: "Document", known: List[str]) -> Optional[str]:
    """Returns the property `history` for a client that has some revisions of a document.

    Returns none if Sync Gateway cannot serve the revision to that client.
    """
    vector = document.revision.history.vector
    # Sync Gateway appends the tree only for a client that has no version of the document.
    held = known if known and is_tree_id(known[0]) else []
    if not vector:
        return ",".join(document.tree[1:])
    merged = vector.versions[1 : vector.current_count]
    past = vector.versions[vector.current_count :]
    text = ",".join(map(str, merged)) + (";" if merged else "") + ",".join(map(str, past))
    if not held:
        return text
    if document.is_tree_broken:
        return None
    end = document.tree.index(held[0]) + 1 if held[0] in document.tree else len(document.tree)
    return ",".join(([text] if text else []) + document.tree[:end])
