"""Wrong answers about single documents, which tests request with the fault `answer`."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Tuple

AUTHOR = "A" * 21 + "Q"
TOO_OLD = f"1@{AUTHOR}"
TOO_NEW = f"2fffffffffff0000@{AUTHOR}"

KINDS = {
    "empty": "a value without content",
    "wrong-type": "a value of another type",
    "unknown-status": "the status 299, or an unknown flag",
    "absent": "nothing",
    "too-old": "a version from the beginning of time, or an incomplete blob",
    "too-new": "a version from the far future, or a blob with additional bytes",
    "twice": "the same twice",
    "refused": "the status 403, or lost access",
}
PROFILES = ("proposeChanges", "changes", "rev", "norev", "getAttachment")
DESCRIPTION = (
    f"PROFILE:KIND:ID,…: a wrong answer about these documents, with one of the profiles"
    f" {', '.join(PROFILES)} and one of these kinds:"
    + "".join(f"\n      {name}: {text}" for name, text in KINDS.items())
)


def problem(argument: str) -> bool:
    """Returns whether the argument of the fault is not valid."""
    profile, _, rest = argument.partition(":")
    return profile not in PROFILES or rest.partition(":")[0] not in KINDS


# For each kind, what replaces the item of a document in the answer to proposeChanges.
_PROPOSALS: Dict[str, Callable[[Any], List[Any]]] = {
    "empty": lambda item: [{}],
    "wrong-type": lambda item: ["text"],
    "unknown-status": lambda item: [299],
    "absent": lambda item: [],
    "too-old": lambda item: [{"status": 409, "rev": TOO_OLD}],
    "too-new": lambda item: [{"status": 409, "rev": TOO_NEW}],
    "twice": lambda item: [item, item],
    "refused": lambda item: [403],
}
# What replaces the item of a document in a list of changes.
_CHANGES: Dict[str, Callable[[List[Any]], List[Any]]] = {
    "empty": lambda item: [[]],
    "wrong-type": lambda item: ["text"],
    "unknown-status": lambda item: [item[:3] + [64]],
    "absent": lambda item: [],
    "too-old": lambda item: [[item[0], item[1], TOO_OLD]],
    "too-new": lambda item: [[item[0], item[1], TOO_NEW]],
    "twice": lambda item: [item, item],
    "refused": lambda item: [item[:3] + [2]],
}
# The properties and the body of a rev, by the correct ones.
_REVS: Dict[str, Callable[[Dict[str, str], bytes], Tuple[Dict[str, str], bytes]]] = {
    "empty": lambda properties, body: (properties, b""),
    "wrong-type": lambda properties, body: (properties, b"[]"),
    "unknown-status": lambda properties, body: ({**properties, "deleted": "unknown"}, body),
    "too-old": lambda properties, body: ({**properties, "rev": TOO_OLD}, body),
    "too-new": lambda properties, body: ({**properties, "rev": TOO_NEW}, body),
}
# What replaces properties of a norev.
_ABSENCES: Dict[str, Dict[str, str]] = {
    "empty": {"error": ""},
    "wrong-type": {"error": "text"},
    "unknown-status": {"error": "299"},
    "too-old": {"rev": TOO_OLD},
    "too-new": {"rev": TOO_NEW},
    "refused": {"error": "403"},
}


def proposal_answers(faults: Any, items: List[Any], answers: List[Any]) -> List[Any]:
    """Returns the answers to proposeChanges with the wrong ones."""
    result: List[Any] = []
    for item, answer in zip(items, answers):
        kind = faults.wrong_answer("proposeChanges", item[0])
        result += [answer] if kind is None else _PROPOSALS[kind](answer)
    return result


def announced_changes(
    faults: Any, items: List[Any], announced: List[Any]
) -> Tuple[List[Any], List[Any]]:
    """Returns a list of changes with the wrong items, and the announcement of each item."""
    results: List[Any] = []
    owners: List[Any] = []
    for item, announcement in zip(items, announced):
        kind = faults.wrong_answer("changes", item[1])
        replaced = [item] if kind is None else _CHANGES[kind](item)
        results += replaced
        owners += [announcement] * len(replaced)
    return results, owners


async def send_rev(
    sender: Any, kind: str, request: Any, properties: Dict[str, str], body: bytes
) -> None:
    """Sends a wrong rev instead of the correct one."""
    if kind == "absent":
        return
    if kind == "refused":
        sender.send_absence(request, 403, "forbidden")
        return
    if kind in _REVS:
        properties, body = _REVS[kind](properties, body)
    count = 2 if kind == "twice" else 1
    ask = sender.session.ask
    work = [ask("rev", request.name, properties, body) for _ in range(count)]
    await asyncio.gather(*work, return_exceptions=True)


def send_absences(sender: Any, kind: str, request: Any) -> None:
    """Sends norev, in a wrong form, instead of a rev."""
    for _ in range({"absent": 0, "twice": 2}.get(kind, 1)):
        sender.send_absence(request, 404, "missing", _ABSENCES.get(kind, {}))


def answer_attachment(kind: str, request: Any, content: bytes) -> None:
    """Answers getAttachment in a wrong way."""
    contents = {
        "empty": b"",
        "wrong-type": b"{}",
        "too-old": content[:-1],
        "too-new": content + b"!",
        "twice": content + content,
    }
    statuses = {"unknown-status": 299, "refused": 403}
    if kind in contents:
        request.respond({}, contents[kind])
    elif kind in statuses:
        request.fail("HTTP", statuses[kind], "wrong")
