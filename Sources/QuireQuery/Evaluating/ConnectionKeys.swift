package import Fleece

/// The shared keys of one connection, as of the running statement.
///
/// SQL functions that read bodies get this object through their context. So they use the same keys
/// as the running statement. On the writer connection, these include keys that are not committed
/// yet.
///
/// The evaluator reads them for each row, so they are part of its module, which can inline the calls.
package final class ConnectionKeys {
    /// The writer's mutable shared keys, or `nil` on a reader connection.
    package var growing: MutableSharedKeys?

    /// The interruption of the running statement, if any.
    package var interruption: QueryInterruption?

    /// Returns the body in the bytes of the column `body`, or `nil` if all of them are the body.
    ///
    /// In databases of Couchbase Lite 2, they are a rev-tree. This is the case only on a connection
    /// that reads such a database without upgrading it.
    private var bodyInRow: ((UnsafeRawBufferPointer) -> UnsafeRawBufferPointer)?

    /// Whether a value that should be a vector of an index was none, since a transaction has set it to
    /// `false`.
    package var hasOmittedVectors = false

    private var snapshot = SharedKeys.empty

    package init() {}

    /// Sets how the connection finds the body in the bytes of the column `body`.
    package func findBodies(
        with bodyInRow: @escaping (UnsafeRawBufferPointer) -> UnsafeRawBufferPointer
    ) {
        self.bodyInRow = bodyInRow
    }

    /// Returns the body in the bytes of the column `body`.
    @inline(__always)
    package func body(in row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let bodyInRow else { return row }
        return bodyInRow(row)
    }

    /// The shared keys for reading bodies on this connection.
    package var current: SharedKeys {
        get { growing?.snapshot ?? snapshot }
        set {
            if let growing { growing.reset(to: newValue) } else { snapshot = newValue }
        }
    }

    /// Returns whether a token identifies the keys that ``current`` returns.
    @inline(__always)
    package func isCurrent(_ token: KeyToken) -> Bool {
        if let growing { return growing.snapshot.token == token }
        return snapshot.token == token
    }
}
