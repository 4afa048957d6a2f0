import Fleece
import SQLPlusPlus

extension TermEvaluator {
    // MARK: Making

    /// An array of what is not missing.
    func array(_ items: [QueryTerm]) throws -> TermValue {
        let values = try items.map(value)
        return try Self.made { writer in
            writer.encodeArray(values.filter { !$0.isMissing }.map { $0.asItem.encode(writer) })
        }
    }

    /// A dictionary of what is not missing; of equal keys the last one counts.
    func dictionary(_ entries: [DictionaryEntry]) throws -> TermValue {
        var values: [String: TermValue] = [:]
        for entry in entries { values[entry.key] = try value(entry.value) }
        let present = values.filter { !$0.value.isMissing }.sorted { $0.key < $1.key }
        return try Self.made { writer in
            writer.encodeDictionary(
                present.flatMap { [writer.encodeKey($0.key), $0.value.asItem.encode(writer)] })
        }
    }

    private static func made(_ encode: (FleeceWriter) -> FleeceSlot) throws -> TermValue {
        let writer = FleeceWriter()
        writer.write(encode(writer))
        do {
            return TermValue(FleeceStorage(try writer.finish()).root)
        } catch {
            throw QuireError(.invalidQuery, "The query makes a value that is none: \(error)")
        }
    }

    // MARK: Conditions

    func membership(
        _ operand: QueryTerm, _ container: QueryTerm, isNegated: Bool
    ) throws -> TermValue {
        guard case .array(let items) = container else {
            let isContained = try contains(value(container), value(operand))
            return isNegated ? TermValue(isContained.truth.map(!)) : isContained
        }
        let wanted = try value(operand)
        if wanted.isMissing { return .missing }
        var hasMissing = false
        for item in items {
            switch try self.operation(.equal, [operand, item]).truth {
            case nil: hasMissing = true
            case true?: return .boolean(!isNegated)
            default: break
            }
        }
        return hasMissing ? .missing : .boolean(isNegated)
    }

    /// Whether an array contains a value.
    func contains(_ container: TermValue, _ item: TermValue) -> TermValue {
        if container.isMissing || item.isMissing { return .missing }
        guard let array = container.array, !item.isNull else { return .null }
        return .boolean(array.contains { TermValue($0).equals(item) == true })
    }

    func quantified(_ quantified: QuantifiedTerm) throws -> TermValue {
        // Null as a value in a document is an item; written in a query it is none.
        let collection =
            quantified.collection == .literal(.null)
            ? .missing : try value(quantified.collection)
        let items = Self.items(of: collection)
        var inner = self
        func truth(_ item: TermValue) throws -> Bool? {
            inner.variables[quantified.variable] = item
            return try inner.value(quantified.condition).truth
        }
        switch quantified.quantifier {
        case .any: return .boolean(try items.contains { try truth($0) == true })
        case .every: return .boolean(try items.allSatisfy { try truth($0) != false })
        case .anyAndEvery:
            guard try items.allSatisfy({ try truth($0) != false }) else { return .boolean(false) }
            guard case .collection(let value) = collection, value.kind != .data else {
                return .missing
            }
            return .boolean(!items.isEmpty)
        }
    }

    /// The items of an array, the values of a dictionary, or another value by itself.
    private static func items(of value: TermValue) -> [TermValue] {
        if value.isMissing { return [] }
        guard case .collection(let collection) = value, collection.kind != .data else {
            return [value]
        }
        let items =
            collection.array.map { Array($0) } ?? collection.dictionary?.map(\.value) ?? []
        return items.map { TermValue($0) }.filter { !$0.isMissing }
    }
}
