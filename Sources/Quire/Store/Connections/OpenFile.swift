import Synchronization

/// What the database objects of this process share that are open on one file.
final class OpenFile: Sendable {
    /// The folder's path, whichever links it is reached by; `nil` for a database in memory.
    let key: String?
    /// Keeps the objects' transactions apart.
    let lock = WriterLock()
    /// The last time that an object's clock gave a revision.
    let lastTime = Atomic<UInt64>(0)
    /// Tells of changes, whichever object made them.
    let changes = ChangeFeed()
    /// Deletes documents whose time has come.
    let expiration = ExpirationTimer()

    /// Makes what is shared; databases on files get it by ``OpenDatabases/register(_:)``.
    ///
    /// - Parameter key: The folder's path.
    init(key: String?) {
        self.key = key
    }
}
