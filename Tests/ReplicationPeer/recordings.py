"""Reading recorded replication traffic: one JSON Lines file for each recording."""

from __future__ import annotations

import base64
import json
import os
import re
from typing import Any, Dict, List, Optional, Tuple

from options import COUCHBASE_LITE, SYNC_GATEWAY

VARIABLE = "QUIRE_RECORDINGS"
FOLDER = "QuireReplicationTests/Fixtures/replication-recordings"


def folder() -> str:
    """Returns the folder of the recordings. Raises OSError if it is missing."""
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", FOLDER)
    path = os.environ.get(VARIABLE) or os.path.normpath(default)
    if not os.path.isdir(path):
        raise OSError(
            f"The folder of the recordings is missing: {path}."
            f" Restore Tests/{FOLDER}, or set {VARIABLE} to another folder."
        )
    return path


class Line:
    """One line of a recording."""

    def __init__(self, recording: "Recording", json: Dict[str, Any]) -> None:
        self.recording = recording
        self.json = json
        self.number: int = json["i"] + 1
        self.step: Optional[str] = json.get("step")
        self.connection: int = json.get("c", 0)
        self.is_from_client = json.get("from") == "client"
        self.type: str = json.get("type", "")
        self.properties: Dict[str, str] = json.get("props", {})
        self.flags = frozenset(json.get("flags", []))
        self.is_truncated = "truncated" in json
        # The profile of the message, or of the request that a response answers.
        self.profile = ""
        self.collection = "_default"

    @property
    def is_message(self) -> bool:
        """Whether the line is a request or a response."""
        return self.type in ("MSG", "RPY", "ERR")

    @property
    def body(self) -> bytes:
        """The body of the message, or the beginning of a long one."""
        if "base64" in self.json:
            return base64.b64decode(self.json["base64"])
        return self.json.get("body", "").encode()

    @property
    def place(self) -> str:
        """The name of the recording and the number of the line."""
        return f"{self.recording.name}:{self.number}"

    @property
    def kind(self) -> str:
        """The kind of the message: its profile, or the profile and the kind of a response."""
        if self.type == "MSG":
            return self.profile or "(none)"
        if self.type == "RPY":
            return (self.profile or "(none)") + " response"
        domain = self.properties.get("Error-Domain", "BLIP")
        return f"{self.profile or '(none)'} {domain} {self.properties.get('Error-Code')}"


class Recording:
    """A recording with its header, its lines, and the software on both sides."""

    def __init__(self, path: str) -> None:
        self.name = os.path.basename(path)[: -len(".jsonl")]
        with open(path, encoding="utf-8") as file:
            objects = [json.loads(text) for text in file]
        self.header = objects[0]
        self.lines = [Line(self, value) for value in objects[1:]]
        requests: Dict[Tuple[int, bool, int], str] = {}
        collections: Dict[int, List[str]] = {}
        for line in self.lines:
            if line.properties.get("Profile") == "getCollections" and line.body.startswith(b"{"):
                collections[line.connection] = json.loads(line.body)["collections"]
            index = int("0" + re.sub("[^0-9]", "", line.properties.get("collection", "")))
            names = collections.get(line.connection, [])
            line.collection = names[index] if index < len(names) else "_default"
            if line.type == "MSG":
                line.profile = line.properties.get("Profile", "")
                requests[(line.connection, line.is_from_client, line.json["n"])] = line.profile
            elif line.is_message:
                key = (line.connection, not line.is_from_client, line.json["n"])
                line.profile = requests.get(key, "")

    @property
    def server(self) -> Optional[str]:
        """The behavior of the passive side, or none if it was not Couchbase's software."""
        return behavior_of(self.header["server"])

    @property
    def client(self) -> Optional[str]:
        """The behavior of the active side, or none if it was not Couchbase's software."""
        return behavior_of(self.header["client"])

    @property
    def is_complete(self) -> bool:
        """Whether all messages of the client are in the file."""
        return not any(line.is_from_client and line.is_truncated for line in self.lines)


def behavior_of(software: str) -> Optional[str]:
    """Returns the behavior of the peer that imitates a software."""
    if software.startswith("Sync Gateway"):
        return SYNC_GATEWAY
    return COUCHBASE_LITE if software.startswith("LiteCore") else None


def all_recordings() -> List[Recording]:
    """Returns all recordings. Raises OSError if there are none."""
    path = folder()
    names = sorted(name for name in os.listdir(path) if name.endswith(".jsonl"))
    if not names:
        raise OSError(f"The folder {path} contains no recordings.")
    return [Recording(os.path.join(path, name)) for name in names]
