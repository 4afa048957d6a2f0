import Fleece

/// The reading of the JSON body of a revision of another database.
enum IncomingBody {
    /// Calls a closure with the Fleece body of a revision, without the properties that belong to the
    /// protocol.
    ///
    /// - Parameters:
    ///   - revision: The revision, whose body is a JSON text.
    ///   - transaction: The current transaction, whose shared keys the body uses.
    ///   - use: A closure that receives the body, which is a dictionary.
    /// - Returns: The result of the closure.
    /// - Throws: Any error that the closure throws, or ``ReplicationFailure`` with code `Fleece` 5 if
    ///   the body is not a JSON object.
    static func withBytes<R>(
        of revision: IncomingRevision, in transaction: StoreTransaction,
        _ use: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        try transaction.withWriter { writer in
            let mayHaveReservedKeys = try revision.body.withUnsafeBytes { text in
                do {
                    try JSONReader.read(text, into: writer)
                } catch let error as JSONError {
                    throw ReplicationFailure(
                        invalidBody: "The body of document \(revision.id.debugDescription) is no "
                            + "JSON: \(error.message), at line \(error.line), column \(error.column)."
                    )
                }
                return Self.mayHaveReservedKeys(text)
            }
            do {
                return try writer.withFinishedBytes { bytes in
                    guard FleeceStorage.hasRootDictionary(bytes) else {
                        throw unsuitable(revision.id, "it is not an object")
                    }
                    guard mayHaveReservedKeys else { return try use(bytes) }
                    return try withoutReservedKeys(bytes, in: transaction, use)
                }
            } catch let error as FleeceError {
                throw unsuitable(revision.id, error.message)
            }
        }
    }

    private static func withoutReservedKeys<R>(
        _ bytes: UnsafeRawBufferPointer, in transaction: StoreTransaction,
        _ use: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        try transaction.withWriter { writer in
            let hasReservedKeys = FleeceStorage.withBorrowed(
                bytes, sharedKeys: transaction.keys.snapshot
            ) { storage in
                guard let body = storage.rootDictionary else { return false }
                let reserved = body.filter { isReserved($0.key, $0.value) }.map(\.key)
                guard !reserved.isEmpty else { return false }
                writer.beginDictionary()
                writer.writePairs(
                    of: body, except: reserved.map { FleeceKey($0) },
                    keepsNumbers: writer.usesKeyNumbers(of: storage))
                writer.endDictionary()
                return true
            }
            return hasReservedKeys ? try writer.withFinishedBytes(use) : try use(bytes)
        }
    }

    /// Returns whether a property belongs to the protocol, and not to the document.
    ///
    /// Attachments that are no blobs belong to the document, and are sent back with it.
    private static func isReserved(_ key: String, _ value: FleeceValue) -> Bool {
        guard key.utf8.first == UInt8(ascii: "_") else { return false }
        return key != BlobReference.attachmentsKey || value.dictionary?.isEmpty ?? true
    }

    private static func unsuitable(_ id: String, _ reason: String) -> ReplicationFailure {
        ReplicationFailure(
            invalidBody: "The body of document \(id.debugDescription) cannot be stored: \(reason).")
    }

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
