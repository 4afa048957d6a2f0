import Fleece
import Quire
import QuireFormats

extension Importer {
    private static let typeKey = "type"

    /// Returns the save of a document.
    func save(_ record: Record) -> DocumentSave {
        DocumentSave { writer in
            self.write(record.body, to: writer)
            return WriteTarget(
                id: record.id, if: self.options.mode == .insert ? .absent : .any,
                mergesStored: self.options.mode == .merge)
        } merging: { stored, new, writer in
            guard let new = new.rootDictionary else { return false }
            ImportedRecord.merge(new, into: stored.body, writer)
            return true
        }
    }

    /// Returns the error for an existing document that must not be replaced.
    func error(of result: SaveResult, _ record: Record) throws -> RecordError? {
        do {
            try result.revision(in: collection)
            return nil
        } catch let error as QuireError where error.code == .conflict && options.mode == .insert {
            return RecordError(
                line: record.line, "document \(record.id.debugDescription) already exists")
        }
    }

    /// Writes the body to save.
    private func write(_ body: FleeceDictionary, to writer: FleeceWriter) {
        writer.beginDictionary()
        for (key, value) in body where key != DocumentJSON.idKey {
            if key == Self.typeKey, options.type != nil { continue }
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        if let type = options.type {
            writer.writeKey(Self.typeKey)
            writer.write(type)
        }
        writer.endDictionary()
    }
}
