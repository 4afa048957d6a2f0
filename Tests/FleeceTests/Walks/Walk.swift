/// Something to do with bytes from elsewhere, for the fuzzer and for the tests alike.
///
/// A walk uses public API only, trusts nothing, and ends for every input. It throws a
/// ``WalkFailure`` if a promise is broken; that input is refused is none.
enum Walk: String, CaseIterable, Sendable {
    /// The bytes are read as Fleece without a check.
    case reader = "fleece-reader"
    /// The bytes are checked as Fleece; what passes must hold what that promises.
    case validator = "fleece-validator"
    /// The bytes are read as a JSON text and as JSON lines.
    case json = "json-reader"

    func run(_ bytes: UnsafeRawBufferPointer) throws {
        switch self {
        case .reader: try ReaderWalk.run(bytes)
        case .validator: try ValidatorWalk.run(bytes)
        case .json: try JSONWalk.run(bytes)
        }
    }
}

/// A promise that was broken.
struct WalkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws if a condition does not hold.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
    if !condition { throw WalkFailure("broken: " + promise()) }
}
