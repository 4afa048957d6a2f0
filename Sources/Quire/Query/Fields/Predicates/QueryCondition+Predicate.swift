public import Foundation

extension QueryCondition {
    /// Makes a condition of one of Foundation's predicates.
    ///
    /// Properties, comparisons, `&&`, `||`, `!`, optional chaining, `??`, ranges, `contains`,
    /// `allSatisfy`, `starts(with:)`, subscripts, `count`, `isEmpty`, sums and products have their
    /// counterparts in queries. What has none, such as a regular expression, is remembered as an error
    /// that names it, and thrown when the query runs.
    ///
    /// - Parameter predicate: The predicate.
    public init(_ predicate: Predicate<Root>) {
        self.init(
            Result { () throws(QuireError) in
                try PredicateTranslation(model: predicate.variable.key, Root.self)
                    .condition(predicate.expression)
            })
    }
}
