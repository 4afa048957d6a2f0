import Fleece

/// The columns of a table of documents: the keys of all documents, in order of their first
/// occurrence.
struct DocumentColumns {
    private(set) var titles: [String] = [DocumentJSON.idKey]
    private var indexes: [String: Int] = [DocumentJSON.idKey: 0]

    /// Adds the keys of a document.
    mutating func add(_ body: FleeceDictionary) {
        for (key, _) in body where indexes[key] == nil {
            indexes[key] = titles.count
            titles.append(key)
        }
    }

    /// Returns a document as a row.
    ///
    /// - Throws: ``FormatError`` if the document has a key without a column.
    func row(id: String, _ body: FleeceDictionary) throws -> [Cell] {
        var row = [Cell](repeating: .missing, count: titles.count)
        for (key, value) in body {
            guard let index = indexes[key] else {
                throw FormatError(
                    "document \(id.debugDescription) was changed during the export: "
                        + "no column for its key \(key.debugDescription); retry")
            }
            row[index] = Cell(value)
        }
        row[0] = .text(id)
        return row
    }
}
