import Synchronization

/// Tells one table of keys from all others of the process, those that are gone included.
///
/// An object's identity would not do: its memory may be another table's next.
package struct KeyToken: Hashable, Sendable {
    private let number: UInt64

    private static let last = Atomic<UInt64>(0)

    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }

    private init(number: UInt64) {
        self.number = number
    }

    /// The token of no table.
    package static let none = KeyToken(number: 0)
}
