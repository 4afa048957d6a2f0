/// The way from the root of a value to a place in it.
///
/// It is a linked list, made an array only when somebody asks: for an error, mostly.
final class CodingPath {
    private let parent: CodingPath?
    private let key: any CodingKey
    /// How many keys lead to the place.
    let depth: Int

    init(_ parent: CodingPath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? 0) + 1
    }

    private var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var node: CodingPath? = self
        while let current = node {
            keys.append(current.key)
            node = current.parent
        }
        return keys.reversed()
    }

    /// The keys from the root to a place, the root itself being `nil`.
    static func keys(_ path: CodingPath?) -> [any CodingKey] { path?.keys ?? [] }
}

/// The key of an item of an array, or of a super value.
struct PositionKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        self.init(index: intValue)
    }

    /// The key under which `superEncoder()` and `superDecoder()` work.
    static let superValue = PositionKey(stringValue: "super")
}
