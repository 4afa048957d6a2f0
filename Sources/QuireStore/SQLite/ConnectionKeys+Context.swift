import CSQLite
import QuirePlatform

extension ConnectionKeys {
    /// Returns the keys of the connection on which a SQL function is called.
    ///
    /// - Parameter context: The context that SQLite passes to a function registered with
    ///   ``SQLiteConnection/register(function:argumentCount:use:isDeterministic:_:)``.
    /// - Returns: The keys.
    package static func of(_ context: OpaquePointer?) -> ConnectionKeys? {
        reference(context)?.object
    }

    /// Returns the same as ``of(_:)``, without retaining the keys, which live as long as the
    /// connection.
    @inline(__always)
    static func reference(_ context: OpaquePointer?) -> UnsafeReference<ConnectionKeys>? {
        sqlite3_user_data(context).map { UnsafeReference<ConnectionKeys>(pointer: $0) }
    }
}
