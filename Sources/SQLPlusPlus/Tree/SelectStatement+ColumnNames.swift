extension SelectStatement {
    /// The unique names of the columns.
    ///
    /// The name of a column is the first of these that exists: its alias, the last key of a
    /// property's path, the name of a metadata field, the name of the source of a whole document.
    /// Other columns are named `$1`, `$2` and so on. If a name is already in use, the column's name
    /// gets the suffix ` #2`, ` #3` and so on.
    ///
    /// - Complexity: O(*n*) in the number of columns.
    public var columnNames: [String] {
        var unnamedCount = 0
        var taken: Set<String> = []
        var lastNumbers: [String: Int] = [:]
        return columns.map { column in
            let title: String
            if let ownName = column.title(from: source) {
                title = ownName
            } else {
                unnamedCount += 1
                title = "$\(unnamedCount)"
            }
            var candidate = title
            while !taken.insert(candidate).inserted {
                let number = lastNumbers[title, default: 1] + 1
                lastNumbers[title] = number
                candidate = "\(title) #\(number)"
            }
            return candidate
        }
    }

    /// The first column alias that repeats an earlier alias or the name of a source, or `nil`.
    ///
    /// The comparison ignores case. ``parse(_:knowing:)`` rejects such a statement, because the
    /// name would be ambiguous.
    ///
    /// - Complexity: O(*n*) in the number of columns.
    public var conflictingAlias: String? {
        var taken = Set(sourceNames.map { $0.lowercased() })
        return columns.lazy.compactMap(\.alias).first { !taken.insert($0.lowercased()).inserted }
    }
}

extension ResultColumn {
    /// Returns the column's alias or the name derived from its term, or `nil`.
    fileprivate func title(from source: CollectionSource) -> String? {
        alias ?? term.title(from: source)
    }
}

extension QueryTerm {
    fileprivate func title(from source: CollectionSource) -> String? {
        switch self {
        case .property(let path, let name):
            guard let last = path.components.last else { return name ?? source.name }
            guard case .key(let key) = last else { return nil }
            return key
        case .metadata(let field, _):
            return field.rawValue
        case .call("ARRAY_COUNT", let arguments):
            // In Couchbase Lite, the count of a property has the name of the property.
            guard case .property? = arguments.first, arguments.count == 1 else { return nil }
            return arguments[0].title(from: source)
        default:
            return nil
        }
    }
}
