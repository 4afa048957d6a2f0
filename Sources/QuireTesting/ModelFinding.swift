/// A problem of a model that a ``ModelCheck`` found.
///
/// ```swift
/// for finding in findings {
///     print(finding.check.rawValue, finding.problem, finding.value ?? "")
/// }
/// ```
public struct ModelFinding: Sendable, Hashable {
    /// A check that is performed with a model.
    ///
    /// ```swift
    /// let decodingProblems = findings.filter { $0.check == .fixture }
    /// ```
    public enum Check: String, Sendable, Hashable, CaseIterable {
        /// Generates a value of the type.
        case generation = "generating a value"
        /// Encodes a value into a document body and decodes it.
        case document = "coding as a document"
        /// Encodes a value into the JSON of a document and decodes it.
        case documentJSON = "coding as a document's JSON"
        /// Encodes a value with `JSONEncoder` and decodes it with `JSONDecoder`.
        case json = "coding as JSON with Foundation"
        /// Saves a value in a database and loads it.
        case store = "saving in a database"
        /// Saves a loaded document with fields that the model does not declare.
        case unknownFields = "keeping unknown fields"
        /// Decodes a fixture.
        case fixture = "decoding a fixture"
    }

    /// The check that failed.
    public let check: Check

    /// A description of the problem.
    ///
    /// It begins with the location of the property. If a value has changed, it contains the value
    /// before and after.
    public let problem: String

    /// The stored form of the failing value, or the beginning of the fixture that failed.
    ///
    /// The value is `nil` if the failing value has no stored form.
    public let stored: String?

    /// The part of the model that causes the problem and what to change, or `nil` if it is unknown.
    public let cause: String?

    /// The smallest failing value that was found, or `nil` if no value could be generated.
    public let value: String?

    /// The seed that reproduces the problem with the first value, or `nil` if no seed is involved.
    public let seed: UInt64?
}

extension ModelFinding: CustomStringConvertible {
    /// A description with the check, the problem, the stored form, the cause, the value and the
    /// seed.
    public var description: String {
        var text = "\(check.rawValue): \(problem)"
        if let stored { text += "\n  \(check == .fixture ? "fixture" : "stored as"): \(stored)" }
        if let cause { text += "\n  cause: \(cause)" }
        if let value { text += "\n  \(seed == nil ? "value" : "smallest value"): \(value)" }
        if let seed { text += "\n  seed to repeat it with: \(seed)" }
        return text
    }
}
