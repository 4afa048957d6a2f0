import QuirePlatform

/// A document in the result of an observed statement.
///
/// ```swift
/// let observed = try store.records(ids: ["hotel-42"]).map { ObservedRecord($0) }
/// for hotel in observed { print(hotel.id, try hotel.content.get().sequence) }
/// ```
public struct ObservedRecord: Sendable {
    /// The document's ID.
    public let id: String
    /// The sequence of the current revision.
    package let sequence: Int64
    /// The stored version, or an empty array if the element was not read from a row.
    package let version: [UInt8]
    /// The document, or the error that reading it threw.
    public let content: Result<DocumentRecord, QuireError>
    /// The model of the document, for all observers of the result.
    package let model = DecodedValue()

    package init(
        id: String, sequence: Int64, version: [UInt8], content: Result<DocumentRecord, QuireError>
    ) {
        self.id = id
        self.sequence = sequence
        self.version = version
        self.content = content
    }

    /// Creates an element of a result.
    ///
    /// - Parameter record: The document.
    public init(_ record: DocumentRecord) {
        self.init(
            id: record.id, sequence: Int64(clamping: record.sequence),
            version: [], content: .success(record))
    }

    /// Creates an element of a result for a document that cannot be read.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - sequence: The sequence of the current revision.
    ///   - error: The error that reading the document threw.
    public init(id: String, sequence: UInt64, error: QuireError) {
        self.init(
            id: id, sequence: Int64(clamping: sequence), version: [], content: .failure(error))
    }

    /// Whether another element represents the same revision of the same document.
    package func isSame(as other: ObservedRecord) -> Bool {
        guard id == other.id, sequence == other.sequence else { return false }
        return switch (content, other.content) {
        case (.success(let record), .success(let other)): record.revisionID == other.revisionID
        case (.failure, .failure): version == other.version
        default: false
        }
    }
}
