"""The control interface: one JSON request a line on stdin, one JSON response a line on stdout."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from typing import Any, Awaitable, Callable, Dict, Optional

from faults import FaultError, parse_fault
from peers import ActivePeer, Peer
from scenario import EDITS, SERVER_EDITS, ScenarioError, perform
from store_json import dump, dump_document

QUIET_TIME = 0.15


class Control:
    """Executes control requests one after the other."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.commands: Dict[str, Callable[[Dict[str, Any]], Awaitable[Any]]] = {
            "get": self._get,
            "dump": self._dump,
            "report": self._report,
            "faults": self._faults,
            "start": self._start,
            "stop": self._stop,
            "disconnect": self._disconnect,
            "wait-until-idle": self._wait_until_idle,
            "wait-until-stopped": self._wait_until_stopped,
        }

    async def run(self) -> None:
        """Executes requests until `quit` or the end of the input."""
        lines: "asyncio.Queue[Optional[str]]" = asyncio.Queue()
        loop = asyncio.get_running_loop()
        arguments = (loop, lines)
        threading.Thread(target=_read_lines, args=arguments, daemon=True).start()
        while True:
            line = await lines.get()
            if line is None:
                return
            if not line.strip():
                continue
            try:
                request = json.loads(line)
                if request.get("do") == "quit":
                    return
                write(await self.execute(request))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                write({"ok": False, "error": f"{type(error).__name__}: {error}"})

    async def execute(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Executes a request and returns its response."""
        action = request.get("do")
        if action in EDITS:
            document = perform(self.peer.store, request)
            return {"ok": True, "document": dump_document(document)}
        if action in SERVER_EDITS:
            perform(self.peer.store, request)
            return {"ok": True}
        command = self.commands.get(str(action))
        if command is None:
            raise ScenarioError(f"unknown request {action!r}")
        return {"ok": True, **(await command(request))}

    async def _get(self, request: Dict[str, Any]) -> Dict[str, Any]:
        name = request.get("collection", "_default")
        document = self.peer.store.collection(name).documents.get(request["id"])
        return {"document": dump_document(document) if document is not None else None}

    async def _dump(self, request: Dict[str, Any]) -> Dict[str, Any]:
        return {"dump": dump(self.peer.store)}

    async def _report(self, request: Dict[str, Any]) -> Dict[str, Any]:
        return {"report": self.peer.report.json(self.peer.status())}

    async def _faults(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Replaces the faults of later connections."""
        for specification in request["faults"]:
            parse_fault(specification)
        self.peer.options.faults = list(request["faults"])
        return {}

    async def _start(self, request: Dict[str, Any]) -> Dict[str, Any]:
        self._active().start()
        return {}

    async def _stop(self, request: Dict[str, Any]) -> Dict[str, Any]:
        self._active().stop()
        return {}

    def _active(self) -> ActivePeer:
        if not isinstance(self.peer, ActivePeer):
            raise ScenarioError("the peer is passive")
        return self.peer

    async def _disconnect(self, request: Dict[str, Any]) -> Dict[str, Any]:
        self.peer.disconnect()
        return {}

    async def _wait_until_idle(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Waits until nothing is on its way for a short time."""
        return {"idle": await self._wait(lambda: self.peer.is_idle, request, QUIET_TIME)}

    async def _wait_until_stopped(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Waits until a replication has run and no connection is open.

        A passive peer waits until `count` connections (by default 1) have ended since its start.
        """
        peer, count = self.peer, request.get("count", 1)

        def has_stopped() -> bool:
            if isinstance(peer, ActivePeer):
                return peer.connection_count > 0 and not peer.is_running
            return peer.ended_count >= count and not peer.sessions

        stopped = await self._wait(has_stopped, request, 0)
        return {"stopped": stopped, "status": peer.status()}

    async def _wait(
        self, condition: Callable[[], bool], request: Dict[str, Any], quiet: float
    ) -> bool:
        """Waits until a condition is true for some time, at most `timeout` seconds."""
        clock = asyncio.get_running_loop().time
        end = clock() + request.get("timeout", 30)
        since: Optional[float] = None
        while clock() < end:
            if not condition():
                since = None
            elif since is None:
                since = clock()
            if since is not None and clock() - since >= quiet:
                return True
            await asyncio.sleep(0.01)
        return False


def _read_lines(loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[Optional[str]]") -> None:
    """Passes the lines of stdin to the event loop, and none at their end."""
    try:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)
    except RuntimeError:
        return


def write(value: Dict[str, Any]) -> None:
    """Writes a line of JSON to stdout."""
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")
    sys.stdout.flush()


__all__ = ["Control", "FaultError", "write"]
