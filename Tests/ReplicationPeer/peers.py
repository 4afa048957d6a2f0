"""The peers: a server that accepts replications, and a client that starts them."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any, Dict, List, Optional

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.exceptions import InvalidURI, NegotiationError

from active import ActiveSession
from connection import Connection
from faults import Faults
from options import SUBPROTOCOL, Options
from passive import PassiveSession
from report import Report
from scenario import Scenario
from sockets import Socket
from store import Store
from upgrades import SERVER, Upgrades

MAXIMUM_WEBSOCKET_MESSAGE = 4 * 1024 * 1024


class Peer:
    """The state that the connections of a peer share."""

    def __init__(self, options: Options, store: Store, report: Report, scenario: Scenario) -> None:
        self.options = options
        self.store = store
        store.is_gateway = options.is_gateway and isinstance(self, PassivePeer)
        self.report = report
        self.scenario = scenario
        self.sessions: List[Any] = []
        self.connection_count = 0
        self.ended_count = 0
        self.error: Optional[Dict[str, Any]] = None

    async def run_connection(self, socket, number: int, faults: Faults, create) -> int:
        """Runs a session over a WebSocket until the connection ends. Returns the close code."""
        wrapped = Socket(socket, faults, self.report, number)
        connection = Connection(wrapped, self.report, number, self.options)
        connection.on_message = self.scenario.counted
        session = create(connection)
        self.sessions.append(session)
        try:
            await connection.run(session.handle)
        finally:
            code, _, by_partner = wrapped.close_status()
            session.finish(code, by_partner)
            self.sessions.remove(session)
            self.ended_count += 1
        return code

    @property
    def is_idle(self) -> bool:
        """Whether all sessions have exchanged everything."""
        return self.scenario.is_complete and all(session.is_idle for session in self.sessions)

    def disconnect(self) -> None:
        """Ends all connections without closing them."""
        for session in self.sessions:
            session.connection.socket.abort()

    def status(self) -> Dict[str, Any]:
        """Returns the state for the report."""
        return {
            "connections": self.connection_count,
            "open": len(self.sessions),
            "idle": self.is_idle,
            "error": self.error,
        }


class PassivePeer(Peer):
    """A WebSocket server for one database."""

    async def start(self, host: str, port: int, context: Optional[ssl.SSLContext] = None) -> int:
        """Starts to listen and returns the port."""
        self.upgrades = Upgrades(self.options, self.report, self.store)
        self.store.on_offline = self.disconnect
        self.server = await serve(
            self._accepted,
            host,
            port,
            process_request=self._check_request,
            process_response=self._complete_response,
            select_subprotocol=self._select,
            subprotocols=[SUBPROTOCOL],
            server_header=SERVER if self.options.is_gateway else None,
            compression=None,
            max_size=MAXIMUM_WEBSOCKET_MESSAGE,
            max_queue=4,
            ping_interval=None,
            close_timeout=5,
            ssl=context,
        )
        return self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stops listening and closes all connections with 1001."""
        for session in self.sessions:
            if session.connection.socket.is_frozen:
                session.connection.socket.abort()
        self.server.close()
        await self.server.wait_closed()

    async def _check_request(self, connection, request):
        """Checks the upgrade request, and returns the response if it is refused."""
        self.connection_count += 1
        connection.number = self.connection_count
        connection.faults = Faults(self.options.faults, connection.number)
        await asyncio.sleep(connection.faults.seconds("upgrade-delay"))
        decision = self.upgrades.decide(connection, request)
        self.report.upgrades.append(
            {
                "connection": connection.number,
                "path": request.path,
                "status": decision.status,
                "headers": [[key, value] for key, value in request.headers.raw_items()],
            }
        )
        return None if decision.status == 101 else self.upgrades.refusal(connection, decision)

    def _select(self, connection, offered):
        """Selects the subprotocol of the answer."""
        if "no-subprotocol" in connection.faults.values:
            return None
        if SUBPROTOCOL not in offered:
            raise NegotiationError(f"only {SUBPROTOCOL} is supported")
        return SUBPROTOCOL

    def _complete_response(self, connection, request, response) -> None:
        """Completes the headers of the answer."""
        self.upgrades.complete(connection, response.headers)

    async def _accepted(self, socket) -> None:
        await self.run_connection(
            socket,
            socket.number,
            socket.faults,
            lambda connection: PassiveSession(connection, self.store, self.options),
        )


class ActivePeer(Peer):
    """A client that replicates with the database at a URL."""

    def __init__(self, *arguments: Any, url: str, context: Optional[ssl.SSLContext] = None) -> None:
        super().__init__(*arguments)
        self.url = url if url.endswith("/_blipsync") else url.rstrip("/") + "/_blipsync"
        self.context = context
        self.task: Optional["asyncio.Task[None]"] = None

    def start(self) -> None:
        """Starts a replication, unless one is running."""
        if not self.is_running:
            self.error = None
            self.task = asyncio.ensure_future(self._replicate())

    @property
    def is_running(self) -> bool:
        """Whether a replication is running."""
        return self.task is not None and not self.task.done()

    @property
    def is_idle(self) -> bool:
        """Whether no replication is running, or it has exchanged everything."""
        if not self.is_running:
            return self.scenario.is_complete
        caught_up = all(session.is_caught_up for session in self.sessions)
        return bool(self.sessions) and caught_up and self.scenario.is_complete

    def stop(self) -> None:
        """Closes the connection."""
        for session in self.sessions:
            session.connection.begin_closing(1000, "stopped")

    async def _replicate(self) -> None:
        """Connects and replicates."""
        self.connection_count += 1
        number = self.connection_count
        faults = Faults(self.options.faults, number)
        try:
            socket = await connect(
                self.url,
                subprotocols=None if "no-subprotocol" in faults.values else [SUBPROTOCOL],
                additional_headers=self.options.authorization(),
                compression=None,
                max_size=MAXIMUM_WEBSOCKET_MESSAGE,
                max_queue=4,
                ping_interval=None,
                proxy=None,
                open_timeout=15,
                close_timeout=5,
                ssl=self.context,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            self._failed(number, "HTTP", status, error.response.reason_phrase)
            return
        except InvalidMessage as error:
            self._failed(number, "network", 0, str(error))
            return
        except InvalidHandshake as error:
            self.report.violation("1.1 upgrade", str(error), number)
            self._failed(number, "WebSocket", 1002, str(error))
            return
        except (OSError, asyncio.TimeoutError, InvalidURI) as error:
            self._failed(number, "network", 0, f"{type(error).__name__}: {error}")
            return
        if socket.subprotocol != SUBPROTOCOL and "no-subprotocol" not in faults.values:
            text = f"the answer has the subprotocol {socket.subprotocol!r}"
            self.report.violation("1.1 subprotocol", text, number)
            self._failed(number, "WebSocket", 1002, text)
            await socket.close(1002, text)
            return
        await self._run_session(socket, number, faults)

    async def _run_session(self, socket, number: int, faults: Faults) -> None:
        """Runs a session over an open WebSocket."""
        created: List[ActiveSession] = []

        def create(connection: Connection) -> ActiveSession:
            session = ActiveSession(connection, self.store, self.options, self.url)
            created.append(session)
            self.driver = asyncio.ensure_future(session.run())
            return session

        code = await self.run_connection(socket, number, faults, create)
        await asyncio.gather(self.driver, return_exceptions=True)
        error = created[0].error
        if error is not None:
            code = code if error.domain == "connection" else error.code
            self.error = {"domain": error.domain, "code": code, "text": error.text}

    def _failed(self, number: int, domain: str, code: int, text: str) -> None:
        self.error = {"domain": domain, "code": code, "text": text}
        self.report.error("connection", domain, code, text, number)
