import SQLPlusPlus

/// The values of a property that a condition requires.
///
/// The condition can only be true if the property has one of these values.
package struct RequiredValues {
    /// The number of the property.
    package let location: Int
    /// The equality hashes of the values.
    package let hashes: [UInt64]
}

extension PreparedTerm {
    /// The maximum number of items in an `IN` list that are looked up by hash.
    private static let greatestCount = 64

    /// The required values of the condition, with one entry for each property.
    package var requiredValues: [RequiredValues] { requiredValues(of: root) }

    private func requiredValues(of node: Int) -> [RequiredValues] {
        switch nodes[node] {
        case .all(let children):
            operands[children.start..<children.start + children.count]
                .flatMap(requiredValues(of:))
        case .compare(.equal, let left, let right), .compare(.same, let left, let right):
            required(left, [right]) ?? required(right, [left]) ?? []
        case .oneOf(let operand, let items, nil) where items.count <= Self.greatestCount:
            required(operand, Array(operands[items.start..<items.start + items.count])) ?? []
        case .test(.isNull, let operand): required(operand, values: [.null]) ?? []
        case .test(.isMissing, let operand): required(operand, values: [.missing]) ?? []
        default: []
        }
    }

    private func required(_ operand: Int, _ items: [Int]) -> [RequiredValues]? {
        var values: [LanguageValue] = []
        for item in items {
            guard case .constant(let number) = nodes[item] else { return nil }
            values.append(constants[number])
        }
        return required(operand, values: values)
    }

    private func required(_ operand: Int, values: [LanguageValue]) -> [RequiredValues]? {
        guard case .property(let location) = nodes[operand] else { return nil }
        var hashes: Set<UInt64> = []
        for value in values {
            guard let hash = value.equalityHash else { return nil }
            hashes.insert(hash)
        }
        return [RequiredValues(location: location, hashes: Array(hashes))]
    }
}
