"""Applying the steps of a recording to the store of a passive peer."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Dict, Optional, Set, Tuple

from histories import History
from recordings import Line, Recording
from store import Revision
from versions import Version, VersionError

_REST = re.compile(r"REST (PUT|DELETE|POST) /db([^/]*)/([^? ]+)(\S*) ?(.*)", re.DOTALL)
_TREE = re.compile(r"the server holds ([a-z]+)0 to [a-z]+([0-9]+), each with a revision tree")


class Steps:
    """Brings the store of a server into the state that the recorded server had."""

    def __init__(self, recording: Recording, server: Any) -> None:
        self.recording = recording
        self.server = server
        self.used: Set[str] = {
            line.properties.get("rev", "")
            for line in recording.lines
            if line.is_from_client and line.profile == "rev"
        }
        server.store.collection("_default").last_sequence = 1 if self.is_gateway else 0
        self.triggers: Dict[int, int] = {}
        self._read_sequences()

    def _read_sequences(self) -> None:
        """Reads the sequences that the recorded server gave to revisions and changes of access."""
        sequences = self.server.store.sequences
        for line in self.recording.lines:
            is_list = line.type == "MSG" and line.profile == "changes"
            if line.is_from_client or not is_list or line.is_truncated:
                continue
            for item in json.loads(line.body) or []:
                parts = [int(part) for part in str(item[0]).split(":")]
                sequences.setdefault(item[2].split(";")[0], parts[-1])
                if len(parts) > 1:
                    self.triggers.setdefault(line.number, parts[0])

    @property
    def is_gateway(self) -> bool:
        """Whether the recorded server was a Sync Gateway."""
        return self.server.peer.options.is_gateway

    def apply(self, line: Line) -> None:
        """Applies a step."""
        text = line.step or ""
        match = _REST.fullmatch(text)
        tree = _TREE.match(text)
        if match:
            self._rest(line, *match.groups())
        elif tree:
            self._trees(tree.group(1), int(tree.group(2)) + 1)
        elif text.startswith("passive: {"):
            self._local(line, json.loads(text[len("passive: ") :]))
        elif text.startswith("passive (LiteCore) serves"):
            modes = {"--mode=pull": "pull", "--mode=push": "push"}
            options = self.server.peer.options
            options.serves = next((modes[key] for key in modes if key in text), "both")
            for name in re.findall(r"--colls=(\S+)", text):
                for path in name.split(","):
                    self.server.store.collection(path)
        elif text.startswith(("gateway stopped", "gateway killed")):
            self.server.peer.disconnect()

    # Sync Gateway

    def _rest(self, line: Line, verb: str, space: str, id: str, query: str, body: str) -> None:
        """Applies a request to the REST interface of the server."""
        store = self.server.store
        name = space.lstrip(".") or "_default"
        if id == "_user/ann":
            self._user(line, json.loads(body))
        elif id == "_purge":
            for purged in json.loads(body):
                store.collection(name).documents.pop(purged, None)
        elif id in ("_offline", "_online"):
            self.server.peer.options.is_offline = id == "_offline"
            if id == "_offline":
                self.server.peer.disconnect()
        elif not id.startswith("_") and verb != "POST" and line.json.get("status") in (200, 201):
            answer = json.loads(line.json["answer"])
            value = {} if verb == "DELETE" else json.loads(body)
            self._put(name, id, value, verb == "DELETE", answer["cv"], answer["rev"])

    def _user(self, line: Line, user: Dict[str, Any]) -> None:
        channels = set(user.get("admin_channels", ["*"]))
        access = None if "*" in channels else channels
        self.server.peer.options.is_disabled = bool(user.get("disabled"))
        following = [number for number in sorted(self.triggers) if number > line.number]
        trigger = self.triggers[following[0]] if following else None
        collection = self.server.store.collection("_default")
        if trigger is not None:
            trigger = collection.next_sequence(trigger)
        collection.set_access(access, trigger)
        self.server.store.notify("_default")

    def _put(
        self, name: str, id: str, body: Dict[str, Any], deleted: bool, cv: str, tree: str
    ) -> None:
        store = self.server.store
        for entry in body.get("_attachments", {}).values():
            if "data" in entry:
                content = base64.b64decode(entry.pop("data"))
                entry.update({"digest": store.add_blob(content), "length": len(content)})
                entry.update({"stub": True, "revpos": int(tree.split("-")[0])})
        version = Version.parse(cv)
        store.uuid = base64.b64decode(version.author + "==")
        store.next_version = version
        store.next_tree = tree
        store.put(name, id, body, deleted)

    def _trees(self, prefix: str, count: int) -> None:
        """Stores documents with revision trees of two revisions."""
        collection = self.server.store.collection("_default")
        trees = ["2-048c302c2b752b97c224314b97e1684b", "1-9ea4ab3073fcd32f6c1bb1513a88e158"]
        for number in range(count):
            collection.last_sequence = 2 * number + 2
            revision = Revision(History(trees=trees), {"channels": ["a"], "v": 2})
            self.server.store.set_revision("_default", f"{prefix}{number}", revision)

    # LiteCore

    def _local(self, line: Line, edit: Dict[str, Any]) -> None:
        """Applies a local edit of the recorded passive file."""
        store, name, id = self.server.store, edit.get("c", "_default"), edit["id"]
        if edit.get("purge"):
            store.collection(name).documents.pop(id, None)
            return
        version, body = self._announced(line, id)
        if version is not None:
            store.uuid = base64.b64decode(version.author + "==")
            store.next_version = version
        store.put(name, id, edit.get("body", body or {}), bool(edit.get("del")))

    def _announced(self, step: Line, id: str) -> Tuple[Optional[Version], Any]:
        """Returns the version that a later message of the server has for a document."""
        for line in self.recording.lines:
            if line.number <= step.number or line.is_from_client:
                continue
            if (line.step or "").startswith("passive: {"):
                if json.loads((line.step or "")[len("passive: ") :])["id"] == id:
                    return None, None
            if not line.is_message:
                continue
            if line.profile != "changes" or line.type != "MSG" or line.is_truncated:
                continue
            for item in json.loads(line.body) or []:
                rev = item[2].split(";")[0].split(",")[0]
                if item[1] == id and rev not in self.used:
                    self.used.add(rev)
                    try:
                        return Version.parse(rev), None
                    except VersionError:
                        return None, None
        return None, None
