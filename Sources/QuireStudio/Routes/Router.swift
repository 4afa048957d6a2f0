import QuireNetwork

/// The decision how a request is answered.
struct Router: Sendable {
    let policy: RequestPolicy
    let context: StudioContext
    let ticket: OpeningTicket

    /// Returns how a request is answered.
    ///
    /// The order of the checks is part of the interface: the origin of the request comes first, then
    /// the token.
    func handling(of head: HTTPRequestHead) -> RequestHandling {
        do {
            return try checkedHandling(of: head)
        } catch {
            return .refuse(StudioResponse(StudioError(error)))
        }
    }

    private func checkedHandling(of head: HTTPRequestHead) throws -> RequestHandling {
        if let refusal = policy.refusal(of: head) { throw refusal }
        let target = try RequestTarget(head.target)
        guard target.path.first == "api" else { return try page(target, head) }
        guard policy.isAuthorized(head) else {
            throw StudioError(
                401, .unauthorized,
                message: "The token is missing or wrong. Open the URL that the studio printed.")
        }
        let route = try route(target.path.dropFirst(), head.method)
        if route.isWrite, context.isReadOnly {
            throw StudioError(403, .readOnly, message: "The studio is read-only.")
        }
        try check(head, against: route)
        let context = context
        return .answer(maximumBody: route.maximumBody, hasToken: true) { body in
            do {
                let request = StudioRequest(
                    method: head.method, target: target, headers: head.headers, body: body)
                return try await route.answer(context, request)
            } catch {
                return StudioResponse(StudioError(error))
            }
        }
    }

    private func page(
        _ target: RequestTarget, _ head: HTTPRequestHead
    ) throws -> RequestHandling {
        guard head.method == "GET" else {
            return .refuse(Self.wrongMethod(head.method, allowed: ["GET"]))
        }
        if target.path.count == 2, target.path[0] == "open", ticket.use(target.path[1]) {
            let location = [("Location", "/#\(policy.token)")]
            return .refuse(StudioResponse(303, headers: location, body: .bytes([])))
        }
        guard let file = PageFile(path: target.path) else {
            throw StudioError.notFound("There is no such page.")
        }
        return .answer(maximumBody: 0, hasToken: false) { _ in
            StudioResponse(200, type: file.type, body: .bytes(file.contents))
        }
    }

    private func route(_ path: ArraySlice<String>, _ method: String) throws -> Route {
        let routes = RouteTable.routes.filter { $0.matches(path) }
        guard !routes.isEmpty else {
            throw StudioError.notFound("The API has no such resource.")
        }
        guard let route = routes.first(where: { $0.method == method }) else {
            throw StudioError(
                405, .invalidRequest,
                message: "The resource does not support \(method), only "
                    + routes.map(\.method).joined(separator: ", ") + ".")
        }
        return route
    }

    private static func wrongMethod(_ method: String, allowed: [String]) -> StudioResponse {
        StudioResponse(
            StudioError(405, .invalidRequest, message: "The resource does not support \(method)."),
            headers: [("Allow", allowed.joined(separator: ", "))])
    }

    private func check(_ head: HTTPRequestHead, against route: Route) throws {
        if case .length(let length) = try head.bodyFraming(), length > route.maximumBody {
            throw StudioError(
                413, .tooLarge, message: "The body has more than \(route.maximumBody) bytes.")
        }
        guard route.body != .none else { return }
        let types = head.headers.values(of: "Content-Type")
        let type = types.first?.split(separator: ";").first?.lowercased() ?? ""
        guard types.count == 1, type == route.body.rawValue else {
            throw StudioError(
                415, .invalidRequest, message: "The Content-Type must be \(route.body.rawValue).")
        }
    }
}
