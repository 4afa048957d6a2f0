import Fleece
import Quire

/// The JSON of documents.
enum DocumentJSON {
    /// The key that a document's ID stands under beside its properties.
    static let idKey = "_id"

    /// A document as one line: pairs of its own first, then its properties.
    ///
    /// - Parameters:
    ///   - pairs: Keys and JSON. A property that has one of the keys is left out.
    ///   - body: The properties.
    ///   - writer: A writer of JSON, to be used again and again.
    /// - Returns: The line, without its end.
    /// - Throws: `JSONError` if a text in it is not UTF-8.
    static func line(
        _ pairs: [(key: String, json: String)], _ body: FleeceDictionary, _ writer: JSONWriter
    ) throws -> String {
        writer.removeAll()
        let hides = pairs.contains { body[$0.key] != nil }
        if hides {
            try writer.write(
                object: body.filter { pair in !pairs.contains { $0.key == pair.key } }
                    .map { ($0.key, $0.value) })
        } else {
            try writer.write(body.value)
        }
        let own = pairs.map { "\(JSONNode.quoted($0.key)):\($0.json)" }.joined(separator: ",")
        let text = writer.text
        guard !own.isEmpty else { return text }
        return text == "{}" ? "{\(own)}" : "{\(own),\(text.dropFirst())"
    }

    /// The format of all output: an infinite number, which JSON has no form for, becomes `null`.
    static let format = JSONFormat(writesInfinityAsNull: true)

    /// Reads the text of a document.
    ///
    /// - Parameters:
    ///   - text: JSON, an object.
    ///   - id: The document's ID; under ``idKey`` no other may stand.
    /// - Returns: The properties.
    /// - Throws: ``Failure`` that says what is wrong where.
    static func read(_ text: String, id: String) throws -> FleeceDictionary {
        let storage: FleeceStorage
        do {
            storage = try FleeceStorage(json: text)
        } catch let error as JSONError {
            throw Failure("the document is not JSON: \(error)")
        }
        guard let body = storage.rootDictionary else {
            throw Failure("the document is not a JSON object")
        }
        if let other = body[idKey], other.string != id {
            throw Failure("the document has another ID under \(idKey) than \(id.debugDescription)")
        }
        return body
    }

    /// Writes properties as a document's body, without ``idKey``.
    static func write(_ body: FleeceDictionary, to writer: FleeceWriter) {
        guard body[idKey] != nil else { return writer.write(copyOf: body.value) }
        writer.beginDictionary()
        for (key, value) in body where key != idKey {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        writer.endDictionary()
    }
}
