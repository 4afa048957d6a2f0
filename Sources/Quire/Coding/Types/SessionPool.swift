import Synchronization

/// Sessions that nobody uses, with what they know about types.
///
/// A call of a coder takes one out and puts it back; calls inside of it take others. So no two of
/// them share a session, and no lock is held while code of a model runs.
///
/// Sessions are held by their addresses, each of which stands for one owner. One waits in a place
/// that is exchanged, so that a single thread needs no lock.
final class SessionPool<Session: AnyObject>: Sendable {
    private let first = Atomic<UInt>(0)
    private let others = Mutex<[UInt]>([])
    private let limit = 16

    /// Takes a session out; what it gives stands for one owner.
    func take() -> Unmanaged<Session>? {
        let address = first.exchange(0, ordering: .acquiringAndReleasing)
        return address == 0 ? takeBehind() : Self.session(address)
    }

    private func takeBehind() -> Unmanaged<Session>? {
        others.withLock { $0.popLast() }.flatMap(Self.session)
    }

    /// Puts a session back, unless somebody else holds on to it, to whom it is left.
    func put(_ session: Unmanaged<Session>) {
        guard session.hasOneOwner else { return session.release() }
        let address = UInt(bitPattern: session.toOpaque())
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

    private static func session(_ address: UInt) -> Unmanaged<Session>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }

    deinit {
        while let session = take() { session.release() }
    }
}
