"""Reads the symbol graphs that the Swift compiler writes: the declarations of a module."""

import json


class Symbol:
    """A declaration."""

    def __init__(self, data):
        self.data = data
        self.identifier = data["identifier"]["precise"]
        self.path = data["pathComponents"]
        # Whether the type that contains it declares it, and does not inherit it.
        self.is_declared = "::SYNTHESIZED::" not in self.identifier
        self.declaration = "".join(
            part["spelling"] for part in data.get("declarationFragments", []))

    def is_in(self, modules):
        """Whether the sources of one of the modules declare it. The graph of a module that exports
        another one has the symbols of both."""
        uri = self.data.get("location", {}).get("uri", "")
        return any(f"/Sources/{module}/" in uri for module in modules)


class Graph:
    """The declarations of one or several files, and their relationships."""

    def __init__(self, *paths):
        self.symbols, self.relationships = [], []
        for path in paths:
            with open(path, encoding="utf-8") as file:
                self.data = json.load(file)
            self.symbols += map(Symbol, self.data["symbols"])
            self.relationships += self.data["relationships"]
        self.by_identifier = {symbol.identifier: symbol for symbol in reversed(self.symbols)}
