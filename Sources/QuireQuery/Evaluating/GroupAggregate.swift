import Fleece
package import SQLPlusPlus

/// An aggregate over the documents of a group.
package struct GroupAggregate {
    package let kind: AggregateKind
    /// The node of the aggregated value, or `nil` for the document itself.
    package let operand: Int?
    /// The term, for the values that an engine has computed.
    package let term: QueryTerm
}

/// The state of an aggregate while documents are added.
struct AggregateState {
    private let kind: AggregateKind
    /// The memory that owns the values.
    private let memory: ValueMemory
    private var count: Int64 = 0
    private var total = NumberTotal()
    private var extreme: LanguageValue?
    private var items: [LanguageValue] = []

    init(_ kind: AggregateKind, _ memory: ValueMemory) {
        self.kind = kind
        self.memory = memory
    }

    /// Adds the value of a document.
    ///
    /// Missing values are ignored.
    mutating func add(_ value: LanguageValue) throws(FunctionFailure) {
        if value.isMissing { return }
        count += 1
        switch kind {
        case .count: break
        case .sum, .average:
            if let integer = value.summedInteger {
                total.add(integer)
            } else {
                total.add(value.numericValue?.double ?? 0)
            }
        case .minimum: try choose(value) { $0 < 0 }
        case .maximum: try choose(value) { $0 > 0 }
        case .array: items.append(try memory.copy(value))
        }
    }

    /// Adds the value that an engine has computed for several documents.
    mutating func add(_ part: AggregatePart) throws(FunctionFailure) {
        if part.count <= 0 { return }
        count += part.count
        switch (kind, part.sum, part.extreme) {
        case (.sum, .integer(let sum)?, _), (.average, .integer(let sum)?, _):
            total.add(sum, count: part.count)
        case (.sum, .double(let sum)?, _), (.average, .double(let sum)?, _):
            total.add(sum, count: part.count)
        case (.minimum, _, let value?): try choose(LanguageValue(value)) { $0 < 0 }
        case (.maximum, _, let value?): try choose(LanguageValue(value)) { $0 > 0 }
        default: break
        }
    }

    private mutating func choose(
        _ value: LanguageValue, _ isBetter: (Int) -> Bool
    ) throws(FunctionFailure) {
        if let extreme, !isBetter(try ValueOrder.compare(value, extreme)) { return }
        extreme = try memory.copy(value)
    }

    /// Returns the value of the aggregate.
    ///
    /// - Throws: ``FunctionFailure`` if a sum of integers is out of range.
    func result() throws(FunctionFailure) -> LanguageValue {
        switch kind {
        case .count: return .integer(count)
        case .sum:
            if count == 0 { return .missing }
            if total.hasOverflow { throw .invalid("integer overflow") }
            return total.isExact ? .integer(total.integer) : LanguageValue(number: total.sum.value)
        case .average: return count == 0 ? .missing : LanguageValue(number: total.average)
        case .minimum, .maximum: return extreme ?? .missing
        case .array:
            return try memory.collection(WorkMeter(nil)) { writer in
                writer.encodeArray(items.map { $0.encodedItem(writer) })
            }
        }
    }
}

extension LanguageValue {
    /// The integer that a sum contains for the value, or `nil` if it contains a floating-point
    /// number.
    ///
    /// A string that contains an integer counts as an integer.
    var summedInteger: Int64? {
        if case .integer(let integer)? = asNumeric.storedNumber { integer } else { nil }
    }
}
