/// A rule for the value of a property.
///
/// Rules are passed to the `check` methods of ``ValidationRules``. Create a custom rule from a
/// message and a closure:
///
/// ```swift
/// let isEven = ValidationRule<Int>.satisfies("must be even") { $0 % 2 == 0 }
/// let rules = ValidationRules<Hotel> { $0.check(\.stars, .range(1...5), isEven) }
/// ```
///
/// A rule ignores an optional property that is `nil`, except for ``required``.
public struct ValidationRule<Value>: Sendable {
    /// The violation for `nil`, if the rule does not accept it.
    private(set) var violationByNil: ValidationViolation?
    /// Returns the violations by a value, whose locations are relative to it.
    private(set) var violations: @Sendable (Value) -> [ValidationViolation]
    /// The reason why the rule itself is invalid.
    let fault: QuireError?

    init(
        fault: QuireError? = nil,
        _ violations: @escaping @Sendable (Value) -> [ValidationViolation]
    ) {
        self.fault = fault
        self.violations = violations
    }

    /// Creates a rule from a condition.
    init(
        name: String, message: String, _ isMet: @escaping @Sendable (Value) -> Bool
    ) {
        self.init { value in
            guard !isMet(value) else { return [] }
            return [ValidationViolation(of: name, message, value: ValidatedText.of(value))]
        }
    }

    /// Returns a rule that requires the value to satisfy a condition.
    ///
    /// - Parameters:
    ///   - message: The message of the violation, which completes a sentence about the property, such
    ///     as "must be even".
    ///   - isValid: A closure that returns whether the value is valid. It can run on any thread.
    /// - Returns: The rule.
    public static func satisfies(
        _ message: String, _ isValid: @escaping @Sendable (Value) -> Bool
    ) -> ValidationRule {
        ValidationRule(name: "satisfies", message: message, isValid)
    }

    /// A rule that requires a value.
    ///
    /// An optional value must not be `nil`, a collection must not be empty, and a string must
    /// contain a character other than white space.
    public static var required: ValidationRule {
        let message = "is required"
        var rule = ValidationRule(name: "required", message: message) { !isEmpty($0) }
        rule.violationByNil = ValidationViolation(of: "required", message, value: "nil")
        return rule
    }

    /// Returns a rule that requires the value to be in a list.
    ///
    /// - Parameter values: The accepted values.
    /// - Returns: The rule.
    /// - Complexity: O(*n*) in the number of values.
    public static func oneOf(_ values: [Value]) -> ValidationRule
    where Value: Equatable & Sendable {
        let list = values.prefix(10).map { ValidatedText.of($0) }.joined(separator: ", ")
        let message = "must be one of \(list)\(values.count > 10 ? ", …" : "")"
        return ValidationRule(name: "oneOf", message: message) { values.contains($0) }
    }

    /// Returns a rule that requires the properties of the value to satisfy other rules.
    ///
    /// - Parameter rules: The rules for the properties of the value.
    /// - Returns: The rule.
    public static func valid(_ rules: ValidationRules<Value>) -> ValidationRule {
        ValidationRule(fault: rules.fault) { rules.found(in: $0) }
    }

    /// Returns the rule with another message.
    ///
    /// The violations then contain neither the standard message nor the value. Use it for secrets,
    /// such as passwords.
    ///
    /// ```swift
    /// let length = ValidationRule.length(12...).message("is too short")
    /// ```
    ///
    /// - Parameter message: The message, which completes a sentence about the property.
    /// - Returns: The rule.
    public func message(_ message: String) -> ValidationRule {
        let original = violations
        var rule = self
        rule.violationByNil = violationByNil?.with(message)
        rule.violations = { original($0).map { $0.with(message) } }
        return rule
    }

    private static func isEmpty(_ value: Value) -> Bool {
        if let text = value as? String { return text.allSatisfy(\.isWhitespace) }
        if let values = value as? any Collection { return values.isEmpty }
        // The property of a generic model can be optional without being declared so.
        return (value as? any NilTestable)?.isNil ?? false
    }
}
