import Foundation
import QuirePlatform

/// A thread that waits until sockets are ready.
///
/// The tasks of all sockets suspend until this thread resumes them, so none of Swift's threads is
/// blocked.
package final class PollLoop: Sendable {
    /// What a task waits for.
    package enum Direction: Sendable {
        case reading
        case writing
    }

    private struct Waiter {
        let descriptor: Int32
        let direction: Direction
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var waiters: [Waiter] = []
        /// The pipe whose bytes end the wait of the thread, once the thread has started.
        var pipe: (reading: Int32, writing: Int32)?
        /// Whether the pipe contains a byte.
        var isWoken = false
    }

    /// The loop of the process.
    ///
    /// Its thread starts with the first wait, and never ends.
    package static let shared = PollLoop()

    private let state = Mutex(State())

    private init() {}

    /// Suspends until a descriptor may be ready, or until `cancel(_:)` is called for it.
    ///
    /// The caller then tries its operation again, which may have to wait again. It must keep the
    /// descriptor open until this method returns.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor.
    ///   - direction: What the descriptor is needed for.
    ///   - isCanceled: Returns whether waiting is pointless. It is called after `cancel(_:)` has
    ///     become effective for this wait.
    /// - Throws: `NetworkError` if the system has too few descriptors to start.
    package func wait(
        for descriptor: Int32, _ direction: Direction, unless isCanceled: @Sendable () -> Bool
    ) async throws {
        try start()
        await withCheckedContinuation { continuation in
            let waiter = Waiter(
                descriptor: descriptor, direction: direction, continuation: continuation)
            state.withLock { state in
                state.waiters.append(waiter)
                Self.wake(&state)
            }
            if isCanceled() { cancel(descriptor) }
        }
    }

    /// Ends all waits for a descriptor.
    ///
    /// - Parameter descriptor: The file descriptor.
    package func cancel(_ descriptor: Int32) {
        let canceled = state.withLock { state in
            let canceled = state.waiters.filter { $0.descriptor == descriptor }
            if !canceled.isEmpty {
                state.waiters.removeAll { $0.descriptor == descriptor }
                Self.wake(&state)
            }
            return canceled.map(\.continuation)
        }
        for continuation in canceled { continuation.resume() }
    }

    // MARK: The thread

    private func start() throws {
        let pipe: (reading: Int32, writing: Int32)? = try state.withLock { state in
            guard state.pipe == nil else { return nil }
            let pipe = try Self.makePipe()
            state.pipe = pipe
            return pipe
        }
        guard let pipe else { return }
        let thread = Thread { [self] in
            while true { poll(pipe.reading) }
        }
        thread.name = "quire-network"
        thread.stackSize = 256 * 1024
        thread.start()
    }

    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard Foundation.pipe(&ends) == 0 else { throw NetworkError.system(errno) }
        for end in ends { SystemSocket.configure(end) }
        return (ends[0], ends[1])
    }

    private static func wake(_ state: inout State) {
        guard let pipe = state.pipe, !state.isWoken else { return }
        state.isWoken = true
        var byte: UInt8 = 0
        // The pipe is empty, so the call cannot fail because it is full.
        _ = write(pipe.writing, &byte, 1)
    }

    private func poll(_ pipe: Int32) {
        var entries = [pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)]
        state.withLock { state in
            for waiter in state.waiters {
                let events = waiter.direction == .reading ? POLLIN : POLLOUT
                entries.append(pollfd(fd: waiter.descriptor, events: Int16(events), revents: 0))
            }
        }
        var hasFailed = false
        if Foundation.poll(&entries, nfds_t(entries.count), -1) < 0 {
            guard errno != EINTR else { return }
            // Without a pause, this thread would occupy a processor until the reason has gone.
            usleep(10_000)
            hasFailed = true
        }
        let isWoken = entries[0].revents != 0
        // A closed descriptor or an error counts as ready: the caller's operation reports it.
        let ready = Set(
            entries.dropFirst().filter { $0.revents != 0 || hasFailed }.map(Readiness.init))
        let resumed = state.withLock { state in
            if isWoken {
                var byte: UInt8 = 0
                _ = read(pipe, &byte, 1)
                state.isWoken = false
            }
            guard !ready.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            let resumed = state.waiters.filter { ready.contains(Readiness($0)) }
            state.waiters.removeAll { ready.contains(Readiness($0)) }
            return resumed.map(\.continuation)
        }
        for continuation in resumed { continuation.resume() }
    }

    private struct Readiness: Hashable {
        let descriptor: Int32
        let isReading: Bool

        init(_ entry: pollfd) {
            descriptor = entry.fd
            isReading = entry.events == Int16(POLLIN)
        }

        init(_ waiter: Waiter) {
            descriptor = waiter.descriptor
            isReading = waiter.direction == .reading
        }
    }
}
