/// The smallest ratio of the peer's figure to ours that passes the check.
///
/// Bounds are ratios to a peer in the same run, because durations depend on the machine and its
/// load.
struct Bound: Sendable {
    private let least: Double

    static func ratio(atLeast least: Double) -> Bound { Bound(least: least) }

    func isMet(by figures: Figures) -> Bool { figures.ratio >= least }
}

extension Bound: CustomStringConvertible {
    var description: String {
        "ratio >= \(Int(exactly: least).map(String.init) ?? least.description)"
    }
}
