/// A resource of the API: a method and a path, and the closure that answers.
struct Route: Sendable {
    /// What the bytes of a body are.
    enum BodyKind: String, Sendable {
        case none = ""
        case json = "application/json"
        case bytes = "application/octet-stream"
    }

    typealias Answer =
        @Sendable (StudioContext, StudioRequest) async throws -> StudioResponse

    let method: String
    /// The parts of the path after `api`; `*` matches any part.
    let path: [String]
    /// Whether the request changes the database, so that a read-only studio refuses it.
    let isWrite: Bool
    let body: BodyKind
    let maximumBody: Int
    let answer: Answer

    private static let bodyLimit = 16 << 20

    /// Creates a resource that only reads.
    static func read(
        _ method: String, _ path: String, body: BodyKind = .none, answer: @escaping Answer
    ) -> Route {
        Route(method, path, isWrite: false, body: body, maximumBody: bodyLimit, answer: answer)
    }

    /// Creates a resource that changes the database.
    static func write(
        _ method: String, _ path: String, body: BodyKind = .json,
        maximumBody: Int = bodyLimit, answer: @escaping Answer
    ) -> Route {
        Route(method, path, isWrite: true, body: body, maximumBody: maximumBody, answer: answer)
    }

    private init(
        _ method: String, _ path: String, isWrite: Bool, body: BodyKind, maximumBody: Int,
        answer: @escaping Answer
    ) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.isWrite = isWrite
        self.body = body
        self.maximumBody = body == .none ? 0 : maximumBody
        self.answer = answer
    }

    /// Returns whether the route has a path.
    func matches(_ parts: ArraySlice<String>) -> Bool {
        path.count == parts.count
            && zip(path, parts).allSatisfy { $0 == $1 || $0 == "*" && !$1.isEmpty }
    }
}
