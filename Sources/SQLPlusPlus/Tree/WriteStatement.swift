/// A statement that changes documents of a collection: `UPDATE`, `DELETE`, `INSERT` or `UPSERT`.
package struct WriteStatement: Hashable, Sendable {
    /// A change that a statement makes.
    package enum Action: Hashable, Sendable {
        /// Changes properties of the selected documents, in order.
        case update([Assignment])
        /// Deletes the selected documents.
        case delete
        /// Saves new documents, and replaces existing ones unless the statement is an `INSERT`.
        case save([NewDocument], replaces: Bool)
    }

    /// A change of a property.
    package struct Assignment: Hashable, Sendable {
        /// The property.
        package var path: PropertyPath
        /// The new value, or `nil` to remove the property.
        package var value: QueryTerm?

        package init(_ path: PropertyPath, _ value: QueryTerm?) {
            self.path = path
            self.value = value
        }
    }

    /// A document to save.
    package struct NewDocument: Hashable, Sendable {
        /// The document's ID.
        package var key: QueryTerm
        /// The document's body.
        package var value: QueryTerm

        package init(_ key: QueryTerm, _ value: QueryTerm) {
            self.key = key
            self.value = value
        }
    }

    package var target: CollectionSource
    /// The change.
    package var action: Action
    /// The condition for documents, or `nil` to select all documents.
    package var condition: QueryTerm?
    /// The maximum number of documents, or `nil` for all.
    package var limit: QueryTerm?
    /// The columns of the rows to return for the changed documents, or an empty array.
    package var returning: [ResultColumn]

    package init(
        _ target: CollectionSource, _ action: Action, where condition: QueryTerm? = nil,
        limit: QueryTerm? = nil, returning: [ResultColumn] = []
    ) {
        self.target = target
        self.action = action
        self.condition = condition
        self.limit = limit
        self.returning = returning
    }
}
