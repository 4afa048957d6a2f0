/// What is wrong with bytes that should be Fleece, or with a value that should become Fleece.
public struct FleeceError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not Fleece: too short, of odd length, or pointing out of themselves.
        case invalidData
        /// The bytes are not the text, or the table of keys, that they should be.
        case invalidContent
        /// A number has no form in JSON: it is infinite or not a number.
        case nonFiniteNumber
        /// Collections are nested deeper than the limit.
        case tooDeep
        /// The whole is larger than its format allows.
        case tooLarge
        /// A collection was ended that was not begun, or a key and its value did not come in turn.
        case misuse
    }

    /// What kind of failure this is.
    public let reason: Reason

    /// A sentence that says what was found, and where.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: What kind of failure this is.
    ///   - message: A sentence that says what was found, and where.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension FleeceError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
