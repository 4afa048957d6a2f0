import Fleece

/// With which keys the dictionaries of one body were encoded.
///
/// Only dictionaries that are encoded with keys of a single type are noted: of others it is not said
/// which keys they could have had.
final class EncodedKeys {
    private struct Entry {
        let place: FleecePlace
        let type: any CodingKey.Type
        let isTop: Bool
    }

    private var entries: [Entry] = []
    /// The key of the identity, which is not in the body.
    private var identityKey: String?
    /// Whether a model that was never saved needs no keys.
    private let ignoresNewModels: Bool
    private var isIgnored = false

    /// Creates an empty list.
    ///
    /// - Parameter ignoresNewModels: Whether nothing is noted after a ``DocumentID`` without a revision.
    init(ignoringNewModels ignoresNewModels: Bool = false) {
        self.ignoresNewModels = ignoresNewModels
    }

    /// Notes the identity, which is not in the body.
    func note(_ identity: DocumentID?, forKey key: String) {
        identityKey = key
        isIgnored = ignoresNewModels && identity?.revision == nil
    }

    /// Notes the keys of a dictionary.
    ///
    /// - Parameters:
    ///   - type: The type of its keys.
    ///   - place: Where it lies in the body.
    ///   - isTop: Whether the key of the identity may be among them.
    func note(_ type: any CodingKey.Type, at place: FleecePlace, isTop: Bool) {
        if isIgnored { return }
        if entries.isEmpty { entries.reserveCapacity(8) }
        entries.append(Entry(place: place, type: type, isTop: isTop))
    }

    /// Whether a key that a dictionary has not is one that it could have had.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - place: Where the dictionary lies.
    /// - Returns: The answer, or `nil` if that takes a closer look at the model.
    func isKnown(_ key: String, at place: FleecePlace) -> Bool? {
        // The outermost dictionaries are noted last.
        guard let entry = entries.last(where: { $0.place == place }) else { return nil }
        if entry.type.init(stringValue: key) == nil { return false }
        return entry.isTop && key == identityKey || Self.areOpen(entry.type) ? nil : true
    }

    /// Whether keys of a type can be any text.
    static func areOpen(_ type: any CodingKey.Type) -> Bool {
        type.init(stringValue: "\u{1}no key\u{1}") != nil
    }
}
