package import Fleece
package import SQLPlusPlus

/// A change of one property of a document, whose value is stored already.
package enum PropertyEdit: Sendable {
    /// Sets a property to a value, which can be null.
    case set(PropertyPath, FleeceValue)
    /// Adds an item to an array.
    case append(PropertyPath, FleeceValue)
    /// Removes a property, if it exists.
    case remove(PropertyPath)

    fileprivate var step: EncodedPatchStep {
        switch self {
        case .set(let path, let value): .assign(path, .stored(value))
        case .append(let path, let value): .append(path, [.stored(value)])
        case .remove(let path): .remove(path)
        }
    }
}

extension DocumentRecord {
    /// Writes the body with changes of single properties.
    ///
    /// - Parameters:
    ///   - edits: The changes, in the order in which they are applied.
    ///   - writer: The writer that receives the changed body.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a path leads through a value that is
    ///   not an object, or to an item that an array does not have.
    package func write(applying edits: [PropertyEdit], into writer: FleeceWriter) throws {
        try tree(applying: edits).write(into: writer)
    }

    /// Returns the body with changes of single properties.
    func tree(applying edits: [PropertyEdit]) throws -> BodyTree {
        var patch = BodyPatch(body, encoder: DocumentEncoder())
        do {
            for edit in edits { try patch.apply(edit.step) }
        } catch let failure as PatchFailure {
            throw QuireError(
                .invalidParameter,
                "The property \(failure.path) of document \(id.debugDescription) cannot be set: "
                    + "\(failure.reason).")
        }
        return patch.body
    }
}
