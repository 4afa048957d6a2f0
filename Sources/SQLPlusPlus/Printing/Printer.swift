/// A printer of trees, with a canonical spelling and only the required parentheses.
struct Printer {
    private(set) var text = ""
    var scope: NameScope

    init(scope: NameScope) {
        self.scope = scope
    }

    mutating func write(_ piece: String) {
        text += piece
    }

    /// Writes items separated by commas.
    mutating func writeList<Item>(_ items: [Item], _ write: (inout Printer, Item) -> Void) {
        for (index, item) in items.enumerated() {
            if index > 0 { self.write(", ") }
            write(&self, item)
        }
    }

    /// Writes the output of a closure, with a prefix if the output begins with a parenthesis.
    mutating func write(
        prefix: String, beforeParenthesisOf write: (inout Printer) -> Void
    ) {
        var inner = Printer(scope: scope)
        write(&inner)
        if inner.text.utf8.first == UInt8(ascii: "(") { text += prefix }
        text += inner.text
    }
}

extension QueryTerm: CustomStringConvertible {
    /// The text of the expression in its canonical spelling, as in a statement with one unnamed
    /// source.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    public var description: String {
        var printer = Printer(scope: NameScope(sources: []))
        printer.write(self)
        return printer.text
    }
}
