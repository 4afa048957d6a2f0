import SQLPlusPlus

/// An index as ``IndexBuilder`` describes it.
public protocol CollectionIndex {}

/// Describes indexes for ``DocumentCollection/createIndex(_:name:)``.
///
/// ```swift
/// let index = IndexBuilder.valueIndex(items: .property("type"), .property("address.city"))
/// try collection.createIndex(index, name: "byTypeAndCity")
/// ```
public enum IndexBuilder {
    /// Describes an index of values.
    ///
    /// - Parameter items: What is indexed.
    /// - Returns: The index.
    public static func valueIndex(items: ValueIndexItem...) -> ValueIndex {
        ValueIndex(items: items)
    }

    /// Describes an index of values.
    ///
    /// - Parameter items: What is indexed.
    /// - Returns: The index.
    public static func valueIndex(items: [ValueIndexItem]) -> ValueIndex {
        ValueIndex(items: items)
    }

    /// Describes an index of the words in texts.
    ///
    /// - Parameter items: What is indexed.
    /// - Returns: The index.
    public static func fullTextIndex(items: FullTextIndexItem...) -> FullTextIndex {
        FullTextIndex(items: items)
    }

    /// Describes an index of the words in texts.
    ///
    /// - Parameter items: What is indexed.
    /// - Returns: The index.
    public static func fullTextIndex(items: [FullTextIndexItem]) -> FullTextIndex {
        FullTextIndex(items: items)
    }
}

/// What is indexed by an index of values.
public struct ValueIndexItem: Sendable {
    let term: Result<QueryTerm, QuireError>

    /// Indexes a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`.
    /// - Returns: The item.
    public static func property(_ property: String) -> ValueIndexItem {
        ValueIndexItem(term: IndexedTerm.property(property))
    }

    /// Indexes an expression.
    ///
    /// - Parameter expression: The expression, in which parameters and sources cannot be named.
    /// - Returns: The item.
    public static func expression(_ expression: any ExpressionProtocol) -> ValueIndexItem {
        ValueIndexItem(term: expression.expression.term)
    }
}

/// What is indexed by a full-text index.
public struct FullTextIndexItem: Sendable {
    let term: Result<QueryTerm, QuireError>

    /// Indexes the text of a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`.
    /// - Returns: The item.
    public static func property(_ property: String) -> FullTextIndexItem {
        FullTextIndexItem(term: IndexedTerm.property(property))
    }
}

/// An index of values, see ``ValueIndexConfiguration``.
public struct ValueIndex: CollectionIndex, Sendable {
    let items: [ValueIndexItem]
}

/// An index of the words in texts, see ``FullTextIndexConfiguration``.
public struct FullTextIndex: CollectionIndex, Sendable {
    let items: [FullTextIndexItem]
    private(set) var ignoresAccents = FullTextIndexConfiguration.defaultIgnoreAccents
    private(set) var languageCode: String?

    init(items: [FullTextIndexItem]) {
        self.items = items
    }

    /// Says whether `é` is found as `e`.
    ///
    /// - Parameter ignoreAccents: Whether it is; not, unless this is called.
    /// - Returns: The index with this choice.
    public func ignoreAccents(_ ignoreAccents: Bool) -> FullTextIndex {
        var index = self
        index.ignoresAccents = ignoreAccents
        return index
    }

    /// Says what language the texts are in.
    ///
    /// - Parameter language: An ISO 639 code, such as `en`; empty for none, `nil` for that of the
    ///   current locale when the index is made, which is the default.
    /// - Returns: The index with this choice.
    public func language(_ language: String?) -> FullTextIndex {
        var index = self
        index.languageCode = language
        return index
    }
}
