extension SelectStatement {
    /// The titles of the columns, all different.
    ///
    /// A title is the column's alias; else the last name of a property's path; else the name of the
    /// metadata field; for a whole document the name of its source; else `$1`, `$2`… counted over
    /// the untitled columns. A title that is taken already gets ` #2`, ` #3`… appended.
    ///
    /// - Complexity: O(*n*) in the number of columns.
    public var columnTitles: [String] {
        var untitledCount = 0
        var taken: Set<String> = []
        var lastNumbers: [String: Int] = [:]
        return columns.map { column in
            let title: String
            if let ownTitle = column.title(from: source) {
                title = ownTitle
            } else {
                untitledCount += 1
                title = "$\(untitledCount)"
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

    /// The first column alias that, in any case, repeats an earlier one or the name of a source,
    /// or `nil`.
    ///
    /// Such a statement is refused by ``parse(_:knowing:)``, since the name would mean two things.
    ///
    /// - Complexity: O(*n*) in the number of columns.
    public var conflictingAlias: String? {
        var taken = Set(sourceNames.map { $0.lowercased() })
        return columns.lazy.compactMap(\.alias).first { !taken.insert($0.lowercased()).inserted }
    }
}

extension ResultColumn {
    /// The title that the column has by itself, or `nil`.
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
            // Couchbase Lite calls the count of a property as the property itself.
            guard case .property? = arguments.first, arguments.count == 1 else { return nil }
            return arguments[0].title(from: source)
        default:
            return nil
        }
    }
}
