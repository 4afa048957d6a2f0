/// An executor that runs one closure of a task on a queue of a ``BlockingWork``.
final class BlockingExecutor: SerialExecutor {
    let call = BlockingCall()

    private let work: BlockingWork

    init(work: BlockingWork) {
        self.work = work
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        work.add(call) { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// An actor that runs one closure on a ``BlockingExecutor``.
///
/// An actor is used because its functions are part of the task that calls them, with its task-local
/// values and its cancellation, and because Swift's own threads do not run them.
actor BlockingActor {
    nonisolated let executor: BlockingExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: BlockingExecutor) {
        self.executor = executor
    }

    /// Runs a closure, unless the task is already canceled.
    func run<R: Sendable>(_ body: @Sendable () throws -> R) throws -> R {
        try Task.checkCancellation()
        return try body()
    }
}
