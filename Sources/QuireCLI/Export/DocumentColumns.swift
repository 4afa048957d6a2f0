import Quire

/// The columns of a CSV file: the keys of all documents of a collection, in order of their first
/// occurrence.
struct DocumentColumns {
    private(set) var titles: [String] = [DocumentJSON.idKey]
    private var indexes: [String: Int] = [DocumentJSON.idKey: 0]

    /// Adds the keys of a document.
    mutating func add(_ document: DocumentRecord) {
        for (key, _) in document.body where indexes[key] == nil {
            indexes[key] = titles.count
            titles.append(key)
        }
    }

    /// Returns a document as a row.
    ///
    /// - Throws: ``Failure`` if the document has a key without a column.
    func row(_ document: DocumentRecord) throws -> [Cell] {
        var row = [Cell](repeating: .missing, count: titles.count)
        for (key, value) in document.body {
            guard let index = indexes[key] else {
                throw Failure(
                    "document \(document.id.debugDescription) was changed during the export: "
                        + "no column for its key \(key.debugDescription); retry")
            }
            row[index] = Cell(value)
        }
        row[0] = .text(document.id)
        return row
    }
}
