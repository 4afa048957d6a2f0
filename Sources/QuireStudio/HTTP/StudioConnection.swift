import QuirePlatform
import QuireNetwork

/// How a request is answered, which its head determines.
enum RequestHandling: Sendable {
    /// The request is refused before its body is read.
    case refuse(StudioResponse)
    /// The body is read, if it is not longer than the limit, and passed to the closure.
    ///
    /// The request of a page is answered without the token.
    case answer(
        maximumBody: Int, hasToken: Bool, @Sendable (_ body: [UInt8]) async -> StudioResponse)
}

/// A connection of a client, whose requests are answered one after the other.
final class StudioConnection: Sendable {
    /// The times within which a client must act.
    struct TimeLimits: Sendable {
        /// For a head, also after the previous answer.
        var head = Duration.seconds(30)
        var body = Duration.seconds(120)
        /// For reading an answer to a request whose body is not read.
        var refusal = Duration.seconds(2)
    }

    private let transport: ReadAheadTransport
    private let stream: HTTPStream
    private let limits: TimeLimits
    private let respond: @Sendable (HTTPRequestHead) -> RequestHandling
    private let isAnswering = Atomic<Bool>(false)
    private let hasToken = Atomic<Bool>(false)

    init(
        _ transport: any ByteTransport, limits: TimeLimits = TimeLimits(),
        respond: @escaping @Sendable (HTTPRequestHead) -> RequestHandling
    ) {
        self.transport = ReadAheadTransport(transport)
        self.limits = limits
        self.respond = respond
        var sizes = HTTPLimits()
        sizes.line = 16_384
        stream = HTTPStream(self.transport, limits: sizes)
    }

    /// Whether no complete request has arrived that is not answered.
    var isIdle: Bool { !isAnswering.load(ordering: .acquiring) }

    /// Whether a request has contained the token, so that the client is the owner of the studio.
    var isAuthorized: Bool { hasToken.load(ordering: .acquiring) }

    /// Closes the connection.
    func close() { transport.close() }

    /// Answers requests until the client closes the connection.
    func run() async {
        defer { transport.close() }
        do {
            while try await answerNext() {}
        } catch let error as HTTPError {
            try? await refuse(StudioResponse(StudioError(error)))
        } catch {}
    }

    /// Answers the next request, and returns whether the connection stays open.
    private func answerNext() async throws -> Bool {
        let stream = stream
        let head = try await transport.closing(after: limits.head, "The request") {
            try await stream.requestHead()
        }
        guard let head else { return false }
        let framing = try head.bodyFraming()
        let answer: @Sendable ([UInt8]) async -> StudioResponse
        let maximum: Int
        switch respond(head) {
        case .refuse(let response) where framing != .length(0):
            try await refuse(response)
            return false
        case .refuse(let response): (maximum, answer) = (0, { _ in response })
        case .answer(let limit, let isAuthorized, let closure):
            (maximum, answer) = (limit, closure)
            if isAuthorized { hasToken.store(true, ordering: .releasing) }
        }
        if head.headers.hasItem("100-continue", in: "Expect"), framing != .length(0) {
            try await stream.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        let body = try await transport.closing(after: limits.body, "The request") {
            try await stream.body(framing, maximum: maximum)
        }
        isAnswering.store(true, ordering: .releasing)
        defer { isAnswering.store(false, ordering: .releasing) }
        return try await canceledIfClosed {
            var response = await answer(body)
            if head.version == .http10 || head.headers.hasItem("close", in: "Connection") {
                response.closesConnection = true
            }
            try await response.send(over: stream, version: head.version)
            return !response.closesConnection
        }
    }

    /// Runs an operation, whose task is canceled if the client closes the connection.
    private func canceledIfClosed<Result: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await operation() }
        transport.readAhead { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Answers a request whose rest is not read, so that the connection ends.
    private func refuse(_ response: StudioResponse) async throws {
        var response = response
        response.closesConnection = true
        try await response.send(over: stream, version: .http11)
        // The answer is lost if the connection is closed while bytes of the client are unread.
        let stream = stream
        try await transport.closing(after: limits.refusal, "The request") {
            while try await !stream.receive(maximum: 65_536).isEmpty {}
        }
    }
}
