import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension DatabaseFolder {
    /// Checks that the user of this process can write the database's file and those next to it.
    ///
    /// SQLite reports some of these files only when it uses them, or as busy after ten seconds.
    ///
    /// - Throws: ``QuireError`` with code `notWriteable` that names the file or folder.
    func checkIsWritable() throws {
        let files = ["", "-wal", "-shm"].map { databaseFile + $0 }
        let existing = files.filter { access($0, F_OK) == 0 }
        guard existing.first == databaseFile else { return }
        // With the log and its index in place, no file has to be created.
        let folders = existing.count < files.count ? [path] : []
        for file in existing + folders
        where faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) != 0
            && [EACCES, EPERM, EROFS].contains(errno)
        {
            throw QuireError(.notWriteable, cannot: "write", file)
        }
    }
}
