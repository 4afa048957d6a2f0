import CSQLite
import Foundation

/// A failure as SQLite reports it; the cause inside of a ``QuireError``.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// SQLite's extended result code.
    let code: Int32
    /// SQLite's own text.
    let message: String
    /// The system's number of what a call for a file came to, or 0 if none failed.
    var systemError: Int32 = 0

    /// The code without the extension.
    var primaryCode: Int32 { code & 0xFF }

    /// The table that a statement needs and that is not there, if that is the failure.
    var missingTable: String? {
        let beginning = "no such table: "
        guard primaryCode == SQLITE_ERROR, message.hasPrefix(beginning) else { return nil }
        return String(message.dropFirst(beginning.count))
    }

    /// Whether a row would break a rule of its table, such as one sequence twice.
    var isBrokenRule: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// Whether the disk had no room, or the user has no right to more of it.
    ///
    /// SQLite has a code for it, and gives that for the most of the calls only.
    fileprivate var isOutOfSpace: Bool {
        primaryCode == SQLITE_FULL
            || primaryCode == SQLITE_IOERR && [ENOSPC, EDQUOT].contains(systemError)
    }

    /// Whether the failure is that of a statement's own: its text, its values, or its end before the
    /// time.
    var isAboutStatement: Bool {
        switch primaryCode {
        case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_INTERRUPT, SQLITE_RANGE: true
        default: false
        }
    }

    /// Whether a function has found that a stored value is damaged.
    var isAboutDamage: Bool {
        primaryCode == SQLITE_ERROR && message.hasPrefix(Self.damageBeginning)
    }

    /// What the messages of functions about damaged values begin with.
    static let damageBeginning = "a value is damaged: "

    /// Whether the text of a statement is nested deeper than SQLite reads or computes.
    var isTooDeep: Bool {
        primaryCode == SQLITE_ERROR
            && (message == "parser stack overflow"
                || message.hasPrefix("Expression tree is too large"))
    }

    /// Whether the statement was ended before its time.
    var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

    package var description: String {
        let cause = systemError == 0 ? "" : ": \(String(cString: strerror(systemError)))"
        return "SQLite \(code): \(message)\(cause)"
    }
}

extension QuireError {
    // The one table that says what SQLite's codes mean here. A code that is not in it is unexpected.
    private static let translations: [Int32: (code: Code, reason: String)] = [
        SQLITE_PERM: (.cantOpenFile, "access is denied"),
        SQLITE_BUSY: (.busy, "another connection holds the database"),
        SQLITE_LOCKED: (.busy, "another connection holds a table"),
        SQLITE_NOMEM: (.memoryError, "memory could not be had"),
        SQLITE_READONLY: (.notWriteable, "it cannot be written"),
        SQLITE_IOERR: (.ioError, "reading or writing the file failed"),
        SQLITE_CORRUPT: (.corruptData, "the file is damaged"),
        SQLITE_FULL: (.ioError, "the disk is full"),
        SQLITE_CANTOPEN: (.cantOpenFile, "the file cannot be opened"),
        SQLITE_PROTOCOL: (.busy, "other connections keep changing the database"),
        SQLITE_TOOBIG: (.invalidParameter, "a value is too large"),
        SQLITE_NOTADB: (.unreadableDatabase, "the file is encrypted or is not a database"),
    ]

    /// Translates a failure of SQLite.
    ///
    /// - Parameters:
    ///   - error: What SQLite reports.
    ///   - purpose: What was to be done, as a verb with its object: `read a document`.
    ///   - file: The database's file.
    init(_ error: SQLiteError, purpose: String, file: String) {
        let primaryCode = error.isOutOfSpace ? SQLITE_FULL : error.primaryCode
        let (code, reason) = Self.translations[primaryCode] ?? (.unexpectedError, error.message)
        self.init(code, "Cannot \(purpose) in \(file): \(reason).", underlyingError: error)
    }
}
