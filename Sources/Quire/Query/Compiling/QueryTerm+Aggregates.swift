import SQLPlusPlus

extension QueryTerm {
    /// Whether this is about the values of a group.
    var isAggregate: Bool {
        guard case .call(let name, _) = self else { return false }
        return FunctionRule.rules[name]?.isAggregate == true
    }

    /// The name of an aggregate in the term, if there is one.
    private var aggregate: String? {
        var found: String?
        _ = contains { term in
            guard case .call(let name, _) = term, term.isAggregate else { return false }
            found = name
            return true
        }
        return found
    }

    /// Refuses an aggregate where rows are not grouped yet.
    ///
    /// - Parameters:
    ///   - clause: The clause that contains the term.
    ///   - aliases: The terms of the statement's columns, by their aliases.
    /// - Throws: ``QuireError`` with code `invalidQuery` that names the aggregate, and the alias of
    ///   its column.
    func refuseAggregates(in clause: String, _ aliases: [String: QueryTerm]) throws {
        if let name = aggregate {
            throw QueryCompiler.invalid("\(name) is not allowed in \(clause)")
        }
        var message: String?
        _ = contains { term in
            guard case .column(let alias, _) = term, let name = aliases[alias]?.aggregate else {
                return false
            }
            message =
                "\(alias) is the alias of a column with \(name), which is not allowed in \(clause); "
                + "filter groups by HAVING, or give the column another alias"
            return true
        }
        if let message { throw QueryCompiler.invalid(message) }
    }
}
