package import SQLPlusPlus

// Arrays and dictionaries are compared by their encoded bytes. These differ for equal dictionaries
// if they were not encoded in the same order: a stored dictionary begins with its shared keys, in
// the order of their numbers, and a constant has no shared keys. Therefore, if an operand of an
// equality can be a dictionary that is not encoded as in documents, both operands are converted to
// a canonical form. All other equalities remain as they are, so that indexes can be used.
//
// Example: address = {'street': 'Kaigaten'} becomes
//   (quire_contents(fl_value(s0.body, 'address')) = quire_contents(?))

/// The rule that determines which equalities compare the contents of dictionaries instead of their
/// bytes.
///
/// The compiler and the evaluator both use this rule.
package struct DictionaryEquality: Sendable {
    /// The form of the dictionaries that the value of a term can contain.
    package enum Form: Comparable, Sendable {
        /// The value contains no dictionaries, so it cannot equal a value that contains one.
        case none
        /// The dictionaries are encoded as in documents.
        case stored
        /// The dictionaries can be encoded in another order.
        case other
    }

    /// The parameters whose values contain dictionaries.
    private let parameters: Set<String>
    /// The forms of the variables of quantified conditions.
    private var variables: [String: Form] = [:]

    package init(_ parameters: ParameterValues) {
        self.parameters = parameters.namesOfDictionaries
    }

    /// Returns the rule for a query inside the statement, which cannot use its variables.
    package var ofInnerStatement: DictionaryEquality {
        var rule = self
        rule.variables = [:]
        return rule
    }

    /// Returns whether an equality of two terms compares the contents of dictionaries.
    ///
    /// - Parameters:
    ///   - left: An operand.
    ///   - right: The other operand. An array can also contain the first operand.
    ///   - aliases: The terms of the statement's column aliases.
    /// - Returns: `true` if both operands must be in canonical form.
    package func applies(
        to left: QueryTerm, _ right: QueryTerm, _ aliases: [String: QueryTerm]
    ) -> Bool {
        let first = form(of: left, aliases)
        if first == .none { return false }
        let second = form(of: right, aliases)
        return second != .none && max(first, second) == .other
    }

    /// Declares the variable of a quantified condition.
    package mutating func declare(_ quantified: QuantifiedTerm, _ aliases: [String: QueryTerm]) {
        variables[quantified.variable] = form(of: quantified.collection, aliases)
    }

    // MARK: Forms

    /// Returns the form of the dictionaries that the value of a term can contain.
    package func form(of term: QueryTerm, _ aliases: [String: QueryTerm]) -> Form {
        switch term {
        case .property: .stored
        case .parameter(let name): parameters.contains(name) ? .other : .none
        case .dictionary: .other
        case .array(let items): constructed(from: items, aliases)
        case .member(_, let base): constructed(from: [base], aliases)
        case .variable(let name, let path):
            // A value in a copied item has been copied twice.
            path.isEmpty || variables[name] == Form.none ? variables[name] ?? .stored : .other
        case .column(let name, let path): form(ofColumn: name, path, aliases)
        case .collated(let operand, _): form(of: operand, aliases)
        case .conditional(let cases):
            chosen(
                from: cases.branches.map(\.result) + (cases.otherwise.map { [$0] } ?? []), aliases)
        case .call(let name, let arguments):
            switch QueryFunction.all[name]?.dictionaries {
            case .ofArguments?: chosen(from: arguments, aliases)
            case .constructed?: constructed(from: arguments, aliases)
            case .absent?, nil: .none
            }
        case .missing, .literal, .metadata, .unary, .operation, .test, .between, .membership,
            .quantified, .exists, .match, .rank:
            .none
        }
    }

    private func form(
        ofColumn name: String, _ path: PropertyPath, _ aliases: [String: QueryTerm]
    ) -> Form {
        switch aliases[name] {
        // An alias cannot refer to another alias.
        case nil, .column?: .stored
        case .property?: .stored
        case let term?:
            path.isEmpty ? form(of: term, aliases) : constructed(from: [term], aliases)
        }
    }

    private func chosen(from terms: [QueryTerm], _ aliases: [String: QueryTerm]) -> Form {
        terms.map { form(of: $0, aliases) }.max() ?? .none
    }

    private func constructed(from terms: [QueryTerm], _ aliases: [String: QueryTerm]) -> Form {
        terms.allSatisfy { form(of: $0, aliases) == .none } ? .none : .other
    }
}

extension BinaryOperator {
    /// Whether the operator tests whether its operands are equal.
    package var isEquality: Bool {
        switch self {
        case .equal, .notEqual, .is, .isNot: true
        default: false
        }
    }
}
