import Foundation
import Quire

/// A measurement of one operation on a database of one size.
///
/// It runs in a separate process, so that the memory use is that of the operation.
struct ScalingStep {
    static let pageSize = 20
    private static let name = "scaling"
    private static let batchSize = 1_000
    private static let rounds = 5
    private static let indexName = "rates"

    let operation: ScalingOperation
    let documents: Int
    let folder: URL

    /// Runs the measurement.
    ///
    /// ``ScalingOperation/save`` creates the database and must run first.
    func run() throws -> ScalingFigures {
        let load = Machine.load
        let (times, growth) =
            switch operation {
            case .save: try save()
            case .find: try find()
            case .query: try query()
            case .open: try open()
            }
        return ScalingFigures(
            operation: operation, documents: documents,
            nanoseconds: Measurement.median(times.map(\.elapsed)),
            processorNanoseconds: Measurement.median(times.map(\.processor)),
            growth: growth, fileSize: try fileSize(), load: load)
    }

    // MARK: The operations

    /// Saves in transactions of a thousand documents.
    ///
    /// A small database is created several times; the first one is kept and used to measure memory.
    private func save() throws -> (times: [WorkTime], growth: Int) {
        let before = try ProcessMemory.current()
        var times = [try save(to: database())]
        let growth = try ProcessMemory.peak() - before
        for round in 1..<max(2, min(10, 10_000 / documents)) where documents < 10_000 {
            let path = folder.appending(path: "round\(round)")
            times.append(try save(to: database(in: path)))
            try FileManager.default.removeItem(at: path)
        }
        let made = try database()
        try made.defaultCollection().createIndex(
            withName: Self.indexName, config: ValueIndexConfiguration(["type", "rate"]))
        try made.close()
        return (times, growth)
    }

    /// Fills a database and closes it; closing and generating hotels is not timed.
    private func save(to database: Database) throws -> WorkTime {
        let hotels = try database.defaultCollection().repository(of: HotelModel.self)
        var generator = SeededGenerator(seed: 751)
        var watch = Stopwatch()
        for start in stride(from: 0, to: documents, by: Self.batchSize) {
            let batch = (start..<min(documents, start + Self.batchSize)).map {
                HotelModel(CodedHotel(number: $0, &generator))
            }
            _ = try watch.measure { try hotels.save(batch) }
        }
        try database.close()
        return watch.time / documents
    }

    private func find() throws -> (times: [WorkTime], growth: Int) {
        let hotels = try database().defaultCollection().repository(of: HotelModel.self)
        return try rounds(operations: 2_000) { generator in
            let number = Int.random(in: 0..<documents, using: &generator)
            guard let hotel = try hotels.find("hotel_\(100_000 + number)") else {
                throw Disagreement("hotel \(number) is not found")
            }
            blackHole(hotel)
        }
    }

    /// Reads the next twenty hotels above a random rate, which exist in a database of any size.
    private func query() throws -> (times: [WorkTime], growth: Int) {
        let hotels = try database().defaultCollection().repository(of: HotelModel.self)
        let page = { (rate: Double) in
            hotels.filter { $0.rate >= rate }.sorted(by: \.rate).limit(Self.pageSize)
        }
        guard try page(50).explain().contains(Self.indexName) else {
            throw Disagreement("the query does not use the index")
        }
        return try rounds(operations: 200) { generator in
            let found = try page(Double(Int.random(in: 50..<300, using: &generator))).all()
            guard found.count == Self.pageSize else {
                throw Disagreement("a page has \(found.count) documents")
            }
            blackHole(found)
        }
    }

    /// Opens a database and finds a document, because a database is opened lazily.
    private func open() throws -> (times: [WorkTime], growth: Int) {
        let before = try ProcessMemory.current()
        var times: [WorkTime] = []
        for _ in 0..<20 {
            var watch = Stopwatch()
            let opened = try watch.measure {
                let database = try database()
                let hotels = try database.defaultCollection().repository(of: HotelModel.self)
                blackHole(try hotels.require("hotel_100000"))
                return database
            }
            times.append(watch.time)
            try opened.close()
        }
        return (times, try ProcessMemory.peak() - before)
    }

    /// Repeats an operation at random positions.
    ///
    /// The first round is a warm-up and is not timed.
    private func rounds(
        operations: Int, _ operation: (inout SeededGenerator) throws -> Void
    ) throws -> (times: [WorkTime], growth: Int) {
        let before = try ProcessMemory.current()
        var generator = SeededGenerator(seed: 7)
        let times = try (0...Self.rounds).map { _ in
            var watch = Stopwatch()
            try watch.measure { for _ in 0..<operations { try operation(&generator) } }
            return watch.time / operations
        }
        return (Array(times.dropFirst()), try ProcessMemory.peak() - before)
    }

    // MARK: The database

    private func database(in folder: URL? = nil) throws -> Database {
        try Database(
            name: Self.name,
            config: DatabaseConfiguration(directory: (folder ?? self.folder).path))
    }

    private func fileSize() throws -> Int {
        let path = folder.appending(path: "\(Self.name).cblite2/db.sqlite3").path
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
