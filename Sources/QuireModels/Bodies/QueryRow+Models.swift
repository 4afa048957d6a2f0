import Fleece

extension QueryRow {
    /// Decodes the row by its column names, as Couchbase Lite does.
    ///
    /// A ``DocumentID`` receives the ID from a column, such as `META().id AS id`, and no revision.
    /// A save of the model therefore does not detect changes made since the query.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - dataKey: The name of a column that contains a whole document, whose properties are
    ///     decoded in addition to the columns: `_` in rows of `SELECT META().id AS id, * FROM _`.
    /// - Returns: The decoded value.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a column is missing or does not match
    ///   the type; a `DecodingError` is its cause.
    /// - Complexity: O(*n*) in the size of the row.
    package func data<Model: Decodable>(
        as type: Model.Type, dataKey: String? = nil
    ) throws -> Model {
        var decoder = DocumentDecoder()
        if let blobs { decoder.userInfo = [.blobStorage: blobs] }
        do {
            let model = try decoder.decode(
                type, from: dataKey.map { try flattened($0) } ?? values.value)
            if let encodable = model as? any Encodable, lacksID(encodable) {
                throw QuireError(
                    .invalidQuery, "The row does not match \(type): no column contains its ID.")
            }
            return model
        } catch let error as DecodingError {
            throw QuireError(
                .invalidQuery, "The row does not match \(type): \(error)", underlyingError: error)
        }
    }

    private func lacksID(_ model: some Encodable) -> Bool {
        let property = DocumentIDProperty.of(model)
        guard property.isWritable, let identity = try? property.read(model) else { return false }
        return identity.wrappedValue == nil
    }

    /// Returns a dictionary with the columns and with the properties of the document that is in one
    /// of the columns.
    private func flattened(_ dataKey: String) throws -> FleeceValue {
        guard let document = values[dataKey]?.dictionary else {
            throw QuireError(.invalidQuery, "The row has no document in the column \(dataKey).")
        }
        let writer = FleeceWriter()
        writer.beginDictionary()
        for (key, value) in document where values[key] == nil {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        for (key, value) in values where key != dataKey || document[key] == nil {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        writer.endDictionary()
        do {
            let storage = FleeceStorage(try writer.finish())
            return storage.root ?? values.value
        } catch {
            throw QuireError(.corruptData, "The row is damaged: \(error)", underlyingError: error)
        }
    }
}

extension ResultSet {
    /// Decodes the remaining rows by their column names, as Couchbase Lite does.
    ///
    /// - Parameters:
    ///   - type: The type to decode from each row.
    ///   - dataKey: The name of a column that contains a whole document, whose properties are
    ///     decoded in addition to the columns.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The errors of ``QueryRow/data(as:dataKey:)``.
    /// - Complexity: O(*n*) in the number of rows.
    package func data<Model: Decodable>(
        as type: Model.Type, dataKey: String? = nil
    ) throws -> [Model] {
        try map { try $0.data(as: type, dataKey: dataKey) }
    }
}
