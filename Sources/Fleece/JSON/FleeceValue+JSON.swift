extension FleeceValue {
    /// Returns the JSON text of this value.
    ///
    /// - Parameter format: How the text is laid out.
    /// - Returns: The text.
    /// - Throws: ``JSONError`` as ``JSONWriter/write(_:)``.
    /// - Complexity: O(*n*) in the size of the value.
    public func json(_ format: JSONFormat = .compact) throws(JSONError) -> String {
        let writer = JSONWriter(format: format)
        try writer.write(self)
        return writer.text
    }
}

extension FleeceStorage {
    /// Makes Fleece of a JSON text.
    ///
    /// - Parameter json: A text of one value.
    /// - Throws: ``JSONError`` with line and column, or ``FleeceError`` `tooLarge`.
    /// - Complexity: O(*n*) in the length of the text.
    public convenience init(json: String) throws {
        let writer = FleeceWriter()
        try JSONReader.read(json, into: writer)
        self.init(try writer.finish())
    }
}
