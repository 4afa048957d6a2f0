extension PropertyPath: CustomStringConvertible {
    /// The text of the path as in a query: `address.city`, `phones[0].x`.
    ///
    /// A key that is not a plain name is enclosed in backticks, with each backtick inside doubled.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var description: String {
        var text = ""
        for (position, component) in components.enumerated() {
            switch component {
            case .key(let key):
                if position > 0 { text += "." }
                text += Identifier.text(for: key)
            case .index(let index):
                text += "[\(index)]"
            }
        }
        return text
    }
}
