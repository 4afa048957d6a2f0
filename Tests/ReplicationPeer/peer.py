"""A replication partner for tests of Quire. README.md describes the options and requests."""

from __future__ import annotations

import argparse
import asyncio
import json
import ssl
import sys
from typing import Any, Dict, List, Optional

from control import Control, write
from faults import KINDS, FaultError, parse_fault
from options import COUCHBASE_LITE, SYNC_GATEWAY, Options
from peers import ActivePeer, PassivePeer, Peer
from report import Report
from scenario import Scenario, ScenarioError
from sequences import STYLES
from store import Store
from store_json import dump, load
from versions import Clock, VersionError


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    faults = "\n".join(f"  {name}: {text}" for name, text in KINDS.items())
    result = argparse.ArgumentParser(
        prog="peer.py",
        description="Run a replication partner for tests.",
        epilog="faults:\n" + faults + "\n\nNAME@K=… applies only to connection K.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    roles = result.add_subparsers(dest="role", required=True)
    passive = roles.add_parser("passive", help="Serve a database")
    passive.add_argument("--host", default="127.0.0.1")
    passive.add_argument("--port", type=int, default=0, help="0 selects a free port")
    passive.add_argument("--database", default="db", help="Path before /_blipsync")
    passive.add_argument("--tls-certificate", help="PEM file with certificate and key")
    active = roles.add_parser("active", help="Replicate with a server")
    active.add_argument("--url", required=True, help="ws://HOST:PORT/DATABASE")
    active.add_argument("--push", action="store_true", help="Push (default: both directions)")
    active.add_argument("--pull", action="store_true", help="Pull (default: both directions)")
    active.add_argument("--continuous", action="store_true")
    active.add_argument("--old-mode", action="store_true", help="Omit getCollections")
    active.add_argument("--documents", help="IDs of the documents to replicate, a,b,…")
    active.add_argument("--channels", help="Channels to pull, a,b,…")
    active.add_argument("--replicate", default="_default", help="Collections, a,b.c,…")
    active.add_argument("--resolve", default="default", help="default|local|remote|merge|none")
    active.add_argument("--no-auto-purge", action="store_true")
    active.add_argument("--wait", action="store_true", help="Wait for the request start")
    active.add_argument("--exit", action="store_true", help="Exit after the replication")
    active.add_argument("--tls-authority", help="PEM file with the accepted certificate")
    for role in (passive, active):
        _add_common(role)
    return result


def _add_common(role: argparse.ArgumentParser) -> None:
    """Adds the options of both roles."""
    behaviors = (COUCHBASE_LITE, SYNC_GATEWAY)
    role.add_argument("--behavior", choices=behaviors, default=COUCHBASE_LITE)
    role.add_argument("--partner", choices=behaviors, default=COUCHBASE_LITE)
    role.add_argument("--strict-close", action="store_true", help="Close after any violation")
    role.add_argument("--scenario", help="JSON file with documents and edits")
    role.add_argument("--load", help="File that --output has written")
    role.add_argument("--output", help="File for the dump and the report at the end")
    role.add_argument("--uuid", help="32 hexadecimal digits")
    role.add_argument("--clock-offset", type=float, default=0, help="Seconds")
    role.add_argument("--collections", default="", help="Collections to create, a.b,…")
    role.add_argument("--fault", action="append", default=[], metavar="NAME[@K][=ARGUMENT]")
    role.add_argument("--user", help="NAME:PASSWORD for Basic authentication")
    role.add_argument("--session", help="[COOKIE=]ID of a session cookie")
    role.add_argument("--sequences", choices=STYLES, help="Form of sequences")
    role.add_argument("--batch", type=int, default=200, help="Changes in a list")
    role.add_argument("--compression", type=int, default=6, help="Level from 0 to 9")
    role.add_argument("--ack-timeout", type=float, default=10)
    role.add_argument("--response-timeout", type=float, default=30)
    role.add_argument("--no-replacements", action="store_true")


def options_of(arguments: argparse.Namespace) -> Options:
    """Returns the options that the command line selects."""
    for specification in arguments.fault:
        parse_fault(specification)
    options = Options(
        behavior=arguments.behavior,
        partner=arguments.partner,
        strict_close=arguments.strict_close,
        faults=arguments.fault,
        sequences=arguments.sequences,
        batch=arguments.batch,
        compression_level=arguments.compression,
        ack_timeout=arguments.ack_timeout,
        response_timeout=arguments.response_timeout,
        sends_replacements=not arguments.no_replacements,
    )
    if arguments.user is not None:
        options.user, _, options.password = arguments.user.partition(":")
    if arguments.session is not None:
        name, separator, value = arguments.session.rpartition("=")
        options.session = value
        options.cookie = name if separator else options.cookie
    if arguments.role == "passive":
        options.database = arguments.database.strip("/")
        return options
    if arguments.push or arguments.pull:
        options.push, options.pull = arguments.push, arguments.pull
    options.continuous = arguments.continuous
    options.old_mode = arguments.old_mode
    options.documents = _list(arguments.documents)
    options.channels = _list(arguments.channels)
    options.collections = _list(arguments.replicate) or []
    options.resolve = arguments.resolve
    options.auto_purge = not arguments.no_auto_purge
    return options


def _list(text: Optional[str]) -> Optional[List[str]]:
    return text.split(",") if text else None


def _context(arguments: argparse.Namespace) -> Optional[ssl.SSLContext]:
    """Returns the TLS context that the command line selects."""
    if arguments.role == "passive":
        if not arguments.tls_certificate:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(arguments.tls_certificate)
        return context
    if not arguments.url.startswith("wss:"):
        return None
    return ssl.create_default_context(cafile=arguments.tls_authority)


def _json_file(path: Optional[str]) -> Dict[str, Any]:
    if path is None:
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


async def run(arguments: argparse.Namespace) -> int:
    """Runs the peer until `quit`, the end of stdin, or the end of the replication."""
    options, report = options_of(arguments), Report()
    uuid = bytes.fromhex(arguments.uuid) if arguments.uuid else None
    store = Store(uuid, Clock(arguments.clock_offset))
    store.is_gateway = options.is_gateway and arguments.role == "passive"
    if arguments.load:
        load(store, _json_file(arguments.load)["dump"])
    for name in _list(arguments.collections) or []:
        store.collection(name)
    scenario = Scenario(store, report, _json_file(arguments.scenario))
    parts = (options, store, report, scenario)
    peer: Peer
    if arguments.role == "passive":
        passive = peer = PassivePeer(*parts)
        port = await passive.start(arguments.host, arguments.port, _context(arguments))
        write({"ready": True, "port": port, "source": store.source})
        scenario.start()
        await Control(peer).run()
        await passive.stop()
    else:
        active = peer = ActivePeer(*parts, url=arguments.url, context=_context(arguments))
        write({"ready": True, "source": store.source})
        scenario.start()
        if not arguments.wait:
            active.start()
        if arguments.exit and active.task is not None:
            await active.task
        else:
            await Control(peer).run()
            active.stop()
            if active.task is not None:
                await asyncio.wait([active.task], timeout=6)
    result = {"dump": dump(store), "report": report.json(peer.status())}
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
    write({"ok": True, **result})
    return 1 if report.violations else 0


def main() -> int:
    """Runs the command. Exit status: 0 success, 1 violations, 2 usage error."""
    arguments = parser().parse_args()
    try:
        return asyncio.run(run(arguments))
    except (FaultError, ScenarioError, VersionError, OSError) as error:
        print(f"peer: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
