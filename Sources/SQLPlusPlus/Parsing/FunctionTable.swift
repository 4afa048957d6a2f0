/// The functions that a reader of statements knows, and how many arguments each takes.
public struct FunctionTable: Sendable {
    private let counts: [String: ClosedRange<Int>]

    /// Creates a table.
    ///
    /// - Parameter argumentCounts: How many arguments each function takes, by its name in upper
    ///   case.
    public init(_ argumentCounts: [String: ClosedRange<Int>]) {
        counts = argumentCounts
    }

    /// Returns how many arguments a function takes.
    ///
    /// - Parameter function: The name in upper case.
    /// - Returns: The least and the greatest number, or `nil` if there is no such function.
    public func argumentCounts(of function: String) -> ClosedRange<Int>? { counts[function] }

    func argumentCounts(
        of function: String, orThrow error: @autoclosure () -> SQLPlusPlusError
    ) throws(SQLPlusPlusError) -> ClosedRange<Int> {
        guard let count = counts[function] else { throw error() }
        return count
    }

    /// Says that a function is given a wrong number of arguments.
    ///
    /// - Parameters:
    ///   - function: The name in upper case.
    ///   - count: How many arguments it is given.
    ///   - allowed: How many it takes.
    /// - Returns: A message.
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
