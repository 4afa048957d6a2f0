"""The passive side of a replication: the server of a database."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional

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
            request.fail("BLIP", 400, "getCollections must be the first request")
            return
        await super().handle(request)

    async def _get_collections(self, request: Request, name: str) -> None:
        """Answers getCollections."""
        if not request.message.properties.get("uuid") and not self.options.partner_is_gateway:
            self.violate("4 getCollections", "no property uuid")
        value = parse_json(request.message.body)
        if not isinstance(value, dict) or set(value) != {"checkpoint_ids", "collections"}:
            raise BodyError("the body does not have the keys checkpoint_ids and collections")
        clients, paths = value["checkpoint_ids"], value["collections"]
        if not _are_strings(clients) or not _are_strings(paths) or len(clients) != len(paths):
            raise BodyError("checkpoint_ids and collections are not string arrays of one length")
        names = [path[9:] if path.startswith("_default.") else path for path in paths]
        if not names or len(set(names)) != len(names):
            raise BodyError("the collections are empty or repeated")
        result: List[Any] = []
        for client, path in zip(clients, names):
            exists = path in self.store.collections
            self.collections.append(path if exists else "")
            result.append(self.checkpoints.opening(client, path) if exists else None)
        request.respond({}, encode_json(result))

    # subChanges

    async def _subscribe(self, request: Request, name: str) -> None:
        """Answers subChanges and starts the feed."""
        properties = request.message.properties
        refusal = self._refusal(request, name)
        if refusal is not None:
            request.fail(refusal[0], refusal[1], refusal[2])
            return
        subscription = self._subscription(name, properties)
        if request.message.body:
            body = parse_json(request.message.body)
            documents = body.get("docIDs") if isinstance(body, dict) and len(body) == 1 else None
            if not _are_strings(documents):
                raise BodyError("the body has no array docIDs")
            subscription.documents = set(documents)
        feed = Feed(self, self.sender, name, subscription)
        self.feeds[name] = feed
        request.respond()
        self.connection.start(feed.run())

    def _refusal(self, request: Request, name: str) -> Optional[tuple]:
        """Returns the error for a subscription that the peer does not support."""
        properties = request.message.properties
        if properties.get("versioning") != "version-vectors":
            self.violate("4 subChanges", f"the versioning is {properties.get('versioning')!r}")
            return ("LiteCore", 501, "only version vectors are supported")
        filter_name = properties.get("filter")
        if self.options.is_gateway:
            if filter_name not in (None, "sync_gateway/bychannel"):
                self.violate("4 subChanges", f"the filter {filter_name!r} is not supported")
                return ("HTTP", 400, "unknown filter")
            if request.message.body and is_true(properties, "continuous"):
                self.violate("4 subChanges", "docIDs with continuous")
                return ("HTTP", 400, "docIDs is not supported with continuous")
        elif filter_name is not None:
            return ("LiteCore", 501, "filters are not supported")
        if name in self.feeds:
            self.violate("4 subChanges", "a second subChanges of the collection")
            return ("HTTP", 400, "the collection has a subscription")
        return None

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
        else:
            result.batch = min(int(batch), self.options.batch)
        if "filter" in properties:
            channels = properties.get("channels", "")
            if not channels:
                self.violate("4 subChanges", "a filter by channels without channels")
            result.channels = set(channels.split(","))
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


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)
