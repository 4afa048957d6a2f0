import Quire
import SQLPlusPlus

/// An index that ``IndexBuilder`` describes.
///
/// ```swift
/// let indexes: [String: any Index] = [
///     "byRate": IndexBuilder.valueIndex(items: .property("rate")),
///     "text": IndexBuilder.fullTextIndex(items: .property("name")),
/// ]
/// for (name, index) in indexes { try collection.createIndex(index, name: name) }
/// ```
public protocol Index: Sendable {}

/// A builder of indexes for ``Collection/createIndex(_:name:)``.
///
/// ```swift
/// let index = IndexBuilder.valueIndex(items: .property("type"), .property("address.city"))
/// try collection.createIndex(index, name: "byTypeAndCity")
/// ```
public enum IndexBuilder {
    /// Returns a value index.
    ///
    /// - Parameter items: The items of the index.
    /// - Returns: The index.
    public static func valueIndex(items: ValueIndexItem...) -> ValueIndex {
        ValueIndex(items: items)
    }

    /// Returns a value index.
    ///
    /// - Parameter items: The items of the index.
    /// - Returns: The index.
    public static func valueIndex(items: [ValueIndexItem]) -> ValueIndex {
        ValueIndex(items: items)
    }

    /// Returns a full-text index.
    ///
    /// - Parameter items: The items of the index.
    /// - Returns: The index.
    public static func fullTextIndex(items: FullTextIndexItem...) -> FullTextIndex {
        FullTextIndex(items: items)
    }

    /// Returns a full-text index.
    ///
    /// - Parameter items: The items of the index.
    /// - Returns: The index.
    public static func fullTextIndex(items: [FullTextIndexItem]) -> FullTextIndex {
        FullTextIndex(items: items)
    }
}

/// An item of a value index.
///
/// ```swift
/// let lowercaseName = ValueIndexItem.expression(
///     Function.lower(Expression.property("name")))
/// let byName = IndexBuilder.valueIndex(items: lowercaseName)
/// ```
public struct ValueIndexItem: Sendable {
    let term: Swift.Result<QueryTerm, QuireError>

    /// Returns an item for a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`.
    /// - Returns: The item.
    public static func property(_ property: String) -> ValueIndexItem {
        ValueIndexItem(term: Expression.property(property).expression.term)
    }

    /// Returns an item for an expression.
    ///
    /// - Parameter expression: The expression, which cannot contain parameters or aliases.
    /// - Returns: The item.
    public static func expression(_ expression: any ExpressionProtocol) -> ValueIndexItem {
        ValueIndexItem(term: expression.expression.term)
    }
}

/// An item of a full-text index.
///
/// ```swift
/// let text = [FullTextIndexItem.property("name"), .property("description")]
/// try collection.createIndex(IndexBuilder.fullTextIndex(items: text), name: "text")
/// ```
public struct FullTextIndexItem: Sendable {
    let term: Swift.Result<QueryTerm, QuireError>

    /// Returns an item for the text of a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`.
    /// - Returns: The item.
    public static func property(_ property: String) -> FullTextIndexItem {
        FullTextIndexItem(term: Expression.property(property).expression.term)
    }
}

/// A value index.
///
/// ```swift
/// let byRate: ValueIndex = IndexBuilder.valueIndex(items: .property("rate"))
/// try collection.createIndex(byRate, name: "byRate")
/// ```
public struct ValueIndex: Index {
    let items: [ValueIndexItem]
}

/// A full-text index.
///
/// ```swift
/// let descriptions = IndexBuilder.fullTextIndex(items: .property("description"))
///     .ignoreAccents(true)
///     .language("en")
/// try collection.createIndex(descriptions, name: "descriptions")
/// ```
public struct FullTextIndex: Index {
    let items: [FullTextIndexItem]
    private(set) var ignoresAccents = FullTextIndexConfiguration.defaultIgnoreAccents
    private(set) var languageCode: String?

    init(items: [FullTextIndexItem]) {
        self.items = items
    }

    /// Sets whether accents are ignored.
    ///
    /// - Parameter ignoreAccents: Whether `e` matches `é`; the default is `false`.
    /// - Returns: The changed index.
    public func ignoreAccents(_ ignoreAccents: Bool) -> FullTextIndex {
        var index = self
        index.ignoresAccents = ignoreAccents
        return index
    }

    /// Sets the language of the text.
    ///
    /// Words are reduced to their stems if the language is one of `FullTextLanguage`, such as `en`,
    /// `fr` or `de`. As in Couchbase Lite, other languages have no effect.
    ///
    /// - Parameter language: An ISO 639 code, such as `en`; an empty string for no language; `nil`,
    ///   the default, for the language of the current locale.
    /// - Returns: The changed index.
    public func language(_ language: String?) -> FullTextIndex {
        var index = self
        index.languageCode = language
        return index
    }
}
