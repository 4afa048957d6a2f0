import SQLPlusPlus

/// The location of a field in the model, or in an array item that a quantified condition refers to.
struct FieldPath: Hashable, Sendable {
    /// The value at which the path begins.
    enum Base: Hashable, Sendable {
        case model
        /// An array item with its name in the condition.
        case item(String)
        /// The document that a reference identifies.
        case referenced(QueryTerm)

        /// Whether the value is a whole document.
        var isDocument: Bool { if case .item = self { false } else { true } }
    }

    let base: Base
    let location: ModelShape.Location

    /// The location of the whole model.
    static let model = FieldPath(base: .model, location: .body(PropertyPath()))

    /// Returns the location of an array item.
    static func item(_ name: String) -> FieldPath {
        FieldPath(base: .item(name), location: .body(PropertyPath()))
    }

    /// The location as a query term.
    var term: QueryTerm {
        switch (location, base) {
        case (.documentID, .referenced(let document)): document
        case (.documentID, _): .metadata(.id, of: nil)
        case (.body(let path), .referenced(let document)):
            path.isEmpty ? document : .member(path, of: document)
        case (.body(let path), .model): .property(path, of: nil)
        case (.body(let path), .item(let name)): .variable(name, path)
        }
    }

    /// Returns the location of a property of the value at this location.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that names the property.
    func property<Owner, Member>(
        _ keyPath: any KeyPath<Owner, Member> & Sendable
    ) throws(QuireError) -> FieldPath {
        guard case .body(let prefix) = location else {
            throw QuireError(
                .invalidQuery,
                """
                The property \(ModelShape.propertyName(of: keyPath)) cannot be used: a document ID \
                has no properties.
                """)
        }
        let isRoot = base.isDocument && prefix.isEmpty
        switch try ModelShape.of(Owner.self, isRoot: isRoot).location(of: keyPath) {
        case .documentID: return FieldPath(base: base, location: .documentID)
        case .body(let path):
            let whole = PropertyPath(prefix.components + path.components)
            return FieldPath(base: base, location: .body(whole))
        }
    }

    /// Returns the location of an item of the array at this location.
    func item(at index: Int) throws(QuireError) -> FieldPath {
        FieldPath(base: base, location: .body(try path("item \(index)").appending(index: index)))
    }

    /// Returns the location of a value of the dictionary at this location.
    func value(forKey key: String) throws(QuireError) -> FieldPath {
        FieldPath(base: base, location: .body(try path("a value").appending(key: key)))
    }

    private func path(_ what: String) throws(QuireError) -> PropertyPath {
        guard case .body(let path) = location else {
            throw QuireError(.invalidQuery, "A document ID does not have \(what).")
        }
        return path
    }
}

/// The source of a field's values.
enum FieldSource: Sendable {
    /// A stored value at a location.
    case stored(FieldPath)
    /// A value that is computed from stored values.
    ///
    /// The value is undefined unless the requirements are true, for example that a divisor is not
    /// zero.
    case computed(QueryTerm, requirements: [QueryTerm] = [])
    /// A condition, which is true, false or missing.
    case condition(QueryTerm)

    /// The value as a query term, which is never missing for a condition.
    var term: QueryTerm {
        switch self {
        case .stored(let fieldPath): fieldPath.term
        case .computed(let term, _): term
        case .condition(let term): .operation(.is, [term, .literal(.boolean(true))])
        }
    }

    /// The value as a condition.
    var condition: QueryTerm {
        if case .condition(let term) = self { return term }
        return QueryTerm.operation(.is, [term, .literal(.boolean(true))]).requiring(requirements)
    }

    /// The conditions that must be true for the value to be defined.
    var requirements: [QueryTerm] {
        if case .computed(_, let requirements) = self { return requirements }
        return []
    }

    /// Returns the location of a stored field.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the field is computed.
    func fieldPath() throws(QuireError) -> FieldPath {
        guard case .stored(let fieldPath) = self else {
            throw QuireError(
                .invalidQuery, "\(term) has no stored properties or items, because it is computed.")
        }
        return fieldPath
    }
}

extension QueryTerm {
    /// The condition that this condition and all requirements are true.
    func requiring(_ requirements: [QueryTerm]) -> QueryTerm {
        requirements.isEmpty ? self : .operation(.and, requirements + [self])
    }
}
