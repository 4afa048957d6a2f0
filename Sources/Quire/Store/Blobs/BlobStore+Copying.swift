import Foundation

extension BlobStore {
    /// Copies all contents to another store, as they are.
    ///
    /// A content that is damaged here is so there too: whoever reads it is told. What is there whole
    /// is not written again, and files that are not blobs are left out.
    ///
    /// - Parameter other: The store that gets them.
    /// - Throws: ``QuireError`` with code `cantOpenFile` or `ioError`. What was copied until then
    ///   stays.
    /// - Complexity: O(*n*) in the size of the contents; memory is constant.
    func copyContents(to other: BlobStore) throws {
        guard let folder = try BlobFolder(location) else { return }
        let target = try BlobFolder.create(other.location)
        for name in try folder.names() {
            // A content that is removed meanwhile is not needed in the copy either.
            guard let digest = BlobDigest(fileName: name), let file = try folder.open(name) else {
                continue
            }
            let length = try file.status().length
            if Self.isIntact(InstalledBlob(digest: digest, length: length), in: target) { continue }
            var incoming = try IncomingBlob(in: target)
            try file.forEachChunk { try incoming.append($0) }
            try incoming.keep(as: digest)
        }
        try target.synchronize()
    }
}
