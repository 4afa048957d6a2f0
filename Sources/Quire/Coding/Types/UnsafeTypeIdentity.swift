/// Returns a value with its type replaced by an identical type.
///
/// The coders compare the identity of types, which does not change the static type of a value. A
/// conditional cast, or a function that returns an optional, looks up generic types at each call.
/// It would add 20% to the instructions for decoding a hotel of the benchmark.
///
/// - Parameters:
///   - value: The value.
///   - type: The expected type of the value.
///   - failure: The error to throw if the value has another type.
/// - Returns: The value.
/// - Throws: `failure`.
@inline(__always)
func identical<Value, Result>(
    _ value: Value, _ type: Result.Type, else failure: @autoclosure () -> any Error
) throws -> Result {
    guard Value.self == Result.self else { throw failure() }
    return memory(of: value, as: type)
}

/// Returns an array with the type of its items replaced by an identical type.
///
/// - Parameters:
///   - array: The array.
///   - type: The expected type of the items.
/// - Returns: The array, or `nil` if its items have another type.
@inline(__always)
func identical<Item, Result>(itemsOf array: [Item], _ type: Result.Type) -> [Result]? {
    // The types of the arrays are not compared, because they would have to be looked up.
    Item.self == Result.self ? memory(of: array, as: [Result].self) : nil
}

/// Reads a value as a type that is identical to its own.
///
/// The memory of the value is already bound to that type.
@inline(__always)
private func memory<Value, Result>(of value: Value, as type: Result.Type) -> Result {
    withUnsafePointer(to: value) {
        UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee
    }
}
