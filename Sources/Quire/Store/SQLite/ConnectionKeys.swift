import CSQLite
import Fleece

/// The table of shared keys as one connection sees it at this moment.
///
/// SQL functions that read bodies find it through their context, so that they read what the running
/// statement reads: on the writing connection that includes keys which are not committed yet.
final class ConnectionKeys {
    /// The writer's growing table; `nil` on a connection that only reads.
    var growing: MutableSharedKeys?

    /// What ends the running statement before its time, if there is something.
    var interruption: QueryInterruption?

    /// Whether the bodies of documents are lists of revisions, as Couchbase Lite 2 stores them.
    ///
    /// Only a connection that reads such a database as it is has them.
    var hasRevisionLists = false

    private var snapshot = SharedKeys.empty

    /// The table that bodies seen by this connection are read with.
    var current: SharedKeys {
        get { growing?.snapshot ?? snapshot }
        set {
            if let growing { growing.reset(to: newValue) } else { snapshot = newValue }
        }
    }

    /// Returns the keys of the connection that a SQL function is called on.
    ///
    /// - Parameter context: What SQLite gave a function that
    ///   ``SQLiteConnection/register(function:argumentCount:isDeterministic:_:)`` registered.
    /// - Returns: The keys.
    static func of(_ context: OpaquePointer?) -> ConnectionKeys? {
        reference(context)?.takeUnretainedValue()
    }

    /// As ``of(_:)``, without a claim of its own: the keys live as long as the connection does.
    @inline(__always)
    static func reference(_ context: OpaquePointer?) -> Unmanaged<ConnectionKeys>? {
        sqlite3_user_data(context).map { Unmanaged<ConnectionKeys>.fromOpaque($0) }
    }
}
