import Quire

/// The documents that a synchronization has transferred, and those that it could not transfer.
struct SyncedDocuments {
    /// A document of the database.
    struct Name: Hashable, Sendable {
        let scope: String
        let collection: String
        private let key: DocumentIDKey
        var id: String { key.id }

        init(scope: String, collection: String, id: String) {
            self.scope = scope
            self.collection = collection
            key = DocumentIDKey(id)
        }
    }

    private(set) var sentCount = 0
    private(set) var receivedCount = 0
    /// The documents whose last attempt has failed.
    private(set) var failed: Set<Name> = []

    /// Adds an attempt to transfer a document.
    ///
    /// - Parameters:
    ///   - name: The document.
    ///   - isPush: Whether the document was sent, not received.
    ///   - error: Why it was not transferred, or `nil` after a success.
    /// - Returns: A message for people, or `nil` after a success or a repeated failure.
    mutating func add(_ name: Name, isPush: Bool, error: (any Error)?) -> String? {
        guard let error else {
            failed.remove(name)
            if isPush { sentCount += 1 } else { receivedCount += 1 }
            return nil
        }
        guard failed.insert(name).inserted else { return nil }
        let place = name.id.isEmpty ? "\(name.scope).\(name.collection)" : name.id
        return "\(PlainText.escaped(place)): \(error.synchronizationMessage)"
    }
}

extension Error {
    /// The message of an error of a synchronization, which can contain text of the other database.
    var synchronizationMessage: String {
        PlainText.message((self as? QuireError)?.message ?? "\(self)", keepsLines: false)
    }
}
