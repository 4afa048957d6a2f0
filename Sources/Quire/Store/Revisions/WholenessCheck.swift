import Fleece

/// Makes sure that of stored values which are to be copied nothing is lost.
///
/// Reading Fleece is lenient: what is damaged, or has a key that nobody knows, reads as nothing.
/// A copy of that would make the loss complete.
struct WholenessCheck {
    /// How many values and pieces of 16 bytes may still come.
    ///
    /// Parts may be shared, so that a few hostile bytes can stand for very much.
    private var remaining: Int

    /// Begins to check values that lie in some bytes.
    ///
    /// - Parameter bytes: The number of bytes, all storages together.
    init(bytes: Int) {
        remaining = max(1024, 8 * bytes)
    }

    /// Checks a value and all that is in it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - place: What it is, to stand in a sentence.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a part cannot be read.
    /// - Complexity: O(*n*) in the number of bytes.
    mutating func check(_ value: FleeceValue, _ place: @autoclosure () -> String) throws {
        guard isWhole(value) else {
            throw QuireError(
                .corruptRevisionData, "A part of \(place()) cannot be read, so it cannot be kept.")
        }
    }

    private mutating func isWhole(_ value: FleeceValue) -> Bool {
        // Not recursive: the thread's own stack may be small.
        var pending = [value]
        while let value = pending.popLast() {
            remaining -= 1
            switch value.kind {
            case .array:
                guard let array = value.array, allows(array.count) else { return false }
                for index in array.indices {
                    guard let item = array.value(at: index) else { return false }
                    pending.append(item)
                }
            case .dictionary:
                // What is stored inherits from nothing.
                guard let dictionary = value.dictionary, dictionary.parent == nil,
                    allows(dictionary.count)
                else { return false }
                let values = dictionary.map(\.value)
                guard values.count == dictionary.count else { return false }
                pending += values
            case .string:
                guard let size = value.withStringBytes(\.count), allows(size >> 4) else {
                    return false
                }
            case .data:
                guard let size = value.withDataBytes(\.count), allows(size >> 4) else {
                    return false
                }
            case .undefined:
                return false
            case .null, .boolean, .integer, .float, .double:
                // The writer refuses a number that is damaged.
                guard allows(0) else { return false }
            }
        }
        return true
    }

    private mutating func allows(_ cost: Int) -> Bool {
        remaining -= cost
        return remaining >= 0
    }
}
