import Fleece
import PortableSynchronization

/// The rules of a database for top-level keys that Couchbase servers reserve.
final class ReservedKeys: Sendable {
    /// The keys of the document metadata, which a program cannot set.
    static let refused: [FleeceKey] = ["_id", "_rev", "_deleted"]

    /// The keys that a program should not set.
    static let discouraged: [FleeceKey] = ["_attachments", "_removed", "_sequence"]

    /// The rules for a store that does not define others.
    static let standard = ReservedKeys(refusingAll: false) { _ in }

    private static let all = Set((refused + discouraged).map(\.name))
    private static let metadata = Set(refused.map(\.name))

    private let refusesAll: Bool
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])

    /// Creates the rules of a database.
    ///
    /// - Parameters:
    ///   - refusesAll: Whether the discouraged keys are rejected, too.
    ///   - warn: A closure that logs a warning.
    init(refusingAll refusesAll: Bool, warn: @escaping @Sendable (String) -> Void) {
        self.refusesAll = refusesAll
        self.warn = warn
    }

    /// Returns whether a key is reserved, regardless of whether it is rejected.
    static func contain(_ key: String) -> Bool {
        key.utf8.first == UInt8(ascii: "_") && all.contains(key)
    }

    /// Checks a key that a program sets at the top level of a document.
    ///
    /// If the key is discouraged but accepted, the method logs a warning the first time.
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
                "\(owner()) has the key \(key.debugDescription), which Couchbase servers reserve."
            )
        }
        return true
    }

    /// Creates the error for a model with a reserved key.
    static func error(_ key: String, in model: String) -> QuireError {
        QuireError(
            .corruptRevisionData,
            """
            The property \(key.debugDescription) of \(model) has a key that is reserved for document \
            metadata. Give the property another coding key
            """)
    }
}

extension CodingUserInfoKey {
    /// The key for the reserved-key rules that an encoder uses.
    static let reservedKeys = CodingUserInfoKey(named: "Quire.reservedKeys")
}
