import Quire

struct Notebook {
    let trips: Repository<Trip>

    init(_ database: any DocumentDatabase) throws {
        trips = try database.repository(of: Trip.self)
    }

    func affordable(_ budget: Double) -> Selection<Trip> {
        trips.filter { $0.budget <= budget }.sorted(by: \.budget)
    }

    func search(_ text: String) -> Selection<Trip> {
        let text = text.lowercased()
        return trips.filter {
            $0.title.lowercased().contains(text) || $0.country.lowercased().contains(text)
        }
        .sorted(by: \.title)
    }
}
