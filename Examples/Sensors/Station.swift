import Foundation
import Quire

/// A weather station that stores readings for a limited time and hourly means permanently.
struct Station {
    let database: Database
    let readings: Repository<Reading>
    let means: Repository<HourlyMean>

    init(folder: String) throws {
        var configuration = DatabaseConfiguration()
        configuration.directory = folder
        database = try Database(name: "station", config: configuration)
        readings = try database.createCollection(name: "readings").repository(of: Reading.self)
        means = try database.createCollection(name: "means").repository(of: HourlyMean.self)
    }

    /// Saves readings in batches, because committing takes longer than saving a document.
    func record(_ all: [Reading], batchSize: Int = 10_000) throws {
        for start in stride(from: 0, to: all.count, by: batchSize) {
            try readings.save(Array(all[start..<min(start + batchSize, all.count)]))
        }
    }

    /// Aggregates all readings and saves one document for each hour.
    func downsample() throws -> [HourlyMean] {
        // A date is stored as a string. Integer division of its milliseconds gives the hour.
        let hours = try database.query(
            """
            SELECT MILLIS_TO_UTC(IDIV(STR_TO_MILLIS(time), 3600000) * 3600000) AS hour,
                COUNT(*) AS count, MIN(celsius) AS lowest, AVG(celsius) AS mean,
                MAX(celsius) AS highest
            FROM readings
            GROUP BY IDIV(STR_TO_MILLIS(time), 3600000)
            ORDER BY hour
            """, as: HourlyMean.self)
        return try means.save(hours)
    }

    /// Sets the expiration of the readings before a time.
    ///
    /// - Returns: The number of these readings.
    /// - Throws: ``QuireError``.
    func expireReadings(before time: Date, at expiration: Date) throws -> Int {
        try database.inBatch {
            let old = try readings.filter { $0.time < time }.select(\.id).all()
            for id in old.compactMap(\.self) {
                try readings.setExpiration(expiration, of: id)
            }
            return old.count
        }
    }
}
