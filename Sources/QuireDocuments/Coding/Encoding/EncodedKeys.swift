package import Fleece

/// The key types of the dictionaries in one encoded body.
///
/// The list contains only dictionaries that are encoded with keys of a single type. For other
/// dictionaries, the possible keys cannot be determined from the types.
package final class EncodedKeys {
    private struct Entry {
        let location: FleeceLocation
        let type: any CodingKey.Type
        let strategy: KeyStrategy
        let isTop: Bool
    }

    private var entries: [Entry] = []
    /// The key of the model's ``DocumentID``, which is not part of the body.
    private var identityKey: String?
    /// Whether keys are not recorded for a model that was never saved.
    private let ignoresNewModels: Bool
    private var isIgnored = false

    /// Creates an empty list.
    ///
    /// - Parameter ignoresNewModels: Whether to record no keys after a ``DocumentID`` without a
    ///   revision.
    package init(ignoringNewModels ignoresNewModels: Bool = false) {
        self.ignoresNewModels = ignoresNewModels
    }

    /// Records the key of the model's ``DocumentID``, which is not part of the body.
    func note(_ identity: DocumentID?, forKey key: String) {
        identityKey = key
        isIgnored = ignoresNewModels && identity?.revision == nil
    }

    /// Records the key type of a dictionary.
    ///
    /// - Parameters:
    ///   - type: The type of the keys.
    ///   - strategy: The strategy that determines their names in documents.
    ///   - location: The location of the dictionary in the body.
    ///   - isTop: Whether the dictionary can have the key of the model's ``DocumentID``.
    func note(
        _ type: any CodingKey.Type, named strategy: KeyStrategy, at location: FleeceLocation,
        isTop: Bool
    ) {
        if isIgnored { return }
        if entries.isEmpty { entries.reserveCapacity(8) }
        entries.append(Entry(location: location, type: type, strategy: strategy, isTop: isTop))
    }

    /// Returns whether the key type of a dictionary includes a key that the dictionary does not
    /// contain.
    ///
    /// - Parameters:
    ///   - key: The missing key.
    ///   - location: The location of the dictionary in the body.
    /// - Returns: Whether the key type includes the key, or `nil` if the recorded types are not
    ///   enough to determine it.
    package func isKnown(_ key: String, at location: FleeceLocation) -> Bool? {
        // The outermost dictionaries are recorded last.
        guard let entry = entries.last(where: { $0.location == location }) else { return nil }
        if !entry.strategy.hasKey(entry.type, stored: key) { return false }
        return entry.isTop && key == identityKey || Self.areOpen(entry.type) ? nil : true
    }

    /// Returns whether a key type accepts any string.
    static func areOpen(_ type: any CodingKey.Type) -> Bool {
        type.init(stringValue: "\u{1}no key\u{1}") != nil
    }
}
