import Quire

extension HotelRoutes {
    /// Returns the response to a request, with an HTTP status for each error.
    func response(to request: Request) async -> Response {
        do {
            return try await within(timeLimit) { try await route(request) }
        } catch let error as QuireError {
            return Response(status: status(of: error))
        } catch is InvalidBody {
            return Response(status: 400)
        } catch is FullyBooked {
            return Response(status: 409)
        } catch is TimedOut, is CancellationError {
            return Response(status: 503)
        } catch {
            return Response(status: 500)
        }
    }
}

/// Returns the HTTP status code of an error.
func status(of error: QuireError) -> Int {
    switch error.code {
    case .notFound: 404
    case .conflict: 412
    case .duplicateValue, .deletionDenied: 409
    case .validationFailed: 422
    case .badDocumentID, .badRevisionID, .invalidParameter, .invalidJSON: 400
    case .busy, .timeLimitExceeded, .notOpen: 503
    default: 500
    }
}

struct TimedOut: Error {}

/// Runs an operation, and cancels it if it takes longer than a limit.
func within<Value: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        for try await value in group { return value }
        throw TimedOut()
    }
}
