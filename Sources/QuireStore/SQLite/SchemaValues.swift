/// Values that a connection has computed from the schema of its file, which are valid until it changes.
///
/// A value may also depend on rows that change only together with the schema.
struct SchemaValues {
    private var version: Int64?
    private var values: [String: any Sendable] = [:]

    /// Returns a value of a version of the schema, if it is known.
    func value<Value>(named name: String, _ version: Int64, as type: Value.Type) -> Value? {
        version == self.version ? values[name] as? Value : nil
    }

    /// Keeps a value, and discards those of other versions.
    mutating func set(_ value: any Sendable, named name: String, _ version: Int64) {
        if version != self.version { values = [:] }
        self.version = version
        values[name] = value
    }
}

extension SQLiteConnection {
    /// Returns a value that a closure computes from the schema if it has changed.
    ///
    /// On a writer connection, the closure is always called: after a rollback, the schema may be different even
    /// if its version is the same.
    ///
    /// - Parameters:
    ///   - name: A name of the value that is unique among all values.
    ///   - compute: A closure that reads the schema.
    /// - Returns: The value.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func schemaValue<Value: Sendable>(
        named name: String, _ compute: () throws -> Value
    ) throws -> Value {
        guard keys.growing == nil else { return try compute() }
        // If the schema changes in the meantime, the next call has another version.
        let version = try schemaVersion()
        if let known = schemaValues.value(named: name, version, as: Value.self) { return known }
        let value = try compute()
        schemaValues.set(value, named: name, version)
        return value
    }
}
