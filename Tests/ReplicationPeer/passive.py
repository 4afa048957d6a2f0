"""The passive side of a replication: the server of a database."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Set

from attachments import Attachments
from bodies import BodyError, encode_json, parse_json
from checkpoints import CheckpointService
from connection import Connection, Request
from feed import Feed, Subscription
from options import Options
from proposals import Proposals
from rev_receiver import RevReceiver
from rev_sender import RevSender
from sequences import SequenceError, parse
from session import Session, is_true
from store import Store


class PassiveSession(Session):
    """Answers the requests of an active partner."""

    def __init__(self, connection: Connection, store: Store, options: Options) -> None:
        super().__init__(connection, store, options)
        self.has_begun = False
        self.feeds: Dict[str, Feed] = {}
        self.attachments = Attachments(self)
        self.receiver = RevReceiver(self, self.attachments, None)
        self.sender = RevSender(self, self.attachments)
        self.checkpoints = CheckpointService(self, self.feeds, self.receiver)
        self.proposals = Proposals(self, self.receiver)
        self.handlers["getCollections"] = self._get_collections
        self.handlers["subChanges"] = self._subscribe
        self.subscribed: Set[str] = set()
        if options.is_gateway:
            self.handlers["unsubChanges"] = self._unsubscribe
            self.handlers["getRev"] = self._get_rev
            self.handlers["PING"] = self._ping

    async def handle(self, request: Request) -> None:
        """Checks that the first request is getCollections."""
        profile = request.message.properties.get("Profile", "")
        if not self.has_begun:
            self.has_begun = True
            if profile != "getCollections":
                self.violate("3 getCollections", f"the first request is {profile!r}")
                self.is_old_mode = True
                self.collections = ["_default"]
        elif profile == "getCollections":
            self.violate("3 getCollections", "getCollections is not the first request")
            if not self.options.is_gateway:
                self.refuse(request, "getCollections JSON")
                return
        await super().handle(request)

    async def _get_collections(self, request: Request, name: str) -> None:
        """Answers getCollections."""
        if not request.message.properties.get("uuid") and not self.options.partner_is_gateway:
            self.violate("4 getCollections", "no property uuid")
        try:
            value = parse_json(request.message.body)
        except BodyError as error:
            self.violate("4 getCollections", str(error))
            raise self.refusal("getCollections JSON") from error
        problem = _lists_problem(value)
        if problem:
            self.violate("4 getCollections", problem)
            raise self.refusal("getCollections lists")
        clients, paths = value["checkpoint_ids"], value["collections"]
        names = [path[9:] if path.startswith("_default.") else path for path in paths]
        result: List[Any] = []
        self.collections = []
        for client, path in zip(clients, names):
            exists = path in self.store.collections
            self.collections.append(path if exists else "")
            result.append(self.checkpoints.opening(client, path) if exists else None)
        request.respond_json({}, encode_json(result))

    async def _ping(self, request: Request, name: str) -> None:
        """Answers PING."""
        request.respond()

    async def _get_rev(self, request: Request, name: str) -> None:
        """Answers getRev."""
        document = self.store.collection(name).documents.get(request.message.properties["id"])
        if document is None:
            raise self.refusal("blob")
        body = encode_json(document.revision.body)
        request.respond({"rev": document.tree_id}, body, compressed=True)

    # subChanges

    async def _subscribe(self, request: Request, name: str) -> None:
        """Answers subChanges and starts the feed."""
        properties = request.message.properties
        if name in self.subscribed:
            self.violate("4 subChanges", "a second subChanges of the collection")
            if self.options.is_gateway:
                raise self.refusal("subscription")
        self._check_versioning(properties)
        # Sync Gateway registers a subscription even if it refuses the filter.
        self.subscribed.add(name)
        self._check_filter(request)
        subscription = self._subscription(name, properties)
        if request.message.body:
            body = parse_json(request.message.body)
            documents = body.get("docIDs") if isinstance(body, dict) and len(body) == 1 else None
            if not _are_strings(documents):
                raise BodyError("the body has no array docIDs")
            subscription.documents = set(documents)
        known = self.feeds.get(name)
        request.respond()
        if known is None or self.options.is_gateway:
            feed = self.feeds[name] = Feed(self, self.sender, name, subscription)
            self.connection.start(feed.run())

    async def _unsubscribe(self, request: Request, name: str) -> None:
        """Answers unsubChanges and ends the feed."""
        self.subscribed.discard(name)
        if name in self.feeds:
            self.feeds[name].stop()
        request.respond()

    def _check_versioning(self, properties: Dict[str, str]) -> None:
        """Checks the property versioning, which Sync Gateway ignores."""
        if self.options.serves == "push":
            raise self.refusal("pull")
        if properties.get("versioning") != "version-vectors":
            self.violate("4 subChanges", f"the versioning is {properties.get('versioning')!r}")
            if not self.options.is_gateway:
                raise self.refusal("versioning")

    def _check_filter(self, request: Request) -> None:
        """Checks the filter. Raises StoreError for one that the peer does not support."""
        properties = request.message.properties
        filter_name = properties.get("filter")
        if not self.options.is_gateway:
            if filter_name is not None:
                raise self.refusal("filter")
            return
        if filter_name not in (None, "sync_gateway/bychannel"):
            self.violate("4 subChanges", f"the filter {filter_name!r} is not supported")
            raise self.refusal("filter")
        if filter_name is not None and not properties.get("channels"):
            self.violate("4 subChanges", "a filter by channels without channels")
            raise self.refusal("channels")
        if request.message.body and is_true(properties, "continuous"):
            self.violate("4 subChanges", "docIDs with continuous")
            raise self.refusal("continuous docIDs")

    def _subscription(self, name: str, properties: Dict[str, str]) -> Subscription:
        """Returns the checked parameters of subChanges."""
        result = Subscription()
        result.is_continuous = is_true(properties, "continuous")
        result.active_only = is_true(properties, "activeOnly")
        result.revocations = is_true(properties, "revocations")
        result.replacements = is_true(properties, "sendReplacementRevs")
        batch = properties.get("batch", "")
        if not batch.isdigit() or int(batch) < 1:
            self.violate("4 subChanges", f"the batch is {batch!r}")
        elif self.options.is_gateway:
            # Sync Gateway does not follow small batches.
            result.batch = self.options.batch
        else:
            result.batch = min(int(batch), self.options.batch)
        if "filter" in properties:
            result.channels = set(properties.get("channels", "").split(","))
        elif "channels" in properties:
            self.violate("4 subChanges", "channels without the filter sync_gateway/bychannel")
        if "since" in properties:
            result.since = self._since(name, properties["since"])
            if result.active_only:
                self.violate("4 subChanges", "activeOnly with since")
        return result

    def _since(self, name: str, text: str) -> Any:
        """Returns the checked property since."""
        try:
            value = json.loads(text)
            parse(value)
        except (ValueError, SequenceError):
            self.violate("4 subChanges", f"since is {text!r}")
            if self.options.is_gateway:
                raise self.refusal("since") from None
            return None
        if value in (0, "0"):
            self.report.note("4 subChanges", "since is 0 instead of absent", self.connection.number)
            return None
        remote = self.checkpoints.remote_at_start(name)
        if remote is None:
            self.violate("6 checkpoints", f"since is {text}, the stored checkpoint has no sequence")
        elif parse(value)[0] > parse(remote)[0]:
            self.violate("6 checkpoints", f"since is {text}, the stored checkpoint has {remote}")
        if parse(value)[0] > self.store.collection(name).last_sequence:
            self.violate("4 subChanges", f"since is {text}, which was never sent")
        return value

    # State

    @property
    def is_idle(self) -> bool:
        """Whether all changes were exchanged."""
        feeds = all(feed.is_idle for feed in self.feeds.values())
        return super().is_idle and feeds and not self.receiver.expected

    def finish(self, code: int, by_partner: bool) -> None:
        """Checks the state at the end of the connection."""
        if not by_partner or code != 1000:
            return
        if any(feed.subscription.is_continuous for feed in self.feeds.values()):
            return
        number = self.connection.number
        for name, id, rev in self.receiver.expected:
            text = f"closed with 1000, but {id!r} {rev} of {name} was never sent"
            self.report.violation("9 one-shot", text, number)
        for name, feed in self.feeds.items():
            items = feed.announcements.items
            rest = [item.id for item in items if not (item.is_finished or item.is_answered)]
            if rest or not feed.is_caught_up:
                text = f"closed with 1000, but changes of {name} are unfinished: {rest[:5]}"
                self.report.violation("9 one-shot", text, number)


def _lists_problem(value: Any) -> Optional[str]:
    """Returns what is wrong with the body of getCollections."""
    if not isinstance(value, dict) or set(value) != {"checkpoint_ids", "collections"}:
        return "the body does not have the keys checkpoint_ids and collections"
    clients, paths = value["checkpoint_ids"], value["collections"]
    if not _are_strings(clients) or not _are_strings(paths) or len(clients) != len(paths):
        return "checkpoint_ids and collections are not string arrays of one length"
    names = [path[9:] if path.startswith("_default.") else path for path in paths]
    if not names or len(set(names)) != len(names):
        return "the collections are empty or repeated"
    return None


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)
