extension PropertyPath: CustomStringConvertible {
    /// The path's text, as it stands in a query: `address.city`, `phones[0].x`.
    ///
    /// Keys that are no plain names are in backticks, which are doubled inside.
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
