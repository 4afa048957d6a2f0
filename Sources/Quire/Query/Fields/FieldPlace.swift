import SQLPlusPlus

/// Where a field is: in the model, or in an item of an array that a quantified condition is about.
struct FieldPlace: Hashable, Sendable {
    /// What the path begins at.
    enum Base: Hashable, Sendable {
        case model
        /// An item, by the name that the condition has for it.
        case item(String)
    }

    let base: Base
    let location: ModelShape.Location

    /// The place of the whole model.
    static let model = FieldPlace(base: .model, location: .body(PropertyPath()))

    /// The place of an item.
    static func item(_ name: String) -> FieldPlace {
        FieldPlace(base: .item(name), location: .body(PropertyPath()))
    }

    /// The place as a term of a query.
    var term: QueryTerm {
        switch (location, base) {
        case (.documentID, _): .metadata(.id, of: nil)
        case (.body(let path), .model): .property(path, of: nil)
        case (.body(let path), .item(let name)): .variable(name, path)
        }
    }

    /// The place of a property of what is here.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` that names the property.
    func property<Owner, Member>(
        _ keyPath: any KeyPath<Owner, Member> & Sendable
    ) throws(QuireError) -> FieldPlace {
        guard case .body(let prefix) = location else {
            throw QuireError(
                .invalidQuery,
                "The property \(keyPath) cannot be used in a query: a document ID has none.")
        }
        let isRoot = base == .model && prefix.isEmpty
        switch try ModelShape.of(Owner.self, isRoot: isRoot).location(of: keyPath) {
        case .documentID: return FieldPlace(base: base, location: .documentID)
        case .body(let path):
            let whole = PropertyPath(prefix.components + path.components)
            return FieldPlace(base: base, location: .body(whole))
        }
    }

    /// The place of an item of the array that is here.
    func item(at index: Int) throws(QuireError) -> FieldPlace {
        FieldPlace(base: base, location: .body(try path("item \(index)").appending(index: index)))
    }

    /// The place of a value of the dictionary that is here.
    func value(forKey key: String) throws(QuireError) -> FieldPlace {
        FieldPlace(base: base, location: .body(try path("a value").appending(key: key)))
    }

    private func path(_ what: String) throws(QuireError) -> PropertyPath {
        guard case .body(let path) = location else {
            throw QuireError(.invalidQuery, "A document ID has not \(what).")
        }
        return path
    }
}

/// What a field stands for.
enum FieldSource: Sendable {
    /// What is stored at a place.
    case place(FieldPlace)
    /// What is computed of stored values.
    case computed(QueryTerm)

    var term: QueryTerm {
        switch self {
        case .place(let place): place.term
        case .computed(let term): term
        }
    }

    /// The place, which only what is stored has.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery`.
    func place() throws(QuireError) -> FieldPlace {
        guard case .place(let place) = self else {
            throw QuireError(
                .invalidQuery, "Nothing is stored below \(term), which is computed.")
        }
        return place
    }
}
