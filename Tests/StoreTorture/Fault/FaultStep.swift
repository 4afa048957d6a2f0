import Quire

/// One thing that is done while the disk refuses calls.
struct FaultStep {
    /// What a database looks like when a step has, or has not, been done.
    enum State: Equatable {
        case before
        case after
        case between(String)
    }

    let name: String

    /// Does it and returns the IDs that a listener on the default collection is told in one
    /// change; none if it is told nothing.
    let run: (Database) throws -> [String]

    /// Looks whether it has been done, while no call fails; `nil` if there is nothing to see.
    let state: ((Database) throws -> State)?

    /// Whether an error may be thrown when it has been done.
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
    /// The state that some of a step's results show: all of them, or none.
    init(_ results: [String: Bool]) {
        let done = results.filter(\.value).keys.sorted()
        self =
            done.isEmpty ? .before : done.count == results.count ? .after : .between("only \(done)")
    }
}
