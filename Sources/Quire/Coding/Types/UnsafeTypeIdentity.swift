/// Returns a value as another type, which is the type of the value.
///
/// The coders determine types by identity, which the compiler cannot see. A conditional cast, or a
/// function that returns an optional, looks up generic types at each call: with it, decoding a hotel of
/// the benchmark takes 20% more instructions.
///
/// - Parameters:
///   - value: A value.
///   - type: The type of the value.
///   - failure: The error if the value is of another type.
/// - Returns: The value.
/// - Throws: The error.
@inline(__always)
func identical<Value, Result>(
    _ value: Value, _ type: Result.Type, else failure: @autoclosure () -> any Error
) throws -> Result {
    guard Value.self == Result.self else { throw failure() }
    return memory(of: value, as: type)
}

/// Returns an array as an array of another type of items, if that is the type of its items.
///
/// - Parameters:
///   - array: An array.
///   - type: A type of items.
/// - Returns: The array, or `nil` if its items are of another type.
@inline(__always)
func identical<Item, Result>(itemsOf array: [Item], _ type: Result.Type) -> [Result]? {
    // Not the types of the arrays, which would be looked up.
    Item.self == Result.self ? memory(of: array, as: [Result].self) : nil
}

/// Reads a value again, as a type that is its own: its memory is bound to that type already.
@inline(__always)
private func memory<Value, Result>(of value: Value, as type: Result.Type) -> Result {
    withUnsafePointer(to: value) {
        UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee
    }
}
