/// A collection whose items a ``JSONWriter`` is writing.
struct JSONLevel: BitwiseCopyable {
    /// The items of the collection.
    enum Items: BitwiseCopyable {
        case array
        /// The pairs of a dictionary without a parent, in stored order.
        case pairs
        /// The pairs of a dictionary that are in an array.
        case sortedPairs
    }

    let items: Items
    let slots: FleeceSlots
    let count: Int
    var next = 0
    /// Whether nothing has been written for this collection yet.
    var isEmpty = true
}
