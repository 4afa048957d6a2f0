/// What a live query asks again and again.
struct LiveQuestion<Answer: Sendable>: Sendable {
    /// What the answer depends on.
    let dependencies: @Sendable (Database) throws -> QueryDependencies
    /// Reads the answer; the last one may save some work.
    let read: @Sendable (Database, QuerySettings, Answer?) throws -> (Answer, AnswerMembers)
    /// Whether two answers are the same.
    let isSame: @Sendable (Answer, Answer) -> Bool
}

extension BlockingWork {
    /// Runs of live queries, few at a time.
    static let liveQueries = BlockingWork(label: "Quire.liveQueries", width: 2)
}
