"""Checkpoints: the service of a passive peer, and the checkpoint of an active one."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from typing import Any, Dict, Optional, Tuple

from bodies import BodyError, encode_json, parse_json
from connection import Request
from messages import RemoteError
from rev_receiver import RevReceiver
from sequences import SequenceSet, checkpoint_form_problem, parse
from session import Session


class CheckpointService:
    """Stores the checkpoints of active partners, and checks what they claim."""

    def __init__(self, session: Session, feeds: Dict[str, Any], receiver: RevReceiver) -> None:
        self.session = session
        self.feeds = feeds
        self.receiver = receiver
        self.clients: Dict[str, str] = {}
        self.at_start: Dict[str, Any] = {}
        session.handlers["getCheckpoint"] = self.get
        session.handlers["setCheckpoint"] = self.set

    def _revision(self, number: int) -> str:
        return f"0-{number}" if self.session.options.is_gateway else f"{number}-cc"

    def opening(self, client: str, name: str) -> Dict[str, Any]:
        """Returns the item of a collection in the response of getCollections."""
        if not client.startswith("cp-"):
            self.session.violate("6 checkpoints", f"the checkpoint ID {client!r}")
        self.clients[name] = client
        stored = self.session.store.collection(name).peer_checkpoints.get(client)
        if stored is None:
            return {}
        body = json.loads(stored[1])
        self.at_start[name] = body
        key = "_rev" if self.session.options.is_gateway else "rev"
        return {**body, key: self._revision(stored[0])}

    def remote_at_start(self, name: str) -> Any:
        """Returns the remote sequence of the checkpoint when the connection began."""
        return self.at_start.get(name, {}).get("remote")

    def _client(self, request: Request, name: str) -> str:
        client = request.message.properties.get("client", "")
        if not client:
            raise BodyError("no property client")
        expected = self.clients.get(name)
        if expected is not None and client != expected:
            text = f"the client is {client!r}, in getCollections it was {expected!r}"
            self.session.violate("4 setCheckpoint", text)
        return client

    async def get(self, request: Request, name: str) -> None:
        """Answers getCheckpoint."""
        client = request.message.properties.get("client", "")
        stored = self.session.store.collection(name).peer_checkpoints.get(client)
        if stored is None:
            self.session.refuse(request, "checkpoint")
            return
        # A client that starts without getCollections reads the checkpoint in this way.
        self.at_start.setdefault(name, json.loads(stored[1]))
        request.respond_json({"rev": self._revision(stored[0])}, stored[1])

    async def set(self, request: Request, name: str) -> None:
        """Answers setCheckpoint."""
        session = self.session
        client = self._client(request, name)
        body = request.message.body
        self._check(name, parse_json(body))
        collection = session.store.collection(name)
        stored = collection.peer_checkpoints.get(client)
        code = session.faults.refuses_checkpoint()
        if code is not None:
            if code == 409:
                number = stored[0] + 1 if stored else 1
                collection.peer_checkpoints[client] = (number, stored[1] if stored else b"{}")
            request.fail("HTTP", code, "refused")
            return
        rev = request.message.properties.get("rev", "")
        if rev != (self._revision(stored[0]) if stored else ""):
            session.refuse(request, "checkpoint revision")
            return
        number = stored[0] + 1 if stored else 1
        collection.peer_checkpoints[client] = (number, body)
        request.respond({"rev": self._revision(number)})

    def _check(self, name: str, checkpoint: Any) -> None:
        """Reports a checkpoint that covers what is not complete."""
        session = self.session
        problem = checkpoint_form_problem(checkpoint)
        if problem:
            session.violate("6 checkpoints", problem)
            return
        problem = self.receiver.checkpoint_problem(name, SequenceSet.of_checkpoint(checkpoint))
        if problem:
            session.violate("6 checkpoints", problem)
        remote = checkpoint.get("remote")
        if remote is None:
            return
        feed = self.feeds.get(name)
        if feed is not None:
            problem = feed.announcements.checkpoint_problem(remote)
        elif remote != self.remote_at_start(name):
            problem = "the checkpoint has a new remote sequence without subChanges"
        if problem:
            session.violate("6 checkpoints", problem)


class Checkpoint:
    """The checkpoint of an active peer for a collection."""

    def __init__(self, session: Session, name: str, remote: str) -> None:
        self.session = session
        self.name = name
        options = session.options
        parts = [session.store.uuid.hex(), name, remote, options.push, options.pull]
        parts += [options.channels, options.documents]
        digest = hashlib.sha1(json.dumps(parts).encode()).digest()
        self.id = "cp-" + base64.b64encode(digest).decode()
        self.completed = SequenceSet([0, 1])
        self.remote: Any = None
        self.revision = ""
        self.saved: Optional[Tuple[Any, Any]] = None

    def begin(self, stored: Dict[str, Any]) -> None:
        """Compares the local checkpoint with the partner's, and uses what both have."""
        stored = dict(stored)
        # Couchbase Lite ignores `_rev`, so that its first save to Sync Gateway fails with 409.
        self.revision = str(stored.pop("rev", ""))
        if not stored.pop("_rev", None) and stored and not self.revision:
            self.session.violate("4 getCollections", "a checkpoint without rev")
        problem = checkpoint_form_problem(stored)
        if problem:
            self.session.violate("4 getCollections", problem)
            return
        local = self.session.store.collection(self.name).checkpoints.get(self.id)
        if local is None or not stored:
            return
        mine, theirs = SequenceSet.of_checkpoint(local), SequenceSet.of_checkpoint(stored)
        self.completed = mine.intersection(theirs)
        if local.get("remote") == stored.get("remote"):
            self.remote = local.get("remote")
        elif "remote" in local and "remote" in stored:
            self.remote = min(local["remote"], stored["remote"], key=lambda value: parse(value)[0])
        self.saved = (self.completed.json(), self.remote)

    async def save(self) -> None:
        """Saves the checkpoint, first at the partner, if it changed."""
        state = (self.completed.json(), self.remote)
        if state == self.saved:
            return
        value: Dict[str, Any] = {"time": int(time.time())}
        if self.session.options.push:
            value["local"] = self.completed.last_complete
            if len(self.completed.ranges) > 1:
                value["localCompleted"] = self.completed.json()
        if self.remote is not None:
            value["remote"] = self.remote
        for _ in range(3):
            properties = {"client": self.id, "rev": self.revision}
            try:
                response = await self.session.ask(
                    "setCheckpoint", self.name, properties, encode_json(value)
                )
                break
            except RemoteError as error:
                if (error.domain, error.code) != ("HTTP", 409):
                    raise
                answer = await self.session.ask("getCheckpoint", self.name, {"client": self.id})
                self.revision = answer.properties.get("rev", "")
        else:
            self.session.violate("4 setCheckpoint", "HTTP 409 three times with the current rev")
            return
        self.revision = response.properties.get("rev", "")
        if not self.revision:
            self.session.violate("4 setCheckpoint", "the response has no rev")
        self.session.store.collection(self.name).checkpoints[self.id] = value
        self.saved = state
