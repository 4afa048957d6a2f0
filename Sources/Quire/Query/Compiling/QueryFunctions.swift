/// The functions of the query language, for the tests and fuzzers of this package.
package enum QueryFunctions {
    /// The numbers of arguments that each function takes, by the function's name.
    package static let argumentCounts = FunctionRule.rules.mapValues(\.counts)
}
