/// A value other than an array or dictionary, which is valid within the closure that receives it.
package struct BorrowedScalar {
    fileprivate let region: FleeceRegion
    fileprivate let offset: Int

    /// The kind of the value.
    package var kind: FleeceKind { region.kind(offset) }
    /// The number as an unsigned integer, if the conversion is exact.
    package var uint64: UInt64? { region.uint64(offset) }
    /// The number as a double, or `nil` if the value is not a number.
    package var double: Double? { region.double(offset) }
}

extension FleeceValue {
    /// Returns whether all scalars in a value that a writer has just written satisfy a condition.
    ///
    /// The scalars are the value itself or the items of its arrays and dictionaries at all levels,
    /// without keys. They are read without retaining the storage for each of them.
    ///
    /// The function visits a collection as often as something refers to it. So do not call it for
    /// bytes of others, which may refer to the same collections many times.
    ///
    /// - Parameter condition: A closure that receives a scalar.
    /// - Returns: Whether the closure returned `true` for each of them.
    /// - Complexity: O(*n*) in the number of values.
    package func allScalarsSatisfy(_ condition: (BorrowedScalar) -> Bool) -> Bool {
        withExtendedLifetime(storage) {
            storage.region.allScalarsSatisfy(condition, from: offset)
        }
    }
}

extension FleeceRegion {
    fileprivate func allScalarsSatisfy(
        _ condition: (BorrowedScalar) -> Bool, from offset: Int
    ) -> Bool {
        if let slots = slots(offset, tag: 6) {
            return itemsSatisfy(condition, of: slots, from: 0, count: slots.count, step: 1)
        }
        if let slots = slots(offset, tag: 7) {
            return itemsSatisfy(condition, of: slots, from: 1, count: slots.count, step: 2)
        }
        return condition(BorrowedScalar(region: self, offset: offset))
    }

    /// Checks items at a distance of `step` slots.
    private func itemsSatisfy(
        _ condition: (BorrowedScalar) -> Bool, of slots: FleeceSlots, from first: Int, count: Int,
        step: Int
    ) -> Bool {
        var index = first
        for _ in 0..<count {
            if let item = item(index, of: slots), !allScalarsSatisfy(condition, from: item) {
                return false
            }
            index += step
        }
        return true
    }
}
