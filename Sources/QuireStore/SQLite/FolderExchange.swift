import CSQLite
import QuirePlatform

/// The exchange of two folders.
enum FolderExchange {
    /// Gives each of two folders the name of the other one, at one moment.
    ///
    /// - Parameters:
    ///   - one: The path of a folder.
    ///   - other: The path of another folder on the same file system.
    /// - Throws: ``QuireError`` with code `ioError`, for example if the file system cannot do it. Then
    ///   nothing is changed.
    static func exchange(_ one: String, with other: String) throws {
        #if canImport(Darwin)
            let result = renamex_np(one, other, UInt32(RENAME_SWAP))
        #else
            let result = quire_exchange_files(one, other)
        #endif
        guard result == 0 else {
            throw QuireError(.ioError, cannot: "replace by another folder", one)
        }
    }
}
