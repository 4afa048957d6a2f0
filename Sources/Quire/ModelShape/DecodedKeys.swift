/// The keys that a type decodes, determined by making a sample of it.
///
/// It serves types whose coding keys can be any string, so that the keys themselves are not enough.
struct DecodedKeys: Sendable {
    private let places: [[String]]
    /// Whether the sample was completed, so that there are no other keys.
    private let isComplete: Bool

    /// The keys of a type.
    static func of<Model: Decodable>(_ type: Model.Type) -> DecodedKeys {
        ModelShape.of(type).fact {
            let sampler = ModelSampler()
            let isComplete = (try? sampler.make(type)) != nil
            return DecodedKeys(places: Array(sampler.leaves.keys), isComplete: isComplete)
        }
    }

    /// Whether the type decodes a key, or `nil` if the sample does not show it.
    func contain(_ place: [String]) -> Bool? {
        if places.contains(where: { $0.starts(with: place) }) { return true }
        // A type that requests all keys gets a star: it decodes any key.
        let star = place.dropLast() + ["*"]
        if places.contains(where: { $0.starts(with: star) }) { return true }
        return isComplete ? false : nil
    }
}

/// An error for a key that a model may know or not.
struct AmbiguousKey: Error {
    let place: [String]
}
