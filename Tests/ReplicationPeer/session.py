"""What active and passive sessions share: dispatch of requests and their strict checks."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable, Dict, List, Optional, Tuple

from blip_codec import ProtocolError
from bodies import BodyError, parse_json
from connection import Connection, Request
from messages import Message, RemoteError, ResponseObserver
from options import Options
from refusals import refusal
from store import Store, StoreError

REQUEST_PROPERTIES = {
    "getCollections": {"uuid"},
    "getCheckpoint": {"client"},
    "setCheckpoint": {"client", "rev"},
    "subChanges": {
        "since", "continuous", "batch", "sendReplacementRevs", "versioning", "activeOnly",
        "revocations", "filter", "channels", "future", "requestPlus",
    },
    "changes": set(),
    "proposeChanges": {"conflictIncludesRev"},
    "rev": {
        "id", "rev", "history", "sequence", "deleted", "noconflicts", "deltaSrc", "replacedRev",
    },
    "norev": {"id", "rev", "sequence", "error", "reason", "replacedRev"},
    "getAttachment": {"digest", "docID", "compress"},
    "proveAttachment": {"digest"},
    "unsubChanges": set(),
    "getRev": {"id", "rev"},
    "PING": set(),
}  # fmt: skip
WITHOUT_COLLECTION = ("getCollections", "PING")
RESPONSE_PROPERTIES = {
    "changes": {"blobs", "deltas", "maxHistory", "sendReplacementRevs"},
    "proposeChanges": {"blobs", "deltas", "maxHistory", "sendReplacementRevs"},
    "rev": {"noop"},
    "getCheckpoint": {"rev"},
    "setCheckpoint": {"rev"},
}
BOOLEANS = {
    "continuous", "sendReplacementRevs", "activeOnly", "revocations", "conflictIncludesRev",
    "deleted", "noconflicts", "blobs", "noop", "compress", "future", "requestPlus",
}  # fmt: skip

RequestHandler = Callable[[Request, str], Awaitable[None]]


def is_true(properties: Dict[str, str], name: str) -> bool:
    """Returns the value of a Boolean property, by the rule of section 2.2."""
    value = properties.get(name, "").lower()
    if value in ("true", "yes"):
        return True
    try:
        return float(value) != 0
    except ValueError:
        return False


class Session:
    """One connection with a partner, for all collections."""

    def __init__(self, connection: Connection, store: Store, options: Options) -> None:
        self.connection = connection
        self.store = store
        self.options = options
        self.report = connection.report
        self.collections: List[str] = []
        self.is_old_mode = False
        self.handlers: Dict[str, RequestHandler] = {}
        self.busy = 0
        # The revisions of documents that the partner created over this connection.
        self.created: Dict[Tuple[str, str], str] = {}

    @property
    def faults(self):
        """The faults of the connection."""
        return self.connection.faults

    def violate(self, rule: str, text: str, fatal: bool = False) -> None:
        """Reports a violation by the partner."""
        self.connection.violate(rule, text, fatal)

    def refusal(self, reason: str, detail: str = "") -> StoreError:
        """Returns the error of the imitated software for a reason."""
        return refusal(self.options, reason, detail)

    def refuse(self, request: Request, reason: str) -> None:
        """Answers a request with the error of the imitated software for a reason."""
        error = self.refusal(reason)
        request.fail(error.domain, error.code, error.text)

    # Requests of the partner

    async def handle(self, request: Request) -> None:
        """Checks a request and passes it to its handler."""
        properties = request.message.properties
        profile = properties.get("Profile", "")
        handler = self.handlers.get(profile)
        if handler is None:
            self.violate("4 profiles", f"a request with the unknown profile {profile!r}")
            self.refuse(request, "profile")
            return
        self.busy += 1
        try:
            name = self._collection_of(request, profile)
            if name is not None:
                self._check_properties(profile, properties)
                await handler(request, name)
        except StoreError as error:
            request.fail(error.domain, error.code, error.text)
        except BodyError as error:
            self.violate(f"4 {profile}", str(error))
            self.refuse(request, "body")
        except RemoteError as error:
            request.fail(error.domain, error.code, error.text)
        except ProtocolError as error:
            self.violate(error.rule, error.text, fatal=True)
        finally:
            self.busy -= 1

    def _collection_of(self, request: Request, profile: str) -> Optional[str]:
        """Returns the collection of a request, or none after refusing it."""
        value = request.message.properties.get("collection")
        if profile in WITHOUT_COLLECTION:
            if value is not None:
                self.violate(f"4 {profile}", f"{profile} has a property collection")
            return ""
        if self.is_old_mode:
            if value is None:
                return "_default"
            problem = "a property collection without getCollections"
        elif value is None:
            problem = "no property collection"
        elif not value.isdigit() or int(value) >= len(self.collections):
            problem = f"the collection {value!r} is not in the list of getCollections"
        elif not self.collections[int(value)]:
            problem = f"the collection {value} does not exist"
        else:
            return self.collections[int(value)]
        self.violate("3 collections", f"{profile}: {problem}")
        self.refuse(request, "no collection" if value is None else "wrong collection")
        return None

    def _check_properties(self, profile: str, properties: Dict[str, str]) -> None:
        """Reports properties that the profile does not have."""
        known = REQUEST_PROPERTIES[profile] | {"Profile", "collection"}
        self._check_known(profile, properties, known)

    def _check_known(self, profile: str, properties: Dict[str, str], known: set) -> None:
        if self.options.partner_is_gateway:
            known = known | {"Content-Type"}
        for name, value in properties.items():
            if name not in known:
                self.violate(f"4 {profile}", f"an unknown property {name!r}")
            if name in BOOLEANS and value not in ("true", "false", "1", "0"):
                self.violate("2.2 properties", f"the Boolean {name} is {value!r}")

    def json_list(self, request: Request, accepts_null: bool = False) -> List[Any]:
        """Returns the JSON array in the body of a request.

        Sync Gateway sends null instead of an empty list.
        """
        value = parse_json(request.message.body)
        if value is None and accepts_null and self.options.partner_is_gateway:
            return []
        if not isinstance(value, list):
            raise BodyError("the body is not an array")
        return value

    # Requests to the partner

    async def ask(
        self,
        profile: str,
        name: str,
        properties: Optional[Dict[str, str]] = None,
        body: bytes = b"",
        on_response: Optional[ResponseObserver] = None,
        **flags: bool,
    ) -> Message:
        """Sends a request about a collection and returns the checked response.

        Raises RemoteError for an ERR response and at the end of the connection.
        """
        all_properties = dict(properties or {})
        if name and not self.is_old_mode:
            all_properties["collection"] = str(self.collections.index(name))
        future = self.connection.request(
            profile, all_properties, body, on_response=on_response, **flags
        )
        self.busy += 1
        try:
            response = await asyncio.wait_for(asyncio.shield(future), self.options.response_timeout)
        except asyncio.TimeoutError:
            if not self.connection.is_closed:
                limit = self.options.response_timeout
                self.violate("2.8 responses", f"no response to {profile} after {limit} s")
            raise RemoteError("timeout", 0, f"no response to {profile}") from None
        finally:
            self.busy -= 1
        known = RESPONSE_PROPERTIES.get(profile, set())
        self._check_known(profile + " response", response.properties, known)
        return response

    def post(self, profile: str, name: str, properties: Dict[str, str], body: bytes = b"") -> None:
        """Sends a request without a reply."""
        all_properties = dict(properties)
        if name and not self.is_old_mode:
            all_properties["collection"] = str(self.collections.index(name))
        is_gateway, is_list = self.options.is_gateway, profile in ("changes", "proposeChanges")
        if is_list:
            all_properties = self.connection.json_properties(all_properties)
        self.connection.request(
            profile,
            all_properties,
            body,
            urgent=is_list and not is_gateway,
            compressed=is_gateway == is_list,
            no_reply=True,
        )

    def response_list(self, profile: str, response: Message, count: int) -> List[Any]:
        """Returns the JSON array of a response, filled up to the number of the changes."""
        try:
            value = parse_json(response.body) if response.body else []
        except BodyError as error:
            self.violate(f"4 {profile}", f"the response: {error}")
            value = []
        if not isinstance(value, list) or len(value) > count:
            self.violate(f"4 {profile}", f"the response is not an array of up to {count} items")
            value = []
        return value + [0] * (count - len(value))

    @property
    def is_idle(self) -> bool:
        """Whether no message is on its way in either direction."""
        connection = self.connection
        waits = any(message.future is not None for message in connection.waiting.values())
        return not (
            self.busy
            or waits
            or connection.unanswered
            or connection.incoming
            or connection.queue.messages
        )
