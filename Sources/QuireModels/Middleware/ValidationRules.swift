/// The rules that a model's properties must satisfy.
///
/// The rules are middleware: register them with the database, so that every repository of the model
/// checks them.
///
/// ```swift
/// let rules = ValidationRules<Hotel> {
///     $0.check(\.name, .required, .length(...80))
///     $0.check(\.stars, .range(1...5))
///     $0.check(\.roomRate, .range(0...))
///     $0.check(\.phone, .pattern("[+0-9 ]{5,20}"))
///     $0.check(\.tags, .count(...10), .each(.length(1...20)))
///     $0.check(\.board, .oneOf(["none", "half", "full"]))
///     $0.check("A hotel with five stars has a phone number") {
///         $0.stars < 5 || $0.phone != nil
///     }
/// }
/// try database.use(rules, for: Hotel.self)
/// ```
///
/// A save, insertion, upsert, update or patch of an invalid model throws ``QuireError`` with code
/// `validationFailed`, and nothing is stored. The error contains all violations in
/// ``QuireError/violations``. A patch is checked after it is applied, and a save that merges
/// conflicting changes is also checked after the merge.
///
/// Loading a document does not validate it. `invalidDocuments(in:)` lists the stored documents that
/// violate the rules. An update of such a document throws an error unless it makes the document
/// valid.
public struct ValidationRules<Model>: Sendable {
    private var checks: [@Sendable (Model) -> [ValidationViolation]] = []
    /// The reason why one of the rules is invalid.
    private(set) var fault: QuireError?

    /// Creates rules.
    ///
    /// - Parameter build: A closure that adds rules with the `check` methods.
    public init(_ build: (inout ValidationRules) -> Void = { _ in }) {
        build(&self)
    }

    // MARK: Adding rules

    /// Adds rules for a property.
    ///
    /// All rules are checked, even if one of them is violated.
    ///
    /// ```swift
    /// let rules = ValidationRules<Hotel> { rules in
    ///     rules.check(\.name, .required)
    ///     rules.check(\.stars, .range(1...5))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property, which can be nested or computed.
    ///   - rules: The rules, in the order of their violations.
    @_disfavoredOverload
    public mutating func check<Value>(
        _ property: any KeyPath<Model, Value> & Sendable, _ rules: ValidationRule<Value>...
    ) {
        note(rules)
        checks.append { Self.violations(by: $0[keyPath: property], of: rules, at: property) }
    }

    /// Adds rules for an optional property.
    ///
    /// If the property is `nil`, only ``ValidationRule/required`` is checked.
    ///
    /// - Parameters:
    ///   - property: The property, which can be nested or computed.
    ///   - rules: The rules, in the order of their violations.
    public mutating func check<Value>(
        _ property: any KeyPath<Model, Value?> & Sendable, _ rules: ValidationRule<Value>...
    ) {
        note(rules)
        checks.append { model in
            if let value = model[keyPath: property] {
                return Self.violations(by: value, of: rules, at: property)
            }
            let found = rules.compactMap(\.violationByNil)
            guard !found.isEmpty else { return [] }
            let location = ValidationLocation(property)
            return found.map { $0.within(location) }
        }
    }

    /// Adds a rule for the whole model.
    ///
    /// - Parameters:
    ///   - message: The message of the violation.
    ///   - isValid: A closure that returns whether the model is valid. It can run on any thread.
    public mutating func check(
        _ message: String, _ isValid: @escaping @Sendable (Model) -> Bool
    ) {
        checks.append { model in
            isValid(model) ? [] : [ValidationViolation(of: "satisfies", message)]
        }
    }

    /// Adds a rule for a property that depends on the other properties.
    ///
    /// ```swift
    /// let rules = ValidationRules<Stay> {
    ///     $0.check(\.checkOut, "must be after the check-in") { $0.checkOut > $0.checkIn }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that a violation names.
    ///   - message: The message of the violation.
    ///   - isValid: A closure that returns whether the model is valid. It can run on any thread.
    public mutating func check<Value>(
        _ property: any KeyPath<Model, Value> & Sendable, _ message: String,
        _ isValid: @escaping @Sendable (Model) -> Bool
    ) {
        checks.append { model in
            guard !isValid(model) else { return [] }
            let value = ValidatedText.of(model[keyPath: property])
            let violation = ValidationViolation(of: "satisfies", message, value: value)
            return [violation.within(ValidationLocation(property))]
        }
    }

    private mutating func note<Value>(_ rules: [ValidationRule<Value>]) {
        fault = fault ?? rules.lazy.compactMap(\.fault).first
    }

    // MARK: Checking

    /// Returns the violations of a model.
    ///
    /// ```swift
    /// let violations = try rules.violations(of: Hotel(name: " ", stars: 9))
    /// print(violations.map(\.property))  // ["name", "stars"]
    /// ```
    ///
    /// - Parameter model: The model, which need not be saved.
    /// - Returns: The violations, in the order of the rules.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a pattern is invalid.
    public func violations(of model: Model) throws -> [ValidationViolation] {
        if let fault { throw fault }
        return found(in: model)
    }

    /// Throws an error if a model is not valid.
    ///
    /// ```swift
    /// try rules.validate(Hotel(name: "Grand", stars: 5))
    /// ```
    ///
    /// - Parameter model: The model, which need not be saved.
    /// - Throws: ``QuireError`` with code `validationFailed`, or `invalidParameter` if a pattern is
    ///   invalid.
    public func validate(_ model: Model) throws {
        try validate(model, "The \(Model.self)")
    }

    func validate(_ model: Model, _ subject: @autoclosure () -> String) throws {
        let violations = try violations(of: model)
        if !violations.isEmpty { throw QuireError(violations, of: subject()) }
    }

    /// Returns the violations of a model, if the rules are valid.
    func found(in model: Model) -> [ValidationViolation] { checks.flatMap { $0(model) } }

    private static func violations<Value, Property>(
        by value: Value, of rules: [ValidationRule<Value>],
        at property: any KeyPath<Model, Property> & Sendable
    ) -> [ValidationViolation] {
        let violations = rules.flatMap { $0.violations(value) }
        guard !violations.isEmpty else { return [] }
        // The location is determined only for a violation, because that takes a sample of the type.
        let location = ValidationLocation(property)
        return violations.map { $0.within(location) }
    }
}
