#if PostgreSQL
    import CPostgreSQL
    import QuireModels

    /// An error that a PostgreSQL server reported.
    ///
    /// It is the `underlyingError` of the errors that a database on a server throws:
    ///
    /// ```swift
    /// do {
    ///     try hotels.save(hotel)
    /// } catch let error as QuireError {
    ///     if let cause = error.underlyingError as? PostgresServerError { print(cause.sqlState) }
    /// }
    /// ```
    public struct PostgresServerError: Error, Hashable, Sendable {
        /// The five characters of the SQLSTATE code, such as `40001` for a serialization failure.
        public let sqlState: String
        /// The server's message.
        public let message: String
        /// Details about the message.
        public let detail: String?
        /// The server's suggestion.
        public let hint: String?
        /// The table that the error refers to.
        public let tableName: String?
        /// The constraint or unique index that the error refers to.
        public let constraintName: String?

        init(
            sqlState: String, message: String, detail: String? = nil, hint: String? = nil,
            tableName: String? = nil, constraintName: String? = nil
        ) {
            self.sqlState = sqlState
            self.message = message
            self.detail = detail
            self.hint = hint
            self.tableName = tableName
            self.constraintName = constraintName
        }

        /// Creates an error from a result, or returns `nil` if the server did not send one.
        init?(_ result: OpaquePointer) {
            func field(_ code: UnicodeScalar) -> String? {
                PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
            }
            guard let sqlState = field("C") else { return nil }
            self.init(
                sqlState: sqlState, message: field("M") ?? "", detail: field("D"), hint: field("H"),
                tableName: field("t"), constraintName: field("n"))
        }

        /// Whether the same transaction can succeed if it runs again.
        ///
        /// This is the case after a serialization failure and after a deadlock, also if a node of a
        /// distributed server reports it at the commit.
        public var isRetryable: Bool {
            sqlState == "40001" || sqlState == "40P01" || isFailedCommit
        }

        /// Whether a distributed server could not commit the part of a transaction on one of its nodes.
        ///
        /// It rolls the transaction back, and reports the cause of the node with a code of its own.
        private var isFailedCommit: Bool {
            sqlState == "XX000" && message.hasPrefix("could not commit transaction")
        }
    }

    extension PostgresServerError: CustomStringConvertible {
        /// The message with the SQLSTATE code.
        public var description: String { "\(message) (SQLSTATE \(sqlState))" }
    }

    extension PostgresServerError {
        /// The code of the `QuireError` for a SQLSTATE code, by its complete text or its class.
        ///
        /// | SQLSTATE | code |
        /// | --- | --- |
        /// | 40001, 40P01, 55P03, 53300 | `busy` |
        /// | 57014, 25P03 | `timeLimitExceeded` |
        /// | 42501, 25006 | `notWriteable` |
        /// | 53100, 58030 | `ioError` |
        /// | 53200, 54000 | `memoryError` |
        /// | 08, 57P01 to 57P05, 28 | `cantOpenFile` |
        /// | 23505 | `duplicateValue` |
        /// | XX001, XX002 | `corruptData` |
        /// | XX000 for a commit that failed on a node | `busy` |
        /// | 22, 42 | `invalidQuery` |
        static let codes: [String: QuireError.Code] = [
            "40001": .busy, "40P01": .busy, "55P03": .busy, "53300": .busy,
            "57014": .timeLimitExceeded, "25P03": .timeLimitExceeded,
            "42501": .notWriteable, "25006": .notWriteable,
            "53100": .ioError, "58030": .ioError, "53200": .memoryError, "54000": .memoryError,
            "08": .cantOpenFile, "57": .cantOpenFile, "28": .cantOpenFile,
            "23505": .duplicateValue, "XX001": .corruptData, "XX002": .corruptData,
            "22": .invalidQuery, "42": .invalidQuery,
        ]

        /// Whether the tables have the version of tables that were moved.
        var isMoved: Bool {
            sqlState == "22P02"
                && message.contains(PostgresLayout.laterVersion + PostgresLayout.movedVersion)
        }

        /// Whether a table of a schema, or the schema itself, does not exist.
        func isMissingTable(inSchema schemaName: String) -> Bool {
            switch sqlState {
            // The quotation marks depend on the language of the server.
            case "42P01": message.contains("\(schemaName).")
            case "3F000": message.contains(schemaName)
            default: false
            }
        }

        var code: QuireError.Code {
            if isFailedCommit { return .busy }
            return Self.codes[sqlState] ?? Self.codes[String(sqlState.prefix(2))]
                ?? .unexpectedError
        }

        /// Returns the error that Quire throws.
        ///
        /// - Parameter location: A description of the database.
        /// - Returns: The error, with this one as its cause.
        func error(in location: String) -> QuireError {
            if isMoved {
                return QuireError(
                    .notOpen,
                    """
                    The tables of \(location) were moved to another place after this object was created. \
                    Open the database again at that place.
                    """, underlyingError: self)
            }
            // Messages contain the text that cannot be converted, in each language of the server.
            if sqlState == "22P02", message.contains(PostgresLayout.laterVersion) {
                return QuireError(
                    .databaseTooNew,
                    """
                    The tables of \(location) were upgraded after this object was created. Open the \
                    database again, with the version of Quire that upgraded them.
                    """, underlyingError: self)
            }
            return QuireError(
                code, "The server of \(location) reported: \(message)", underlyingError: self)
        }
    }

    extension QuireError {
        /// The SQLSTATE code of the server's error that is the cause, or an empty string.
        var sqlState: String { (underlyingError as? PostgresServerError)?.sqlState ?? "" }

        /// Whether the cause is a failure after which the same transaction can succeed.
        var isRetryable: Bool {
            (underlyingError as? PostgresServerError)?.isRetryable ?? false
        }
    }
#endif
