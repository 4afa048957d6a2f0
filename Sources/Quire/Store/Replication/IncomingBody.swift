import Fleece

/// The reading of the JSON body of a revision of another database.
enum IncomingBody {
    /// Writes the body of a revision, without the properties that belong to the protocol.
    ///
    /// - Parameters:
    ///   - revision: The revision.
    ///   - writer: An empty writer with the shared keys of the transaction.
    /// - Throws: ``ReplicationFailure`` with code `Fleece` 5 if the body is not a JSON object.
    static func write(_ revision: IncomingRevision, to writer: FleeceWriter) throws {
        do {
            try revision.body.withUnsafeBytes { text in
                guard mayHaveReservedKeys(text) else {
                    return try JSONReader.read(text, into: writer)
                }
                let complete = FleeceWriter()
                try JSONReader.read(text, into: complete)
                let body = FleeceStorage(try complete.finish())
                guard let dictionary = body.rootDictionary else { return writer.writeNull() }
                writer.beginDictionary()
                for (key, value) in dictionary where !key.utf8.starts(with: reservedPrefix) {
                    writer.writeKey(key)
                    writer.write(copyOf: value)
                }
                writer.endDictionary()
            }
        } catch let error as JSONError {
            throw ReplicationFailure(
                invalidBody: "The body of document \(revision.id.debugDescription) is no JSON: "
                    + "\(error.message), at line \(error.line), column \(error.column).")
        } catch let error as FleeceError {
            throw unsuitable(revision.id, error.message)
        }
    }

    /// Returns the failure of a body that is JSON but cannot be stored.
    static func unsuitable(_ id: String, _ reason: String) -> ReplicationFailure {
        ReplicationFailure(
            invalidBody: "The body of document \(id.debugDescription) cannot be stored: \(reason).")
    }

    private static let reservedPrefix = [UInt8(ascii: "_")]

    /// Returns whether a text may contain a key that begins with an underscore, which may be escaped.
    private static func mayHaveReservedKeys(_ text: UnsafeRawBufferPointer) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if byte == UInt8(ascii: "_"), previous == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "u"), previous == UInt8(ascii: "\\") { return true }
            previous = byte
        }
        return false
    }
}
