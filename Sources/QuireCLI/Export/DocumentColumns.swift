import Quire

/// The columns of a CSV file of a collection: the keys of all documents, in the order in which they
/// come up.
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

    /// A document as a row.
    ///
    /// - Throws: ``Failure`` if it has a key that no document had before.
    func row(_ document: DocumentRecord) throws -> [Cell] {
        var row = [Cell](repeating: .missing, count: titles.count)
        for (key, value) in document.body {
            guard let index = indexes[key] else {
                throw Failure(
                    "document \(document.id.debugDescription) got the key \(key.debugDescription) "
                        + "meanwhile, which has no column; export once more")
            }
            row[index] = Cell(value)
        }
        row[0] = .text(document.id)
        return row
    }
}
