import CSQLite
import Fleece

/// The shared keys of one connection, as of the running statement.
///
/// SQL functions that read bodies get this object through their context. So they use the same keys
/// as the running statement. On the writer connection, these include keys that are not committed
/// yet.
final class ConnectionKeys {
    /// The writer's mutable shared keys, or `nil` on a reader connection.
    var growing: MutableSharedKeys?

    /// The interruption of the running statement, if any.
    var interruption: QueryInterruption?

    /// Whether the column `body` contains rev-trees, as in databases of Couchbase Lite 2.
    ///
    /// This is the case only on a connection that reads such a database without upgrading it.
    var hasRevisionLists = false

    private var snapshot = SharedKeys.empty

    /// The shared keys for reading bodies on this connection.
    var current: SharedKeys {
        get { growing?.snapshot ?? snapshot }
        set {
            if let growing { growing.reset(to: newValue) } else { snapshot = newValue }
        }
    }

    /// Returns whether a token identifies the keys that ``current`` returns.
    @inline(__always)
    func isCurrent(_ token: KeyToken) -> Bool {
        if let growing { return growing.snapshot.token == token }
        return snapshot.token == token
    }

    /// Returns the keys of the connection on which a SQL function is called.
    ///
    /// - Parameter context: The context that SQLite passes to a function registered with
    ///   ``SQLiteConnection/register(function:argumentCount:use:isDeterministic:_:)``.
    /// - Returns: The keys.
    static func of(_ context: OpaquePointer?) -> ConnectionKeys? {
        reference(context)?.object
    }

    /// Returns the same as ``of(_:)``, without retaining the keys, which live as long as the
    /// connection.
    @inline(__always)
    static func reference(_ context: OpaquePointer?) -> UnsafeReference<ConnectionKeys>? {
        sqlite3_user_data(context).map { UnsafeReference<ConnectionKeys>(pointer: $0) }
    }
}
