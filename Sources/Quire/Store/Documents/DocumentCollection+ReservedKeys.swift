import Fleece

extension DocumentCollection {
    /// Refuses a document in which a reserved key was set, or logs a warning.
    ///
    /// A value that was in the document when it was read, and is the same, is not a change.
    ///
    /// - Parameter document: A document that is to be saved.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func checkReservedKeys(of document: Document) throws {
        for key in ReservedKeys.refused + ReservedKeys.discouraged where document.isSet(key) {
            let description = "Document \(document.id.debugDescription) in \(place)"
            guard !database.reservedKeys.accept(key.name, in: description) else { continue }
            throw QuireError(
                .corruptRevisionData,
                "The reserved key \(key.name.debugDescription) of document "
                    + "\(document.id.debugDescription) in \(place) was changed.")
        }
    }
}
