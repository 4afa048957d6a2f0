// A server for hotels, and 64 clients that use it at the same time. Requests and responses are
// values, so the program needs no network.
//
//   swift run HotelServer
//   swift run --traits PostgreSQL HotelServer postgresql://USER@HOST/DATABASE

import Foundation
import Quire

@main
enum Scenario {
    static func main() async throws {
        QuireLog.setHandler(minimumLevel: .debug) { print("[\($0.level)] \($0.text)") }
        let travel = try await openDatabase()
        do {
            try await run(travel)
        } catch {
            try? await travel.remove()
            throw error
        }
    }

    /// Opens the database on the server of the argument, or a file.
    static func openDatabase() async throws -> any TravelDatabase {
        guard let connectionString = CommandLine.arguments.dropFirst().first else {
            return try await FileDatabase()
        }
        #if PostgreSQL
            return try await ServerDatabase(connectionString)
        #else
            print(
                "HotelServer needs the trait PostgreSQL: swift run --traits PostgreSQL HotelServer URL"
            )
            exit(2)
        #endif
    }

    static func run(_ travel: any TravelDatabase) async throws {
        let routes = try await HotelRoutes(travel.database)
        let names = ["Anchor", "Bryggen", "Cathedral", "Dockside", "Elm", "Fjord", "Grand", "Hill"]
        try await routes.hotels.save(
            names.map { name in
                let city = name < "E" ? "Bergen" : "Oslo"
                let rooms = name == "Anchor" ? 10 : 90
                return Hotel(id: name.lowercased(), name: name, city: city, rooms: rooms)
            })

        print("\nResponses:")
        try await showResponses(of: routes)
        print("\n64 clients:")
        try await serveClients(of: routes)

        print("\nA time limit of 0.1 seconds:")
        var limited = routes
        limited.timeLimit = .milliseconds(100)
        await show(Request(method: .get, path: "/statistics"), to: limited)
        await show(Request(method: .get, path: "/report"), to: routes)

        try await travel.showEngine()

        // All requests have been answered.
        print("\nAfter the shutdown:")
        try await travel.remove()
        await show(Request(method: .get, path: "/report"), to: routes)
        travel.printCounts()
    }

    /// Sends a request, and prints its response.
    @discardableResult
    static func show(_ request: Request, to routes: HotelRoutes) async -> Response {
        let response = await routes.response(to: request)
        let city = request.parameters["city"].map { "?city=\($0)" } ?? ""
        print("\(request.method.rawValue) \(request.path)\(city): \(response.status)")
        if !response.body.isEmpty { print("  \(String(decoding: response.body, as: UTF8.self))") }
        return response
    }

    static func showResponses(of routes: HotelRoutes) async throws {
        var list = Request(method: .get, path: "/hotels", parameters: ["city": "Oslo"])
        let page: Page<Hotel> = try await routes.response(to: list).decode()
        list.parameters["after"] = page.next?.token
        await show(list, to: routes)
        let grand = await show(Request(method: .get, path: "/hotels/grand"), to: routes)
        let etag = grand.headers["ETag"]
        await show(Request(method: .get, path: "/hotels/grand", ifNoneMatch: etag), to: routes)
        var put = Request(method: .put, path: "/hotels/grand", ifMatch: etag, body: grand.body)
        await show(put, to: routes)
        await show(put, to: routes)
        put.ifMatch = nil
        await show(put, to: routes)
        let invalid = Data(#"{"guest": 7}"#.utf8)
        await show(Request(method: .post, path: "/bookings", body: invalid), to: routes)
        await show(Request(method: .delete, path: "/bookings/none", ifMatch: "*"), to: routes)
    }

    /// Runs 64 clients at the same time, and prints what they have done.
    static func serveClients(of routes: HotelRoutes) async throws {
        var cache: [String: Response] = [:]
        for id in try await routes.hotels.select(\.id).all().compactMap(\.self) {
            cache[id] = await routes.response(to: Request(method: .get, path: "/hotels/\(id)"))
        }
        let events = try await withThrowingTaskGroup(of: [Client.Event].self) { group in
            for number in 0..<64 {
                group.addTask { [cache] in
                    var client = Client(number: number, routes: routes, cache: cache)
                    try await client.run()
                    return client.events
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        func count(_ event: Client.Event) -> Int { events.count { $0 == event } }

        let bookings = try await routes.bookings.count()
        let rooms = try await routes.bookings.selection.sum(of: \.rooms)
        let ratings = try await routes.hotels.all().map(\.ratings.count).reduce(0, +)
        print("\(count(.booked)) bookings, \(count(.canceled)) of them canceled")
        print("\(count(.refused)) bookings refused, because the hotel was full")
        print("\(bookings) bookings of \(rooms) rooms are stored")
        print("\(count(.rated)) ratings, lost updates: \(count(.rated) - ratings)")
        // Eight clients begin with the same ETag of a hotel, and one of them is the first.
        print("at least 56 conflicts: \(count(.conflict) >= 56 ? "yes" : "no")")
        print("wrong lists: \(count(.wrongList)), wrong reports: \(count(.wrongReport))")
    }
}
