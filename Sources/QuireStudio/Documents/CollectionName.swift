import Quire

/// The two parts of the full name of a collection, such as `inventory.hotels`.
struct CollectionName: Equatable {
    let scope: String
    let collection: String

    init(_ fullName: String) {
        let dot = fullName.firstIndex(of: ".")
        scope = dot.map { String(fullName[..<$0]) } ?? Database.defaultScopeName
        collection = dot.map { String(fullName[fullName.index(after: $0)...]) } ?? fullName
    }

    /// Whether the collection belongs to the default scope.
    var isInDefaultScope: Bool { scope == Database.defaultScopeName }

    /// Whether the collection is the default one.
    var isDefault: Bool { isInDefaultScope && collection == Database.defaultCollectionName }

    /// The scope, or `nil` for the default one.
    var otherScope: String? { isInDefaultScope ? nil : scope }
}
