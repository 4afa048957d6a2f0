import Quire

/// A step to perform during simulated disk failures.
struct FaultStep {
    /// The state of a database before or after a step.
    enum State: Equatable {
        case before
        case after
        case between(String)
    }

    let name: String

    /// Performs the step and returns the IDs in the resulting notification of a listener on the
    /// default
    /// collection; empty if there is no notification.
    let run: (Database) throws -> [String]

    /// Returns whether the step has been performed, without simulated failures; `nil` if not
    /// detectable.
    let state: ((Database) throws -> State)?

    /// Whether the step can throw an error after it has been performed.
    let mayThrowAfterwards: Bool

    init(
        _ name: String, mayThrowAfterwards: Bool = false,
        run: @escaping (Database) throws -> [String], state: ((Database) throws -> State)? = nil
    ) {
        self.name = name
        self.mayThrowAfterwards = mayThrowAfterwards
        self.run = run
        self.state = state
    }
}

extension FaultStep.State {
    /// Creates the state from the results of a step, which must be all or none.
    init(_ results: [String: Bool]) {
        let done = results.filter(\.value).keys.sorted()
        self =
            done.isEmpty ? .before : done.count == results.count ? .after : .between("only \(done)")
    }
}
