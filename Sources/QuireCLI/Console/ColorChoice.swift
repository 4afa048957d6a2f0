/// When output is colored.
enum ColorChoice: String, CaseIterable {
    /// On terminals, unless an environment variable decides otherwise.
    case auto
    case always
    case never

    /// The option for the choice.
    static let option = OptionSpecification.value(
        "color", "WHEN", choices: allCases.map(\.rawValue),
        help: "color JSON (default: auto, on terminals; NO_COLOR and CLICOLOR_FORCE are respected)")

    /// Returns whether a stream is colored.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the stream is a terminal.
    ///   - environment: The environment variables `NO_COLOR`, `CLICOLOR_FORCE` and `TERM`.
    /// - Returns: Whether to write escape sequences.
    func isOn(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
            if !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "") { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }
}
