extension QuireError {
    /// An error code, with Couchbase Lite's number.
    ///
    /// The set of codes is open: compare with the constants, and expect unknown codes.
    ///
    /// ```swift
    /// do {
    ///     hotel = try hotels.require("hotel-1")
    /// } catch let error as QuireError where error.code == .notFound {
    ///     print(error.message)
    /// }
    /// ```
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Couchbase Lite's number of the error code.
        public let rawValue: Int

        /// Creates a code from its number.
        ///
        /// - Parameter rawValue: Couchbase Lite's number of the error code.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }
}

extension QuireError.Code {
    /// An internal invariant of the library is violated.
    public static let assertionFailed = Self(rawValue: 1)
    /// The database is encrypted.
    public static let unsupportedEncryption = Self(rawValue: 3)
    /// A string is not a valid revision ID.
    public static let badRevisionID = Self(rawValue: 4)
    /// A document's revision data is damaged, or a reserved key was changed.
    public static let corruptRevisionData = Self(rawValue: 5)
    /// The database or collection is not open.
    public static let notOpen = Self(rawValue: 6)
    /// A document, collection or index doesn't exist.
    public static let notFound = Self(rawValue: 7)
    /// The document was changed after it was read.
    public static let conflict = Self(rawValue: 8)
    /// An argument is invalid.
    public static let invalidParameter = Self(rawValue: 9)
    /// A failure for which no other code exists.
    public static let unexpectedError = Self(rawValue: 10)
    /// A file or directory cannot be opened or created.
    public static let cantOpenFile = Self(rawValue: 11)
    /// Reading or writing a file failed, for example because the disk is full.
    public static let ioError = Self(rawValue: 12)
    /// Memory could not be allocated.
    public static let memoryError = Self(rawValue: 13)
    /// The database is read-only.
    public static let notWriteable = Self(rawValue: 14)
    /// Stored data is damaged.
    public static let corruptData = Self(rawValue: 15)
    /// Another connection held the lock on the database for longer than the time limit.
    public static let busy = Self(rawValue: 16)
    /// The call requires a transaction, but none is in progress.
    public static let notInTransaction = Self(rawValue: 17)
    /// The call is not allowed inside a transaction.
    public static let transactionNotClosed = Self(rawValue: 18)
    /// The operation is not supported for this database or document.
    public static let unsupportedOperation = Self(rawValue: 19)
    /// The file is not a database, or it is encrypted.
    public static let unreadableDatabase = Self(rawValue: 20)
    /// The file is a database, but not a document database.
    public static let wrongFormat = Self(rawValue: 21)
    /// The query cannot be parsed or compiled, or a row doesn't match the requested type.
    public static let invalidQuery = Self(rawValue: 23)
    /// The query requires an index that doesn't exist.
    public static let missingIndex = Self(rawValue: 24)
    /// A parameter of the query is missing or has no stored form.
    public static let invalidQueryParameter = Self(rawValue: 25)
    /// The database has a version that is too old to be opened.
    public static let databaseTooOld = Self(rawValue: 27)
    /// The database has a version that is newer than the supported ones.
    public static let databaseTooNew = Self(rawValue: 28)
    /// The string is not a valid document ID.
    public static let badDocumentID = Self(rawValue: 29)
    /// The database cannot be upgraded to the current version.
    public static let cantUpgradeDatabase = Self(rawValue: 30)
    /// The string is not the expected JSON.
    public static let invalidJSON = Self(rawValue: 17001)
    /// A model cannot be decoded from a document.
    public static let decodingError = Self(rawValue: 18001)
    /// A model cannot be encoded as a document.
    public static let encodingError = Self(rawValue: 18002)
    /// A query exceeded its time limit.
    public static let timeLimitExceeded = Self(rawValue: 19001)
    /// A document has the same values in a unique index as another document.
    public static let duplicateValue = Self(rawValue: 19002)
    /// A model violates validation rules, which ``QuireError/violations`` lists.
    public static let validationFailed = Self(rawValue: 19003)
    /// A delete rule denies the deletion of a document that another document references.
    public static let deletionDenied = Self(rawValue: 19004)
    /// A change token is not a position in the current changes of its collection.
    public static let staleChangeToken = Self(rawValue: 19005)
    /// The database is suspended: it holds no locks on its file until it is resumed.
    public static let suspended = Self(rawValue: 19006)

    /// Returns whether an error has a code, which enables `catch QuireError.Code.conflict`.
    ///
    /// - Parameters:
    ///   - code: The code to match.
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
        .timeLimitExceeded: "timeLimitExceeded", .duplicateValue: "duplicateValue",
        .validationFailed: "validationFailed", .deletionDenied: "deletionDenied",
        .staleChangeToken: "staleChangeToken", .suspended: "suspended",
    ]

    // The module QuireReplication declares these codes.
    private static let replicationNames = [
        5002: "unknownHost", 5003: "networkTimeout", 5006: "tlsHandshakeFailed",
        5008: "tlsCertificateUntrusted", 10401: "httpAuthenticationRequired",
        10403: "httpForbidden", 10404: "httpNotFound", 11006: "connectionLost",
        19007: "networkUnreachable",
    ]

    /// The name of the code, or its number if the code is unknown.
    public var description: String {
        Self.names[self] ?? Self.replicationNames[rawValue] ?? "code \(rawValue)"
    }
}
