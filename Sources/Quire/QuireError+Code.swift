extension QuireError {
    /// The kind of a failure, with Couchbase Lite's number.
    ///
    /// The set is open: compare with the constants, and expect others.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Couchbase Lite's number of this code.
        public let rawValue: Int

        /// Makes a code of a number.
        ///
        /// - Parameter rawValue: Couchbase Lite's number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }
}

extension QuireError.Code {
    /// An invariant of the library does not hold.
    public static let assertionFailed = Self(rawValue: 1)
    /// The database is encrypted.
    public static let unsupportedEncryption = Self(rawValue: 3)
    /// A text is not a revision ID.
    public static let badRevisionID = Self(rawValue: 4)
    /// A document's revision data is damaged, or a reserved key was changed.
    public static let corruptRevisionData = Self(rawValue: 5)
    /// The database or collection is not open.
    public static let notOpen = Self(rawValue: 6)
    /// There is no such document, collection or index.
    public static let notFound = Self(rawValue: 7)
    /// The document was changed since it was read.
    public static let conflict = Self(rawValue: 8)
    /// An argument is not acceptable.
    public static let invalidParameter = Self(rawValue: 9)
    /// Something failed in a way that no other code names.
    public static let unexpectedError = Self(rawValue: 10)
    /// A file or folder cannot be opened or created.
    public static let cantOpenFile = Self(rawValue: 11)
    /// Reading or writing a file failed; a full disk is one reason.
    public static let ioError = Self(rawValue: 12)
    /// Memory could not be had.
    public static let memoryError = Self(rawValue: 13)
    /// The database cannot be written.
    public static let notWriteable = Self(rawValue: 14)
    /// Stored data is damaged.
    public static let corruptData = Self(rawValue: 15)
    /// Another connection holds the database for longer than the limit.
    public static let busy = Self(rawValue: 16)
    /// The call needs a transaction and there is none.
    public static let notInTransaction = Self(rawValue: 17)
    /// The call cannot be done inside a transaction.
    public static let transactionNotClosed = Self(rawValue: 18)
    /// The operation is not supported for this database or document.
    public static let unsupportedOperation = Self(rawValue: 19)
    /// The file is not a database, or it is encrypted.
    public static let unreadableDatabase = Self(rawValue: 20)
    /// The file is a database, but not one of documents.
    public static let wrongFormat = Self(rawValue: 21)
    /// The query cannot be parsed or compiled, or a row does not fit what was asked of it.
    public static let invalidQuery = Self(rawValue: 23)
    /// The query needs an index that is not there.
    public static let missingIndex = Self(rawValue: 24)
    /// A parameter of the query is missing or has no stored form.
    public static let invalidQueryParameter = Self(rawValue: 25)
    /// The database is of a version that can no longer be opened.
    public static let databaseTooOld = Self(rawValue: 27)
    /// The database is of a version that is not known yet.
    public static let databaseTooNew = Self(rawValue: 28)
    /// The text cannot be a document's ID.
    public static let badDocumentID = Self(rawValue: 29)
    /// The database cannot be brought to today's version.
    public static let cantUpgradeDatabase = Self(rawValue: 30)
    /// The text is not the JSON that was asked for.
    public static let invalidJSON = Self(rawValue: 17001)
    /// A model could not be made of a document.
    public static let decodingError = Self(rawValue: 18001)
    /// A model could not be turned into a document.
    public static let encodingError = Self(rawValue: 18002)
    /// A query runs for longer than it may.
    public static let timeLimitExceeded = Self(rawValue: 19001)

    /// Says whether an error is of a code, so that `catch QuireError.Code.conflict` works.
    ///
    /// - Parameters:
    ///   - code: The code to look for.
    ///   - error: Any error.
    /// - Returns: `true` if the error is a ``QuireError`` with that code.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? QuireError)?.code == code
    }
}

extension QuireError.Code: CustomStringConvertible {
    private static let names: [Self: String] = [
        .assertionFailed: "assertionFailed", .unsupportedEncryption: "unsupportedEncryption",
        .badRevisionID: "badRevisionID", .corruptRevisionData: "corruptRevisionData",
        .notOpen: "notOpen", .notFound: "notFound", .conflict: "conflict",
        .invalidParameter: "invalidParameter", .unexpectedError: "unexpectedError",
        .cantOpenFile: "cantOpenFile", .ioError: "ioError", .memoryError: "memoryError",
        .notWriteable: "notWriteable", .corruptData: "corruptData", .busy: "busy",
        .notInTransaction: "notInTransaction", .transactionNotClosed: "transactionNotClosed",
        .unsupportedOperation: "unsupportedOperation", .unreadableDatabase: "unreadableDatabase",
        .wrongFormat: "wrongFormat", .invalidQuery: "invalidQuery", .missingIndex: "missingIndex",
        .invalidQueryParameter: "invalidQueryParameter", .databaseTooOld: "databaseTooOld",
        .databaseTooNew: "databaseTooNew", .badDocumentID: "badDocumentID",
        .cantUpgradeDatabase: "cantUpgradeDatabase", .invalidJSON: "invalidJSON",
        .decodingError: "decodingError", .encodingError: "encodingError",
        .timeLimitExceeded: "timeLimitExceeded",
    ]

    /// The name of the code, or its number where it has none.
    public var description: String {
        Self.names[self] ?? "code \(rawValue)"
    }
}
