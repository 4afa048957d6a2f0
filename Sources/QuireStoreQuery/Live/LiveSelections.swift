import SQLPlusPlus

/// The live queries for the documents of statements, which equal statements share.
///
/// Statements are equal if they have the same terms, including the values of their constants, and
/// select from the same collection. Each database object has its own live queries, because it is
/// closed independently of other objects on the same file.
enum LiveSelections {
    private struct Key: Hashable {
        let database: ObjectIdentifier
        let collection: CollectionName
        let statement: SelectStatement
    }

    private static let queries = SharedObjects<Key, LiveQuery<ObservedList>>()

    /// Returns the live query for a statement.
    ///
    /// - Parameters:
    ///   - collection: The collection, whose database runs the query.
    ///   - statement: The statement of whole documents of the collection.
    /// - Returns: The query that all users of an equal statement share.
    static func query(
        of collection: DocumentCollection, selectedBy statement: SelectStatement
    ) -> LiveQuery<ObservedList> {
        let database = collection.database
        let key = Key(
            database: ObjectIdentifier(database), collection: collection.identity,
            statement: statement)
        // A query of a database object that was released can have the same key.
        return queries.object(for: key, where: { $0.serves(database) }) {
            LiveQuery(
                ObservedDocuments(of: collection.identity, selectedBy: statement),
                QuerySettings(), database: database)
        }
    }
}
