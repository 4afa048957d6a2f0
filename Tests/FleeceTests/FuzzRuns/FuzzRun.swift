/// A check of operations on untrusted bytes, for the fuzzer and the tests.
///
/// A run uses only declarations of other modules and ends for every input. It throws a ``FuzzFailure`` if an
/// invariant is violated; rejecting the input is not a failure.
enum FuzzRun: String, CaseIterable, Sendable {
    /// Reads the bytes as unvalidated Fleece.
    case reader = "fleece-reader"
    /// Validates the bytes as Fleece; valid bytes must satisfy the guarantees of validation.
    case validator = "fleece-validator"
    /// Parses the bytes as JSON and as JSON lines.
    case json = "json-reader"
    /// Applies a delta to a body, and the delta between two bodies.
    case delta = "document-delta"

    func run(_ bytes: UnsafeRawBufferPointer) throws {
        switch self {
        case .reader: try ReaderFuzzRun.run(bytes)
        case .validator: try ValidatorFuzzRun.run(bytes)
        case .json: try JSONFuzzRun.run(bytes)
        case .delta: try DeltaFuzzRun.run(bytes)
        }
    }
}

/// A violated invariant.
struct FuzzFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws if a condition is false.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
    if !condition { throw FuzzFailure("broken: " + promise()) }
}
