import Fleece
import SQLPlusPlus

/// A delete rule for the documents that a property of another model references.
struct ReferrerRule: Sendable {
    enum Action: Sendable { case deny, nullify, cascade }

    let action: Action
    let referrer: any Referrer
}

/// The documents whose references are in a property of their model.
protocol Referrer: Sendable {
    /// Returns the store of the documents, or `nil` if it doesn't exist.
    ///
    /// - Parameter store: The store of the referenced documents.
    /// - Returns: The store.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the collection's name is invalid,
    ///   `notOpen`.
    func store(near store: any DocumentStore) throws -> (any DocumentStore)?

    /// Returns the statement that selects the documents with references to given IDs.
    func documents(referringTo ids: [String], limit: Int?) throws -> SelectStatement

    /// Returns the error for a deletion that a document denies.
    func denial(
        by record: DocumentRecord, in store: any DocumentStore, of ids: Set<String>,
        in collection: String
    ) throws -> QuireError

    /// Deletes or purges documents that have not been removed in the meantime.
    func remove(
        _ documents: [(id: String, revisionID: RevisionID)], in store: any DocumentStore,
        _ removal: Removal, recordedIn histories: [UndoHistory]
    ) throws

    /// Removes the references to given IDs from documents.
    func removeReferences(
        to ids: Set<String>, from documents: [String], in store: any DocumentStore,
        recordedIn histories: [UndoHistory]
    ) throws
}

/// The documents whose references are in a property at a key path.
struct PropertyReferrer<Model: DocumentModel, Property: ReferenceProperty>: Referrer {
    private let property: any KeyPath<Model, Property> & Sendable
    private let collection: String?
    private let scope: String?
    private let typeKey: String
    private let isReferenceToModel: Bool

    init(
        _ property: any KeyPath<Model, Property> & Sendable, collection: String?, scope: String?,
        typeKey: String, isReferenceToModel: Bool
    ) {
        self.property = property
        self.collection = collection
        self.scope = scope
        self.typeKey = typeKey
        self.isReferenceToModel = isReferenceToModel
    }

    /// Returns the path of the property.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the property is not stored,
    ///   `invalidParameter` if it contains no references to the model of the rule.
    private func path() throws -> PropertyPath {
        guard isReferenceToModel else {
            throw QuireError(
                .invalidParameter,
                """
                A delete rule cannot use the property \(ModelShape.propertyName(of: property)): it \
                references \(Property.ReferencedModel.self), not the model of the rule
                """)
        }
        return try ModelShape.bodyPath(of: property, isRoot: true)
    }

    func store(near store: any DocumentStore) throws -> (any DocumentStore)? {
        guard let collection else { return store }
        return try store.database.store(named: collection, scope: scope)
    }

    /// Returns the repository that writes the documents, including those that middleware hides.
    private func repository(
        in store: any DocumentStore, recordedIn histories: [UndoHistory]
    ) -> Repository<Model> {
        var repository = store.repository(of: Model.self, typeKey: typeKey)
        repository.ignoresConditions = true
        return histories.reduce(repository) { $0.recording(in: $1) }
    }

    func documents(referringTo ids: [String], limit: Int?) throws -> SelectStatement {
        let type = DocumentTypes.of(Model.self).condition(typeKey)
        let operand = FieldOperand(.property(try path(), of: nil), type: Property.self)
        let condition = try operand.references(ids, arrayDepth: Property.arrayDepth).get()
        return SelectStatement(
            [.star], from: .own, where: .operation(.and, [type, condition]),
            limit: limit.map { .literal(.integer(Int64($0))) })
    }

    func denial(
        by record: DocumentRecord, in store: any DocumentStore, of ids: Set<String>,
        in collection: String
    ) throws -> QuireError {
        let path = try path()
        let value = record.body.value.value(at: FleecePath(path))
        return DeniedDeletion(
            documentID: value?.firstString(in: ids) ?? ids.min() ?? "", collection: collection,
            referrerID: record.id, referrerType: record.body[typeKey]?.string ?? "\(Model.self)",
            referrerCollection: store.fullName, property: path.description
        ).error
    }

    func remove(
        _ documents: [(id: String, revisionID: RevisionID)], in store: any DocumentStore,
        _ removal: Removal, recordedIn histories: [UndoHistory]
    ) throws {
        let repository = repository(in: store, recordedIn: histories)
        let live = store.repository(of: Model.self, typeKey: typeKey)
        let canBeMarked = removal.kind == .delete && !live.conditions.isEmpty
        for (id, revisionID) in documents {
            // Middleware may have removed the document.
            guard try store.record(id: id) != nil else { continue }
            if canBeMarked, try Self.isMarked(id, live) { continue }
            switch removal.kind {
            case .delete: try repository.delete(id: id, if: .revision(revisionID), removal)
            case .purge: try repository.purge(id: id, removal)
            }
        }
    }

    /// Returns whether a document is already marked as deleted, so that it keeps its mark.
    private static func isMarked(_ id: String, _ live: Repository<Model>) throws -> Bool {
        try live.record(id) == nil && live.includingDeleted.record(id) != nil
    }

    func removeReferences(
        to ids: Set<String>, from documents: [String], in store: any DocumentStore,
        recordedIn histories: [UndoHistory]
    ) throws {
        let path = try path()
        let repository = repository(in: store, recordedIn: histories)
        for id in documents {
            guard let record = try store.record(id: id),
                let value = record.body.value.value(at: FleecePath(path))
            else { continue }
            var patch: Patch<Model>
            if let rest = value.removing(ids) {
                patch = Patch(.set(path, PatchValue(rest)))
            } else {
                patch = Patch(.remove(path))
            }
            var operation = WriteOperation(id: id, action: .patch(patch))
            operation.precondition = .revision(record.revisionID)
            _ = try repository.perform(operation)
            if Property.arrayDepth == 0 { try check(id, path, in: repository) }
        }
    }

    /// Throws an error if a model cannot be read without its reference.
    private func check(_ id: String, _ path: PropertyPath, in repository: Repository<Model>) throws
    {
        let repository = repository.bare
        do {
            _ = try repository.record(id).map { try repository.decode($0) }
        } catch {
            throw QuireError(
                .invalidParameter,
                """
                The delete rule nullify cannot remove the property \(path) of \
                \(Model.documentType) \(id.debugDescription) in \(repository.store.fullName): the \
                model requires it. Declare the property as optional, or use the rule cascade or deny
                """, underlyingError: error)
        }
    }
}

extension FieldOperand {
    /// Returns a condition that is true if the value references one of the given documents.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the documents.
    ///   - arrayDepth: The number of nested arrays that contain the references.
    /// - Returns: The condition.
    func references(_ ids: [String], arrayDepth: Int) -> Result<QueryTerm, QuireError> {
        guard arrayDepth == 0 else {
            return quantified(.any) { item in
                FieldOperand(.variable(item, PropertyPath()), type: Never.self)
                    .references(ids, arrayDepth: arrayDepth - 1)
            }
        }
        let literals = ids.map { QueryTerm.literal(.string($0)) }
        if literals.count == 1 { return .success(.operation(.is, [term, literals[0]])) }
        if literals.isEmpty { return .success(.literal(.boolean(false))) }
        return .success(.membership(term, in: .array(literals), isNegated: false))
    }
}

extension FleeceValue {
    /// Returns the first string of the value that is one of the given ones.
    fileprivate func firstString(in strings: Set<String>) -> String? {
        if let string { return strings.contains(string) ? string : nil }
        return array?.lazy.compactMap { $0.firstString(in: strings) }.first
    }

    /// Returns the value without the given strings, or `nil` if it is one of them.
    fileprivate func removing(_ strings: Set<String>) -> BodyTree? {
        if let string, strings.contains(string) { return nil }
        guard let array else { return .stored(self) }
        return .array(array.compactMap { $0.removing(strings) })
    }
}
