/// The way from a value to a value inside it, prepared to be gone through very many bodies.
///
/// It belongs to no table of shared keys and can be used with every one.
public struct FleecePath: Hashable, Sendable {
    /// A step of a path.
    public enum Step: Hashable, Sendable {
        /// The value of a dictionary's key.
        case key(FleeceKey)
        /// The item of an array; an index below zero counts from the end.
        case index(Int)
    }

    /// The steps from the outermost value inwards.
    public let steps: [Step]

    /// Prepares a path.
    ///
    /// - Parameter steps: The steps; none lead to the value itself.
    public init(_ steps: [Step]) {
        self.steps = steps
    }
}

extension FleeceValue {
    /// Returns the value at a path below this one.
    ///
    /// - Parameter path: The path.
    /// - Returns: The value, or `nil` if there is none.
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

/// A single value as it lies in borrowed bytes.
public enum FleeceScalar {
    /// There is no value.
    case missing
    /// Null.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A whole number that fits.
    case integer(Int64)
    /// A number with a fraction.
    case double(Double)
    /// A text; its bytes are those that were borrowed.
    case string(UnsafeRawBufferPointer)
    /// Something else, or something that takes a closer look.
    case other
}

extension FleecePath {
    /// Finds the value at this path of a document, without an owner for the bytes.
    ///
    /// That is several times faster than by ``FleeceStorage``. It serves single values; what is none,
    /// and what lies in a dictionary with a parent, is ``FleeceScalar/other``.
    ///
    /// - Parameters:
    ///   - bytes: Memory that stays as it is while the result is used.
    ///   - sharedKeys: The table that numbered keys are looked up in.
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
                if slots.count > 0,
                    region.keyNumber(slot: slots.first) == FleeceDictionary.parentNumber
                {
                    return .other
                }
                let number = sharedKeys.table.number(for: key.words, hash: key.hash)
                guard let index = Self.index(of: key, number, in: slots, region),
                    let next = region.item(2 * index + 1, of: slots)
                else { return .missing }
                offset = next
            case .index(let index):
                guard let slots = region.slots(offset, tag: 6) else { return .missing }
                let place = index < 0 ? slots.count + index : index
                guard place >= 0, place < slots.count,
                    let next = region.item(place, of: slots)
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
        // Mostly the number is all that is needed.
        if let number, let index = region.find(number: number, in: slots) { return index }
        return key.name.withUTF8Bytes { bytes in
            region.find(key: bytes, in: slots)
                ?? region.findUnsorted(number: number, key: bytes, in: slots)
        }
    }
}

extension FleeceRegion {
    /// The single value at a resolved offset.
    @inline(__always)
    fileprivate func scalar(_ offset: Int) -> FleeceScalar {
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
