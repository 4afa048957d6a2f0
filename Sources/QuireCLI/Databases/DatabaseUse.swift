/// What a command does with a database.
enum DatabaseUse {
    /// The command reads, and leaves the database unchanged.
    case reading
    /// The command waits for changes.
    ///
    /// A bundle is opened for writing, because observing it requires its lock files.
    case observing
    /// The command changes an existing database.
    case writing
    /// The command changes a database, and creates it if it does not exist.
    case creating
}
