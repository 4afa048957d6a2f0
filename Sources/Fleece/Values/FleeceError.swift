/// An error in Fleece data, or in a value that is being written as Fleece.
///
/// ```swift
/// let writer = FleeceWriter()
/// writer.beginArray()
/// do {
///     print(try writer.finish())
/// } catch let error as FleeceError {
///     print(error.message)  // a collection is still open
/// } catch {
///     print(error)
/// }
/// ```
public struct FleeceError: Error, Hashable, Sendable {
    /// The reason of an error.
    ///
    /// ```swift
    /// let error = FleeceError(.invalidData, "the hotel is damaged")
    /// print(error.reason == .invalidData)  // true
    /// ```
    public enum Reason: Hashable, Sendable {
        /// The bytes are not Fleece: they are too short, have an odd length, or point outside the
        /// data.
        case invalidData
        /// The bytes do not contain the expected text or table of keys.
        case invalidContent
        /// A number cannot be represented in JSON because it is infinite or not a number.
        case nonFiniteNumber
        /// Collections are nested deeper than the limit.
        case tooDeep
        /// The data is larger than its format allows.
        case tooLarge
        /// The writer was used incorrectly: a collection was ended without having been started, or
        /// a key has no value.
        case misuse
    }

    /// The reason of the error.
    public let reason: Reason

    /// A description of the cause and its location.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason of the error.
    ///   - message: A description of the cause and its location.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension FleeceError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
