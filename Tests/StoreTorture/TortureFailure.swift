/// A violated guarantee of the database.
struct TortureFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws an error unless a condition is true.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw TortureFailure(description()) }
}

/// Unwraps a value, or throws an error.
func require<Value>(_ value: Value?, _ description: @autoclosure () -> String) throws -> Value {
    guard let value else { throw TortureFailure(description()) }
    return value
}
