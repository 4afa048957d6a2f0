"""The options of a peer."""

from __future__ import annotations

import base64
from typing import Any, Dict, List, Optional

COUCHBASE_LITE, SYNC_GATEWAY = "couchbase-lite", "sync-gateway"
SUBPROTOCOL = "BLIP_3+CBMobile_4"


class Options:
    """How the peer behaves, which partners it accepts, and its limits."""

    def __init__(self, **values: Any) -> None:
        self.behavior = COUCHBASE_LITE
        self.database = "db"
        self.partner = COUCHBASE_LITE
        self.strict_close = False
        self.compression_level = 6
        self.message_limit = 64 * 1024 * 1024
        self.ack_timeout = 10.0
        self.response_timeout = 30.0
        self.sequences: Optional[str] = None
        self.user: Optional[str] = None
        self.password = ""
        self.session: Optional[str] = None
        self.cookie = "SyncGatewaySession"
        self.push = True
        self.pull = True
        self.continuous = False
        self.old_mode = False
        self.documents: Optional[List[str]] = None
        self.channels: Optional[List[str]] = None
        self.collections: List[str] = ["_default"]
        self.resolve = "default"
        self.auto_purge = True
        self.sends_replacements = True
        self.batch = 200
        self.faults: List[str] = []
        # Which directions a passive peer offers: both, pull or push.
        self.serves = "both"
        self.is_disabled = False
        for name, value in values.items():
            if name not in self.__dict__:
                raise TypeError(f"unknown option {name}")
            setattr(self, name, value)

    @property
    def is_gateway(self) -> bool:
        """Whether the peer behaves as Sync Gateway."""
        return self.behavior == SYNC_GATEWAY

    @property
    def partner_is_gateway(self) -> bool:
        """Whether the partner may behave as Sync Gateway."""
        return self.partner == SYNC_GATEWAY

    @property
    def sequence_style(self) -> str:
        """The form of sequences."""
        return self.sequences or "integer"

    def authorization(self) -> Dict[str, str]:
        """Returns the headers that authenticate this peer as a client."""
        if self.session is not None:
            return {"Cookie": f"{self.cookie}={self.session}"}
        if self.user is not None:
            text = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
            return {"Authorization": f"Basic {text}"}
        return {}
