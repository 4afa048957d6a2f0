/// The dictionary at the root of a document in borrowed bytes.
///
/// It is located once, for reading several scalars by the numbers of their keys. The value retains
/// nothing.
package struct FleeceBody {
    private let region: FleeceRegion
    /// The slots of the dictionary, or `nil` if the root is another value or has a parent.
    private let slots: FleeceSlots?

    /// Locates the dictionary.
    ///
    /// - Parameter bytes: Memory that must not change while the value is in use.
    package init(_ bytes: UnsafeRawBufferPointer) {
        region = FleeceRegion(bytes)
        guard let root = region.root, let slots = region.slots(root, tag: 7),
            !region.hasParentLink(slots)
        else {
            self.slots = nil
            return
        }
        self.slots = slots
    }

    /// Returns the scalar of a shared key.
    ///
    /// - Parameter number: The number of the key, which is not negative.
    /// - Returns: The scalar, or ``FleeceScalar/other`` if a binary search doesn't find the number,
    ///   or the value is not a scalar. Then ``FleecePath/scalar(in:sharedKeys:)`` determines the
    ///   value.
    /// - Complexity: O(log *n*) in the number of pairs.
    package func scalar(numbered number: Int) -> FleeceScalar {
        guard let slots, let index = region.find(number: number, in: slots),
            let offset = region.item(2 * index + 1, of: slots)
        else { return .other }
        return region.scalar(offset)
    }
}

extension SharedKeys {
    /// Returns the number of the key that is the only step of a path, or `nil` for other paths and
    /// for keys without a number.
    package func number(for path: FleecePath) -> Int? {
        guard path.steps.count == 1, case .key(let key) = path.steps[0] else { return nil }
        return number(for: key)
    }
}
