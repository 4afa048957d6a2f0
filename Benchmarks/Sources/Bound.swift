/// What a figure has to be for us to be content.
enum Bound: Sendable {
    case ratio(atLeast: Double)
    /// The time of one operation of ours, in nanoseconds.
    case nanoseconds(atMost: Double)

    func isMet(by figures: Figures) -> Bool {
        switch self {
        case .ratio(let least): figures.ratio >= least
        case .nanoseconds(let most): figures.ours <= most
        }
    }
}

extension Bound: CustomStringConvertible {
    var description: String {
        switch self {
        case .ratio(let least): "ratio >= \(least.formatted)"
        case .nanoseconds(let most): "<= \(most.formatted) ns"
        }
    }
}

extension Double {
    fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? description }
}
