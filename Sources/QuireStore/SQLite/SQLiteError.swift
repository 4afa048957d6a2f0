import CSQLite
import Foundation

/// An error that SQLite reported, used as the underlying error of a ``QuireError``.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// SQLite's extended result code.
    package let code: Int32
    /// SQLite's error message.
    package let message: String
    /// The value of `errno` of a failed system call, or 0.
    var systemError: Int32 = 0

    /// The result code without the extension.
    var primaryCode: Int32 { code & 0xFF }

    /// The code for a page of an encrypted file that was changed: SQLITE_IOERR_DATA.
    static let notAuthentic: Int32 = SQLITE_IOERR | (32 << 8)

    /// Whether a page of an encrypted file was changed.
    fileprivate var isNotAuthentic: Bool { code == Self.notAuthentic }

    /// The name of the missing table, if the error is that a statement's table does not exist.
    package var missingTable: String? {
        let beginning = "no such table: "
        guard primaryCode == SQLITE_ERROR, message.hasPrefix(beginning) else { return nil }
        return String(message.dropFirst(beginning.count))
    }

    /// Whether a row violates a constraint of its table, such as a unique sequence.
    var isBrokenRule: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// Whether the disk is full or the user's disk quota is exceeded.
    ///
    /// SQLite reports its own code for this only for most of the system calls.
    fileprivate var isOutOfSpace: Bool {
        primaryCode == SQLITE_FULL
            || primaryCode == SQLITE_IOERR && [ENOSPC, EDQUOT].contains(systemError)
    }

    /// Whether the error is caused by the statement: its text, its values or its interruption.
    package var isAboutStatement: Bool {
        switch primaryCode {
        case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_INTERRUPT, SQLITE_RANGE: true
        default: false
        }
    }

    /// Whether a function found that a stored value is damaged.
    package var isAboutDamage: Bool {
        primaryCode == SQLITE_ERROR && message.hasPrefix(Self.damageBeginning)
    }

    /// The prefix of error messages of functions about damaged values.
    static let damageBeginning = "a value is damaged: "

    /// Whether the statement is nested too deeply for SQLite to parse or run.
    package var isTooDeep: Bool {
        primaryCode == SQLITE_ERROR
            && (message == "parser stack overflow"
                || message.hasPrefix("Expression tree is too large"))
    }

    /// Whether the statement was interrupted.
    package var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

    package var description: String {
        let cause = systemError == 0 ? "" : ": \(String(cString: strerror(systemError)))"
        // SQLite's message is that of any failure of the disk.
        let text = isNotAuthentic ? "the content of a page does not match its tag" : message
        return "SQLite \(code): \(text)\(cause)"
    }
}

extension QuireError {
    // The meaning of SQLite's result codes. A code that is missing here is unexpected.
    private static let translations: [Int32: (code: Code, reason: String)] = [
        SQLITE_PERM: (.cantOpenFile, "access is denied"),
        SQLITE_BUSY: (.busy, "another connection has locked the database"),
        SQLITE_LOCKED: (.busy, "another connection has locked a table"),
        SQLITE_NOMEM: (.memoryError, "there is not enough memory"),
        SQLITE_READONLY: (.notWriteable, "the database is not writable"),
        SQLITE_IOERR: (.ioError, "reading or writing the file failed"),
        SQLITE_CORRUPT: (.corruptData, "the file is damaged"),
        SQLITE_FULL: (.ioError, "the disk is full"),
        SQLITE_CANTOPEN: (.cantOpenFile, "the file cannot be opened"),
        SQLITE_PROTOCOL: (.busy, "other connections keep changing the database"),
        SQLITE_TOOBIG: (.invalidParameter, "a value is too large"),
        SQLITE_NOTADB: (.unreadableDatabase, "the file is encrypted or is not a database"),
    ]

    /// Creates an error from an error that SQLite reported.
    ///
    /// - Parameters:
    ///   - error: SQLite's error.
    ///   - purpose: The failed operation, as a verb with its object, such as `read a document`.
    ///   - file: The path of the database file.
    package init(_ error: SQLiteError, purpose: String, file: String) {
        let primaryCode =
            error.isNotAuthentic
            ? SQLITE_CORRUPT : error.isOutOfSpace ? SQLITE_FULL : error.primaryCode
        var (code, reason) = Self.translations[primaryCode] ?? (.unexpectedError, error.message)
        if error.isNotAuthentic {
            reason +=
                ": the content of a page does not match its tag, or encryption.key is not its file"
        }
        self.init(code, "Cannot \(purpose) in \(file): \(reason).", underlyingError: error)
    }
}
