import QuirePlatform
import Foundation

/// A way to read a database file without changing it or the files next to it.
///
/// SQLite's own read-only mode changes the folder of a file that uses a write-ahead log: it creates
/// the log and its index file, `-shm`, and cannot remove them.
///
/// | files next to the database | mode |
/// | --- | --- |
/// | none | ``alone`` |
/// | `-wal` and `-shm` | ``sharedMemory`` |
/// | an empty `-wal` | ``alone`` |
/// | one of the two, or both with a log that has no page | ``locked`` |
/// | `-journal` of an unfinished transaction | ``rollbackJournal`` |
enum ReadingMode: Equatable {
    /// No connection uses the file, or all connections that use it need no other file.
    ///
    /// The connection is writable, so that it can remove the log that SQLite creates, but
    /// `query_only` is on.
    case alone
    /// Another connection has the file open, or ended without closing it.
    ///
    /// The index of the log is opened read-only. If no connection uses it, SQLite creates an index
    /// in the memory of this process.
    case sharedMemory
    /// The file was copied while a connection had the original open, and no connection has the copy
    /// open.
    ///
    /// The connection locks the file exclusively, so that it can keep the index of the log in
    /// memory. Other connections wait until it is closed. It does not wait for them, because
    /// ``read(_:_:)`` opens the file again.
    case locked
    /// A transaction is running or was not completed.
    ///
    /// If the transaction must be rolled back, reading fails with the code `notWriteable`.
    case rollbackJournal

    /// Determines the mode for a file.
    ///
    /// - Parameter file: The file.
    init(of file: StoredFile) {
        let path = file.path
        let hasIndex = FileLength.of(path + "-shm") != nil
        // A connection that only reads can leave an empty log behind.
        let hasLog = FileLength.of(path + "-wal").map { hasIndex || $0 > 0 } ?? false
        if hasLog && hasIndex {
            // If no connection uses the index of such a log and this connection cannot write it,
            // SQLite fails after ten seconds.
            self = Self.isHeader(path + "-wal") && Self.isUnused(file) ? .locked : .sharedMemory
        } else if hasLog || hasIndex {
            self = .locked
        } else {
            self = Self.isJournal(of: file) ? .rollbackJournal : .alone
        }
    }

    /// The length of the log's header, in bytes.
    ///
    /// If a process ends before it writes the first page, the log consists of the header only.
    private static let headerLength: Int64 = 32

    private static func isHeader(_ log: String) -> Bool {
        FileLength.of(log) == headerLength
    }

    /// Returns whether no connection has the file open.
    static func isUnused(_ file: StoredFile) -> Bool {
        do {
            let connection = try SQLiteConnection(file, access: .reading(.locked))
            defer { connection.close() }
            _ = try connection.integer("SELECT 1 FROM sqlite_master", purpose: "lock the file")
            return true
        } catch {
            return (error as? QuireError)?.code != .busy
        }
    }

    /// The first bytes of a rollback journal.
    ///
    /// A journal that is kept for the next transaction has zeros there instead.
    private static let journalStart: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    private static func isJournal(of file: StoredFile) -> Bool {
        guard let journal = FileHandle(forReadingAtPath: file.path + "-journal") else {
            return false
        }
        defer { try? journal.close() }
        guard var start = (try? journal.read(upToCount: journalStart.count)).map({ Array($0) }),
            !start.isEmpty
        else { return false }
        if file.encryption != nil { start[0] ^= KeyFile.journalMask }
        return start == journalStart
    }

    /// Returns the path or the URI with which SQLite opens a file in this mode.
    func location(of path: String) -> String {
        self == .sharedMemory ? "file:\(Self.escaped(path))?readonly_shm=1" : path
    }

    /// Returns a path as a part of a URI.
    static func escaped(_ path: String) -> String {
        path.utf8.map { byte -> String in
            let isPlain =
                byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            let digits = String(byte, radix: 16)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
