package import SQLPlusPlus

/// The location of a field in the model, or in an array item that a quantified condition refers to.
package struct FieldPath: Sendable {
    /// The value at which the path begins.
    package enum Base: Hashable, Sendable {
        case model
        /// An array item with its name in the condition.
        case item(String)
        /// The document that a reference identifies.
        case referenced(QueryTerm)

        /// Whether the value is a whole document.
        package var isDocument: Bool { if case .item = self { false } else { true } }
    }

    package let base: Base
    package let location: ModelShape.Location
    /// The values that the model has if keys are missing, innermost first.
    package let defaults: FieldDefaults
    /// The strategy for keys of the whole document.
    package let keys: KeyStrategy

    package init(
        base: Base, location: ModelShape.Location, defaults: FieldDefaults = FieldDefaults(),
        keys: KeyStrategy
    ) {
        self.base = base
        self.keys = keys
        self.location = location
        self.defaults = defaults
    }

    /// Returns the location of the whole model.
    package static func model(_ type: Any.Type) -> FieldPath {
        FieldPath(
            base: .model, location: .body(PropertyPath()), keys: KeyStrategy.declared(by: type))
    }

    /// Returns the location of an array item.
    package static func item(_ name: String, keys: KeyStrategy) -> FieldPath {
        FieldPath(base: .item(name), location: .body(PropertyPath()), keys: keys)
    }

    /// Whether the location is that of a whole document.
    var isWholeDocument: Bool {
        guard base.isDocument, case .body(let path) = location else { return false }
        return path.isEmpty
    }

    /// The value of the property: the stored value, or the default value of the model.
    package var term: QueryTerm { defaults.completing(self) }

    /// The stored value, which may be missing although the property has a default value.
    package var storedTerm: QueryTerm {
        switch location {
        case .documentID: if case .referenced(let document) = base { document } else { Self.id }
        case .body(let path): storedTerm(at: path)
        }
    }

    private static let id = QueryTerm.metadata(.id, of: nil)

    /// Returns the stored value at a path below the value at which this path begins.
    package func storedTerm(at path: PropertyPath) -> QueryTerm {
        switch base {
        case .referenced(let document): path.isEmpty ? document : .member(path, of: document)
        case .model: .property(path, of: nil)
        case .item(let name): .variable(name, path)
        }
    }

    /// Returns the location of a property of the value at this location.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that names the property.
    package func property<Owner, Member>(
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
        let isRoot = isWholeDocument
        let shape = ModelShape.of(Owner.self, isRoot: isRoot, keys: keys)
        switch try shape.queryLocation(of: keyPath) {
        case .documentID: return FieldPath(base: base, location: .documentID, keys: keys)
        case .body(let path):
            let whole = PropertyPath(prefix.components + path.components)
            let completions = shape.completions(of: path, in: Owner.self)
            return FieldPath(
                base: base, location: .body(whole),
                defaults: defaults.below(path, at: prefix, completions, type: Member.self),
                keys: keys)
        }
    }

    /// Returns the location of an item of the array at this location.
    package func item(at index: Int) throws(QuireError) -> FieldPath {
        try below(.index(index), "item \(index)")
    }

    /// Returns the location of a value of the dictionary at this location.
    package func value(forKey key: String) throws(QuireError) -> FieldPath {
        try below(.key(key), "a value")
    }

    private func below(
        _ component: PropertyPath.Component, _ what: String
    ) throws(QuireError) -> FieldPath {
        guard case .body(let path) = location else {
            throw QuireError(.invalidQuery, "A document ID does not have \(what).")
        }
        let step = PropertyPath([component])
        return FieldPath(
            base: base, location: .body(PropertyPath(path.components + [component])),
            defaults: defaults.below(step, at: path, [], type: nil), keys: keys)
    }
}

extension ModelShape {
    /// Returns the location of a property.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that names the property. For
    ///   an item of a collection, the message says how a query is written.
    fileprivate func queryLocation<Owner, Member>(
        of keyPath: any KeyPath<Owner, Member> & Sendable
    ) throws(QuireError) -> Location {
        do {
            return try location(of: keyPath)
        } catch {
            guard Owner.self is any QueryDictionary.Type || Owner.self is any QueryArray.Type else {
                throw error
            }
            throw QuireError(
                .invalidQuery,
                """
                A query cannot use this member of \(Owner.self). Write a subscript without a \
                question mark, such as $0.rates["a"].amount, which is nil if there is no item.
                """, underlyingError: error)
        }
    }
}

/// The source of a field's values.
package enum FieldSource: Sendable {
    /// A stored value at a location.
    case stored(FieldPath)
    /// A value that is computed from stored values.
    ///
    /// The value is undefined unless the requirements are true, for example that a divisor is not
    /// zero. The strategy is that of the keys inside the value.
    case computed(QueryTerm, requirements: [QueryTerm] = [], keys: KeyStrategy = .asIs)
    /// A condition, which is true, false or missing.
    case condition(QueryTerm)

    /// The value as a query term, which is never missing for a condition.
    package var term: QueryTerm {
        switch self {
        case .stored(let fieldPath): fieldPath.term
        case .computed(let term, _, _): term
        case .condition(let term): .operation(.is, [term, .literal(.boolean(true))])
        }
    }

    /// The value as a condition.
    package func condition() throws(QuireError) -> QueryTerm {
        if case .condition(let term) = self { return term }
        return try FieldOperand(self, type: Bool.self)
            .condition { .operation(.is, [$0.term, .literal(.boolean(true))]) }
            .requiring(requirements)
    }

    /// The value as a query term, without the default value of a stored property.
    package var storedTerm: QueryTerm {
        if case .stored(let fieldPath) = self { fieldPath.storedTerm } else { term }
    }

    /// The conditions that must be true for the value to be defined.
    var requirements: [QueryTerm] {
        if case .computed(_, let requirements, _) = self { return requirements }
        return []
    }

    /// The strategy for keys inside the value.
    package var keys: KeyStrategy {
        switch self {
        case .stored(let fieldPath): fieldPath.keys
        case .computed(_, _, let keys): keys
        case .condition: .asIs
        }
    }

    /// Returns the location of a stored field.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the field is computed.
    package func fieldPath() throws(QuireError) -> FieldPath {
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
