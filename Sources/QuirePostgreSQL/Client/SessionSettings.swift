#if PostgreSQL
    import Foundation

    /// The settings with which the statements of a connection run.
    ///
    /// They belong to the session of a direct connection. A connection pooler can run the transactions
    /// of one connection on several connections to the server, so settings of a session would affect
    /// other programs, and not all own transactions. There, each transaction begins with the settings.
    struct SessionSettings: Sendable {
        /// A time limit of the server.
        fileprivate struct Limit {
            let name: String
            /// The limit, or `nil` for the server's default.
            let milliseconds: Int32?
            /// Whether operations that can take long, such as creating an index, have no such limit.
            let isForShortOperations: Bool
        }

        /// Whether a connection pooler can divide the session.
        let isPooled: Bool
        private let isReadOnly: Bool
        private let limits: [Limit]

        init(_ configuration: PostgresConfiguration) {
            isPooled = configuration.isPooled
            isReadOnly = configuration.isReadOnly
            limits = [
                Limit("statement_timeout", configuration.statementTimeout),
                Limit("lock_timeout", configuration.lockTimeout),
                Limit(
                    "idle_in_transaction_session_timeout", configuration.idleTransactionTimeout,
                    isForShortOperations: false),
            ]
        }

        /// The schemas in which the server looks for names without a schema.
        ///
        /// Otherwise, another role could define functions, operators and types that this one uses.
        /// Without `pg_temp` at the end, the server would look for types in it first.
        private static let searchPath = "pg_catalog, pg_temp"

        // MARK: Sessions

        /// The statements that set up a session.
        var setup: String {
            if isPooled {
                // A pooler sets the parameters that the server reports for each transaction.
                return "SET TimeZone = 'UTC'; SET standard_conforming_strings = on"
            }
            let settings = [
                "TimeZone = 'UTC'", "extra_float_digits = 1", "jit = off",
                "default_transaction_isolation = 'read committed'",
                "standard_conforming_strings = on", "client_min_messages = warning",
                "search_path = \(Self.searchPath)",
            ]
            let reading = isReadOnly ? ["default_transaction_read_only = on"] : []
            let session = (settings + reading).map { "SET \($0)" }
            return (session + limits.compactMap(\.sessionStatement)).joined(separator: "; ")
        }

        // MARK: Transactions

        /// Returns the statements that begin a transaction.
        ///
        /// - Parameters:
        ///   - mode: The mode of the transaction.
        ///   - isShort: Whether all time limits apply.
        /// - Returns: The statements, separated by semicolons.
        func begin(_ mode: String, isShort: Bool) -> String {
            guard isPooled else {
                let limits = isShort ? [] : localLimits(isShort: false)
                return (["BEGIN \(mode)"] + limits).joined(separator: "; ")
            }
            let settings = ["BEGIN \(mode)", "SET LOCAL search_path = \(Self.searchPath)"]
            return (settings + localLimits(isShort: isShort)).joined(separator: "; ")
        }

        private func localLimits(isShort: Bool) -> [String] {
            limits.compactMap { limit in
                limit.value(isShort: isShort).map { "SET LOCAL \(limit.name) = \($0)" }
            }
        }

        /// Returns the query with which the transaction of a single statement begins, or `nil` if the
        /// session has the settings.
        ///
        /// - Parameter isShort: Whether all time limits apply.
        /// - Returns: A `SELECT` statement, or `nil`.
        func preparation(isShort: Bool) -> String? {
            guard isPooled else { return nil }
            let values = limits.compactMap { limit in
                limit.value(isShort: isShort).map { (limit.name, String($0)) }
            }
            let settings = ([("search_path", Self.searchPath)] + values).map { name, value in
                "pg_catalog.set_config('\(name)', '\(value)', true)"
            }
            return "SELECT \(settings.joined(separator: ", "))"
        }

        // MARK: Long operations

        /// Returns the statements that turn off the limits of short operations, or turn them on again.
        ///
        /// - Parameters:
        ///   - isOn: Whether the limits apply.
        ///   - isLocal: Whether the statements change only the current transaction.
        /// - Returns: The statements, separated by semicolons.
        func setLimits(isOn: Bool, isLocal: Bool) -> String {
            limits.filter(\.isForShortOperations).map { limit in
                let value = isOn ? limit.milliseconds.map { "\($0)" } ?? "DEFAULT" : "0"
                return "SET \(isLocal ? "LOCAL" : "SESSION") \(limit.name) = \(value)"
            }.joined(separator: "; ")
        }
    }

    extension SessionSettings.Limit {
        init(_ name: String, _ limit: TimeInterval?, isForShortOperations: Bool = true) {
            self.name = name
            self.isForShortOperations = isForShortOperations
            milliseconds = limit.map { seconds in
                let value = (seconds * 1000).rounded(.up)
                // Other values, such as infinity, are the nearest limit that the server accepts.
                return value > 1 ? Int32(exactly: value) ?? .max : 1
            }
        }

        /// The statement that sets the limit in a session.
        fileprivate var sessionStatement: String? {
            milliseconds.map { "SET \(name) = \($0)" }
        }

        /// Returns the limit in milliseconds, 0 for no limit, or `nil` for the server's default.
        fileprivate func value(isShort: Bool) -> Int32? {
            isShort || !isForShortOperations ? milliseconds : 0
        }
    }
#endif
