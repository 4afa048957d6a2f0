"""The report of a run: violations of the protocol, notes, errors and closed connections."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class Report:
    """Collects what the partner did wrong, and how connections ended.

    A violation names the rule by the section of the protocol description, such as "2.3 numbers".
    A note is an unusual but permitted behavior. An error is a failure that the partner reported.
    """

    def __init__(self) -> None:
        self.violations: List[Dict[str, Any]] = []
        self.notes: List[Dict[str, Any]] = []
        self.errors: List[Dict[str, Any]] = []
        self.closes: List[Dict[str, Any]] = []
        self.upgrades: List[Dict[str, Any]] = []
        self.counts: Dict[str, Dict[str, int]] = {"received": {}, "sent": {}}

    def violation(self, rule: str, text: str, connection: int = 0, fatal: bool = False) -> None:
        """Adds a violation of a rule."""
        self.violations.append(
            {"rule": rule, "text": text, "connection": connection, "fatal": fatal}
        )

    def note(self, rule: str, text: str, connection: int = 0) -> None:
        """Adds a note about a permitted but unusual behavior."""
        self.notes.append({"rule": rule, "text": text, "connection": connection})

    def error(self, subject: str, domain: str, code: int, text: str, connection: int = 0) -> None:
        """Adds an error that the partner reported, or that ended a document's transfer."""
        self.errors.append(
            {
                "subject": subject,
                "domain": domain,
                "code": code,
                "text": text,
                "connection": connection,
            }
        )

    def closed(self, connection: int, code: int, reason: str, by_partner: bool) -> None:
        """Adds the end of a connection."""
        self.closes.append(
            {
                "connection": connection,
                "code": code,
                "reason": reason,
                "by": "partner" if by_partner else "self",
            }
        )

    def count(self, direction: str, profile: str) -> int:
        """Counts a complete message and returns the number of messages like it so far."""
        counts = self.counts[direction]
        counts[profile] = counts.get(profile, 0) + 1
        return counts[profile]

    def json(self, status: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Returns the report as a JSON object."""
        result: Dict[str, Any] = {
            "violations": self.violations,
            "notes": self.notes,
            "errors": self.errors,
            "closes": self.closes,
            "upgrades": self.upgrades,
            "counts": self.counts,
        }
        if status is not None:
            result["status"] = status
        return result
