import Foundation
import Quire
import Testing

// The article on servers shows how routes are added to Hummingbird 2. The package does not depend
// on Hummingbird: the types in this file have the parts of its interface that the article uses.

private protocol RequestContext: Sendable {
    var parameters: Parameters { get }
}

private struct Parameters: Sendable {
    struct Missing: Error {}

    let values: [String: String]

    func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

private enum HTTPField {
    struct Name: Hashable {
        static let ifMatch = Name(rawName: "if-match")
        static let ifNoneMatch = Name(rawName: "if-none-match")

        let rawName: String

        init(rawName: String) { self.rawName = rawName }

        init?(_ name: String) { self.init(rawName: name.lowercased()) }
    }
}

private struct HTTPFields: Sendable {
    private var fields: [String: String] = [:]

    subscript(name: HTTPField.Name) -> String? {
        get { fields[name.rawName] }
        set { fields[name.rawName] = newValue }
    }
}

private enum HTTPResponse {
    struct Status { let code: Int }
}

private struct ByteBuffer {
    let bytes: Data
}

private struct ResponseBody {
    let byteBuffer: ByteBuffer
}

private struct Request: Sendable {
    var headers = HTTPFields()
    var body = Data()

    func decode<Value: Decodable>(
        as type: Value.Type, context: some RequestContext
    ) async throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }
}

private struct Response {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ResponseBody
}

private protocol ResponseGenerator: Sendable {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

private final class Router<Context: RequestContext> {
    typealias Handler = @Sendable (Request, Context) async throws -> any ResponseGenerator

    private(set) var routes: [String: Handler] = [:]

    func get<Output: ResponseGenerator>(
        _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) {
        routes["GET \(path)"] = { try await handler($0, $1) }
    }

    func put<Output: ResponseGenerator>(
        _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) {
        routes["PUT \(path)"] = { try await handler($0, $1) }
    }
}

// MARK: The routes

private struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
}

private struct HotelResponse: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()
}

private struct HotelRoutes: Sendable {
    let hotels: Repository<Hotel>

    func get(_ id: String, ifNoneMatch: String?) async throws -> HotelResponse {
        guard let hotel = try await hotels.findStored(id) else { return HotelResponse(status: 404) }
        if ifNoneMatch == "\"\(hotel.revision)\"" { return HotelResponse(status: 304) }
        let body = try JSONEncoder().encode(hotel.value)
        return HotelResponse(headers: ["ETag": "\"\(hotel.revision)\""], body: body)
    }

    func put(_ hotel: Hotel, at id: String, ifMatch: String?) async throws -> HotelResponse {
        let revision = (ifMatch ?? "*").trimmingCharacters(in: ["\""])
        try await hotels.save(hotel, id: id, ifMatch: revision)
        return HotelResponse(status: 204)
    }
}

private func respond(
    _ route: @Sendable () async throws -> HotelResponse
) async -> HotelResponse {
    (try? await route()) ?? HotelResponse(status: 412)
}

extension HotelResponse: ResponseGenerator {
    func response(from request: Request, context: some RequestContext) -> Response {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return Response(
            status: HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

private func addRoutes(_ routes: HotelRoutes, to router: Router<some RequestContext>) {
    router.get("/hotels/{id}") { request, context in
        let id = try context.parameters.require("id")
        let revision = request.headers[.ifNoneMatch]
        return await respond { try await routes.get(id, ifNoneMatch: revision) }
    }
    router.put("/hotels/{id}") { request, context in
        let id = try context.parameters.require("id")
        let hotel = try await request.decode(as: Hotel.self, context: context)
        let revision = request.headers[.ifMatch]
        return await respond { try await routes.put(hotel, at: id, ifMatch: revision) }
    }
}

@Suite struct HummingbirdRouteTests {
    private struct Context: RequestContext {
        let parameters = Parameters(values: ["id": "grand"])
    }

    @Test func `routes are called with the values of a request`() async throws {
        let hotels = try Database(inMemoryNamed: "travel").repository(of: Hotel.self)
        try await hotels.save(Hotel(id: "grand", name: "Grand"))
        let router = Router<Context>()
        addRoutes(HotelRoutes(hotels: hotels), to: router)
        let get = try #require(router.routes["GET /hotels/{id}"])
        let put = try #require(router.routes["PUT /hotels/{id}"])

        func run(_ route: Router<Context>.Handler, _ request: Request) async throws -> Response {
            try await route(request, Context()).response(from: request, context: Context())
        }

        var request = Request()
        let found = try await run(get, request)
        let tag = try #require(found.headers[HTTPField.Name(rawName: "etag")])
        #expect(found.status.code == 200)
        #expect(
            try JSONDecoder().decode(Hotel.self, from: found.body.byteBuffer.bytes).name == "Grand")
        request.headers[.ifNoneMatch] = tag
        #expect(try await run(get, request).status.code == 304)
        request.headers[.ifMatch] = tag
        request.body = Data(#"{"name":"Grand Hotel"}"#.utf8)
        #expect(try await run(put, request).status.code == 204)
        #expect(try await run(put, request).status.code == 412)
    }
}
