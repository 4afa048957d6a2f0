import Foundation
import Quire

/// A client that makes one request after another.
struct Client: Sendable {
    /// What a client observes, to be counted.
    enum Event: Sendable {
        case booked, refused, canceled, rated, conflict, wrongList, wrongReport
    }

    let number: Int
    let routes: HotelRoutes
    /// The responses with each hotel that all clients have read before the first write.
    let cache: [String: Response]
    private(set) var events: [Event] = []

    init(number: Int, routes: HotelRoutes, cache: [String: Response]) {
        self.number = number
        self.routes = routes
        self.cache = cache
    }

    /// Makes all requests of the client.
    mutating func run() async throws {
        let hotels = try await listHotels()
        if hotels.map(\.name) != hotels.map(\.name).sorted() || hotels.count != cache.count {
            events.append(.wrongList)
        }
        // All clients want a room of the first hotel, which has ten.
        try await book(hotels[0], rooms: 1)
        let booking = try await book(hotels[1 + number % (hotels.count - 1)], rooms: 1 + number % 3)
        if number.isMultiple(of: 4) { try await cancel(booking) }
        try await rate(hotels[number % hotels.count])
        let report = Request(method: .get, path: "/report")
        let cities: [CityReport] = try await send(report, expecting: 200).decode()
        if cities.contains(where: { $0.bookedRooms > $0.rooms }) { events.append(.wrongReport) }
    }

    /// Reads all pages of the list.
    private func listHotels() async throws -> [Hotel] {
        var hotels: [Hotel] = []
        var request = Request(method: .get, path: "/hotels")
        repeat {
            let page: Page<Hotel> = try await send(request, expecting: 200).decode()
            hotels += page.models
            request.parameters["after"] = page.next?.token
        } while request.parameters["after"] != nil
        return hotels
    }

    @discardableResult
    private mutating func book(_ hotel: Hotel, rooms: Int) async throws -> Response {
        let booking = Booking(
            hotel: try Reference(to: hotel), guest: "guest \(number)", rooms: rooms)
        let post = Request(
            method: .post, path: "/bookings", body: try JSONEncoder().encode(booking))
        let response = try await send(post, expecting: 201, 409)
        events.append(response.status == 201 ? .booked : .refused)
        return response
    }

    private mutating func cancel(_ booking: Response) async throws {
        guard let path = booking.headers["Location"] else { return }
        let delete = Request(method: .delete, path: path, ifMatch: booking.headers["ETag"])
        _ = try await send(delete, expecting: 204)
        events.append(.canceled)
    }

    /// Adds a rating to a hotel.
    ///
    /// After a conflict, it reads the hotel again and repeats the change. Each conflict means that
    /// another client has succeeded, so the loop ends.
    private mutating func rate(_ hotel: Hotel) async throws {
        guard let id = hotel.id, var current = cache[id] else { return }
        let path = "/hotels/\(id)"
        while true {
            var hotel: Hotel = try current.decode()
            hotel.ratings.append(1 + number % 5)
            let put = Request(
                method: .put, path: path, ifMatch: current.headers["ETag"],
                body: try JSONEncoder().encode(hotel))
            if try await send(put, expecting: 200, 412).status == 200 { break }
            events.append(.conflict)
            current = try await send(Request(method: .get, path: path), expecting: 200)
        }
        events.append(.rated)
    }

    private func send(_ request: Request, expecting statuses: Int...) async throws -> Response {
        let response = await routes.response(to: request)
        guard statuses.contains(response.status) else {
            throw UnexpectedStatus(path: request.path, status: response.status)
        }
        return response
    }
}

struct UnexpectedStatus: Error {
    var path: String
    var status: Int
}
