import Foundation
import QuirePlatform

/// A file descriptor that is closed when its owner has closed it and no call uses it.
///
/// Another file could get the number of a closed descriptor while a call waits for it.
package final class SocketDescriptor: Sendable {
    private struct State {
        var users = 0
        var isClosed = false
        var isReleased = false
    }

    private let number: Int32
    private let release: @Sendable (Int32) -> Void
    private let state = Mutex(State())

    /// Takes over a descriptor.
    ///
    /// - Parameters:
    ///   - number: The descriptor.
    ///   - release: A closure that closes the descriptor.
    package init(
        _ number: Int32, release: @escaping @Sendable (Int32) -> Void = { _ = Foundation.close($0) }
    ) {
        self.number = number
        self.release = release
    }

    deinit { close() }

    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Calls a closure that uses the descriptor, which stays open until the closure returns.
    ///
    /// - Parameter body: A closure that receives the descriptor.
    /// - Returns: The return value of the closure.
    /// - Throws: `NetworkError.closed` if the descriptor is closed, and errors of the closure.
    package func use<Result>(_ body: (Int32) async throws -> Result) async throws -> Result {
        try state.withLock { state in
            if state.isClosed { throw NetworkError.closed }
            state.users += 1
        }
        defer { endUse { $0.users -= 1 } }
        return try await body(number)
    }

    /// Suspends until the descriptor may be ready.
    ///
    /// - Parameter direction: What the descriptor is needed for.
    /// - Throws: `NetworkError.closed` if the descriptor is closed.
    package func wait(_ direction: PollLoop.Direction) async throws {
        try await PollLoop.shared.wait(for: number, direction) { self.isClosed }
        if isClosed { throw NetworkError.closed }
    }

    /// Closes the descriptor, and ends the calls that wait for it.
    ///
    /// - Parameter stopsListening: Whether the descriptor is a socket that must accept no connections
    ///   from now on, even if a call still uses it. On Apple platforms, it can accept some until then.
    package func close(stopsListening: Bool = false) {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            // A call could otherwise end and release the descriptor, whose number then belongs to
            // another file.
            if !state.isClosed { state.users += 1 }
            return !state.isClosed
        }
        guard isFirst else { return }
        if stopsListening { _ = shutdown(number, Int32(SHUT_RDWR)) }
        PollLoop.shared.cancel(number)
        endUse { $0.users -= 1 }
    }

    private func endUse(_ change: (inout State) -> Void) {
        let isUnused = state.withLock { state in
            change(&state)
            guard state.isClosed, state.users == 0, !state.isReleased else { return false }
            state.isReleased = true
            return true
        }
        if isUnused { release(number) }
    }
}
