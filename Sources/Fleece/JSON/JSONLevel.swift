/// A collection whose items a ``JSONWriter`` is writing.
struct JSONLevel {
    /// The items.
    enum Items {
        case array(FleeceArray)
        /// Pairs as they lie.
        case dictionary(FleeceDictionary)
        /// Pairs in an order of their own.
        case pairs([(key: String, value: FleeceValue)])
    }

    let items: Items
    let count: Int
    let isArray: Bool
    var next = 0
    /// Whether nothing was written of it yet.
    var isEmpty = true

    init(_ items: Items) {
        self.items = items
        switch items {
        case .array(let array): (count, isArray) = (array.count, true)
        case .dictionary(let dictionary): (count, isArray) = (dictionary.slots.count, false)
        case .pairs(let pairs): (count, isArray) = (pairs.count, false)
        }
    }
}
