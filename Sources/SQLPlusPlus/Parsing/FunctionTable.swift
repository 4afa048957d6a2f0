/// The functions that a parser accepts, with the number of arguments of each.
///
/// ```swift
/// let functions = FunctionTable(["UPPER": 1...1, "COUNT": 0...1])
/// let statement = try SelectStatement.parse("SELECT UPPER(name) FROM _", knowing: functions)
/// ```
public struct FunctionTable: Sendable {
    private let counts: [String: ClosedRange<Int>]

    /// Creates a table.
    ///
    /// - Parameter argumentCounts: The allowed numbers of arguments for each function, by its name
    ///   in uppercase.
    public init(_ argumentCounts: [String: ClosedRange<Int>]) {
        counts = argumentCounts
    }

    /// Returns the allowed numbers of arguments of a function.
    ///
    /// - Parameter function: The name in uppercase.
    /// - Returns: The range of allowed numbers, or `nil` if the table doesn't contain the function.
    public func argumentCounts(of function: String) -> ClosedRange<Int>? { counts[function] }

    func argumentCounts(
        of function: String, orThrow error: @autoclosure () -> SQLPlusPlusError
    ) throws(SQLPlusPlusError) -> ClosedRange<Int> {
        guard let count = counts[function] else { throw error() }
        return count
    }

    /// Returns an error message for a call with a wrong number of arguments.
    ///
    /// - Parameters:
    ///   - function: The name in uppercase.
    ///   - count: The number of arguments in the call.
    ///   - allowed: The allowed numbers of arguments.
    /// - Returns: The message.
    public static func mismatch(
        of function: String, _ count: Int, allowed: ClosedRange<Int>
    ) -> String {
        let (least, most) = (allowed.lowerBound, allowed.upperBound)
        let expected =
            if least == most {
                least == 1 ? "1 argument" : "\(least) arguments"
            } else if most >= 127 {
                "at least \(least) arguments"
            } else {
                "\(least) to \(most) arguments"
            }
        return "\(function) takes \(expected), found \(count)"
    }
}
