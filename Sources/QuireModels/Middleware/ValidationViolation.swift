/// A violation of a validation rule.
///
/// ```swift
/// do {
///     try hotels.save(Hotel(name: "", roomRate: -5))
/// } catch let error as QuireError where error.code == .validationFailed {
///     for violation in error.violations { print(violation) }
///     // name is required (found "")
///     // roomRate must be at least 0.0 (found -5.0)
/// }
/// ```
public struct ValidationViolation: Hashable, Codable, Sendable {
    /// The property in Swift, such as `rooms[2].price`, or an empty string for a rule of the whole
    /// model.
    public private(set) var property = ""
    /// The path of the property in the document, such as `rooms[2].price_per_night`.
    ///
    /// For a computed property, it is the same as ``property``.
    public private(set) var path = ""
    /// The name of the rule, such as `range`.
    public let rule: String
    /// The message, which completes a sentence about the property.
    public private(set) var message: String
    /// The value, shortened, or `nil` if the rule has a custom message.
    public private(set) var value: String?

    init(of rule: String, _ message: String, value: String? = nil) {
        self.rule = rule
        self.message = message
        self.value = value
    }

    /// Returns the violation with its location inside another location.
    func within(_ location: ValidationLocation) -> ValidationViolation {
        var violation = self
        violation.property = location.property(followedBy: property)
        violation.path = location.path(followedBy: path)
        return violation
    }

    /// Returns the violation with another message and without the value.
    func with(_ message: String) -> ValidationViolation {
        var violation = self
        violation.message = message
        violation.value = nil
        return violation
    }
}

extension ValidationViolation {
    /// Creates the violation of a document that cannot be decoded.
    init(_ error: DecodingError) {
        let path =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: [any CodingKey]()
            }
        let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
            .joined()
        let location = text.hasPrefix(".") ? String(text.dropFirst()) : text
        self = ValidationViolation(of: "decodable", "cannot be decoded: \(error)")
            .within(ValidationLocation(property: location, path: location))
    }
}

extension ValidationViolation: CustomStringConvertible {
    /// The property, its path if it differs, the message and the value.
    public var description: String {
        var parts: [String] = []
        if !property.isEmpty { parts.append(property) }
        if path != property { parts.append("(stored as \(path))") }
        parts.append(message)
        if let value { parts.append("(found \(value))") }
        return parts.joined(separator: " ")
    }
}

extension QuireError {
    /// The violations, if the error has the code `validationFailed`.
    ///
    /// Otherwise, the list is empty.
    public var violations: [ValidationViolation] {
        (underlyingError as? ValidationFailure)?.violations ?? []
    }

    /// Creates the error for an invalid model.
    init(_ violations: [ValidationViolation], of subject: String) {
        let listed = violations.prefix(10).map(\.description).joined(separator: "; ")
        let rest = violations.count > 10 ? "; and \(violations.count - 10) more" : ""
        let failure = ValidationFailure(violations: violations, description: listed + rest)
        self.init(
            .validationFailed, "\(subject) is not valid: \(failure.description)",
            underlyingError: failure)
    }
}

/// The violations of a model, as the cause of an error.
private struct ValidationFailure: Error, CustomStringConvertible {
    let violations: [ValidationViolation]
    let description: String
}
