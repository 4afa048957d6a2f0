public import SQLPlusPlus

/// A request for the documents of a further source of a statement.
///
/// A ``StatementEvaluator`` creates a request for each `JOIN`, and for the source of each query in
/// `EXISTS`. An engine can return more documents than those that satisfy the conditions: the
/// evaluator checks them.
///
/// ```swift
/// private func joined(_ source: JoinedSource) throws -> [EvaluatedDocument] {
///     try (store(of: source.collection) as? JSONStore)?.documents() ?? []
/// }
/// ```
public struct JoinedSource: Sendable {
    /// The collection in the statement.
    ///
    /// ``DocumentStore/store(of:)`` returns its store.
    public let collection: CollectionSource

    /// A condition that all necessary documents satisfy, or `nil`.
    ///
    /// Its properties don't name the source.
    public let condition: QueryTerm?

    /// The IDs of all documents that can be part of a result, or `nil` if documents with any ID can.
    public let documentIDs: [String]?
}

extension DocumentStore {
    /// Returns the store of a source in a statement on this store.
    ///
    /// `_` is this store. All other names have the same meaning as in
    /// ``DocumentDatabase/rows(of:)``.
    ///
    /// - Parameter source: A source of the statement.
    /// - Returns: The store.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the store doesn't exist.
    public func store(of source: CollectionSource) throws -> any DocumentStore {
        if source.scope == nil, source.collection == CollectionSource.own.collection { return self }
        return try database.store(namedIn: source)
    }
}

/// The value of a joined source in a row.
package enum JoinedValue {
    /// No document matches the row of a `LEFT JOIN`.
    case absent
    case document(EvaluatedDocument)
    /// An item of an array.
    ///
    /// Its memory is that of a document or of the run.
    case item(LanguageValue)
}

/// A row before the columns are evaluated.
package struct EvaluatedRow {
    package let document: EvaluatedDocument
    /// The values of the joined sources, in order.
    package var joined: [JoinedValue] = []
}
