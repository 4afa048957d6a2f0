"""The active side of a replication: the client of a database."""

from __future__ import annotations

import asyncio
from typing import Any, Dict, List, Optional

from attachments import Attachments
from bodies import BodyError, encode_json, parse_json
from checkpoints import Checkpoint
from connection import Connection, Request
from messages import RemoteError
from options import Options
from puller import Puller, report_end
from pusher import Pusher
from rev_receiver import Expectation, RevReceiver
from rev_sender import RevSender
from session import Session
from store import Document, RemoteRevision, Store, StoreError
from versions import Vector
from histories import History

SAVE_INTERVAL = 5.0


class ActiveSession(Session):
    """Replicates the collections of the options with a passive partner."""

    def __init__(
        self, connection: Connection, store: Store, options: Options, remote: str
    ) -> None:
        super().__init__(connection, store, options)
        self.remote = remote
        connection.is_client = True
        self.collections = list(options.collections)
        self.attachments = Attachments(self)
        self.receiver = RevReceiver(self, self.attachments, remote)
        self.receiver.on_finished = self._finished
        self.sender = RevSender(self, self.attachments)
        self.pullers: Dict[str, Puller] = {}
        self.pushers: Dict[str, Pusher] = {}
        self.checkpoints: List[Checkpoint] = []
        self.error: Optional[RemoteError] = None
        self.handlers["changes"] = self._receive_changes

    async def run(self) -> None:
        """Replicates until everything is exchanged, or until the end of the connection."""
        self.store.observers.append(self._observe)
        try:
            await self._begin()
            await self._loop()
            await self._save()
            await self.connection.socket.close(1000, "")
        except RemoteError as error:
            self.error = error
            report_end(self, error)
            if error.domain != "connection":
                await self.connection.socket.close(1000, "")
        finally:
            self.store.observers.remove(self._observe)

    async def _begin(self) -> None:
        """Exchanges the checkpoints, and starts both directions."""
        self.checkpoints = [Checkpoint(self, name, self.remote) for name in self.collections]
        await (self._begin_in_old_mode() if self.options.old_mode else self._open_collections())
        work = []
        for checkpoint in self.checkpoints:
            name = checkpoint.name
            if self.options.pull:
                self.pullers[name] = Puller(self, name, self.receiver, checkpoint)
                work.append(self.pullers[name].start())
            if self.options.push:
                pusher = Pusher(self, name, self.sender, checkpoint, self.remote)
                self.pushers[name] = pusher
                self.connection.start(self._push(pusher))
        await asyncio.gather(*work)

    async def _begin_in_old_mode(self) -> None:
        """Reads the checkpoint of the default collection, without getCollections."""
        self.is_old_mode = True
        (checkpoint,) = self.checkpoints
        stored: Dict[str, Any] = {}
        try:
            response = await self.ask("getCheckpoint", checkpoint.name, {"client": checkpoint.id})
        except RemoteError as error:
            if (error.domain, error.code) != ("HTTP", 404):
                raise
        else:
            stored = {**parse_json(response.body), "rev": response.properties.get("rev", "")}
        checkpoint.begin(stored)

    async def _open_collections(self) -> None:
        """Sends getCollections."""
        body = {
            "checkpoint_ids": [checkpoint.id for checkpoint in self.checkpoints],
            "collections": self.collections,
        }
        properties = {} if self.options.is_gateway else {"uuid": self.store.uuid.hex()}
        response = await self.ask("getCollections", "", properties, encode_json(body))
        for checkpoint, stored in zip(self.checkpoints, self._stored_checkpoints(response.body)):
            if stored is None:
                text = f"the collection {checkpoint.name} does not exist"
                raise RemoteError("WebSocket", 404, text)
            checkpoint.begin(stored)

    async def _push(self, pusher: Pusher) -> None:
        try:
            await pusher.run()
        except RemoteError as error:
            self.error = self.error or error

    def _stored_checkpoints(self, data: bytes) -> List[Any]:
        """Returns the checkpoints in the response of getCollections."""
        try:
            value = parse_json(data)
        except BodyError as error:
            self.violate("4 getCollections", str(error), fatal=True)
            raise RemoteError("connection", 1002, str(error)) from error
        is_list = isinstance(value, list) and len(value) == len(self.collections)
        if not is_list or any(item is not None and not isinstance(item, dict) for item in value):
            self.violate("4 getCollections", f"the response is {value!r}", fatal=True)
            raise RemoteError("connection", 1002, "invalid response")
        return value

    async def _loop(self) -> None:
        """Saves checkpoints and resolves conflicts until a one-shot replication is complete."""
        clock = asyncio.get_running_loop().time
        saved = clock()
        while True:
            if self.error is not None:
                raise self.error
            if self.connection.is_closed:
                raise RemoteError("connection", 1006, "the connection ended")
            self._resolve()
            if self.is_caught_up and (not self.options.continuous or clock() - saved > 0.2):
                if not self.options.continuous:
                    return
                await self._save()
                saved = clock()
            elif clock() - saved > SAVE_INTERVAL:
                await self._save()
                saved = clock()
            await asyncio.sleep(0.01)

    def _resolve(self) -> None:
        """Resolves conflicts by the chosen rule."""
        if self.options.resolve == "none":
            return
        for name in self.collections:
            for document in list(self.store.collection(name).documents.values()):
                if document.is_conflicted and self.remote in document.remotes:
                    self.store.resolve(name, document.id, self.remote, self.options.resolve)

    async def _save(self) -> None:
        """Saves the checkpoints that changed."""
        for puller in self.pullers.values():
            puller.advance()
        for checkpoint in self.checkpoints:
            await checkpoint.save()

    async def _receive_changes(self, request: Request, name: str) -> None:
        """Passes a list of changes to the puller of its collection."""
        puller = self.pullers.get(name)
        if puller is None:
            self.violate("4 changes", "changes without subChanges")
            request.fail("BLIP", 404, "no subscription")
            return
        await puller.receive(request)

    def note_remote(self, name: str, document: Document, rev: str) -> None:
        """Registers the revision that the remote has, of a document that is not older here."""
        entry = document.remotes.get(self.remote)
        if entry is not None and entry.history.rev == rev:
            return
        if document.revision.rev == rev:
            history = document.revision.history
        else:
            history = History(Vector.parse(rev)) if "@" in rev else History(trees=[rev])
        document.remotes[self.remote] = RemoteRevision(history)

    def _finished(
        self, name: str, expectation: Expectation, error: Optional[StoreError]
    ) -> None:
        self.pullers[name].finished(expectation, error)

    def _observe(self, name: str) -> None:
        if name in self.pushers:
            self.pushers[name].store_changed()

    @property
    def is_caught_up(self) -> bool:
        """Whether both directions have exchanged everything."""
        pulled = all(puller.is_complete for puller in self.pullers.values())
        pushed = all(pusher.is_complete for pusher in self.pushers.values())
        return pulled and pushed and self.is_idle

    def finish(self, code: int, by_partner: bool) -> None:
        """Reports revisions that were requested and never came."""
        if by_partner and code in (1000, 1001):
            self.report.note("2.8 close", "the passive partner closed", self.connection.number)
        if not by_partner and code == 1000 and self.error is None:
            for name, id, rev in self.receiver.expected:
                text = f"{id!r} {rev} of {name} was requested and never sent"
                self.report.violation("4 changes", text, self.connection.number)
