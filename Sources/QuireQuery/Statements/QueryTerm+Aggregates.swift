public import SQLPlusPlus

extension QueryTerm {
    /// Whether the term is a call of an aggregate function, such as `COUNT(*)`.
    public var isAggregate: Bool {
        guard case .call(let name, _) = self else { return false }
        return QueryFunction.all[name]?.isAggregate == true
    }

    /// The name of an aggregate in the term, or `nil` if it contains none.
    private var aggregate: String? {
        var found: String?
        _ = contains { term in
            guard case .call(let name, _) = term, term.isAggregate else { return false }
            found = name
            return true
        }
        return found
    }

    /// Throws an error if the term contains an aggregate in a clause that is evaluated before
    /// grouping.
    ///
    /// - Parameters:
    ///   - clause: The clause that contains the term.
    ///   - aliases: The terms of the statement's columns, by their aliases.
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that names the aggregate,
    ///   and the alias of its column.
    package func rejectAggregates(in clause: String, _ aliases: [String: QueryTerm]) throws {
        if let name = aggregate {
            throw QuireError.invalidQuery("\(name) is not allowed in \(clause)")
        }
        var message: String?
        _ = contains { term in
            guard case .column(let alias, _) = term, let name = aliases[alias]?.aggregate else {
                return false
            }
            message =
                "\(alias) is the alias of a column with \(name), which is not allowed in \(clause); "
                + "filter groups with HAVING, or use another alias for the column"
            return true
        }
        if let message { throw QuireError.invalidQuery(message) }
    }
}
