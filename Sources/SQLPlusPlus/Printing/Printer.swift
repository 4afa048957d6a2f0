/// Writes trees as text, in one spelling and with no more parentheses than needed.
struct Printer {
    private(set) var text = ""
    var scope: NameScope

    init(scope: NameScope) {
        self.scope = scope
    }

    mutating func write(_ piece: String) {
        text += piece
    }

    /// Writes items with commas between them.
    mutating func writeList<Item>(_ items: [Item], _ write: (inout Printer, Item) -> Void) {
        for (index, item) in items.enumerated() {
            if index > 0 { self.write(", ") }
            write(&self, item)
        }
    }

    /// Writes what a closure writes, with a prefix if that begins with a parenthesis.
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
    /// The expression's text in its canonical spelling, as in a statement that gives no names.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    public var description: String {
        var printer = Printer(scope: NameScope(sources: []))
        printer.write(self)
        return printer.text
    }
}
