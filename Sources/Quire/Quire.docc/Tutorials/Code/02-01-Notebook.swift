import Quire

struct Notebook {
    let trips: Repository<Trip>

    init(_ database: any DocumentDatabase) throws {
        trips = try database.repository(of: Trip.self)
    }
}
