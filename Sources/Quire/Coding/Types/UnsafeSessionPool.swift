import Synchronization

/// The sessions that are not in use, with the information about types that they have.
///
/// Each call of a coder takes a session out and puts it back; calls within that call take others. So
/// no session is shared, and no lock is held while code of a model runs.
///
/// The pool holds sessions by their addresses, and owns each of them. One session is held by an atomic
/// address, so that a single thread needs no lock.
final class SessionPool<Session: AnyObject>: Sendable {
    private let first = Atomic<UInt>(0)
    private let others = Mutex<[UInt]>([])
    private let limit = 16

    /// Takes a session out, which the caller then owns.
    func take() -> UnsafeReference<Session>? {
        let address = first.exchange(0, ordering: .acquiringAndReleasing)
        return address == 0 ? takeBehind() : Self.session(address)
    }

    private func takeBehind() -> UnsafeReference<Session>? {
        others.withLock { $0.popLast() }.flatMap(Self.session)
    }

    /// Puts a session back, or releases it if a model keeps it.
    func put(_ session: UnsafeReference<Session>) {
        guard session.isOnlyOwner else { return session.release() }
        let address = UInt(bitPattern: session.pointer)
        let (isFirst, _) = first.compareExchange(
            expected: 0, desired: address, ordering: .acquiringAndReleasing)
        if !isFirst { putBehind(address) }
    }

    private func putBehind(_ address: UInt) {
        let isKept = others.withLock { others in
            if others.count < limit { others.append(address) }
            return others.last == address
        }
        if !isKept { Self.session(address)?.release() }
    }

    private static func session(_ address: UInt) -> UnsafeReference<Session>? {
        UnsafeRawPointer(bitPattern: address).map { UnsafeReference(pointer: $0) }
    }

    deinit {
        while let session = take() { session.release() }
    }
}
