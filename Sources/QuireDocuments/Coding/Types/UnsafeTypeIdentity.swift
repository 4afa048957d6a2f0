/// Returns a value with its type replaced by an identical type.
///
/// The coders compare the identity of types, which does not change the static type of a value. A
/// conditional cast, or a function that returns an optional, looks up generic types at each call.
/// It would add 20% to the instructions for decoding a hotel of the benchmark.
///
/// - Parameters:
///   - value: The value, which the compiler knows under another type.
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

/// Calls a closure with a value whose type is replaced by an identical type, without copying the
/// value.
///
/// - Parameters:
///   - value: The value, which the compiler knows under another type.
///   - type: The expected type of the value.
///   - failure: The error to throw if the value has another type.
///   - body: A closure that reads the value.
/// - Throws: `failure`, or any error that `body` throws.
@inline(__always)
func withIdentical<Value, Result>(
    _ value: Value, as type: Result.Type, else failure: @autoclosure () -> any Error,
    _ body: (borrowing Result) throws -> Void
) throws {
    guard Value.self == Result.self else { throw failure() }
    try withUnsafePointer(to: value) {
        try withValue(at: UnsafeRawPointer($0).assumingMemoryBound(to: type), body)
    }
}

/// Calls a closure with the value at an address, without copying the value.
///
/// A copy would retain the objects that the value refers to. Since the function does not require
/// that values of the type can be copied, the compiler does not copy the value.
@inline(__always)
func withValue<Value: ~Copyable, Result>(
    at address: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Result
) rethrows -> Result {
    try body(address.pointee)
}

/// Returns an array with the type of its items replaced by an identical type.
///
/// - Parameters:
///   - array: The array, whose items the compiler knows under another type.
///   - type: The expected type of the items.
/// - Returns: The array, or `nil` if its items have another type.
@inline(__always)
func identical<Item, Result>(itemsOf array: [Item], _ type: Result.Type) -> [Result]? {
    // The types of the arrays are not compared, because they would have to be looked up.
    Item.self == Result.self ? memory(of: array, as: [Result].self) : nil
}

/// Reads a value as a type that is identical to its own.
///
/// A cast that reads the value from a pointer would copy the value first.
@inline(__always)
private func memory<Value, Result>(of value: Value, as type: Result.Type) -> Result {
    unsafeBitCast(value, to: type)
}

/// Returns the byte that a value of one byte consists of.
///
/// A cast is a comparison of sizes and a load. Reading the byte from a pointer takes a call of a
/// generic function, which adds 10% to the time for encoding a hotel of the benchmark.
///
/// - Parameter value: A value whose type has a size of one byte.
/// - Returns: The byte.
@inline(__always)
func onlyByte<Value>(of value: Value) -> UInt8 {
    unsafeBitCast(value, to: UInt8.self)
}
