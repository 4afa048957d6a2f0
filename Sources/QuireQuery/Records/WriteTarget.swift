public import Fleece

/// The state that a document must be in for a write to succeed.
///
/// ```swift
/// if let hotel = try store.record(id: "hotel-43") {
///     _ = try store.delete(id: hotel.id, if: .revision(hotel.revisionID))
/// }
/// ```
public enum RevisionPrecondition: Hashable, Sendable {
    /// Any state.
    ///
    /// The last write wins.
    case any
    /// The store contains no live document with the ID.
    case absent
    /// The current revision of the document or tombstone is the given revision.
    case revision(RevisionID)
    /// The document exists and is not deleted.
    ///
    /// If there is a revision, it is the current one. Unlike ``revision(_:)``, the precondition is
    /// not met by a tombstone.
    case existing(RevisionID?)

    /// Whether a document that is not in the store meets the precondition.
    package var admitsNewDocument: Bool {
        switch self {
        case .any, .absent: true
        case .revision, .existing: false
        }
    }

    /// The revision that the document must have, if the precondition names one.
    package var expectedRevision: RevisionID? {
        switch self {
        case .any, .absent: nil
        case .revision(let expected): expected
        case .existing(let expected): expected
        }
    }

    /// Returns whether a document meets the precondition.
    ///
    /// - Parameters:
    ///   - revisionID: The current revision of the document or of its tombstone; `nil` if the store
    ///     contains neither.
    ///   - isDeleted: Whether the current revision is a tombstone.
    /// - Returns: `true` if a write can proceed.
    public func isMet(by revisionID: RevisionID?, isDeleted: Bool) -> Bool {
        switch self {
        case .any: true
        case .absent: revisionID == nil || isDeleted
        case .revision(let expected): revisionID == expected
        case .existing(let expected):
            revisionID != nil && !isDeleted && (expected == nil || revisionID == expected)
        }
    }
}

/// The document that a save writes.
///
/// ```swift
/// try store.save { writer in
///     try JSONReader.read(#"{"type":"hotel","name":"Seaside"}"#, into: writer)
///     return WriteTarget(id: "hotel-43", if: .absent)
/// }
/// ```
public struct WriteTarget: Hashable, Sendable {
    /// The document's ID.
    public let id: String
    /// The state that the document must be in.
    public let precondition: RevisionPrecondition
    /// Whether a live document that the save replaces is passed to the merge closure.
    public let mergesStored: Bool
    /// Whether the body was stored before, so that it can contain reserved keys.
    private var isRestoring = false

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - precondition: The state that the document must be in.
    ///   - mergesStored: Whether a live document that the save replaces is passed to the merge
    ///     closure.
    public init(id: String, if precondition: RevisionPrecondition, mergesStored: Bool = false) {
        self.id = id
        self.precondition = precondition
        self.mergesStored = mergesStored
    }

    /// Returns the target for a body that was stored before, here or in another database.
    ///
    /// The body can contain reserved keys, which an earlier version or another program stored.
    package func restoring() -> WriteTarget {
        var target = self
        target.isRestoring = true
        return target
    }

    /// Checks the ID against the rules of Couchbase Lite, which all engines share.
    ///
    /// An ID has 1 to 240 bytes of UTF-8, does not begin with an underscore, and contains no
    /// control characters. An engine calls this method before it reads or writes anything.
    ///
    /// - Parameter store: A description of the store for the error message.
    /// - Throws: ``QuireError`` with code `badDocumentID` if the ID is invalid.
    @inline(__always)
    public func checkID(in store: @autoclosure () -> String) throws {
        try DocumentIDRules.check(id, in: store())
    }

    /// Checks a body against the rules for documents, which all engines share.
    ///
    /// An engine calls this method with the body that it will store, after the merge and before it
    /// writes anything. A value of a reserved key is accepted if the document already contains it.
    /// Otherwise, the keys `_id`, `_rev` and `_deleted` are rejected, and `_attachments`, `_removed` and
    /// `_sequence` cause a warning. A body has at most 999,000,000 bytes.
    ///
    /// - Parameters:
    ///   - body: The body, whose storage contains nothing else.
    ///   - store: The store, whose rules apply.
    ///   - stored: The body of the live document that is replaced, or `nil` for a new one. It is
    ///     read only if the body has a reserved key.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the body sets a reserved key,
    ///   `invalidParameter` if it is too large; an error that reading the stored body throws.
    public func checkBody(
        _ body: FleeceDictionary, in store: some DocumentStore,
        replacing stored: @autoclosure () throws -> FleeceDictionary?
    ) throws {
        try checkBody(body, store.documentRules, in: store.location, replacing: stored)
    }

    package func checkBody(
        _ body: FleeceDictionary, _ rules: @autoclosure () -> DocumentRules,
        in location: @autoclosure () -> String, replacing stored: () throws -> FleeceDictionary?
    ) throws {
        guard !isRestoring else { return }
        try rules().check(body, replacing: stored, id: id, in: location())
    }
}

extension DocumentStore {
    /// The rules for the documents of the store.
    package var documentRules: DocumentRules {
        codingInfo[.documentRules] as? DocumentRules ?? .standard
    }
}
