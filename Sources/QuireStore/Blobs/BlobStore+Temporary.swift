import QuirePlatform
import Foundation

extension BlobStore {
    /// Creates a store for the blobs of an in-memory database.
    ///
    /// The folder is created when the first blob is installed.
    ///
    /// - Returns: A store with a unique folder. Call ``remove()`` when the database is closed.
    static func temporary() -> BlobStore {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Quire-blobs-\(UUID().uuidString)", isDirectory: true)
        return BlobStore(location: folder.path)
    }

    /// Removes all blobs and temporary files, and then the folder, ignoring errors.
    ///
    /// Files that are not blobs stay, and in that case the folder stays too.
    func remove() {
        guard let folder = try? folder(), let names = try? folder.names() else {
            return
        }
        for name in names
        where BlobDigest(fileName: name) != nil || name.hasPrefix(IncomingBlob.namePrefix) {
            _ = try? folder.remove(name)
        }
        _ = rmdir(location)
    }
}
