/// Something wrong with a model, as a ``ModelCheck`` found it.
public struct ModelFinding: Sendable, Hashable {
    /// What was tried.
    public enum Check: String, Sendable, Hashable, CaseIterable {
        /// To make a value of the type up.
        case generation = "making up a value"
        /// To encode a value into a document's body and to decode it again.
        case document = "coding as a document"
        /// To encode a value into the JSON of a document and to decode it again.
        case documentJSON = "coding as a document's JSON"
        /// To encode a value with `JSONEncoder` and to decode it with `JSONDecoder`.
        case json = "coding as JSON with Foundation"
        /// To save a value in a database and to load it again.
        case store = "saving in a database"
        /// To save a loaded document that has fields that the model does not know.
        case unknownFields = "keeping unknown fields"
        /// To decode a text of an older version.
        case fixture = "decoding a fixture"
    }

    /// What was tried.
    public let check: Check

    /// What went wrong.
    public let problem: String

    /// The smallest value that was found with which it goes wrong; `nil` if no value was made.
    public let value: String?

    /// The seed with which it happens again as the first one; `nil` if it does not depend on any.
    public let seed: UInt64?
}

extension ModelFinding: CustomStringConvertible {
    /// What was tried, what went wrong, the value, and the seed.
    public var description: String {
        var text = "\(check.rawValue): \(problem)"
        if let value { text += "\n  smallest value: \(value)" }
        if let seed { text += "\n  seed to repeat it with: \(seed)" }
        return text
    }
}
