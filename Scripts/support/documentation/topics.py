"""Checks and completes the topics of types in a documentation catalog.

    topics.py [--update] GRAPH CATALOG

A type with more than 10 members needs an extension file in the folder Types of the catalog. Its
topics list all members of the type, and the topics of the other pages list all types and global
functions of the module. A line names a member without the suffix that distinguishes overloads,
such as ``save(_:)``. The complete form of a file has one line for each overload, with its suffix,
and the synchronous and the asynchronous form of a call next to each other. --update writes that
form. Otherwise a file that doesn't have it is an error. docc finds links to what does not exist.

The suffixes contain a hash of the mangled name. For types of Foundation, it is different on Linux
and on Apple platforms. The files in the repository have the suffixes of Linux.
"""

import collections
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from symbolgraph import Graph  # noqa: E402

MEMBERS = {"memberOf", "requirementOf", "optionalRequirementOf"}
LINK = re.compile(r"- ``(.+?)(?:-[0-9a-z]{1,5})?``")
# What differs between the declarations of the synchronous and the asynchronous form of a call.
DIFFERENCES = re.compile(r" async|@escaping |@Sendable | & Sendable|(,| where) \w+ : Sendable")


def suffix(identifier):
    """The suffix by which docc distinguishes overloads: the FNV-1 hash of the identifier, folded
    to 24 bits, in base 36."""
    value, digits = 2_166_136_261, ""
    for byte in identifier.encode():
        value = value * 16_777_619 & 0xFFFF_FFFF ^ byte
    value = value >> 24 ^ value & 0xFF_FFFF
    while value or not digits:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def members_of(graph):
    """The members of each type by their names, and the names that its topics must contain."""
    members = collections.defaultdict(lambda: collections.defaultdict(dict))
    required = collections.defaultdict(set)
    for item in graph.relationships:
        member, owner = map(graph.by_identifier.get, (item["source"], item["target"]))
        if item["kind"] not in MEMBERS or not member or not owner:
            continue
        owner, name = "/".join(owner.path), member.path[-1]
        # docc lists members that implement a requirement of another module's protocol in groups of
        # their own.
        origin = item.get("sourceOrigin", {}).get("identifier")
        if member.is_declared and not (origin and origin not in graph.by_identifier):
            required[owner].add(name)
        members[owner][name].setdefault(member.identifier, member)
    return members, required


def links(name, members):
    """The links to all members with a name, without inherited members if there are others. docc
    reports the link to an unknown member."""
    def order(symbol):
        common = DIFFERENCES.sub("", symbol.declaration)
        return len(common), common, " async" in symbol.declaration, symbol.identifier

    if len(members) < 2:
        return [name]
    overloads = [item for item in members if item.is_declared] or members
    return [f"{name}-{suffix(item.identifier)}" for item in sorted(overloads, key=order)]


def check_type(path, members, required, is_updated):
    """Yields what is wrong with the file of a type."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    complete, listed = [], set()
    for line in lines:
        link = LINK.fullmatch(line)
        if not link:
            complete.append(line)
        elif link[1] not in listed:
            listed.add(link[1])
            complete += [f"- ``{item}``" for item in links(link[1], members.get(link[1], {}).values())]
    yield from (f"no topic contains {name}" for name in required - listed)
    if complete != lines and is_updated:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(complete))
    elif complete != lines:
        yield "the overloads have changed; run Scripts/docs --update-topics"


def check(graph, catalog, is_updated):
    """Yields what is wrong with a catalog."""
    listed, files = set(), {}
    for path in glob.glob(catalog + "/**/*.md", recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        title = re.match(r"# ``(.+)``\n", text)
        if os.path.basename(os.path.dirname(path)) != "Types":
            listed.update(link[1] for link in map(LINK.fullmatch, text.split("\n")) if link)
        elif title:
            files[title[1]] = path
    for symbol in graph.symbols:
        if len(symbol.path) == 1 and symbol.path[0] not in listed:
            yield f"no topic contains {symbol.path[0]}"
    members, required = members_of(graph)
    for name, by_name in members.items():
        count = sum(item.is_declared for found in by_name.values() for item in found.values())
        if name in files:
            for problem in check_type(files[name], by_name, required[name], is_updated):
                yield f"Types/{os.path.basename(files[name])}: {problem}"
        elif count > 10:
            yield f"Types: {name} has {count} members, but no topics"


is_updated = sys.argv[1] == "--update"
graph, catalog = sys.argv[-2:]
problems = sorted(set(check(Graph(graph), catalog, is_updated)))
for problem in problems:
    print(f"docs: {os.path.basename(catalog)}: {problem}", file=sys.stderr)
sys.exit(1 if problems else 0)
