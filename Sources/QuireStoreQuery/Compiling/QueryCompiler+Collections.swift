import Fleece
import SQLPlusPlus

extension QueryCompiler {
    // MARK: Constructors

    /// Returns the SQL of an array.
    ///
    /// An array of constants is a bound value. Other arrays are created for each row.
    func array(_ items: [QueryTerm]) throws -> SQLFragment {
        if let constant = try constant(.array(items)) { return constant }
        guard items.count <= ConstructorFunctions.itemLimit else {
            throw QuireError.invalidQuery(
                "an array has more than \(ConstructorFunctions.itemLimit) computed items")
        }
        return try "quire_array(\(list(of: items)))"
    }

    func dictionary(_ entries: [DictionaryEntry]) throws -> SQLFragment {
        if let constant = try constant(.dictionary(entries)) { return constant }
        guard entries.count <= ConstructorFunctions.itemLimit / 2 else {
            throw QuireError.invalidQuery(
                """
                a dictionary has more than \(ConstructorFunctions.itemLimit / 2) computed values
                """)
        }
        let pairs: [SQLFragment] = try entries.map {
            try "\(bind: .literal(.string($0.key))), \(typed($0.value))"
        }
        return "quire_object(\(.joined(pairs, separator: ", ")))"
    }

    private func constant(_ term: QueryTerm) throws -> SQLFragment? {
        guard term.isConstant else { return nil }
        let writer = FleeceWriter()
        guard let slot = writer.encode(constant: term) else { return nil }
        writer.write(slot)
        return "\(bind: .collection(try writer.finish()))"
    }

    // MARK: Conditions

    func membership(
        _ operand: QueryTerm, _ container: QueryTerm, isNegated: Bool
    ) throws -> SQLFragment {
        let not: SQLFragment = isNegated ? " NOT" : ""
        guard case .array(let items) = container else {
            return try "(\(not) \(contains(container, operand)))"
        }
        if items.isEmpty {
            return try "(CASE WHEN \(term(operand)) IS NOT NULL THEN \(isNegated ? "1" : "0") END)"
        }
        let comparesContents = comparesContents(of: operand, with: items)
        let value = try comparesContents ? contents(of: operand) : term(operand)
        if items.count > Self.parameterListLimit, items.allSatisfy(\.isNumberOrString),
            let list = try constant(container)
        {
            return "(\(value)\(not) IN (SELECT value FROM fl_each(\(list))))"
        }
        let list = try items.map { try listItem($0, comparesContents) }
        return "(\(value)\(not) IN (\(.joined(list, separator: ", "))))"
    }

    /// The maximum number of items that are separate parameters.
    ///
    /// SQLite limits the number of parameters of a statement.
    private static let parameterListLimit = 1_000

    /// Returns the SQL of an item in an IN list.
    ///
    /// The items do not count as constants in the ``CompilationBudget``, because SQLite stores them
    /// in a table and does not compare them with other constants.
    private func listItem(_ item: QueryTerm, _ comparesContents: Bool) throws -> SQLFragment {
        guard case .literal(let literal) = item else {
            return try comparesContents ? contents(of: item) : term(item)
        }
        return switch literal {
        case .null, .boolean: try term(item)
        case .integer, .double, .string: "\(bind: .literal(literal))"
        }
    }

    /// Returns the SQL of a condition that an array contains a value.
    ///
    /// An array property is searched inside the document.
    func contains(_ container: QueryTerm, _ value: QueryTerm) throws -> SQLFragment {
        if comparesContents(of: value, with: [container]) {
            return try "quire_array_contains(\(contents(of: container)), \(contents(of: value)))"
        }
        let value = try typed(value)
        if case .property(let path, let name) = container, !path.isEmpty {
            let source = try source(of: path, name)
            if case .documents = source.kind {
                return "quire_path_contains(\(source.alias).body, \(path: path), \(value))"
            }
        }
        return try "quire_array_contains(\(typed(container)), \(value))"
    }

    func quantified(_ quantified: QuantifiedTerm) throws -> SQLFragment {
        let items = try each(quantified.collection)
        let alias: SQLFragment = "v\(number: quantifierDepth)"
        var inner = self
        inner.quantifierDepth += 1
        inner.variables[quantified.variable] = "\(alias).value"
        inner.dictionaryEquality.declare(quantified, aliases)
        let condition = try inner.term(quantified.condition)
        let counterexample: SQLFragment =
            "EXISTS (SELECT 1 FROM \(items) AS \(alias) WHERE NOT (\(condition)))"
        switch quantified.quantifier {
        case .any:
            let example: SQLFragment =
                "EXISTS (SELECT 1 FROM \(items) AS \(alias) WHERE \(condition))"
            let conditions = try arrayIndexConditions(of: quantified)
            if conditions.isEmpty { return example }
            return "(\(.joined(conditions + [example], separator: " AND ")))"
        case .every: return "(NOT \(counterexample))"
        case .anyAndEvery:
            let collection = try typed(quantified.collection)
            return "(quire_has_items(\(collection)) AND NOT \(counterexample))"
        }
    }
}

extension QueryTerm {
    /// Whether the term is a literal number or string.
    var isNumberOrString: Bool {
        guard case .literal(let literal) = self else { return false }
        return switch literal {
        case .integer, .double, .string: true
        case .null, .boolean: false
        }
    }

    /// Whether the term consists only of literals.
    fileprivate var isConstant: Bool {
        switch self {
        case .literal, .missing: true
        case .array(let items): items.allSatisfy(\.isConstant)
        case .dictionary(let entries): entries.allSatisfy(\.value.isConstant)
        default: false
        }
    }
}

extension FleeceWriter {
    /// Encodes a value that consists of literals.
    ///
    /// Missing items are omitted.
    fileprivate func encode(constant term: QueryTerm) -> FleeceSlot? {
        switch term {
        case .literal(let literal): encode(literal)
        case .array(let items): encodeArray(items.compactMap(encode(constant:)))
        case .dictionary(let entries): encode(entries)
        default: nil
        }
    }

    /// Encodes a dictionary.
    ///
    /// If a key occurs more than once, the last value is used.
    private func encode(_ entries: [DictionaryEntry]) -> FleeceSlot {
        var indexes: [FleeceKey: Int] = [:]
        for (index, entry) in entries.enumerated() { indexes[FleeceKey(entry.key)] = index }
        return encodeDictionary(
            indexes.values.sorted().flatMap { index -> [FleeceSlot] in
                guard let value = encode(constant: entries[index].value) else { return [] }
                return [encodeKey(entries[index].key), value]
            })
    }

    func encode(_ literal: Literal) -> FleeceSlot {
        switch literal {
        case .null: encodeNull()
        case .boolean(let value): encode(value)
        case .integer(let value): encode(value)
        case .double(let value): encode(value)
        case .string(let value): encode(value)
        }
    }
}
