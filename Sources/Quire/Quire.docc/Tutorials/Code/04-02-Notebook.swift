import Foundation
import Quire

struct Notebook {
    let trips: Repository<Trip>
    let notes: Repository<Note>

    init(_ database: any DocumentDatabase) throws {
        trips = try database.repository(of: Trip.self)
        notes = try database.repository(of: Note.self)
    }

    func affordable(_ budget: Double) -> Selection<Trip> {
        trips.filter { $0.budget <= budget }.sorted(by: \.budget)
    }

    func upcoming(after date: Date) -> Selection<Trip> {
        trips.filter { $0.start > date }.sorted(by: \.start)
    }

    func search(_ text: String) -> Selection<Trip> {
        let text = text.lowercased()
        return trips.filter {
            $0.title.lowercased().contains(text) || $0.country.lowercased().contains(text)
        }
        .sorted(by: \.title)
    }
}
