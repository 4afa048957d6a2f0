"""The feed of changes that a passive peer sends after subChanges."""

from __future__ import annotations

import asyncio
from typing import Any, List, Optional, Set

from bodies import encode_json
from histories import History
from messages import Message, RemoteError
from rev_receiver import is_rev
from rev_sender import RevRequest, RevSender
from sequences import Announcement, Announcements, Style
from session import Session, is_true
from store import Document
from versions import VersionError

DELETED, REVOKED, REMOVED = 1, 2, 4
MAXIMUM_LISTS = 5


class Subscription:
    """The parameters of subChanges."""

    def __init__(self) -> None:
        self.since: Any = None
        self.is_continuous = False
        self.batch = 200
        self.active_only = False
        self.revocations = False
        self.replacements = False
        self.documents: Optional[Set[str]] = None
        self.channels: Optional[Set[str]] = None


class Feed:
    """Announces the changes of a collection and sends the revisions that the partner wants."""

    def __init__(
        self, session: Session, sender: RevSender, name: str, subscription: Subscription
    ) -> None:
        self.session = session
        self.sender = sender
        self.name = name
        self.subscription = subscription
        self.announcements = Announcements(subscription.since)
        self.lists = asyncio.Semaphore(MAXIMUM_LISTS)
        self.changed = asyncio.Event()
        self.is_caught_up = False
        self.is_waiting = False
        collection = session.store.collection(name)
        trigger = collection.last_sequence + 1
        self.style = Style(session.options.sequence_style, trigger)
        if self.style.name == "backfill" and subscription.since is None:
            # The trigger is a sequence too, which no other change may have.
            collection.last_sequence = trigger
        else:
            self.style.trigger = 0
        self.position = 0 if subscription.since is None else self.style.start(subscription.since)

    async def run(self) -> None:
        """Sends changes until the feed is caught up, and later ones if it is continuous."""
        store = self.session.store
        store.observers.append(self._observe)
        try:
            while not self.session.connection.is_closed:
                self.changed.clear()
                await self._send_changes()
                if not self.is_caught_up:
                    self.is_caught_up = True
                    self.session.post("changes", self.name, {}, b"[]")
                if not self.subscription.is_continuous:
                    return
                self.is_waiting = True
                await self.changed.wait()
                self.is_waiting = False
        finally:
            store.observers.remove(self._observe)

    def _observe(self, name: str) -> None:
        if name == self.name:
            self.changed.set()

    @property
    def is_idle(self) -> bool:
        """Whether all changes were sent."""
        is_current = self.is_waiting and not self.changed.is_set()
        return self.is_caught_up and (is_current or not self.subscription.is_continuous)

    async def _send_changes(self) -> None:
        """Sends all changes behind the position."""
        while True:
            items = self._next_items()
            if not items:
                return
            announced = []
            for item in items:
                flags = int(item[3]) if len(item) > 3 else 0
                is_lost = flags > 1 and flags != REMOVED | DELETED
                announcement = Announcement(item[0], item[1], item[2], is_lost)
                self.announcements.items.append(announcement)
                announced.append(announcement)
            await self.lists.acquire()
            self.session.connection.start(self._send_list(items, announced))
            # The list is in the queue before the next one, and before the empty list.
            await asyncio.sleep(0)

    def _next_items(self) -> List[List[Any]]:
        """Returns the items of the next list, and moves the position behind them."""
        collection = self.session.store.collection(self.name)
        entries = [(doc.sequence, 0, doc) for doc in collection.documents.values()]
        entries = [entry for entry in entries if entry[2].id not in collection.revoked]
        for id, sequence in collection.revoked.items():
            if self.subscription.revocations and id in collection.documents:
                entries.append((sequence, REVOKED, collection.documents[id]))
        result: List[List[Any]] = []
        for sequence, flags, document in sorted(entries, key=lambda entry: entry[0]):
            if sequence <= self.position or len(result) >= self.subscription.batch:
                continue
            self.position = sequence
            item = self._item(sequence, flags, document)
            if item is not None:
                result.append(item)
        return result

    def _item(self, sequence: int, flags: int, document: Document) -> Optional[List[Any]]:
        """Returns the item of a document, or none if the subscription excludes it."""
        subscription, revision = self.subscription, document.revision
        if subscription.documents is not None and document.id not in subscription.documents:
            return None
        if subscription.channels is not None and not revision.is_deleted and not flags:
            if not revision.channels & subscription.channels:
                if not document.past_channels & subscription.channels:
                    return None
                flags |= REMOVED
        if revision.is_deleted:
            if subscription.active_only:
                return None
            flags |= DELETED
            if subscription.channels is not None and not flags & REVOKED:
                # A tombstone is in no channel.
                flags |= REMOVED
        item: List[Any] = [self.style.value(sequence), document.id, revision.rev]
        if self.session.options.is_gateway:
            return item + ([True] if flags == DELETED else [flags] if flags else [])
        return item + [flags, len(encode_json(revision.body))]

    async def _send_list(self, items: List[List[Any]], announced: List[Announcement]) -> None:
        """Sends a list of changes, and the revisions that the response selects."""
        session = self.session

        def observe(response: Message, error: Optional[RemoteError]) -> None:
            if error is None:
                self._answered(announced, response)

        try:
            await session.ask(
                "changes",
                self.name,
                {},
                encode_json(items),
                urgent=True,
                compressed=True,
                on_response=observe,
            )
        except RemoteError as error:
            number = session.connection.number
            session.report.error("changes", error.domain, error.code, error.text, number)
        finally:
            self.lists.release()

    def _answered(self, announced: List[Announcement], response: Message) -> None:
        """Starts to send the revisions that the response of a list selects."""
        session, properties = self.session, response.properties
        adds = session.options.is_gateway or not is_true(properties, "blobs")
        replaces = is_true(properties, "sendReplacementRevs") or self.subscription.replacements
        answers = session.response_list("changes", response, len(announced))
        for announcement, answer in zip(announced, answers):
            if not isinstance(answer, list):
                if answer not in (0, None) or answer is False:
                    session.violate("4 changes", f"the answer {answer!r} to {announcement.id!r}")
                announcement.is_finished = True
                continue
            self._check_known(announcement, answer)
            session.connection.start(self._send_rev(announcement, adds, replaces))

    def _check_known(self, announcement: Announcement, answer: List[Any]) -> None:
        """Checks the revisions that the partner has of a document."""
        for text in answer:
            try:
                known = History.parse(text) if isinstance(text, str) else None
            except VersionError:
                known = None
            if not known:
                self.session.violate("4 changes", f"{text!r} is no revision of {announcement.id!r}")
            elif is_rev(announcement.rev) and known.rev == announcement.rev:
                text = f"{announcement.id!r} is requested, although the partner has {known.rev}"
                self.session.violate("4 changes", text)

    async def _send_rev(self, announcement: Announcement, adds: bool, replaces: bool) -> None:
        """Sends a revision and registers how its transfer ended."""

        def observe(response: Message, error: Optional[RemoteError]) -> None:
            announcement.is_answered = True
            announcement.is_finished = error is None or not error.is_transient

        request = RevRequest(self.name, announcement.id, announcement.rev, announcement.value)
        request.adds_attachments, request.replaces = adds, replaces
        request.is_lost = announcement.is_lost
        request.on_response = observe
        outcome = await self.sender.send(request)
        if outcome.error is None:
            announcement.is_finished = True
