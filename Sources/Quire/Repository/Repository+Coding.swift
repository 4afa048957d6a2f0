extension Repository {
    /// Encodes models whose blobs are stored in this database.
    var encoder: DocumentEncoder {
        var encoder = DocumentEncoder()
        encoder.userInfo = codingInfo
        return encoder
    }

    /// Decodes models whose blobs are stored in this database.
    var decoder: DocumentDecoder {
        var decoder = DocumentDecoder()
        decoder.userInfo = codingInfo
        return decoder
    }

    /// The rules of the store for reserved keys.
    var reservedKeys: ReservedKeys {
        store.codingInfo[.reservedKeys] as? ReservedKeys ?? .standard
    }

    private var codingInfo: [CodingUserInfoKey: any Sendable] {
        var info = store.codingInfo
        if types.isFamily, let key = CodingUserInfoKey.familyTypeKey {
            info[key] = typeKey
        }
        return info
    }
}
