/// A collection whose items a ``JSONWriter`` is writing.
struct JSONLevel {
    /// The items of the collection.
    enum Items {
        case array(FleeceArray)
        /// The pairs of a dictionary, in stored order.
        case dictionary(FleeceDictionary)
        /// The pairs in a given order.
        case pairs([(key: String, value: FleeceValue)])
    }

    let items: Items
    let count: Int
    let isArray: Bool
    var next = 0
    /// Whether nothing has been written for this collection yet.
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
