import Fleece

// The JSON text represents the current values, including unsaved changes and values that cannot be
// saved.

extension DocumentValue.Form {
    private static let format = JSONFormat(sortsKeys: true, writesInfinityAsNull: true)

    /// The JSON text with sorted keys, or `null` if the value is missing.
    ///
    /// The text is also `null` if the value has no JSON representation: a string in a damaged
    /// document that is not valid UTF-8, or a collection that contains itself.
    var json: String {
        switch self {
        case .stored(let value): Self.text(value)
        case .dictionary(let dictionary): dictionary.content.json
        case .array(let array): array.content.json
        default: Self.text { try $0.write(self, blobs: nil, key: "") }
        }
    }

    fileprivate static func text(_ value: FleeceValue) -> String {
        (try? value.json(format)) ?? "null"
    }

    fileprivate static func text(_ write: (inout ContentWriter) throws -> Void) -> String {
        let writer = FleeceWriter()
        var contents = ContentWriter(writer, puttingBlobsInto: nil, isStrict: false)
        guard (try? write(&contents)) != nil, let bytes = try? writer.finish() else {
            return "null"
        }
        return FleeceStorage(bytes).root.map(text) ?? "null"
    }
}

extension DictionaryContent {
    /// The JSON text of the current values, with sorted keys.
    var json: String {
        if let base, known.isEmpty { return DocumentValue.Form.text(base.value) }
        return DocumentValue.Form.text { try $0.write(self) }
    }

    /// Parses a JSON object.
    ///
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON object.
    static func pairs(json: String) throws -> FleeceDictionary {
        guard let pairs = try FleeceStorage.reading(json).rootDictionary else {
            throw QuireError(.invalidJSON, "The JSON text is not an object.")
        }
        return pairs
    }
}

extension ArrayContent {
    /// The JSON text of the current values, with sorted keys.
    var json: String {
        untouched.map(DocumentValue.Form.text) ?? DocumentValue.Form.text { try $0.write(self) }
    }

    /// Parses a JSON array.
    ///
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON array.
    static func items(json: String) throws -> FleeceValue {
        guard let items = try FleeceStorage.reading(json).root, items.kind == .array else {
            throw QuireError(.invalidJSON, "The JSON text is not an array.")
        }
        return items
    }
}

extension FleeceStorage {
    fileprivate static func reading(_ json: String) throws -> FleeceStorage {
        do {
            return try FleeceStorage(json: json)
        } catch {
            throw QuireError(
                .invalidJSON, "Cannot parse the JSON text: \(error)", underlyingError: error)
        }
    }
}
