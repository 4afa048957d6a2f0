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

    func take() -> Session? {
        Self.session(first.exchange(0, ordering: .acquiringAndReleasing))
            ?? others.withLock { $0.popLast() }.flatMap(Self.session)
    }

    func put(_ session: Session) {
        let address = UInt(bitPattern: Unmanaged.passRetained(session).toOpaque())
        let (isFirst, _) = first.compareExchange(
            expected: 0, desired: address, ordering: .acquiringAndReleasing)
        if !isFirst { putBehind(address) }
    }

    private func putBehind(_ address: UInt) {
        let isKept = others.withLock { others in
            if others.count < limit { others.append(address) }
            return others.last == address
        }
        if !isKept { _ = Self.session(address) }
    }

    /// The session at an address, which ends the ownership that the address stands for.
    private static func session(_ address: UInt) -> Session? {
        UnsafeRawPointer(bitPattern: address)
            .map { Unmanaged<Session>.fromOpaque($0).takeRetainedValue() }
    }

    deinit {
        while take() != nil {}
    }
}
