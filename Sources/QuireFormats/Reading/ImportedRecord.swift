package import Fleece

/// What an import does with a document that exists.
package enum ImportMode: String, CaseIterable, Sendable {
    /// The record is an invalid one.
    case insert
    /// The document gets the new body.
    case replace
    /// The document keeps the keys that the record does not have.
    case merge
}

/// Conversion of records to documents.
package enum ImportedRecord {
    /// Returns the document ID in a record.
    ///
    /// - Parameter value: The value of the key for the ID: a string or an integer.
    /// - Returns: The ID, or `nil` for another value.
    package static func id(_ value: FleeceValue) -> String? {
        if let text = value.string { return text }
        // A number that keeps its text.
        if let digits = value.data.map({ String(decoding: $0, as: UTF8.self) }) {
            return digits.contains(where: { !"-0123456789".contains($0) }) ? nil : digits
        }
        guard value.kind == .integer else { return nil }
        return value.int64.map { "\($0)" } ?? value.uint64.map { "\($0)" }
    }

    /// Writes the pairs of both dictionaries; those of the new one replace others, except that
    /// dictionaries are merged.
    ///
    /// The recursion is bounded, because the JSON reader limits the nesting depth.
    package static func merge(
        _ new: FleeceDictionary, into stored: FleeceDictionary, _ writer: FleeceWriter
    ) {
        writer.beginDictionary()
        for (key, value) in stored where new[key] == nil {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        for (key, value) in new {
            writer.writeKey(key)
            if let inner = value.dictionary, let old = stored[key]?.dictionary {
                merge(inner, into: old, writer)
            } else {
                writer.write(copyOf: value)
            }
        }
        writer.endDictionary()
    }
}
