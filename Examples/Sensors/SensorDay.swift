// A day of readings of ten sensors: saved in batches, aggregated by a query, purged by expiration.
//
//   swift run Sensors                 100,000 readings
//   swift run -c release Sensors N    N readings

import Foundation
import Quire

@main
enum SensorDay {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 100_000
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "Sensors-\(UUID().uuidString)")
        let station = try Station(folder: folder.path)

        // Deterministic data: cold at night, warm at 2 p.m., and different for each sensor.
        let midnight = Date(timeIntervalSince1970: 1_795_219_200)
        let day: TimeInterval = 86_400
        let measured = (0..<count).map { number in
            let time = (day * Double(number) / Double(count)).rounded(.down)
            let warmth = -cos((time / day - 2.0 / 24) * 2 * .pi)
            let celsius = ((8 + 6 * warmth + Double(number % 10) / 10) * 10).rounded() / 10
            return Reading(sensor: "s\(number % 10)", time: midnight + time, celsius: celsius)
        }
        try station.record(measured)
        print(
            "\(try await station.readings.count()) readings of \(measured.prefix(10).count) sensors are saved."
        )

        print("\nhour   readings  lowest   mean  highest")
        for mean in try station.downsample() {
            print(mean.line)
        }

        // Let the readings of the first hour expire. The means stay.
        let changes = station.readings.store.changedDocumentIDs()
        let expired = try station.expireReadings(
            before: midnight + 3600, at: Date(timeIntervalSinceNow: 0.1))
        print("\n\(expired) readings of the first hour expire.")
        let left = count - expired
        for await _ in changes {
            if try await station.readings.count() == left { break }
        }
        let means = try await station.means.count()
        print("\(try await station.readings.count()) readings and \(means) means are left.")
        try await station.database.remove()
    }
}
