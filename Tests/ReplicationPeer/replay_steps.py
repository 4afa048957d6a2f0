"""Applying the steps of a recording to the store of a passive peer."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Dict, Optional, Set, Tuple

from histories import History
from recordings import Line, Recording
from store import Revision
from versions import Version

_REST = re.compile(r"REST (PUT|DELETE|POST) /db([^/]*)/([^? ]+)(\S*) ?(.*)", re.DOTALL)
_TREE = re.compile(r"the server holds ([a-z]+)0 to [a-z]+([0-9]+), each with a revision tree")


# The channels that the client could read at the start of a recording.
ACCESS = {
    ("sg-access", "sg-access-continuous"): "rk",
    ("sg-access-no-purge",): "r",
    ("sg-norev",): "a",
    ("sg-raw-removed",): "mr",
    ("sg-channels-docids",): "xy",
}
PASSIVE = "passive: {"


def edit_of(text: str) -> Dict[str, Any]:
    """Returns the local edit of a step. The text of a long one is cut."""
    try:
        return json.loads(text[len(PASSIVE) - 1 :])
    except ValueError:
        return {"id": re.findall(r'"id": "([^"]+)"', text)[0], "blobs": []}


class Steps:
    """Brings the store of a server into the state that the recorded server had."""

    def __init__(self, recording: Recording, server: Any) -> None:
        self.recording = recording
        self.server = server
        self.used: Set[str] = set()
        server.store.collection("_default").last_sequence = 1 if self.is_gateway else 0
        self.triggers: Dict[int, int] = {}
        self.grants: Dict[str, Set[str]] = {}
        self.runs = 0
        self._read_sequences()
        self._read_contents()
        for names, channels in ACCESS.items():
            if recording.name[:-2] in names or recording.name in names:
                server.store.collection("_default").access = set(channels)

    def _read_contents(self) -> None:
        """Reads the blobs that the recorded server had, and the revisions that it refused."""
        store, requests = self.server.store, {}
        for line in self.recording.lines:
            if line.is_from_client and line.type == "MSG":
                requests[(line.connection, line.json["n"])] = line
            elif line.type == "RPY" and line.profile == "getAttachment" and not line.is_truncated:
                if not line.is_from_client:
                    store.add_blob(line.body)
            elif line.kind in ("rev HTTP 403", "rev HTTP 413") and not line.is_from_client:
                request = requests[(line.connection, line.json["n"])]
                store.refused[request.properties["rev"]] = int(line.properties["Error-Code"])

    def _read_sequences(self, after: int = 0) -> None:
        """Reads the sequences that the recorded server gave to revisions and changes of access."""
        sequences = self.server.store.sequences
        sequences.clear()
        listed: Set[str] = set()
        for line in self.recording.lines:
            if line.number < after:
                continue
            if line.is_from_client and line.profile == "rev" and line.type == "MSG":
                rev = line.properties.get("rev", "")
                self.used |= {rev} - listed
            is_list = line.type == "MSG" and line.profile == "changes"
            if line.is_from_client or not is_list or line.is_truncated:
                continue
            for item in json.loads(line.body) or []:
                listed.add(item[2].split(";")[0])
                parts = [int(part) for part in str(item[0]).split(":")]
                sequences.setdefault((item[1], item[2].split(";")[0]), parts[-1])
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
        elif text.startswith(PASSIVE):
            self._local(line, edit_of(text))
        else:
            self._other(line, text)

    def _other(self, line: Line, text: str) -> None:
        """Applies a step that concerns the whole server."""
        store, options = self.server.store, self.server.peer.options
        if text.startswith("passive (LiteCore) serves"):
            # The mode is that of the server: with push, clients can only pull.
            modes = {"--mode=pull": "push", "--mode=push": "pull"}
            options.serves = next((modes[key] for key in modes if key in text), "both")
            for names in re.findall(r"--colls=(\S+)", text):
                for name in names.split(","):
                    store.collection(name)
                del store.collections["_default"]
        elif text.startswith(("gateway stopped", "gateway killed")):
            self.server.peer.disconnect()
        elif text.startswith("gateway and bucket made"):
            store.recreate()
            self._read_sequences(line.number)
            store.collection("_default").last_sequence = 1
        elif text.startswith("passive: stored checkpoint removed"):
            store.collection("_default").peer_checkpoints.clear()
        elif text.startswith("passive file restored"):
            store.restore()
            self._read_sequences(line.number)
        elif "wrong cookie" in text or "session deleted" in text:
            options.session = "another"
        elif " ended, rc " in text:
            self.runs += 1
            if self.runs == 2:
                store.remember()

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
            store.set_offline(id == "_offline")
        elif not id.startswith("_") and verb != "POST" and line.json.get("status") in (200, 201):
            answer = json.loads(line.json["answer"])
            value = {} if verb == "DELETE" else json.loads(body)
            self._put(name, id, value, verb == "DELETE", answer["cv"], answer["rev"])

    def _user(self, line: Line, user: Dict[str, Any]) -> None:
        store = self.server.store
        for scope, names in user.get("collection_access", {}).items():
            for name, value in names.items():
                chosen = set(value["admin_channels"])
                store.collection(f"{scope}.{name}").access = None if "*" in chosen else chosen
            store.collections.pop("_default", None)
        if "admin_channels" not in user:
            return
        channels = set(user["admin_channels"])
        access = None if "*" in channels else channels
        self.server.peer.options.is_disabled = bool(user.get("disabled"))
        following = [number for number in sorted(self.triggers) if number > line.number]
        trigger = self.triggers[following[0]] if following else None
        self._change_access(access, trigger)

    def _change_access(self, access: Optional[Set[str]], trigger: Optional[int]) -> None:
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
        document = store.put(name, id, body, deleted)
        access = store.collection(name).access
        if body.get("type") == "grant":
            self.grants[id] = set(body["grants"])
            self._change_access(access | self.grants[id], document.sequence)
        elif deleted and id in self.grants:
            self._change_access(access - self.grants.pop(id), document.sequence)

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
        version, body = self._announced(line, id, name)
        if version is not None:
            store.uuid = base64.b64decode(version.author + "==")
            store.next_version = version
        content = body if "blobs" in edit else edit.get("body", {})
        store.put(name, id, content, bool(edit.get("del")))

    def _announced(self, step: Line, id: str, name: str) -> Tuple[Optional[Version], Any]:
        """Returns the version that a later message of the server has for a document."""
        for line in self.recording.lines:
            if line.number <= step.number or line.is_from_client:
                continue
            text = line.step or ""
            if text.startswith(PASSIVE):
                edit = edit_of(text)
                if (edit["id"], edit.get("c", "_default")) == (id, name):
                    break
            is_list = line.type == "MSG" and line.profile == "changes"
            if not is_list or line.is_truncated or line.collection != name:
                continue
            for item in json.loads(line.body) or []:
                rev = item[2].split(";")[0].split(",")[0]
                if item[1] == id and rev not in self.used:
                    self.used.add(rev)
                    return Version.parse(rev), self._sent_body(id, rev)
        return None, {}

    def _sent_body(self, id: str, rev: str) -> Any:
        """Returns the body of a revision that the recorded server sent."""
        for line in self.recording.lines:
            properties = line.properties
            if not line.is_from_client and line.type == "MSG" and line.profile == "rev":
                if (properties["id"], properties["rev"]) == (id, rev) and not line.is_truncated:
                    return json.loads(line.body)
        return {}
