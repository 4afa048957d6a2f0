/// A promise that the database did not keep.
struct TortureFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws unless a condition holds.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw TortureFailure(description()) }
}

/// Unwraps a value, or throws.
func require<Value>(_ value: Value?, _ description: @autoclosure () -> String) throws -> Value {
    guard let value else { throw TortureFailure(description()) }
    return value
}
