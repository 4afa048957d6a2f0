extension Repository {
    /// The store's rules for documents.
    var documentRules: DocumentRules { store.documentRules }

    /// Returns the user info for encoding and decoding models of a store.
    static func codingInfo(
        of store: any DocumentStore, _ types: DocumentTypes, typeKey: String
    ) -> [CodingUserInfoKey: any Sendable] {
        var info = store.codingInfo
        if types.isFamily, let key = CodingUserInfoKey.familyTypeKey {
            info[key] = typeKey
        }
        return info
    }
}
