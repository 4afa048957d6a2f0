/// The keys that a type decodes, determined by creating a sample of the type.
///
/// They are required for types whose coding keys can be any string, because then the coding keys
/// alone don't identify the stored keys.
package struct DecodedKeys: Sendable {
    private let locations: [[String]]
    /// Whether the sample was completed, which means that there are no other keys.
    private let isComplete: Bool

    /// Returns the keys of a type.
    package static func of<Model: Decodable>(_ type: Model.Type) -> DecodedKeys {
        let shape = ModelShape.of(type)
        return shape.fact {
            let sampler = ModelSampler(keys: shape.keys)
            let isComplete = (try? sampler.make(type)) != nil
            return DecodedKeys(locations: Array(sampler.leaves.keys), isComplete: isComplete)
        }
    }

    /// Returns whether the type decodes a key, or `nil` if the sample doesn't show it.
    package func contain(_ location: [String]) -> Bool? {
        if locations.contains(where: { $0.starts(with: location) }) { return true }
        // A type that requests all keys gets the key "*" in the sample, and decodes any key.
        let star = location.dropLast() + ["*"]
        if locations.contains(where: { $0.starts(with: star) }) { return true }
        return isComplete ? false : nil
    }
}

/// An error for a key that a model may or may not have.
package struct AmbiguousKey: Error {
    package let location: [String]

    package init(location: [String]) {
        self.location = location
    }
}
