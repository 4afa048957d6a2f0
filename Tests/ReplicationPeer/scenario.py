"""Scenarios: the initial state of a peer, and edits that it applies at given moments.

A scenario is a JSON file:

    {
      "collections": ["_default", "inventory.hotels"],
      "edits": [
        {"do": "put", "id": "a", "body": {"x": 1}},
        {"do": "put", "id": "b", "body": {"pic": {"$blob": {"text": "…"}}}},
        {"do": "delete", "id": "a", "after": {"message": "rev", "direction": "sent", "count": 3}},
        {"do": "put", "id": "c", "body": {}, "afterSeconds": 0.5}
      ]
    }

Edits without `after` and `afterSeconds` make the initial state. The messages of `after` are
profiles, or profiles followed by " response" or " error", counted over all connections.

The edits `recreate`, `remember` and `restore` concern the whole server: it forgets everything,
keeps a copy, or returns to the copy. `offline` and `online` end all connections and refuse
others with 503, and accept them again. `access` sets the `channels` that clients can read.
"""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List

from report import Report
from store import Store
from store_json import apply_edit

EDITS = ("put", "delete", "purge", "resolve", "revoke", "grant")
# Edits of the whole server.
SERVER_EDITS: Dict[str, Callable[[Store, Dict[str, Any]], None]] = {
    "recreate": lambda store, edit: store.recreate(),
    "remember": lambda store, edit: store.remember(),
    "restore": lambda store, edit: store.restore(),
    "offline": lambda store, edit: store.set_offline(True),
    "online": lambda store, edit: store.set_offline(False),
    "access": lambda store, edit: _set_access(store, edit),
}


class ScenarioError(ValueError):
    """A scenario or control request that is not valid."""


def perform(store: Store, edit: Dict[str, Any]) -> Any:
    """Applies an edit to a store."""
    action = edit.get("do", "put")
    if action in SERVER_EDITS:
        SERVER_EDITS[action](store, edit)
        for name in store.collections:
            store.notify(name)
        return None
    if action not in EDITS or not isinstance(edit.get("id"), str):
        raise ScenarioError(f"invalid edit {edit}")
    name, id = edit.get("collection", "_default"), edit["id"]
    if action in ("put", "delete"):
        return apply_edit(store, edit)
    collection = store.collection(name)
    document = collection.documents.get(id)
    if document is None:
        raise ScenarioError(f"no document {id!r} in {name}")
    if action == "purge":
        del collection.documents[id]
    elif action == "resolve":
        for remote in list(document.remotes):
            store.resolve(name, id, remote, edit.get("choice", "default"))
    elif action == "revoke":
        collection.revoked[id] = collection.next_sequence()
    else:
        collection.revoked.pop(id, None)
        collection.granted[id] = collection.next_sequence()
    store.notify(name)
    return document


def _set_access(store: Store, edit: Dict[str, Any]) -> None:
    """Changes the channels that clients can read; without channels, to all documents."""
    channels = edit.get("channels")
    access = set(channels) if channels is not None else None
    store.collection(edit.get("collection", "_default")).set_access(access)


class Scenario:
    """The edits of a scenario that wait for their moment."""

    def __init__(self, store: Store, report: Report, json: Dict[str, Any]) -> None:
        self.store = store
        self.report = report
        self.waiting: List[Dict[str, Any]] = []
        self.timed: List[Dict[str, Any]] = []
        unknown = set(json) - {"collections", "edits"}
        if unknown:
            raise ScenarioError(f"unknown keys {sorted(unknown)} of a scenario")
        for name in json.get("collections", []):
            store.collection(name)
        for edit in json.get("edits", []):
            if "after" in edit:
                self.waiting.append(edit)
            elif "afterSeconds" in edit:
                self.timed.append(edit)
            else:
                perform(store, edit)

    def start(self) -> None:
        """Starts the time of the edits with `afterSeconds`."""
        loop = asyncio.get_running_loop()
        for edit in list(self.timed):
            loop.call_later(edit["afterSeconds"], self._perform_timed, edit)

    def _perform_timed(self, edit: Dict[str, Any]) -> None:
        self.timed.remove(edit)
        perform(self.store, edit)

    def counted(self, direction: str, message: str) -> None:
        """Applies the edits that wait for a message that was sent or received."""
        count = self.report.counts[direction].get(message, 0)
        for edit in list(self.waiting):
            after = edit["after"]
            matches = after["message"] == message and after["count"] <= count
            if matches and after.get("direction", "received") == direction:
                self.waiting.remove(edit)
                perform(self.store, edit)

    @property
    def is_complete(self) -> bool:
        """Whether all edits with a time were applied."""
        return not self.timed
