/// The steps from a value to a value inside it, prepared for use with many bodies.
///
/// A path can be used with any table of shared keys.
///
/// ```swift
/// let path = FleecePath([.key("phones"), .index(0)])
/// print(hotel.value.value(at: path)?.string ?? "")  // 55 00 00 00
/// ```
public struct FleecePath: Hashable, Sendable {
    /// A step of a path.
    ///
    /// ```swift
    /// let steps: [FleecePath.Step] = [.key("phones"), .index(-1)]
    /// ```
    public enum Step: Hashable, Sendable {
        /// The value of a dictionary's key.
        case key(FleeceKey)
        /// The item of an array; a negative index counts from the end.
        case index(Int)
    }

    /// The steps, starting at the outermost value.
    public let steps: [Step]

    /// Prepares a path.
    ///
    /// - Parameter steps: The steps. An empty path leads to the value itself.
    public init(_ steps: [Step]) {
        self.steps = steps
    }
}

extension FleeceValue {
    /// Returns the value at a path below this one.
    ///
    /// - Parameter path: The steps from this value. A negative index counts from the end of an
    ///   array.
    /// - Returns: The value, or `nil` if the path leads to no value.
    /// - Complexity: O(*k* log *n*) in the number of steps and of pairs.
    public func value(at path: FleecePath) -> FleeceValue? {
        var value = self
        for step in path.steps {
            switch step {
            case .key(let key):
                guard let next = value.dictionary?[key] else { return nil }
                value = next
            case .index(let index):
                guard let array = value.array,
                    let next = array.value(at: index < 0 ? array.count + index : index)
                else { return nil }
                value = next
            }
        }
        return value
    }
}

/// A scalar value read from borrowed bytes.
///
/// ```swift
/// switch rate.scalar(in: bytes, sharedKeys: sharedKeys) {
/// case .double(let rate): print(rate)
/// case .integer(let rate): print(rate)
/// default: print("The hotel has no room rate.")
/// }
/// ```
public enum FleeceScalar {
    /// A missing value.
    case missing
    /// Null.
    case null
    /// A Boolean.
    case boolean(Bool)
    /// An integer that fits in 64 bits.
    case integer(Int64)
    /// A floating-point number.
    case double(Double)
    /// A string, as a view into the borrowed bytes.
    case string(UnsafeRawBufferPointer)
    /// Any other value, or a value that requires a ``FleeceStorage`` to read.
    case other
}

extension FleecePath {
    /// Returns the scalar at this path in a document, without creating an owner for the bytes.
    ///
    /// This is several times faster than reading through ``FleeceStorage``. The result is
    /// ``FleeceScalar/other`` if the value is not a scalar or is in a dictionary with a parent.
    ///
    /// - Parameters:
    ///   - bytes: Memory that must not change while the result is in use.
    ///   - sharedKeys: The table that resolves numbered keys.
    /// - Returns: The value.
    /// - Complexity: O(*k* log *n*) in the number of steps and of pairs.
    public func scalar(
        in bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys
    ) -> FleeceScalar {
        let region = FleeceRegion(bytes)
        guard var offset = region.root else { return .missing }
        for number in steps.indices {
            switch steps[number] {
            case .key(let key):
                guard let slots = region.slots(offset, tag: 7) else { return .missing }
                if region.hasParentLink(slots) { return .other }
                let number = sharedKeys.table.number(for: key.words, hash: key.hash)
                guard let index = Self.index(of: key, number, in: slots, region),
                    let next = region.item(2 * index + 1, of: slots)
                else { return .missing }
                offset = next
            case .index(let index):
                guard let slots = region.slots(offset, tag: 6) else { return .missing }
                let location = index < 0 ? slots.count + index : index
                guard location >= 0, location < slots.count,
                    let next = region.item(location, of: slots)
                else { return .missing }
                offset = next
            }
        }
        return region.scalar(offset)
    }

    @inline(__always)
    private static func index(
        of key: FleeceKey, _ number: Int?, in slots: FleeceSlots, _ region: FleeceRegion
    ) -> Int? {
        // In most cases the number alone finds the pair.
        if let number, let index = region.find(number: number, in: slots) { return index }
        return key.name.withUTF8Bytes { bytes in
            region.find(key: bytes, in: slots)
                ?? region.findUnsorted(number: number, key: bytes, in: slots)
        }
    }
}

extension FleeceRegion {
    /// Returns the scalar at a resolved offset.
    @inline(__always)
    func scalar(_ offset: Int) -> FleeceScalar {
        switch kind(offset) {
        case .string: return bytes(offset, tag: 4).map { .string($0) } ?? .other
        case .integer:
            guard let (bits, isUnsigned) = integer(offset) else { return .other }
            let integer = Int64(bitPattern: bits)
            return isUnsigned && integer < 0 ? .other : .integer(integer)
        case .float, .double: return floatingPoint(offset).map { .double($0) } ?? .other
        case .boolean: return boolean(offset).map { .boolean($0) } ?? .other
        case .null: return .null
        case .undefined: return .missing
        case .data, .array, .dictionary: return .other
        }
    }
}
