/// A query that is to be told when its answer may have changed.
///
/// Neither call is made under a lock.
protocol WatchingQuery: AnyObject, Sendable {
    /// Says that a change may matter to it.
    func answerMayHaveChanged()

    /// Says that there will be no news any more.
    func watchDidEnd()
}
