/// Human-readable descriptions of errors that a type, an encoder or a decoder throws.
enum CodingErrorText {
    /// Returns the location of an error and its description.
    ///
    /// - Parameters:
    ///   - error: The error, which may have a coding path.
    ///   - isInElement: Whether the first index of the coding path is not part of the model.
    /// - Returns: The text.
    static func text(_ error: any Error, inElement isInElement: Bool = false) -> String {
        guard let (path, description) = parts(of: error) else { return "\(error)" }
        let isWrapped = isInElement && path.first?.intValue != nil
        var location = ""
        for key in isWrapped ? path[1...] : path[...] {
            if let index = key.intValue {
                location += "[\(index)]"
            } else {
                location += location.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return location.isEmpty ? description : "\(location): \(description)"
    }

    private static func parts(of error: any Error) -> (path: [any CodingKey], String)? {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            (context.codingPath + [key], "the key is missing")
        case DecodingError.valueNotFound(_, let context),
            DecodingError.typeMismatch(_, let context),
            DecodingError.dataCorrupted(let context):
            (context.codingPath, context.debugDescription)
        case EncodingError.invalidValue(_, let context):
            (context.codingPath, context.debugDescription)
        default: nil
        }
    }

    /// Describes what to change if a model cannot decode an older document.
    ///
    /// - Parameter error: The error that decoding the document throws.
    /// - Returns: The text, or `nil` if the cause is unknown.
    static func cause(_ error: any Error) -> String? {
        switch error {
        case DecodingError.keyNotFound, DecodingError.valueNotFound:
            "the property is required; make it optional, or declare its default value "
                + "(DefaultsProviding)"
        case DecodingError.typeMismatch:
            "the value has another type; convert it in a migration (VersionedModel) or in "
                + "init(from:)"
        case DecodingError.dataCorrupted(let context)
        where context.debugDescription.hasPrefix("Cannot initialize"):
            "the type has no case for this value; add a case that keeps unknown values"
        default: nil
        }
    }
}
