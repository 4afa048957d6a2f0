import Fleece

/// A check that stored values can be copied without losing data.
///
/// Reading Fleece is lenient: a damaged value, or one with an unknown key, reads as missing.
/// Copying such a value would make the loss permanent.
struct CopyCheck {
    /// The remaining number of values and 16-byte units that the check accepts.
    ///
    /// Values may be shared, so a few hostile bytes can represent a huge value.
    private var remaining: Int

    /// Creates a check of values that are stored in some bytes.
    ///
    /// - Parameter bytes: The number of bytes in all storages together.
    init(bytes: Int) {
        remaining = max(1024, 8 * bytes)
    }

    /// Checks a value and all values inside it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - location: A description of the value for the error message.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if any part cannot be read.
    /// - Complexity: O(*n*) in the number of bytes.
    mutating func check(_ value: FleeceValue, _ location: @autoclosure () -> String) throws {
        guard isWhole(value) else {
            throw QuireError(
                .corruptRevisionData, "Part of \(location()) cannot be read, so it cannot be kept.")
        }
    }

    private mutating func isWhole(_ value: FleeceValue) -> Bool {
        // Not recursive, because the thread's stack may be small.
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
                // Stored dictionaries do not inherit from a parent.
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
                // A damaged number needs no check, because writing it throws an error.
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
