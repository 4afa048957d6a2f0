import CSQLite
public import Foundation

/// The files next to a database file after its process was killed, or after the file was copied
/// while
/// it was open.
public enum LeftFiles: String, CaseIterable, Sendable {
    case nothing
    /// The write-ahead log and its index.
    case logAndIndex
    /// The write-ahead log with its header alone, and its index.
    case logHeaderAndIndex
    /// The write-ahead log alone.
    case log
    /// The index of a log alone.
    case index
    /// The rollback journal of a transaction that did not end.
    case journal

    /// An error reported by SQLite.
    public struct Problem: Error {
        /// A description of the error.
        public let text: String
    }

    /// Creates the files next to the database file in a folder.
    ///
    /// The log contains committed pages, but not the first page. The journal must be rolled back.
    ///
    /// - Parameter bundle: The path of a database folder without open connections.
    /// - Throws: ``Problem``, or an error of the file system.
    public func leave(in bundle: String) throws {
        let file = bundle + "/db.sqlite3"
        var handle: OpaquePointer?
        guard sqlite3_open(file, &handle) == SQLITE_OK, let handle else {
            throw Problem(text: "cannot open \(file)")
        }
        defer { sqlite3_close(handle) }
        try Self.execute(
            """
            PRAGMA journal_mode = \(self == .journal ? "DELETE" : "WAL");
            CREATE TABLE IF NOT EXISTS left_files (a); DELETE FROM left_files;
            INSERT INTO left_files VALUES (1);
            """, handle)
        if self == .nothing { return }
        if self == .journal {
            try Self.execute("PRAGMA cache_size = 5; BEGIN; UPDATE left_files SET a = 2", handle)
            for _ in 0..<100 {
                try Self.execute("INSERT INTO left_files VALUES (zeroblob(3000))", handle)
            }
        } else {
            try Self.execute(
                """
                PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0;
                UPDATE left_files SET a = 2;
                """, handle)
        }
        let copy = bundle + "-left"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for suffix in ["", "-wal", "-shm", "-journal"]
        where FileManager.default.fileExists(atPath: file + suffix) {
            try FileManager.default.copyItem(
                atPath: file + suffix, toPath: copy + "/db.sqlite3" + suffix)
        }
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
        // No connection has the copied files open.
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: file + suffix)
            let isKept =
                switch (self, suffix) {
                case (.log, "-shm"), (.index, "-wal"): false
                default: true
                }
            let left = copy + "/db.sqlite3" + suffix
            if isKept, FileManager.default.fileExists(atPath: left) {
                try FileManager.default.moveItem(atPath: left, toPath: file + suffix)
            }
        }
        try FileManager.default.removeItem(atPath: copy)
        if self == .logHeaderAndIndex {
            let log = URL(filePath: file + "-wal")
            try Data(contentsOf: log).prefix(32).write(to: log)
        }
    }

    private static func execute(_ sql: String, _ handle: OpaquePointer) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Problem(text: String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// The contents of all files in a folder, by relative path.
public struct FolderContent: Equatable {
    /// The contents by path; empty for a nested folder.
    public var files: [String: Data] = [:]

    /// Reads all files of a folder.
    ///
    /// - Parameter folder: The folder's path.
    /// - Throws: An error of the file system.
    public init(of folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(
                atPath: "\(folder)/\(path)", isDirectory: &isFolder)
            files[path] =
                isFolder.boolValue
                ? Data() : FileManager.default.contents(atPath: "\(folder)/\(path)")
        }
    }

    /// Returns the files that differ.
    ///
    /// - Parameter other: The contents at another time.
    /// - Returns: The sorted paths.
    public func differences(from other: FolderContent) -> [String] {
        Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
    }
}
