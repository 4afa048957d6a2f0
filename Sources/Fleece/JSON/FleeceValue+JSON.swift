extension FleeceValue {
    /// Returns the JSON text of this value.
    ///
    /// ```swift
    /// let text = try hotel.json(.canonical)
    /// ```
    ///
    /// - Parameter format: The layout of the text.
    /// - Returns: The text.
    /// - Throws: ``JSONError``, as ``JSONWriter/write(_:)``.
    /// - Complexity: O(*n*) in the size of the value.
    public func json(_ format: JSONFormat = .compact) throws(JSONError) -> String {
        let writer = JSONWriter(format: format)
        try writer.write(self)
        return writer.text
    }
}

extension FleeceStorage {
    /// Creates Fleece data from a JSON text.
    ///
    /// ```swift
    /// let hotel = try FleeceStorage(json: #"{"name": "Grand", "stars": 4}"#)
    /// ```
    ///
    /// - Parameter json: A text that contains one value.
    /// - Throws: ``JSONError`` with line and column, or ``FleeceError`` `tooLarge`.
    /// - Complexity: O(*n*) in the length of the text.
    public convenience init(json: String) throws {
        let writer = FleeceWriter()
        try JSONReader.read(json, into: writer)
        self.init(try writer.finish())
    }

    /// Creates Fleece data from a JSON text, with long numbers as data that contains their text.
    ///
    /// See ``JSONReader/read(_:keepingNumbersInto:)``.
    package convenience init(jsonKeepingNumbers json: String) throws {
        let writer = FleeceWriter()
        let result = json.withUTF8Bytes { bytes in
            Result { () throws(JSONError) in try JSONReader.read(bytes, keepingNumbersInto: writer)
            }
        }
        try result.get()
        self.init(try writer.finish())
    }
}
