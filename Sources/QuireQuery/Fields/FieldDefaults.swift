package import Fleece
import Foundation
package import SQLPlusPlus

// If the key of a property is missing, the decoder uses the default value of the property. A typed
// query does the same.
//
// Example: if `stars` has the default value 3, the property is IFMISSING(stars, 3). The condition
// `$0.stars == 3` is `stars IS 3 OR stars IS MISSING`, so that an index on `stars` can be used.

/// The values that a model has in place of missing keys of a path, innermost first.
package struct FieldDefaults: Sendable {
    private struct Default: Sendable {
        /// The path to the object that does not contain the next key of the path.
        let owner: PropertyPath
        /// The path to the missing key.
        let missing: PropertyPath
        /// The stored form of the value that the whole path has in this case.
        let value: FleeceValue
        /// The value as a constant, or `nil` if queries cannot contain it.
        let term: QueryTerm?
    }

    private var defaults: [Default] = []

    /// Returns the defaults of a property of the value at a path.
    ///
    /// - Parameters:
    ///   - path: The path to the property, below the other path.
    ///   - prefix: The path that these defaults belong to.
    ///   - completions: The bodies of `ModelShape.completions(of:in:)` for the property.
    ///   - type: The type of the property, or `nil` if it is that of an item.
    /// - Returns: The defaults.
    package func below(
        _ path: PropertyPath, at prefix: PropertyPath, _ completions: [FleeceValue?],
        type: (any Any.Type)?
    ) -> FieldDefaults {
        let fleecePath = FleecePath(path)
        var result = FieldDefaults()
        for (count, body) in completions.enumerated().reversed() {
            guard let value = body?.value(at: fleecePath) else { continue }
            let components = prefix.components + path.components.prefix(count)
            result.add(
                owner: PropertyPath(components),
                missing: PropertyPath(components + [path.components[count]]), value, type)
        }
        for outer in defaults {
            guard let value = outer.value.value(at: fleecePath) else { continue }
            result.add(owner: outer.owner, missing: outer.missing, value, type)
        }
        return result
    }

    /// Adds a default, unless it is null.
    private mutating func add(
        owner: PropertyPath, missing: PropertyPath, _ value: FleeceValue, _ type: (any Any.Type)?
    ) {
        guard !value.isNull else { return }
        let term = Self.term(value, type)
        defaults.append(Default(owner: owner, missing: missing, value: value, term: term))
    }

    /// Returns a stored value as a constant, or `nil` if queries cannot contain it.
    private static func term(_ value: FleeceValue, _ type: (any Any.Type)?) -> QueryTerm? {
        // Queries read an integer above `Int64.max` as the negative integer with the same bits.
        // Decimals are converted to keys, also from a string.
        if value.isUnsigned, let number = value.uint64, let type {
            if type == Decimal.self { return .literal(.string("\(number)")) }
            if FieldOperand.isUnsigned(type) {
                return .literal(.integer(Int64(bitPattern: number)))
            }
        }
        return try? QueryTerm.constant(stored: value)
    }

    /// Returns the value that a stored property has whenever its value is missing.
    ///
    /// The result is `nil` if the property has no default value, or if the value depends on which
    /// key is missing.
    package func constant(of path: FieldPath) -> QueryTerm? {
        guard path.base == .model, case .body(let location) = path.location,
            let first = defaults.first?.term, defaults.allSatisfy({ $0.term == first })
        else { return nil }
        // Each key of the path has a default, so a missing value has no other cause.
        let missing = defaults.reversed().map(\.missing.components.count)
        return missing == Array(1...location.components.count) ? first : nil
    }

    /// Returns the default values inside values of a type, as an argument of `WITH_DEFAULTS`.
    ///
    /// - Parameters:
    ///   - type: A type.
    ///   - keys: The strategy for keys of the document that contains the values.
    /// - Returns: The argument, or `nil` if there are no default values.
    package static func inside(_ type: any Any.Type, _ keys: KeyStrategy) -> QueryTerm? {
        let shape = ModelShape.of(type, isRoot: false, keys: keys)
        return shape.fact {
            let json = shape.valueDefaults(in: type)?.json
            return Inside(term: json.map { .literal(.string($0)) })
        }.term
    }

    private struct Inside: Sendable {
        let term: QueryTerm?
    }

    /// Returns the value at a path, with the defaults in place of missing values.
    package func completing(_ path: FieldPath) -> QueryTerm {
        let stored = path.storedTerm
        guard !defaults.isEmpty else { return stored }
        if let constant = constant(of: path) { return .call("IFMISSING", [stored, constant]) }
        let branches = defaults.compactMap { missing -> CaseTerm.Branch? in
            guard let value = missing.term else { return nil }
            var conditions = [
                QueryTerm.test(.isMissing, path.storedTerm(at: missing.missing))
            ]
            if path.base != .model || !missing.owner.isEmpty {
                conditions.append(.test(.isValued, path.storedTerm(at: missing.owner)))
            }
            return CaseTerm.Branch(
                when: conditions.count == 1 ? conditions[0] : .operation(.and, conditions),
                then: value)
        }
        guard !branches.isEmpty else { return stored }
        return .conditional(CaseTerm(branches, otherwise: stored))
    }
}

extension FieldOperand {
    /// Returns a condition on the property.
    ///
    /// Whether the default value of the property meets the condition is determined here. So the
    /// database compares the stored value, which can have an index, and tests whether it is missing.
    ///
    /// - Parameter make: A closure that returns the condition for an operand. It uses constants
    ///   besides the operand.
    /// - Returns: The condition.
    /// - Throws: The errors of the closure.
    package func condition(
        _ make: (FieldOperand) throws(QuireError) -> QueryTerm
    ) throws(QuireError) -> QueryTerm {
        guard let constant else { return try make(self) }
        let stored = try make(replacingTerm(by: storedTerm.completed(by: inside)))
        guard let isMet = truth(of: try make(replacingTerm(by: constant))),
            let isMetByMissing = truth(of: try make(replacingTerm(by: .missing)))
        else { return try make(self) }
        if isMet == isMetByMissing { return stored }
        return isMet
            ? .operation(.or, [stored, .test(.isMissing, storedTerm)])
            : .operation(.and, [.test(.isNotMissing, storedTerm), stored])
    }

    /// Returns a condition that compares the property with a value.
    package func comparison(
        _ operation: BinaryOperator, with value: some Encodable
    ) throws(QuireError) -> QueryTerm {
        try condition { operand throws(QuireError) in try operand.compare(operation, value) }
    }

    /// Returns whether a condition without properties is true, or `nil` if that is unknown.
    private func truth(of condition: QueryTerm) -> Bool? {
        guard let body = try? FleeceStorage(json: "{}").rootDictionary,
            let evaluator = try? TermEvaluator(condition)
        else { return nil }
        let record = DocumentRecord(
            id: "", revisionID: RevisionID(RevisionID.Version(time: 0)), sequence: 0, body: body)
        return try? evaluator.isTrue(of: EvaluatedDocument(record))
    }
}
