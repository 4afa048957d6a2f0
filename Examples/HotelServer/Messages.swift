import Foundation
import Quire

struct Hotel: IndexedModel {
    @DocumentID var id: String?
    var name: String
    var city: String
    var rooms: Int
    var ratings: [Int] = []

    static var indexes: [ModelIndex<Hotel>] { [ModelIndex(on: \.name)] }
}

struct Booking: IndexedModel {
    @DocumentID var id: String?
    var hotel: Reference<Hotel>
    var guest: String
    var rooms: Int

    static var indexes: [ModelIndex<Booking>] { [ModelIndex(on: \.hotel)] }
}

/// A line of the report.
struct CityReport: Codable {
    var city: String
    var rooms: Int
    var bookedRooms: Int
}

/// The parts of an HTTP request that the routes use.
struct Request: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    var method: Method
    var path: String
    var parameters: [String: String] = [:]
    var ifMatch: String?
    var ifNoneMatch: String?
    var body = Data()

    /// Decodes the JSON of the body.
    ///
    /// An invalid body is an error of the client. A `DecodingError` of a route is not: it describes a
    /// stored document.
    func decode<Value: Decodable>() throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: body)
        } catch is DecodingError {
            throw InvalidBody()
        }
    }
}

struct InvalidBody: Error {}

/// The parts of an HTTP response that the routes determine.
struct Response: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body = Data()

    init(status: Int, revision: String? = nil) {
        self.status = status
        if let revision { headers["ETag"] = "\"\(revision)\"" }
    }

    /// Creates a response with a value as JSON.
    init(_ value: some Encodable, status: Int = 200, revision: String? = nil) throws {
        self.init(status: status, revision: revision)
        headers["Content-Type"] = "application/json"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        body = try encoder.encode(value)
    }

    /// Decodes the JSON of the body.
    func decode<Value: Decodable>() throws -> Value {
        try JSONDecoder().decode(Value.self, from: body)
    }
}
