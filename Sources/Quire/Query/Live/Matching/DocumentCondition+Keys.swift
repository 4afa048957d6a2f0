import SQLPlusPlus

/// Values one of which a document must have at a place.
struct RequiredValues {
    let place: Int
    /// The values' equality hashes.
    let hashes: [UInt64]
}

extension DocumentCondition {
    /// How many values of an `IN` are worth while to be looked up.
    private static let greatestCount = 64

    /// The values that a document must have for the condition to be true, one entry for each place.
    var requiredValues: [RequiredValues] {
        switch self {
        case .all(let conditions): conditions.flatMap(\.requiredValues)
        case .compare(.equal, let left, let right), .same(let left, let right):
            Self.required(left, [right]) ?? Self.required(right, [left]) ?? []
        case .oneOf(let operand, let items) where items.count <= Self.greatestCount:
            Self.required(operand, items) ?? []
        case .test(.isNull, let operand): Self.required(operand, [.null]) ?? []
        case .test(.isMissing, let operand): Self.required(operand, [.missing]) ?? []
        default: []
        }
    }

    private static func required(_ operand: Operand, _ values: [Operand]) -> [RequiredValues]? {
        guard case .place(let place) = operand else { return nil }
        var hashes: Set<UInt64> = []
        for value in values {
            guard let hash = value.constant?.equalityHash else { return nil }
            hashes.insert(hash)
        }
        return [RequiredValues(place: place, hashes: Array(hashes))]
    }
}
