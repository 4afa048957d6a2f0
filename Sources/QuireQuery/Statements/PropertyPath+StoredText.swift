public import SQLPlusPlus

extension PropertyPath {
    /// The text of the path in full-text expressions, in the indexes of a file, and as
    /// ``HighlightedText/property``.
    ///
    /// ```swift
    /// print(try PropertyPath("address.city").storedText)  // address.city
    /// print(PropertyPath([.key("a.b"), .index(0)]).storedText)  // a\.b[0]
    /// ```
    ///
    /// A backslash escapes characters of keys that have a special meaning in paths.
    public var storedText: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                if !text.isEmpty { text += "." }
                for character in key {
                    if ".[]`\\".contains(character) { text += "\\" }
                    text.append(character)
                }
            }
        }
        return text
    }
}
