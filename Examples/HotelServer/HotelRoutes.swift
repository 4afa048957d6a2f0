import Foundation
import Quire

/// The routes of the server, which any number of tasks can use at the same time.
struct HotelRoutes: Sendable {
    let database: any DocumentDatabase
    let hotels: Repository<Hotel>
    let bookings: Repository<Booking>
    var timeLimit: Duration = .seconds(60)

    init(_ database: any DocumentDatabase) async throws {
        self.database = database
        hotels = try database.repository(of: Hotel.self)
        bookings = try database.repository(of: Booking.self)
        try await hotels.createIndexes()
        try await bookings.createIndexes()
    }

    func route(_ request: Request) async throws -> Response {
        let path = request.path.split(separator: "/").map(String.init)
        switch (request.method, path.first, path.dropFirst().first) {
        case (.get, "hotels", nil): return try await listHotels(request)
        case (.get, "hotels", let id?): return try await getHotel(id, request)
        case (.put, "hotels", let id?): return try await putHotel(id, request)
        case (.post, "bookings", nil): return try await postBooking(request)
        case (.delete, "bookings", let id?): return try await deleteBooking(id, request)
        case (.get, "report", nil): return try await report()
        case (.get, "statistics", nil): return try await statistics()
        default: return Response(status: 404)
        }
    }

    /// Returns a page of hotels, with optional parameters for the city and the cursor.
    private func listHotels(_ request: Request) async throws -> Response {
        var selection = hotels.sorted(by: \.name)
        if let city = request.parameters["city"] {
            selection = selection.filter { $0.city == city }
        }
        let token = request.parameters["after"]
        let cursor = token.flatMap { PageCursor($0) }
        if token != nil, cursor == nil { return Response(status: 400) }
        return try Response(await selection.page(after: cursor, size: 3))
    }

    private func getHotel(_ id: String, _ request: Request) async throws -> Response {
        guard let hotel = try await hotels.findStored(id) else { return Response(status: 404) }
        if request.ifNoneMatch == "\"\(hotel.revision)\"" {
            return Response(status: 304, revision: hotel.revision)
        }
        return try Response(hotel.value, revision: hotel.revision)
    }

    /// Replaces a hotel if the client has read its current revision.
    private func putHotel(_ id: String, _ request: Request) async throws -> Response {
        guard let revision = request.ifMatch?.trimmingCharacters(in: ["\""]) else {
            return Response(status: 428)
        }
        let hotel: Hotel = try request.decode()
        let saved = try await hotels.save(hotel, id: id, ifMatch: revision)
        return try Response(saved.value, revision: saved.revision)
    }

    /// Books rooms if enough of them are free, which it checks in the same transaction.
    private func postBooking(_ request: Request) async throws -> Response {
        let booking: Booking = try request.decode()
        let saved = try await database.inBatch {
            let hotel = try hotels.require(booking.hotel.id)
            let booked = try bookings.referring(to: hotel, by: \.hotel).sum(of: \.rooms)
            guard booked + booking.rooms <= hotel.rooms else { throw FullyBooked() }
            return try bookings.insert(booking)
        }
        var response = try Response(saved, status: 201, revision: saved.$id)
        if let id = saved.id { response.headers["Location"] = "/bookings/\(id)" }
        return response
    }

    private func deleteBooking(_ id: String, _ request: Request) async throws -> Response {
        guard let revision = request.ifMatch?.trimmingCharacters(in: ["\""]) else {
            return Response(status: 428)
        }
        try await bookings.delete(id: id, ifMatch: revision)
        return Response(status: 204)
    }

    /// Returns the rooms and the booked rooms of each city, both from one state of the database.
    private func report() async throws -> Response {
        let (hotels, booked) = try await database.snapshot {
            let booked = bookings.grouped(by: \.hotel).select { ($0.key, $0.sum(of: \.rooms)) }
            return (try self.hotels.all(), try booked.all())
        }
        let bookedByHotel = Dictionary(uniqueKeysWithValues: booked.map { ($0.id, $1) })
        let lines = Dictionary(grouping: hotels, by: \.city).map { city, hotels in
            let ids = hotels.compactMap(\.id)
            return CityReport(
                city: city, rooms: hotels.map(\.rooms).reduce(0, +),
                bookedRooms: ids.compactMap { bookedByHotel[$0] }.reduce(0, +))
        }
        return try Response(lines.sorted { $0.city < $1.city })
    }

    /// Runs a query for each four bookings, which would take hours.
    private func statistics() async throws -> Response {
        let rooms = try await bookings.select(\.rooms).all()
        var count = 0
        for (first, second) in pairs(of: rooms) {
            for (third, fourth) in pairs(of: rooms) {
                let limit = first + second - third - fourth
                count += try await bookings.filter { $0.rooms > limit }.count()
            }
        }
        return try Response(["count": count])
    }

    private func pairs(of numbers: [Int]) -> [(Int, Int)] {
        numbers.flatMap { first in numbers.map { (first, $0) } }
    }
}

/// A hotel has fewer free rooms than a booking needs.
struct FullyBooked: Error {}
