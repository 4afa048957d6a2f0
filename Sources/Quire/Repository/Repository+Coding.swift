extension Repository {
    /// Encodes models whose blobs are stored in this database.
    var encoder: DocumentEncoder {
        var encoder = DocumentEncoder()
        encoder.userInfo = collection.database.codingInfo
        return encoder
    }

    /// Decodes models whose blobs are stored in this database.
    var decoder: DocumentDecoder {
        var decoder = DocumentDecoder()
        decoder.userInfo = collection.database.codingInfo
        return decoder
    }
}
