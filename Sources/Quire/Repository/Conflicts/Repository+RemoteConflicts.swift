import Fleece
import SQLPlusPlus

extension Repository {
    /// Combines a change of this database and one of another database.
    ///
    /// - Parameters:
    ///   - mine: The document of this database.
    ///   - theirs: The document of the other database.
    ///   - base: The last common ancestor of both, if it is known.
    ///   - rule: The rule. `overwrite` selects the document of this database.
    /// - Returns: The body of the merged document, or `nil` if one of the documents does not belong to
    ///   the repository.
    /// - Throws: ``QuireError`` with code `conflict` if the rule is `fail` or cannot merge the changes,
    ///   a decoding or encoding error, or an error that a closure of the rule throws.
    package func merge(
        _ mine: DocumentRecord, _ theirs: DocumentRecord, base: DocumentRecord?,
        by rule: ConflictRule<Model>
    ) throws -> FleeceValue? {
        guard isOwn(mine), isOwn(theirs) else { return nil }
        switch rule.kind {
        case .fail:
            throw remoteConflict(mine.id, "both databases have changed it", nil)
        case .overwrite:
            return mine.body.value
        case .resolve(let resolve):
            let model = try resolve(
                Conflict(
                    id: mine.id, base: try base.map { try decodeStored($0).value },
                    mine: try decodeStored(mine).value, theirs: try decodeStored(theirs).value))
            return try encodedBody(of: model)
        case .mergeFields(let fields):
            do {
                let merger = ThreeWayMerger(policies: try fields.policies())
                let merged = try merger.merge(
                    base: base?.body.value, mine: mine.body.value, theirs: theirs.body.value,
                    at: PropertyPath())
                return try merged?.finished()
            } catch let error as UnmergeableField {
                throw remoteConflict(
                    mine.id,
                    "the changes of \(error.path) cannot be merged: a counter must be a number in both "
                        + "changes and in their base", error)
            }
        }
    }

    private func remoteConflict(_ id: String, _ reason: String, _ cause: (any Error)?) -> QuireError
    {
        QuireError(
            .conflict,
            "The conflict of document \"\(id)\" in \(store.fullName) stays open: \(reason).",
            underlyingError: cause)
    }

    private func encodedBody(of model: Model) throws -> FleeceValue? {
        let writer = FleeceWriter()
        _ = try encoder.encode(
            model, into: writer, discriminator: discriminator(of: model))
        return FleeceStorage(try writer.finish()).root
    }
}
