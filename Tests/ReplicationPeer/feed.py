"""The feed of changes that a passive peer sends after subChanges."""

from __future__ import annotations

import asyncio
from typing import Any, List, Optional, Set, Tuple

from bodies import encode_json
from histories import History
from messages import Message, RemoteError
from rev_receiver import current_version, is_rev
from rev_sender import RevRequest, RevSender
from sequences import Announcement, Announcements, Style, parse
from session import Session, is_true
from store import Collection, Document
from versions import VersionError
from wrong_answers import announced_changes

DELETED, REVOKED, REMOVED, EXCLUDED = 1, 2, 4, 8
MAXIMUM_LISTS = 5

# A sequence, and the sequence of the document if its access changed later.
Position = Tuple[int, float]
PLAIN = float("inf")
Entry = Tuple[Position, int, Document]


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
        self.is_stopped = False
        collection = session.store.collection(name)
        trigger = collection.last_sequence + 1
        self.style = Style(session.options.sequence_style, trigger)
        if self.style.name == "backfill" and subscription.since is None:
            # The trigger is a sequence too, which no other change may have.
            collection.last_sequence = trigger
        else:
            self.style.trigger = 0
        self.position = self._start(subscription.since)

    def _start(self, since: Any) -> Position:
        """Returns the position after which the feed continues."""
        if since is None:
            return (0, 0)
        if self.style.name == "integer" and isinstance(since, str) and since.count(":") == 1:
            first, last = parse(since)
            return (first, last)
        return (self.style.start(since), PLAIN)

    def stop(self) -> None:
        """Ends the feed."""
        self.is_stopped = True
        self.changed.set()

    async def run(self) -> None:
        """Sends changes until the feed is caught up, and later ones if it is continuous."""
        store = self.session.store
        store.observers.append(self._observe)
        try:
            while not self.session.connection.is_closed and not self.is_stopped:
                self.changed.clear()
                await self._send_changes()
                is_gateway = self.session.options.is_gateway
                if not (self.is_caught_up and is_gateway):
                    # Couchbase Lite repeats the empty list in continuous replications.
                    self.is_caught_up = True
                    self.session.post("changes", self.name, {}, b"null" if is_gateway else b"[]")
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
                announcement = Announcement(item[0], item[1], current_version(item[2]), is_lost)
                self.announcements.items.append(announcement)
                announced.append(announcement)
            await self.lists.acquire()
            self.session.connection.start(self._send_list(items, announced))
            # The list is in the queue before the next one, and before the empty list.
            await asyncio.sleep(0)

    def _next_items(self) -> List[List[Any]]:
        """Returns the items of the next list, and moves the position behind them."""
        collection = self.session.store.collection(self.name)
        entries = [self._entry(collection, doc) for doc in collection.documents.values()]
        result: List[List[Any]] = []
        for position, flags, document in sorted(entries, key=lambda entry: entry[0]):
            if position <= self.position or len(result) >= self.subscription.batch:
                continue
            self.position = position
            item = self._item(position, flags, document)
            if item is not None:
                result.append(item)
        return result

    def _entry(self, collection: Collection, document: Document) -> Entry:
        """Returns the position and flags of a document.

        If its access changed after the document, the position has two sequences.
        """
        id, sequence = document.id, document.sequence
        if id in collection.revoked:
            return (collection.revoked[id], sequence), REVOKED, document
        if collection.granted.get(id, 0) > sequence:
            return (collection.granted[id], sequence), 0, document
        return (sequence, PLAIN), 0, document

    def _item(
        self, position: Position, flags: int, document: Document
    ) -> Optional[List[Any]]:
        """Returns the item of a document, or none if the subscription excludes it."""
        subscription, revision = self.subscription, document.revision
        if subscription.documents is not None and document.id not in subscription.documents:
            return None
        if self.is_caught_up and self._is_echo(document):
            return None
        if revision.is_deleted:
            flags |= DELETED
        flags |= self._removal(document, flags)
        if flags & EXCLUDED:
            return None
        if subscription.active_only and flags and not self.is_caught_up:
            return None
        if flags & (REVOKED | REMOVED) and not flags & DELETED and not subscription.revocations:
            return None
        sequence, last = position
        is_gateway = self.session.options.is_gateway
        is_plain = last == PLAIN or not is_gateway
        value = self.style.value(sequence) if is_plain else f"{sequence}:{last}"
        if is_gateway:
            return [value, document.id, revision.rev] + ([flags] if flags else [])
        whole = self.is_caught_up and revision.history.vector
        rev = str(revision.history.vector) if whole else revision.rev
        item = [value, document.id, rev, flags]
        return item + ([] if revision.is_deleted else [len(encode_json(revision.body))])

    def _is_echo(self, document: Document) -> bool:
        """Returns whether Couchbase Lite received a new document over this connection."""
        key = (self.name, document.id)
        is_gateway = self.session.options.is_gateway
        return not is_gateway and self.session.created.get(key) == document.revision.rev

    def _removal(self, document: Document, flags: int) -> int:
        """Returns whether a document left the channels, or was never in one of them."""
        collection, current = self.session.store.collection(self.name), document.revision.channels
        if flags & REVOKED:
            return REMOVED if collection.lost and not current & collection.lost else 0
        channels = collection.visible(self.subscription.channels)
        if channels is None or current & channels and not flags & DELETED:
            return 0
        return REMOVED if (document.past_channels | current) & channels else EXCLUDED

    async def _send_list(self, items: List[List[Any]], announced: List[Announcement]) -> None:
        """Sends a list of changes, and the revisions that the response selects."""
        session = self.session
        items, announced = announced_changes(session.faults, items, announced)

        def observe(response: Message, error: Optional[RemoteError]) -> None:
            if error is None:
                self._answered(announced, response)

        try:
            await session.ask(
                "changes",
                self.name,
                session.connection.json_properties({}),
                encode_json(items),
                urgent=not session.options.is_gateway,
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
            session.connection.start(self._send_rev(announcement, answer, adds, replaces))

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

    async def _send_rev(
        self, announcement: Announcement, known: List[Any], adds: bool, replaces: bool
    ) -> None:
        """Sends a revision and registers how its transfer ended."""

        def observe(response: Message, error: Optional[RemoteError]) -> None:
            announcement.is_answered = True
            announcement.is_finished = error is None or not error.is_transient

        request = RevRequest(self.name, announcement.id, announcement.rev, announcement.value)
        request.adds_attachments, request.replaces = adds, replaces
        request.is_lost = announcement.is_lost
        request.known = [text for text in known if isinstance(text, str)]
        request.on_response = observe
        outcome = await self.sender.send(request)
        if outcome.error is None:
            announcement.is_finished = True
