import QuirePlatform
import Quire
import QuireFormats

/// The stream of changes, as server-sent events.
enum ChangeRoutes {
    /// The greatest number of streams at the same time.
    static let maximumStreams = 4
    private static let maximumIDs = 100
    private static let pingInterval = Duration.seconds(15)

    @Sendable static func stream(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        guard let place = context.streams.take() else {
            throw StudioError(
                503, .busy, message: "There are \(maximumStreams) streams of changes already.")
        }
        let stores = try await context.run { try context.database.stores() }
        return StudioResponse(
            200, type: "text/event-stream",
            body: .stream { output in
                defer { place.release() }
                try await send(changesOf: stores, to: output)
            })
    }

    private static func send(
        changesOf stores: [any DocumentStore], to output: ResponseStream
    ) async throws {
        let (events, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(1_000))
        await withTaskGroup(of: Void.self) { group in
            for store in stores {
                // The listener is registered before the client learns that the stream has begun.
                let changes = store.changedDocumentIDs()
                let name = store.fullName
                group.addTask {
                    for await ids in changes { continuation.yield(event(name, ids)) }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: pingInterval)
                    continuation.yield(": ping\n\n")
                }
            }
            // The connection is closed, or the client does not read, if sending fails.
            do {
                try await output.send(Array(": changes\n\n".utf8))
                for await event in events { try await output.send(Array(event.utf8)) }
            } catch {}
            group.cancelAll()
        }
    }

    private static func event(_ collection: String, _ ids: [String]) -> String {
        let data = JSONNode.object([
            ("collection", .string(collection)),
            ("ids", .array(ids.prefix(maximumIDs).map { .string($0) })),
            ("truncated", .bool(ids.count > maximumIDs)),
        ])
        return "event: change\ndata: \(data.compact)\n\n"
    }
}

/// The places for streams, of which there is a limited number.
final class StreamPlaces: Sendable {
    private let count = Mutex(0)

    /// A place that is taken.
    final class Place: Sendable {
        private let places: StreamPlaces
        private let isTaken = Mutex(true)

        fileprivate init(_ places: StreamPlaces) {
            self.places = places
        }

        deinit { release() }

        /// Makes the place available again.
        func release() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { places.count.withLock { $0 -= 1 } }
        }
    }

    /// Takes a place, unless all are taken.
    func take() -> Place? {
        let isFree = count.withLock { count in
            guard count < ChangeRoutes.maximumStreams else { return false }
            count += 1
            return true
        }
        return isFree ? Place(self) : nil
    }
}
