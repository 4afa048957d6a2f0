package import Fleece

/// Conversion of documents to and from JSON.
package enum DocumentJSON {
    /// The key for the document ID in JSON.
    package static let idKey = "_id"

    /// Formats a document as a line of JSON: the additional pairs, followed by the properties.
    ///
    /// - Parameters:
    ///   - pairs: Additional keys with their JSON. Properties with the same keys are omitted.
    ///   - body: The properties.
    ///   - writer: A JSON writer, which can be reused.
    ///   - hidden: The keys of properties that are omitted.
    /// - Returns: The line, without a line feed.
    /// - Throws: `JSONError` if a string is not UTF-8.
    package static func line(
        _ pairs: [(key: String, json: String)], followedBy body: FleeceDictionary,
        writer: JSONWriter,
        hiding hidden: [String] = []
    ) throws -> String {
        writer.removeAll()
        let omitted = pairs.map(\.key) + hidden
        if omitted.contains(where: { body[$0] != nil }) {
            try writer.write(
                object: body.filter { !omitted.contains($0.key) }.map { ($0.key, $0.value) })
        } else {
            try writer.write(body.value)
        }
        let own = pairs.map { "\(JSONNode.quoted($0.key)):\($0.json)" }.joined(separator: ",")
        let text = writer.text
        guard !own.isEmpty else { return text }
        return text == "{}" ? "{\(own)}" : "{\(own),\(text.dropFirst())"
    }

    /// The format of all output: non-finite numbers, which JSON cannot represent, become `null`.
    package static let format = JSONFormat(writesInfinityAsNull: true)

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - text: A JSON object.
    ///   - id: The document ID. If the object contains ``idKey``, its value must be equal to it.
    /// - Returns: The properties.
    /// - Throws: ``FormatError`` that describes the error.
    package static func read(_ text: String, id: String) throws -> FleeceDictionary {
        let storage: FleeceStorage
        do {
            storage = try FleeceStorage(json: text)
        } catch let error as JSONError {
            throw FormatError("the document is not JSON: \(error)")
        }
        guard let body = storage.rootDictionary else {
            throw FormatError("the document is not a JSON object")
        }
        if let other = body[idKey], other.string != id {
            throw FormatError(
                "the value of \(idKey) must be the document ID \(id.debugDescription)")
        }
        return body
    }

    /// Writes properties as a document body, without ``idKey``.
    package static func write(_ body: FleeceDictionary, to writer: FleeceWriter) {
        guard body[idKey] != nil else { return writer.write(copyOf: body.value) }
        writer.beginDictionary()
        for (key, value) in body where key != idKey {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        writer.endDictionary()
    }
}
