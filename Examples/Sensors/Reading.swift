import Foundation
import Quire

/// What a sensor has measured.
struct Reading: DocumentModel {
    @DocumentID var id: String?
    var sensor: String
    var time: Date
    var celsius: Double
}

/// The readings of one hour, made small: this is what stays.
struct HourlyMean: DocumentModel {
    @DocumentID var id: String?
    var hour: Date
    var count: Int
    var lowest: Double
    var mean: Double
    var highest: Double
}

extension HourlyMean {
    /// The line of a table.
    var line: String {
        let time = DocumentDate.string(from: hour)?.dropFirst(11).prefix(5) ?? "?"
        let numbers = String(format: "%9d %7.1f %6.2f %8.1f", count, lowest, mean, highest)
        return "\(time) \(numbers)"
    }
}
