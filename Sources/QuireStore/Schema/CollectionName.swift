/// The name of a collection and of its scope, validated by Couchbase Lite's rules.
package struct CollectionName: Hashable, Sendable {
    /// The name of the default collection and of the default scope.
    package static let defaultText = CollectionNameRules.defaultName

    /// The default collection.
    package static let `default` = CollectionName(scope: defaultText, collection: defaultText)

    /// The scope's name.
    package let scope: String
    /// The collection's name, without the name of its scope.
    package let collection: String

    private init(scope: String, collection: String) {
        self.scope = scope
        self.collection = collection
    }

    /// Creates a name and validates it, without checking whether the collection exists.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Throws: ``QuireError`` with code `invalidParameter`, with a message that contains the name
    ///   and the violated rule.
    package init(_ collection: String, scope: String?) throws {
        self.init(scope: scope ?? Self.defaultText, collection: collection)
        try CollectionNameRules.check(collection, scope: self.scope)
    }

    /// Throws an error if a string is not a valid scope name.
    ///
    /// - Parameter scope: Any string.
    /// - Throws: ``QuireError`` with code `invalidParameter`.
    static func checkScope(_ scope: String) throws {
        try CollectionNameRules.checkScope(scope)
    }
}

// MARK: - Storing

extension CollectionName {
    /// The name in `kvmeta`: `default`, `.collection` or `.scope.collection`.
    package var tablesName: String {
        if self == .default { return "default" }
        return scope == Self.defaultText ? ".\(collection)" : ".\(scope).\(collection)"
    }

    /// Creates a name from its form in `kvmeta`, or returns `nil` if it is not a collection's.
    ///
    /// - Parameter tablesName: Any string.
    package init?(tablesName: String) {
        if tablesName == "default" {
            self = .default
            return
        }
        let parts = tablesName.split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        guard 2...3 ~= parts.count, parts[0].isEmpty,
            let name = try? CollectionName(
                parts[parts.count - 1], scope: parts.count == 3 ? parts[1] : nil),
            name.tablesName == tablesName
        else { return nil }
        self = name
    }
}

extension CollectionName: Comparable {
    /// Orders names by their bytes, with the default scope and its default collection first.
    package static func < (left: CollectionName, right: CollectionName) -> Bool {
        (left.scopeOrder, left.collectionOrder) < (right.scopeOrder, right.collectionOrder)
    }

    private var scopeOrder: String { scope == Self.defaultText ? "" : scope }
    private var collectionOrder: String { collection == Self.defaultText ? "" : collection }
}
