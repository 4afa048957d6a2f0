import QuireEncryption

// The files of blobs by their digests. In an encrypted database, the name of a file is derived from the digest
// with a secret key.

extension BlobFolder {
    /// Returns the digest from which the name of a blob's file is made.
    func named(_ digest: BlobDigest) throws -> BlobDigest {
        #if Encryption
            guard let encryption else { return digest }
            return BlobDigest(try encryption.blobs.name(of: digest.bytes))
        #else
            digest
        #endif
    }

    /// Opens the file of a blob.
    ///
    /// - Parameter digest: The digest of the content.
    /// - Returns: The file, or `nil` if it does not exist.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, or `corruptData` if the file is not the encrypted
    ///   file of the blob.
    func open(_ digest: BlobDigest) throws -> OpenFile? {
        let name = try named(digest)
        return try open(name.fileName, encrypted: name)
    }

    /// Opens a file with a name that is made from a digest.
    func open(_ name: String, encrypted digest: BlobDigest) throws -> OpenFile? {
        guard let file = try open(name) else { return nil }
        #if Encryption
            if let encryption { try file.beginDecrypting(encryption.blobs, name: digest.bytes) }
        #endif
        return file
    }

    /// Returns the length of the content of a blob, or `nil` if it is not stored.
    func length(of digest: BlobDigest) throws -> UInt64? {
        guard let status = try status(of: named(digest).fileName), status.isFile else { return nil }
        return contentLength(ofFile: status.length)
    }

    /// Returns the length of the content of a file.
    func contentLength(ofFile length: UInt64) -> UInt64 {
        #if Encryption
            if encryption != nil { return BlobCipher.contentLength(ofFile: length) ?? 0 }
        #endif
        return length
    }

    /// Synchronizes the entry of the file of a blob.
    func synchronize(_ digest: BlobDigest) throws { try synchronize(named(digest).fileName) }
}
