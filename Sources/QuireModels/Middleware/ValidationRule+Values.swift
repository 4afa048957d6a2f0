// Rules for ranges of values, strings and collections.

extension ValidationRule where Value: Comparable & Sendable {
    /// Returns a rule that requires the value to be in a range.
    ///
    /// - Parameter range: A range, such as `1...5`, `0...` or `..<100`.
    /// - Returns: The rule.
    public static func range<Range: RangeExpression<Value> & Sendable>(
        _ range: Range
    ) -> ValidationRule {
        ValidationRule(name: "range", message: "must be \(RangeText.of(range))") {
            range.contains($0)
        }
    }
}

extension ValidationRule where Value == String {
    /// Returns a rule for the number of characters of a string.
    ///
    /// - Parameter range: A range, such as `1...80` or `...500`.
    /// - Returns: The rule.
    /// - Complexity: O(*n*) in the length of the string.
    public static func length<Range: RangeExpression<Int> & Sendable>(
        _ range: Range
    ) -> ValidationRule {
        ValidationRule(
            name: "length", message: "must have \(RangeText.of(range)) characters"
        ) { range.contains($0.count) }
    }
}

extension ValidationRule where Value: Collection & Sendable, Value.Element: Sendable {
    /// Returns a rule for the number of elements.
    ///
    /// - Parameter range: A range, such as `1...10` or `...500`.
    /// - Returns: The rule.
    public static func count<Range: RangeExpression<Int> & Sendable>(
        _ range: Range
    ) -> ValidationRule {
        ValidationRule(name: "count", message: "must have \(RangeText.of(range)) elements") {
            range.contains($0.count)
        }
    }

    /// Returns a rule for each element.
    ///
    /// The violations name the elements, as in `tags[3]`. Of the elements that violate the rules,
    /// the first 100 are reported.
    ///
    /// - Parameter rules: The rules for an element.
    /// - Returns: The rule.
    /// - Complexity: O(*n*) in the number of elements.
    public static func each(_ rules: ValidationRule<Value.Element>...) -> ValidationRule {
        ValidationRule(fault: rules.lazy.compactMap(\.fault).first) { values in
            var found: [ValidationViolation] = []
            var invalidCount = 0
            for (index, element) in values.enumerated() {
                let start = found.count
                for rule in rules {
                    let location = ValidationLocation.element(index)
                    found += rule.violations(element).map { $0.within(location) }
                }
                if found.count > start { invalidCount += 1 }
                if invalidCount == 100 { break }
            }
            return found
        }
    }

    /// Returns a rule that requires the properties of each element to satisfy other rules.
    ///
    /// ```swift
    /// let room = ValidationRules<Room> { $0.check(\.price, .range(0...)) }
    /// let rules = ValidationRules<Hotel> { $0.check(\.rooms, .count(1...), .each(room)) }
    /// ```
    ///
    /// - Parameter rules: The rules for the properties of an element.
    /// - Returns: The rule.
    /// - Complexity: O(*n*) in the number of elements.
    public static func each(_ rules: ValidationRules<Value.Element>) -> ValidationRule {
        each(.valid(rules))
    }
}

/// The text of ranges in messages.
private enum RangeText {
    static func of<Bound: Comparable>(_ range: any RangeExpression<Bound>) -> String {
        switch range {
        case let range as ClosedRange<Bound>:
            range.lowerBound == range.upperBound
                ? "exactly \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        case let range as Range<Bound>:
            "at least \(range.lowerBound) and less than \(range.upperBound)"
        case let range as PartialRangeFrom<Bound>: "at least \(range.lowerBound)"
        case let range as PartialRangeThrough<Bound>: "at most \(range.upperBound)"
        case let range as PartialRangeUpTo<Bound>: "less than \(range.upperBound)"
        default: "in \(range)"
        }
    }
}
