import Fleece
import Synchronization

/// The keys at the top level of a document that have a meaning to Couchbase's servers, and the way in which
/// one database treats them.
final class ReservedKeys: Sendable {
    /// The keys of a document's metadata, which no program can set.
    static let refused: [FleeceKey] = ["_id", "_rev", "_deleted"]

    /// The keys that a program should not set.
    static let discouraged: [FleeceKey] = ["_attachments", "_removed", "_sequence"]

    /// The rules of a store that has none of its own.
    static let standard = ReservedKeys(refusingAll: false) { _ in }

    private static let all = Set((refused + discouraged).map(\.name))
    private static let metadata = Set(refused.map(\.name))

    private let refusesAll: Bool
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])

    /// Creates the rules of a database.
    ///
    /// - Parameters:
    ///   - refusesAll: Whether the discouraged keys are refused, too.
    ///   - warn: A closure that logs a warning.
    init(refusingAll refusesAll: Bool, warn: @escaping @Sendable (String) -> Void) {
        self.refusesAll = refusesAll
        self.warn = warn
    }

    /// Whether a key is one of the reserved keys, refused or not.
    static func contain(_ key: String) -> Bool {
        key.utf8.first == UInt8(ascii: "_") && all.contains(key)
    }

    /// Checks a key that a program sets at the top level of a document.
    ///
    /// The first use of each key that is accepted but discouraged logs a warning.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - owner: A description of the document or model.
    /// - Returns: Whether the key can be set.
    func accept(_ key: String, in owner: @autoclosure () -> String) -> Bool {
        guard Self.contain(key) else { return true }
        if refusesAll || Self.metadata.contains(key) { return false }
        if warned.withLock({ $0.insert(key).inserted }) {
            warn(
                "\(owner()) has the key \(key.debugDescription), which Couchbase's servers reserve."
            )
        }
        return true
    }

    /// The error for a model with a key that it cannot have.
    static func error(_ key: String, in model: String) -> QuireError {
        QuireError(
            .corruptRevisionData,
            """
            The property \(key.debugDescription) of \(model) has a key that is reserved for the metadata \
            of documents. Give the property another coding key
            """)
    }
}

extension CodingUserInfoKey {
    /// The key under which an encoder has the rules for reserved keys.
    static let reservedKeys = CodingUserInfoKey(named: "Quire.reservedKeys")
}
