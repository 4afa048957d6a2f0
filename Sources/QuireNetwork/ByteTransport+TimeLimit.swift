import QuirePlatform

extension ByteTransport {
    /// Runs an operation that uses this transport, and closes the transport if it takes too long.
    ///
    /// The transport is also closed if the task is canceled.
    ///
    /// - Parameters:
    ///   - limit: The time limit.
    ///   - name: The name of the operation for the error's message, such as `"The handshake"`.
    ///   - operation: The operation, which must end when the transport is closed.
    /// - Returns: The result of the operation.
    /// - Throws: A `NetworkError` of the kind `timedOut` if the time limit was exceeded,
    ///   `CancellationError` if the task was canceled, and otherwise the error of the operation.
    package func closing<Result: Sendable>(
        after limit: Duration, _ name: String,
        _ operation: @Sendable () async throws -> Result
    ) async throws -> Result {
        let isExceeded = ExpiredFlag()
        let timer = Task {
            try await Task.sleep(for: limit)
            isExceeded.set()
            close()
        }
        defer { timer.cancel() }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(
                try await withTaskCancellationHandler(operation: operation) { close() })
        } catch {
            result = .failure(error)
        }
        // The transport is closed, so a result is useless.
        if isExceeded.isSet {
            throw NetworkError(.timedOut, "\(name) took more than \(limit).")
        }
        try Task.checkCancellation()
        return try result.get()
    }
}

private final class ExpiredFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
