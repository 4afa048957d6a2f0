import Fleece
import Synchronization

/// The keys at the top of a document that mean something to Couchbase's servers.
enum ReservedKeys {
    /// What a program cannot set: it is the document's metadata.
    static let refused: [FleeceKey] = ["_id", "_rev", "_deleted"]

    /// What a program should not set.
    static let discouraged: [FleeceKey] = ["_attachments", "_removed", "_sequence"]
}

extension DocumentCollection {
    /// Refuses a document in which a reserved key was set, or warns of it.
    ///
    /// A value that was there when the document was read, and is the same, is nobody's change.
    ///
    /// - Parameter document: A document that is to be saved.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func checkReservedKeys(of document: Document) throws {
        for key in ReservedKeys.refused where document.isSet(key) {
            throw reserved(key.name, in: document)
        }
        for key in ReservedKeys.discouraged where document.isSet(key) {
            if database.config.refusesReservedKeys { throw reserved(key.name, in: document) }
            guard database.warnedKeys.withLock({ $0.insert(key.name).inserted }) else { continue }
            Log.warning(
                .database,
                "Document \(document.id.debugDescription) in \(place) has the key "
                    + "\(key.name.debugDescription), which Couchbase's servers reserve.")
        }
    }

    private func reserved(_ key: String, in document: Document) -> QuireError {
        QuireError(
            .corruptRevisionData,
            "The reserved key \(key.debugDescription) of document "
                + "\(document.id.debugDescription) in \(place) was changed.")
    }
}
