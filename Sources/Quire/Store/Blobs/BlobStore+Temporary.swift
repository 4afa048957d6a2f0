import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension BlobStore {
    /// Names a folder for the blobs of a database in memory; it is made when the first one comes.
    ///
    /// - Returns: A store that no other object has. ``remove()`` is to be called when the database
    ///   is closed.
    static func temporary() -> BlobStore {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Quire-blobs-\(UUID().uuidString)", isDirectory: true)
        return BlobStore(location: folder.path)
    }

    /// Removes the folder with all contents, as far as that can be done.
    ///
    /// Files that are not blobs stay, and the folder with them.
    func remove() {
        guard let folder = try? BlobFolder(location), let names = try? folder.names() else {
            return
        }
        for name in names
        where BlobDigest(fileName: name) != nil || name.hasPrefix(IncomingBlob.namePrefix) {
            _ = try? folder.remove(name)
        }
        _ = rmdir(location)
    }
}
