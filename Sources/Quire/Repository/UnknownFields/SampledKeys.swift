import Synchronization

/// The keys that a type asks for when it is decoded, found out by making a sample of it.
///
/// It serves types whose coding keys could be any text, so that they do not tell it themselves.
struct SampledKeys: Sendable {
    private let places: [[String]]
    /// Whether the type was made to the end, so that there are no other keys.
    private let isComplete: Bool

    private static let cache = Mutex<[ObjectIdentifier: SampledKeys]>([:])

    /// The keys of a type.
    static func of<Model: Decodable>(_ type: Model.Type) -> SampledKeys {
        let identifier = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[identifier] }) { return known }
        // No lock is held here: the sample runs the type's own code.
        let source = SampleSource()
        let isComplete = (try? source.make(type, at: [])) != nil
        let keys = SampledKeys(places: Array(source.leaves.keys), isComplete: isComplete)
        cache.withLock { $0[identifier] = keys }
        return keys
    }

    /// Whether the type asks for a key, or `nil` if that cannot be told.
    func isKnown(_ place: [String]) -> Bool? {
        if places.contains(where: { $0.starts(with: place) }) { return true }
        // A type that asks which keys there are is offered a star: it takes them all.
        let star = place.dropLast() + ["*"]
        if places.contains(where: { $0.starts(with: star) }) { return true }
        return isComplete ? false : nil
    }
}
