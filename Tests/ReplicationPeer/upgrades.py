"""Answers to WebSocket upgrade requests, as a passive peer gives them."""

from __future__ import annotations

import base64
import hmac
import http
import json
from typing import Any, NamedTuple

from websockets.datastructures import Headers

from options import SUBPROTOCOL, Options
from report import Report
from store import Store

SERVER = "Couchbase Sync Gateway/4.1 CE"
REALM = 'Basic realm="Couchbase Sync Gateway"'
SUBPROTOCOLS = "I only speak BLIP_3+CBMobile_4,BLIP_3+CBMobile_3,BLIP_3+CBMobile_2 protocols\n"


class Decision(NamedTuple):
    """The status of an answer, and the reason of a refusal."""

    status: int
    reason: str = ""
    # Whether a refusal with 401 asks for other credentials.
    asks: bool = False


class Upgrades:
    """Decides about upgrade requests."""

    def __init__(self, options: Options, report: Report, store: Store) -> None:
        self.options = options
        self.report = report
        self.store = store

    def decide(self, connection: Any, request: Any) -> Decision:
        """Returns the decision about a request."""
        options, headers = self.options, request.headers
        fault = connection.faults.integer("http")
        if fault is not None:
            return Decision(fault, "refused")
        if "redirect" in connection.faults.values:
            return Decision(307, "elsewhere")
        if request.path != f"/{options.database}/_blipsync":
            # Sync Gateway does not reveal which databases exist.
            return Decision(401, "Invalid login") if options.is_gateway else Decision(404)
        if self.store.is_offline:
            return Decision(503, "DB is currently under maintenance")
        if not self._is_authorized(headers):
            if options.cookie + "=" in headers.get("Cookie", ""):
                return Decision(401, "Session Invalid")
            has_any = "Authorization" in headers
            return Decision(401, "Invalid login" if has_any else "Login required", asks=True)
        return self._check_subprotocols(connection.number, headers)

    def _check_subprotocols(self, number: int, headers: Any) -> Decision:
        """Checks what the client offers."""
        if headers.get_all("Sec-WebSocket-Extensions"):
            self.report.violation("1.1 compression", "a WebSocket extension is offered", number)
        offered = ",".join(headers.get_all("Sec-WebSocket-Protocol")).replace(" ", "").split(",")
        if offered != [SUBPROTOCOL]:
            text = f"the subprotocols {offered} instead of {SUBPROTOCOL} alone"
            self.report.violation("1.1 subprotocol", text, number)
        if self.options.is_gateway and SUBPROTOCOL not in offered:
            return Decision(500, SUBPROTOCOLS)
        return Decision(101)

    def _is_authorized(self, headers: Any) -> bool:
        """Checks the Basic header or the session cookie."""
        options = self.options
        if options.is_disabled:
            return False
        if options.user is None and options.session is None:
            return True
        cookies = ";".join(headers.get_all("Cookie")).replace(" ", "").split(";")
        if options.session is not None and f"{options.cookie}={options.session}" in cookies:
            return True
        scheme, _, text = headers.get("Authorization", "").partition(" ")
        expected = base64.b64encode(f"{options.user}:{options.password}".encode()).decode()
        return (
            options.user is not None
            and scheme.lower() == "basic"
            and hmac.compare_digest(text.strip().encode(), expected.encode())
        )

    def refusal(self, connection: Any, decision: Decision) -> Any:
        """Returns the response that refuses a request."""
        status = http.HTTPStatus(decision.status)
        text = decision.reason
        if self.options.is_gateway and decision.status in (401, 503):
            value = {"error": status.phrase, "reason": decision.reason}
            text = json.dumps(value, separators=(",", ":"))
        response = connection.respond(status, text)
        if text.startswith("{"):
            _replace(response.headers, "Content-Type", "application/json")
        if decision.status == 307:
            response.headers["Location"] = connection.faults.first("redirect")
        if decision.asks:
            response.headers["Www-Authenticate"] = REALM
        return response

    def complete(self, connection: Any, headers: Headers) -> None:
        """Spells the header of the subprotocol as Sync Gateway does, and adds its ID."""
        if not self.options.is_gateway:
            return
        if "Sec-WebSocket-Protocol" in headers:
            subprotocol = headers["Sec-WebSocket-Protocol"]
            del headers["Sec-WebSocket-Protocol"]
            headers["Sec-Websocket-Protocol"] = subprotocol
        headers["X-Correlation-ID"] = f"{connection.number:016x}"


def _replace(headers: Headers, name: str, value: str) -> None:
    del headers[name]
    headers[name] = value
