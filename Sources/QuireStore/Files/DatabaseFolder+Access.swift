import QuirePlatform
import Foundation

extension DatabaseFolder {
    /// Checks that this process has permission to write the database's file and the files next to
    /// it.
    ///
    /// SQLite reports some of these files only when it first uses them, or as busy after ten
    /// seconds.
    ///
    /// - Throws: ``QuireError`` with code `notWriteable`, with a message that names the file or
    ///   folder.
    func checkIsWritable() throws {
        let files = ["", "-wal", "-shm"].map { databaseFile + $0 }
        let existing = files.filter { access($0, F_OK) == 0 }
        guard existing.first == databaseFile else { return }
        // If the write-ahead log and its index exist, SQLite creates no file in the folder.
        let folders = existing.count < files.count ? [path] : []
        for file in existing + folders
        where faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) != 0
            && [EACCES, EPERM, EROFS].contains(errno)
        {
            throw QuireError(.notWriteable, cannot: "write", file)
        }
    }

    /// Checks that a folder contains a database file.
    ///
    /// - Parameter path: The path of the folder, `NAME.cblite2`.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if it contains no database file, or
    ///   `databaseTooOld` if it contains a database of Couchbase Lite 1.x.
    package static func checkExists(_ path: String) throws {
        try LegacyDatabase.refuse(folder: path)
        if FileManager.default.fileExists(atPath: path + "/db.sqlite3") { return }
        throw QuireError(.cantOpenFile, "There is no database at \(path).")
    }

    /// Returns the error for a folder whose database file is empty.
    ///
    /// - Parameter path: The path of the folder, `NAME.cblite2`.
    /// - Returns: The error.
    package static func emptyFileError(_ path: String) -> QuireError {
        QuireError(.cantOpenFile, "There is no database at \(path): its file db.sqlite3 is empty.")
    }
}
