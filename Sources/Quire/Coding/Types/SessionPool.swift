import Synchronization

/// Sessions that nobody uses, with what they know about types.
///
/// A call of a coder takes one out and puts it back; calls inside of it take others. So no two of
/// them share a session, and no lock is held while code of a model runs.
final class SessionPool<Session: AnyObject>: Sendable {
    // Unchecked: a session is only ever in one pool or with one call, and the lock orders the two.
    private struct Free: @unchecked Sendable {
        var sessions: [Session] = []
    }

    private let free = Mutex(Free())
    private let limit = 16

    func take() -> Session? {
        free.withLock { $0.sessions.popLast() }.map(Handover.init)?.session
    }

    func put(_ session: Session) {
        let handover = Handover(session: session)
        free.withLock { free in
            if free.sessions.count < limit { free.sessions.append(handover.session) }
        }
    }

    // Unchecked for the same reason.
    private struct Handover: @unchecked Sendable {
        let session: Session
    }
}
