import Foundation
import Quire

@main
struct TravelNotebook {
    static func main() async throws {
        let database = try await Database.open(name: "travel")
        let notebook = try Notebook(database)
        try await notebook.reset()

        let newYear = Date(timeIntervalSince1970: 1_798_761_600)
        for trip in try await notebook.upcoming(after: newYear).all() {
            print(trip.title, trip.start?.ISO8601Format() ?? "")
        }
        let unplanned = notebook.trips.filter { $0.start == nil }
        print("Without a date:", try await unplanned.count())
    }
}
