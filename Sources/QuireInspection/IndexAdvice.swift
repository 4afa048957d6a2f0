package import Quire
package import SQLPlusPlus

/// A value index that a query would use.
package struct IndexAdvice: Hashable, Sendable {
    /// The collection, as `scope.collection`.
    package let collection: String
    /// A name for the index that the collection does not use yet.
    package let name: String
    /// The expressions of the index: properties.
    package let properties: [String]

    private static let largestCount = 3

    /// Returns the indexes that would help with a query.
    ///
    /// An index helps with conditions that compare a property with a value, and with the order. There
    /// is no advice if an index begins with one of these properties, after the type discriminator if
    /// the query has a condition on it.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - database: The database with the query's collections, whose indexes are considered.
    ///   - typeKey: The key of the type discriminator.
    /// - Returns: At most one index for the first collection of the query.
    /// - Throws: `QuireError` if the collection does not exist.
    package static func list(
        for statement: SelectStatement, in database: any DocumentDatabase,
        typeKey: String = "type"
    ) throws -> [IndexAdvice] {
        let store = try database.defaultStore().store(of: statement.source)
        guard let definitions = try? store.indexDefinitions() else { return [] }
        let uses = Uses(of: statement)
        let type = PropertyPath([.key(typeKey)])
        var wanted = uses.equal.filter { $0 == type } + uses.equal.filter { $0 != type }
        if let path = uses.order ?? uses.ranges.first, !wanted.contains(path) {
            wanted.append(path)
        }
        let important = Set(wanted.filter { $0 != type } + uses.ranges)
        guard !wanted.isEmpty else { return [] }
        for definition in definitions {
            var paths = definition.paths(usableWith: uses.conjuncts)[...]
            if important.isEmpty, paths.first == type { return [] }
            if uses.equal.contains(type), paths.first == type { paths.removeFirst() }
            if let first = paths.first, important.contains(first) { return [] }
        }
        let properties = Array(wanted.prefix(largestCount))
        return [
            IndexAdvice(
                collection: store.fullName,
                name: name(of: properties.filter { $0 != type }, besides: try store.indexes()),
                properties: properties.map { QueryTerm.property($0, of: nil).description })
        ]
    }

    private static func name(of paths: [PropertyPath], besides names: [String]) -> String {
        let words = paths.compactMap { path -> String? in
            guard case .key(let key)? = path.components.last else { return nil }
            let letters = key.filter { $0.isLetter || $0.isNumber }
            return letters.prefix(1).uppercased() + letters.dropFirst()
        }
        let name = "by" + (words.isEmpty ? "Type" : words.joined())
        guard names.contains(name) else { return name }
        let number = (2...).first { !names.contains("\(name)\($0)") }
        return "\(name)\(number ?? 2)"
    }

    /// The properties that a statement compares and sorts by.
    private struct Uses {
        var conjuncts: [QueryTerm] = []
        var equal: [PropertyPath] = []
        var ranges: [PropertyPath] = []
        var order: PropertyPath?
        private let source: String

        init(of statement: SelectStatement) {
            source = statement.source.name
            conjuncts = statement.condition?.conjuncts ?? []
            for term in conjuncts { add(term) }
            order = statement.ordering.first.flatMap { path($0.term) }
        }

        private mutating func add(_ term: QueryTerm) {
            switch term {
            case .operation(.equal, let operands), .operation(.is, let operands):
                if let path = comparison(operands) { insert(path, into: &equal) }
            case .membership(let element, let values, isNegated: false):
                if let path = comparison([element, values]) { insert(path, into: &equal) }
            case .operation(.lessThan, let operands), .operation(.lessThanOrEqual, let operands),
                .operation(.greaterThan, let operands),
                .operation(.greaterThanOrEqual, let operands):
                if let path = comparison(operands) { insert(path, into: &ranges) }
            case .between(let value, let lower, let upper, isNegated: false):
                guard isConstant(lower), isConstant(upper), let path = path(value) else { return }
                insert(path, into: &ranges)
            default: return
            }
        }

        private func insert(_ path: PropertyPath, into paths: inout [PropertyPath]) {
            if !paths.contains(path) { paths.append(path) }
        }

        /// Returns the property that is compared with a value.
        private func comparison(_ operands: [QueryTerm]) -> PropertyPath? {
            guard operands.count == 2 else { return nil }
            if isConstant(operands[1]) { return path(operands[0]) }
            return isConstant(operands[0]) ? path(operands[1]) : nil
        }

        private func path(_ term: QueryTerm) -> PropertyPath? {
            guard case .property(let path, let name) = term, !path.isEmpty,
                name == nil || name == source
            else { return nil }
            return path
        }

        private func isConstant(_ term: QueryTerm) -> Bool {
            !term.contains { term in
                switch term {
                case .property, .metadata, .column, .variable, .match, .rank: true
                default: false
                }
            }
        }
    }
}

extension IndexDefinition {
    /// Returns the first properties of a value index, or none if a query with the given conditions
    /// cannot use the index.
    fileprivate func paths(usableWith conjuncts: [QueryTerm]) -> [PropertyPath] {
        guard let value = configuration as? ValueIndexConfiguration else { return [] }
        if let clause = value.whereClause {
            guard let condition = try? QueryTerm.parse(clause) else { return [] }
            guard condition.conjuncts.allSatisfy(conjuncts.contains) else { return [] }
        }
        var paths: [PropertyPath] = []
        for text in value.expressions {
            guard case .property(let path, nil)? = try? QueryTerm.parse(text) else { break }
            paths.append(path)
        }
        return paths
    }
}
