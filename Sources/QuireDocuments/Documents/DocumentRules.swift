package import Fleece
import QuirePlatform

/// The rules for the documents that a program can save.
///
/// Every engine applies them to every body, so they are the same for models, documents, bodies,
/// statements, imports and the tools:
///
/// - The keys `_id`, `_rev` and `_deleted` are rejected at the top level, as in Couchbase Lite.
/// - The keys `_attachments`, `_removed` and `_sequence` cause a warning, or are rejected if the
///   configuration of the database says so.
/// - A body has at most ``maximumSize`` bytes. A body that is too large for Sync Gateway causes a
///   warning.
///
/// The rules do not apply to what is already stored: a value of a reserved key that the replaced
/// document contains can be saved again. A key that begins with an underscore and is not listed is
/// saved, but not replicated: ``strippedKeys(of:)``.
///
/// The rules for IDs are ``DocumentIDRules``.
package final class DocumentRules: Sendable {
    /// The keys of the document metadata, which a program cannot set.
    static let refused: [FleeceKey] = ["_id", "_rev", "_deleted"]

    /// The keys that a program should not set.
    static let discouraged: [FleeceKey] = ["_attachments", "_removed", "_sequence"]

    /// The maximum size of a body in bytes.
    static let maximumSize = 999_000_000

    /// The size in bytes from which Sync Gateway rejects a body.
    static let largeSize = 20 * 1024 * 1024

    /// The rules for a store that does not define others.
    package static let standard = DocumentRules(refusingAll: false) { _ in }

    package static let reserved = refused + discouraged
    private static let all = Set(reserved.map(\.name))
    private static let metadata = Set(refused.map(\.name))

    private let refusesAll: Bool
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])

    /// Creates the rules of a database.
    ///
    /// - Parameters:
    ///   - refusesAll: Whether the discouraged keys are rejected, too.
    ///   - warn: A closure that logs a warning.
    package init(refusingAll refusesAll: Bool, warn: @escaping @Sendable (String) -> Void) {
        self.refusesAll = refusesAll
        self.warn = warn
    }

    // MARK: Keys

    /// Returns whether a key is reserved, regardless of whether it is rejected.
    package static func contain(_ key: String) -> Bool {
        key.utf8.first == UInt8(ascii: "_") && all.contains(key)
    }

    /// Checks a key that a program sets at the top level of a document.
    ///
    /// If the key is discouraged but accepted, the method logs a warning the first time.
    ///
    /// - Parameters:
    ///   - key: The key, such as `_id`.
    ///   - owner: A description of the document or model.
    /// - Returns: Whether the key can be set.
    package func accept(_ key: String, in owner: @autoclosure () -> String) -> Bool {
        guard Self.contain(key) else { return true }
        if refusesAll || Self.metadata.contains(key) { return false }
        warnOnce(
            about: key,
            "\(owner()) has the key \(key.debugDescription), which Couchbase servers reserve.")
        return true
    }

    private func warnOnce(about subject: String, _ message: @autoclosure () -> String) {
        if warned.withLock({ $0.insert(subject).inserted }) { warn(message()) }
    }

    /// Returns the keys of a body that a replicator does not send.
    ///
    /// Other databases reserve keys that begin with an underscore and remove them. The result does
    /// not contain `_attachments`, which is part of the protocol.
    ///
    /// - Parameter body: The body of a document.
    /// - Returns: The keys at the top level, in the order of the body.
    package static func strippedKeys(of body: FleeceDictionary) -> [String] {
        body.keys.filter { $0.utf8.first == UInt8(ascii: "_") && $0 != "_attachments" }
    }

    // MARK: Bodies

    /// Returns whether no rule applies to a body, so that it can be saved without a check.
    ///
    /// This applies to most bodies. The method does not look up the reserved keys in them.
    ///
    /// - Parameters:
    ///   - bytes: The finished body.
    ///   - keys: The shared keys used to write the body.
    /// - Returns: `false` if the body must be checked.
    package static func admit(_ bytes: UnsafeRawBufferPointer, keys: SharedKeys) -> Bool {
        bytes.count <= largeSize
            && !FleeceStorage.rootMayContain(anyOf: reserved, in: bytes, sharedKeys: keys)
    }

    /// Checks a body that a program saves.
    ///
    /// - Parameters:
    ///   - body: The body, whose storage contains nothing else.
    ///   - stored: The body that is replaced, if there is one. It is read only if necessary.
    ///   - id: The ID of the document.
    ///   - location: A description of the store.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the body sets a reserved key,
    ///   `invalidParameter` if it is too large.
    package func check(
        _ body: FleeceDictionary, replacing stored: () throws -> FleeceDictionary?, id: String,
        in location: @autoclosure () -> String
    ) throws {
        try checkSize(body.storage.count, id: id, in: location())
        let keys = Self.reserved.filter { body[$0] != nil }
        if keys.isEmpty { return }
        let former = try stored()
        for key in keys where !Self.areSame(body[key], former?[key]) {
            guard accept(key.name, in: Self.name(id, location())) else {
                throw Self.error(key.name, inDocument: id, in: location())
            }
        }
    }

    /// Checks the size of a body.
    ///
    /// - Throws: ``QuireError`` with code `invalidParameter` if the body is too large.
    func checkSize(_ size: Int, id: String, in location: @autoclosure () -> String) throws {
        guard size > Self.largeSize else { return }
        let description = "\(Self.name(id, location())) has a body of \(size) bytes"
        guard size <= Self.maximumSize else {
            throw QuireError(
                .invalidParameter,
                "\(description), but at most \(Self.maximumSize) are allowed. Store large data as "
                    + "blobs", underlyingError: DocumentRefusal())
        }
        warnOnce(
            about: "size",
            "\(description). Sync Gateway rejects bodies of more than \(Self.largeSize) bytes; "
                + "store large data as blobs.")
    }

    private static func areSame(_ value: FleeceValue?, _ other: FleeceValue?) -> Bool {
        guard let value, let other, value.kind == other.kind else { return false }
        return (try? value.json(.canonical) == other.json(.canonical)) ?? false
    }

    // MARK: Errors

    private static func name(_ id: String, _ location: String) -> String {
        "Document \(id.debugDescription) in \(location)"
    }

    /// Creates the error for a model with a reserved key.
    package static func error(_ key: String, in model: String) -> QuireError {
        QuireError(
            .corruptRevisionData,
            """
            The property \(key.debugDescription) of \(model) has a key that is reserved for document \
            metadata. Give the property another coding key
            """, underlyingError: DocumentRefusal())
    }

    /// Creates the error for a document with a reserved key.
    private static func error(
        _ key: String, inDocument id: String, in location: String
    ) -> QuireError {
        QuireError(
            .corruptRevisionData,
            """
            The key \(key.debugDescription) of document \(id.debugDescription) in \(location) is \
            reserved for document metadata. Remove the key before you save the document
            """, underlyingError: DocumentRefusal())
    }
}

/// The cause of an error for a document that the rules reject.
package struct DocumentRefusal: Error, CustomStringConvertible {
    package var description: String { "the rules for documents reject it" }
}

extension QuireError {
    /// Whether ``DocumentRules`` rejected a document.
    ///
    /// The codes of these errors are also those of other errors.
    package var isDocumentRefusal: Bool { underlyingError is DocumentRefusal }
}

extension CodingUserInfoKey {
    /// The key for the rules that an encoder uses.
    package static let documentRules = CodingUserInfoKey(named: "Quire.documentRules")
}
