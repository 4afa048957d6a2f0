import Fleece
import SQLPlusPlus

/// The resolution of a conflict of two databases by a rule.
package enum MergedDocument {
    /// The document of this database.
    case mine
    /// The document of the other database.
    case theirs
    /// A document with a new body.
    case body(FleeceValue)
    /// The document is deleted.
    case deleted
}

extension Repository {
    /// Combines a change of this database and one of another database.
    ///
    /// - Parameters:
    ///   - mine: The document of this database, or `nil` if it is deleted.
    ///   - theirs: The document of the other database, or `nil` if it is deleted.
    ///   - base: The last common ancestor of both, if it is known.
    ///   - rule: The rule for two changes.
    ///   - deletions: The rule for a change and a deletion. If it is `nil`, `mergeFields` keeps the
    ///     change, `overwrite` selects the state of this database, and `merge` does not apply.
    /// - Returns: The merged document, or `nil` if the rule does not apply: one of the documents does
    ///   not belong to the repository, or both are deleted.
    /// - Throws: ``QuireError`` with code `conflict` if the rule is `fail` or cannot merge the changes,
    ///   a decoding or encoding error, or an error that a closure of the rule throws.
    package func merge(
        _ mine: DocumentRecord?, _ theirs: DocumentRecord?, base: DocumentRecord?,
        by rule: ConflictRule<Model>, deletions: DeletionRule<Model>? = nil
    ) throws -> MergedDocument? {
        let changed = [mine, theirs].compactMap { $0 }
        guard changed.allSatisfy(isOwn) else { return nil }
        if let mine, let theirs { return try merge(mine, theirs, base: base, by: rule) }
        guard let record = changed.first else { return nil }
        let isDeletedHere = mine == nil
        let kept: MergedDocument = isDeletedHere ? .theirs : .mine
        switch (deletions?.kind, rule.kind) {
        case (.keepChange, _), (nil, .mergeFields): return kept
        case (.keepDeletion, _): return .deleted
        case (.decide(let decide), _):
            let conflict = DeletionConflict(
                id: record.id, base: try base.map { try decodeStored($0).value },
                changed: try decodeStored(record).value, isDeletedHere: isDeletedHere)
            return try decide(conflict).map {
                .body(try mergedBody(of: $0, keepingUnknownFieldsOf: record))
            } ?? .deleted
        case (nil, .overwrite): return isDeletedHere ? .deleted : .mine
        case (nil, .fail):
            throw remoteConflict(
                of: record.id,
                reason: "one database has changed it and the other one has deleted it", cause: nil)
        case (nil, .resolve): return nil
        }
    }

    private func merge(
        _ mine: DocumentRecord, _ theirs: DocumentRecord, base: DocumentRecord?,
        by rule: ConflictRule<Model>
    ) throws -> MergedDocument {
        switch rule.kind {
        case .fail:
            throw remoteConflict(of: mine.id, reason: "both databases have changed it", cause: nil)
        case .overwrite:
            return .mine
        case .resolve(let resolve):
            let model = try resolve(
                Conflict(
                    id: mine.id, base: try base.map { try decodeStored($0).value },
                    mine: try decodeStored(mine).value, theirs: try decodeStored(theirs).value))
            // The closure merges the fields of the model. The other ones are merged here.
            let merger = ThreeWayMerger(policies: [:], knowsBase: base != nil)
            let all =
                try mergedFields(mine, theirs, base: base, by: merger)?.dictionary ?? mine.body
            return .body(try mergedBody(of: model, keepingUnknownFieldsOf: mine.withBody(all)))
        case .mergeFields(let fields):
            do {
                let merger = ThreeWayMerger(
                    policies: try fields.policies(), knowsBase: base != nil)
                guard let merged = try mergedFields(mine, theirs, base: base, by: merger),
                    let body = merged.dictionary
                else { return .mine }
                try check(body, isReadableAs: mine, theirs)
                return .body(merged)
            } catch let error as UnmergeableField {
                throw remoteConflict(
                    of: mine.id,
                    reason: "the changes of \(error.path) cannot be merged: \(error.reason)",
                    cause: error
                )
            }
        }
    }

    private func mergedFields(
        _ mine: DocumentRecord, _ theirs: DocumentRecord, base: DocumentRecord?,
        by merger: ThreeWayMerger
    ) throws -> FleeceValue? {
        try merger.merge(
            base: base?.body.value, mine: mine.body.value, theirs: theirs.body.value,
            at: PropertyPath()
        )?.finished()
    }

    /// Throws an error if both changes can be decoded as models, and the merged body cannot.
    ///
    /// For example, the sum of a counter can be too large for its type.
    private func check(
        _ merged: FleeceDictionary, isReadableAs mine: DocumentRecord, _ theirs: DocumentRecord
    ) throws {
        do {
            _ = try decodeStored(mine.withBody(merged))
        } catch let error as DecodingError {
            for record in [mine, theirs] {
                do { _ = try decodeStored(record) } catch is DecodingError { return }
            }
            throw remoteConflict(
                of: mine.id, reason: "the merged document cannot be decoded as \(Model.self)",
                cause: error)
        }
    }

    private func remoteConflict(of id: String, reason: String, cause: (any Error)?) -> QuireError {
        QuireError(
            .conflict,
            "The conflict of document \"\(id)\" in \(store.fullName) stays open: \(reason).",
            underlyingError: cause)
    }

    /// Returns the encoded body of a model, with the fields of a stored document that the model does
    /// not know.
    private func mergedBody(
        of model: Model, keepingUnknownFieldsOf record: DocumentRecord
    ) throws -> FleeceValue {
        let writer = FleeceWriter()
        let keys = EncodedKeys()
        _ = try encoder.encode(
            model, into: writer, discriminator: discriminator(of: model), noting: keys)
        let new = FleeceStorage(try writer.finish())
        let merged = FleeceWriter()
        let body =
            try merge(new, of: model, encodedKeys: keys, into: record, writer: merged)
            ? FleeceStorage(try merged.finish()).root : new.root
        guard let body else {
            throw remoteConflict(
                of: record.id, reason: "the rule returned a model without a body", cause: nil)
        }
        return body
    }
}
