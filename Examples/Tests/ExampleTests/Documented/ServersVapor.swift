import Foundation
import Quire
import Testing

// The article on servers shows how routes are added to Vapor 4. The package does not depend on
// Vapor: the types in this file have the parts of its interface that the article uses.

private struct Parameters: Sendable {
    struct Missing: Error {}

    var values: [String: String] = [:]

    func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

private struct HTTPHeaders: Sendable {
    struct Name {
        static let ifMatch = Name(lowercased: "if-match")
        static let ifNoneMatch = Name(lowercased: "if-none-match")

        let lowercased: String
    }

    private var fields: [String: String] = [:]

    mutating func add(name: String, value: String) { fields[name.lowercased()] = value }

    func first(name: Name) -> String? { fields[name.lowercased] }
}

private struct HTTPResponseStatus {
    let statusCode: Int
}

private struct ContentContainer: Sendable {
    let data: Data

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }
}

private struct Request: Sendable {
    var parameters = Parameters()
    var headers = HTTPHeaders()
    var content = ContentContainer(data: Data())
}

private struct Response {
    struct Body {
        let data: Data
    }

    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: Body
}

private protocol AsyncResponseEncodable: Sendable {
    func encodeResponse(for request: Request) async throws -> Response
}

private final class Application {
    typealias Handler = @Sendable (Request) async throws -> any AsyncResponseEncodable

    private(set) var routes: [[String]: Handler] = [:]

    func get<Output: AsyncResponseEncodable>(
        _ path: String..., use handler: @escaping @Sendable (Request) async throws -> Output
    ) {
        routes[["GET"] + path] = { try await handler($0) }
    }

    func put<Output: AsyncResponseEncodable>(
        _ path: String..., use handler: @escaping @Sendable (Request) async throws -> Output
    ) {
        routes[["PUT"] + path] = { try await handler($0) }
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

extension HotelResponse: AsyncResponseEncodable {
    func encodeResponse(for request: Request) async throws -> Response {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name: name, value: value) }
        return Response(
            status: HTTPResponseStatus(statusCode: status), headers: fields,
            body: Response.Body(data: body))
    }
}

private func addRoutes(_ routes: HotelRoutes, to app: Application) {
    app.get("hotels", ":id") { request in
        let id = try request.parameters.require("id")
        let revision = request.headers.first(name: .ifNoneMatch)
        return await respond { try await routes.get(id, ifNoneMatch: revision) }
    }
    app.put("hotels", ":id") { request in
        let id = try request.parameters.require("id")
        let hotel = try request.content.decode(Hotel.self)
        let revision = request.headers.first(name: .ifMatch)
        return await respond { try await routes.put(hotel, at: id, ifMatch: revision) }
    }
}

@Suite struct VaporRouteTests {
    @Test func `routes are called with the values of a request`() async throws {
        let hotels = try Database(inMemoryNamed: "travel").repository(of: Hotel.self)
        try await hotels.save(Hotel(id: "grand", name: "Grand"))
        let app = Application()
        addRoutes(HotelRoutes(hotels: hotels), to: app)
        let get = try #require(app.routes[["GET", "hotels", ":id"]])
        let put = try #require(app.routes[["PUT", "hotels", ":id"]])

        var request = Request(parameters: Parameters(values: ["id": "grand"]))
        let found = try await get(request).encodeResponse(for: request)
        let tag = try #require(found.headers.first(name: HTTPHeaders.Name(lowercased: "etag")))
        #expect(found.status.statusCode == 200)
        #expect(try JSONDecoder().decode(Hotel.self, from: found.body.data).name == "Grand")
        request.headers.add(name: "If-None-Match", value: tag)
        #expect(try await get(request).encodeResponse(for: request).status.statusCode == 304)
        request.headers.add(name: "If-Match", value: tag)
        request.content = ContentContainer(data: Data(#"{"name":"Grand Hotel"}"#.utf8))
        #expect(try await put(request).encodeResponse(for: request).status.statusCode == 204)
        #expect(try await put(request).encodeResponse(for: request).status.statusCode == 412)
    }
}
