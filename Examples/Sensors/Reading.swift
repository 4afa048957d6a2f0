import Foundation
import Quire

/// A measurement of a sensor.
struct Reading: DocumentModel {
    @DocumentID var id: String?
    var sensor: String
    var time: Date
    var celsius: Double
}

/// The aggregated readings of one hour, which are kept after the readings expire.
struct HourlyMean: DocumentModel {
    @DocumentID var id: String?
    var hour: Date
    var count: Int
    var lowest: Double
    var mean: Double
    var highest: Double
}

extension HourlyMean {
    /// The hour as a line of a table.
    var line: String {
        let time = DocumentDate.string(from: hour)?.dropFirst(11).prefix(5) ?? "?"
        let numbers = String(format: "%9d %7.1f %6.2f %8.1f", count, lowest, mean, highest)
        return "\(time) \(numbers)"
    }
}
